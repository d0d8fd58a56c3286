import {
  BrandNamesInput,
  CostTemplateInput,
  GroupedProductsInput,
  PRODUCTS_PAGE_SIZE,
  ProductGroupsInput,
  ProductsInput,
  type CostTemplate,
  type Product,
  type ProductGroup,
  type ProductPage,
} from '#contract/product-master.ts'
import { liveImports } from '#server/accounts/index.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { companyProcedure, LONG_LISTS, router } from '#server/trpc.ts'
import { costTemplate } from './cost-template.ts'
import { productPage } from '#server/ledger/products.ts'

/**
 * Products as the files name them. No file names brands, tags or categories, and there is no editor for them yet, so
 * every company has none: their lists are empty, and a brand matches nothing (as in the statement).
 */
export const productMasterRouter = router({
  getBrandNames: companyProcedure.input(BrandNamesInput).query((): string[] => []),

  getProducts: companyProcedure
    .meta(LONG_LISTS)
    .input(ProductsInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<ProductPage> => {
      if (input.brandNames.length > 0) return { products: [], total: 0 }
      const imports = await liveImports(services.accounts, company)
      const [sort] = input.sortOrders
      const rows = await services.analytics.run(
        productPage,
        company,
        {
          ...visibilityOf(company),
          live: imports.map((row) => row.attemptVersion!),
          marketplaces: input.marketplaceCodes,
          skus: input.skus,
          searchText: input.searchText.trim(),
          sortField: sort?.field ?? 'name',
          isDescending: sort?.order === 'DESC',
          limit: PRODUCTS_PAGE_SIZE,
          offset: (input.pageNumber - 1) * PRODUCTS_PAGE_SIZE,
        },
        signal ? { signal } : {},
      )
      return { products: rows.map(productOf), total: rows[0]?.total ?? 0 }
    }),

  getCostTemplate: companyProcedure
    .meta(LONG_LISTS)
    .input(CostTemplateInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<CostTemplate> =>
      costTemplate(services, company, input.skus, signal),
    ),

  getCustomTags: companyProcedure.input(ProductGroupsInput).query((): ProductGroup[] => []),

  getCustomCategories: companyProcedure.input(ProductGroupsInput).query((): ProductGroup[] => []),

  getProductsCount: companyProcedure
    .meta(LONG_LISTS)
    .input(GroupedProductsInput)
    .query(() => 0),

  getProductsByCustomTagsOrCategories: companyProcedure
    .meta(LONG_LISTS)
    .input(GroupedProductsInput)
    .query((): Product[] => []),
})

const productOf = ({ sku, asin, name }: { sku: string; asin: string; name: string }): Product => ({
  basicInformation: {
    sku,
    asin,
    name,
    customName: '',
    customCategory: '',
    parentAsins: [],
    customTags: [],
    brandName: '',
  },
})
