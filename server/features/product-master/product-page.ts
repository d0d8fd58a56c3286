import type { z } from 'zod'
import {
  PRODUCTS_PAGE_SIZE,
  type Product,
  type ProductPage,
  type ProductsInput,
} from '#contract/product-master.ts'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { customNames, enteredOf } from '#server/ledger/products/product-attributes.ts'
import { productPage, type ProductPageParams } from '#server/ledger/products/products.ts'
import type { Services } from '#server/ledger/services.ts'

/** A page of the products that a question finds. */
export async function pageOfProducts(
  services: Services,
  company: Company,
  input: z.output<typeof ProductsInput>,
  signal: AbortSignal | undefined,
): Promise<ProductPage> {
  const [sort] = input.sortOrders
  // Whoever names products wants to know all of them.
  const limit = input.skus.length || PRODUCTS_PAGE_SIZE
  return found(
    services,
    company,
    {
      marketplaces: input.marketplaceCodes,
      brandNames: input.brandNames,
      skus: input.skus,
      searchText: input.searchText.trim(),
      sortField: sort?.field ?? 'name',
      isDescending: sort?.order === 'DESC',
      limit,
      offset: (input.pageNumber - 1) * limit,
    },
    signal,
  )
}

/** Those of some SKUs that files still name. */
export async function productsOf(
  services: Services,
  company: Company,
  skus: string[],
  signal: AbortSignal | undefined,
): Promise<Product[]> {
  const { products } = await found(
    services,
    company,
    {
      marketplaces: [],
      brandNames: [],
      skus,
      searchText: '',
      sortField: 'name',
      isDescending: false,
      limit: skus.length,
      offset: 0,
    },
    signal,
  )
  return products
}

type Asked = Omit<
  ProductPageParams,
  'live' | 'publishedVersion' | 'deadVersions' | 'customSkus' | 'customNames'
>

async function found(
  services: Services,
  company: Company,
  asked: Asked,
  signal: AbortSignal | undefined,
): Promise<ProductPage> {
  const [live, names, entered] = await Promise.all([
    liveVersions(services.accounts, company),
    customNames(services, company),
    enteredOf(services, company),
  ])
  const rows = await services.analytics.run(
    await productPage(services, company),
    company,
    { ...visibilityOf(company), ...names, live, ...asked },
    { signal },
  )
  return {
    products: rows.map(({ sku, asin, name, brandName, parentAsin }) => ({
      basicInformation: {
        sku,
        asin,
        name,
        customName: entered.get(sku)?.customName ?? '',
        customCategory: entered.get(sku)?.category ?? '',
        parentAsins: parentAsin === '' ? [] : [parentAsin],
        customTags: entered.get(sku)?.tags ?? [],
        brandName,
      },
    })),
    total: rows[0]?.total ?? 0,
  }
}
