import {
  BrandNamesInput,
  CostTemplateInput,
  GroupedProductsInput,
  PRODUCTS_PAGE_SIZE,
  ProductGroupsInput,
  ProductImageInput,
  ProductsInput,
  ProductThumbnailInput,
  ProductThumbnailsInput,
  type CostTemplate,
  type Product,
  type ProductGroup,
  type ProductImage,
  type ProductPage,
} from '#contract/product-master.ts'
import { liveVersions } from '#server/accounts/index.ts'
import { brandNamesOf } from '#server/ledger/catalogue.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { companyProcedure, LONG_LISTS, router } from '#server/trpc.ts'
import { costTemplate } from './cost-template.ts'
import { productImage, productThumbnails } from './product-image.ts'
import { productPage } from '#server/ledger/products.ts'

/**
 * Products as the files name them. No file names tags or categories, and there is no editor for them yet, so every company
 * has none: their lists are empty.
 */
export const productMasterRouter = router({
  getBrandNames: companyProcedure
    .input(BrandNamesInput)
    .query(({ ctx: { services, company } }): Promise<string[]> => brandNamesOf(services, company)),

  getProducts: companyProcedure
    .meta(LONG_LISTS)
    .input(ProductsInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<ProductPage> => {
      const [sort] = input.sortOrders
      const rows = await services.analytics.run(
        productPage,
        company,
        {
          ...visibilityOf(company),
          live: await liveVersions(services.accounts, company),
          marketplaces: input.marketplaceCodes,
          brandNames: input.brandNames,
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

  getProductThumbnail: companyProcedure
    .input(ProductThumbnailInput)
    .query(async ({ ctx, input: { sku }, signal }): Promise<ProductImage> => {
      const [thumbnail] = await productThumbnails(ctx, [sku], signal)
      return thumbnail ? { contentType: thumbnail.contentType, base64: thumbnail.base64 } : null
    }),

  /** All of a table at once: finding them is most of the work. */
  getProductThumbnails: companyProcedure
    .input(ProductThumbnailsInput)
    .query(({ ctx, input: { skus }, signal }) => productThumbnails(ctx, skus, signal)),

  getProductImageBase64: companyProcedure
    .input(ProductImageInput)
    .query(({ ctx, input, signal }) => productImage(ctx, input, signal)),

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

const productOf = ({
  sku,
  asin,
  name,
  brandName,
  parentAsin,
}: Record<'sku' | 'asin' | 'name' | 'brandName' | 'parentAsin', string>): Product => ({
  basicInformation: {
    sku,
    asin,
    name,
    customName: '',
    customCategory: '',
    parentAsins: parentAsin === '' ? [] : [parentAsin],
    customTags: [],
    brandName,
  },
})
