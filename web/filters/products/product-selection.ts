import type { Product } from '#contract/product-master.ts'
import type { Entity } from '../entities/selection.ts'

/** What the product filter selects, as an address says it: SKUs and names. */
export interface ProductSelection {
  products: string[]
  tags: string[]
  categories: string[]
}

/** A product as a line of the selector. One without a name goes by its SKU. */
export function productEntity({ basicInformation }: Product): Entity {
  const { sku, asin, name, customName, brandName } = basicInformation
  const title = customName || name
  return {
    id: sku,
    name: title || sku,
    detail: (title ? [sku, asin] : [asin]).filter(Boolean).join(' · '),
    ...(brandName && { hint: brandName }),
  }
}

/** Changing the brands leaves of the selected products those that are of them; all of them where no brand is chosen. */
export function productsOfBrands(
  selected: readonly string[],
  known: readonly Product[],
  brandNames: readonly string[],
): string[] {
  if (brandNames.length === 0) return [...selected]
  const brandOf = new Map(
    known.map(({ basicInformation: { sku, brandName } }): [string, string] => [sku, brandName]),
  )
  return selected.filter((sku) => brandNames.includes(brandOf.get(sku) ?? ''))
}

/** All products that a selection comes to, each once. */
export const coveredSkus = (selection: ProductSelection, grouped: readonly Product[]): string[] => [
  ...new Set([...selection.products, ...grouped.map(({ basicInformation }) => basicInformation.sku)]),
]
