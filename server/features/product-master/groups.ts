import type { ProductGroup } from '#contract/product-master.ts'
import type { Company, EnteredProduct } from '#server/accounts/index.ts'
import { enteredOf } from '#server/ledger/products/product-attributes.ts'
import type { Services } from '#server/ledger/services.ts'

/** Tags or categories in which a text occurs, in the order of their names, each with how many products have it. */
export async function productGroups(
  services: Services,
  company: Company,
  { of, searchText }: { of: (product: EnteredProduct) => string[]; searchText: string },
): Promise<ProductGroup[]> {
  const counts = new Map<string, number>()
  for (const product of (await enteredOf(services, company)).values())
    for (const name of of(product)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const searched = searchText.trim().toLowerCase()
  return [...counts]
    .filter(([name]) => name !== '' && name.toLowerCase().includes(searched))
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([name, productCount]) => ({ name, productCount }))
}

/** The SKUs that have one of some tags or categories. */
export async function skusInGroups(
  services: Services,
  company: Company,
  asked: { customTags: string[]; customCategories: string[]; skusToExclude: string[] },
): Promise<string[]> {
  const [tags, categories, excluded] = [asked.customTags, asked.customCategories, asked.skusToExclude].map(
    (names) => new Set(names),
  )
  return [...(await enteredOf(services, company)).values()].flatMap((product) => {
    const isIn =
      product.tags.some((tag) => tags!.has(tag)) ||
      (product.category !== '' && categories!.has(product.category))
    return isIn && !excluded!.has(product.sku) ? [product.sku] : []
  })
}
