import { PRODUCT_HISTORY_PAGE, type ProductSubject } from '#contract/dashboards/product-master.ts'
import {
  ImportListInput,
  PreviewListInput,
  UndoSaveInput,
  type ListPreview,
} from '#contract/entered-lists.ts'
import {
  BrandNamesInput,
  CostsInput,
  CostTemplateInput,
  ListCostsInput,
  GroupedProductsInput,
  ProductGroupsInput,
  ProductHistoryInput,
  ProductImageInput,
  ProductMasterInput,
  ProductsInput,
  ProductThumbnailInput,
  ProductThumbnailsInput,
  ProposeCostsInput,
  SaveCostsInput,
  UpdateProductsInput,
  type CostTemplate,
  type StatedCostPeriod,
  type Product,
  type ProductCosts,
  type ProductEdit,
  type ProductGroup,
  type ProductImage,
  type ProductMaster,
  type ProductPage,
  type ProposedCosts,
} from '#contract/product-master.ts'
import { addressesOf, productHistory } from '#server/accounts/index.ts'
import { actorOf } from '#server/access.ts'
import { brandNamesOf } from '#server/ledger/products/catalogue.ts'
import {
  importProductList,
  previewProductList,
  saveCosts,
  saveProducts,
  undoProductSave,
} from '#server/ledger/entered/entered-products.ts'
import { companyProcedure, companyProcedureFor, LONG_LISTS, router } from '#server/trpc.ts'
import { costTemplate } from './cost-template.ts'
import { costsOfProducts, productCosts } from './costs.ts'
import { productGroups, skusInGroups } from './groups.ts'
import { listProducts } from './list.ts'
import { pageOfProducts, productsOf } from './product-page.ts'
import { proposeCosts } from './proposed-costs.ts'
import { productImage, productThumbnails } from './product-image.ts'

/** Products as files name them, and what people say of them. */
export const productMasterRouter = router({
  getBrandNames: companyProcedure
    .input(BrandNamesInput)
    .query(({ ctx: { services, company } }): Promise<string[]> => brandNamesOf(services, company)),

  getProducts: companyProcedure
    .meta(LONG_LISTS)
    .input(ProductsInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<ProductPage> =>
      pageOfProducts(services, company, input, signal),
    ),

  /** What the page of products shows: facts, costs of today, and what was entered. */
  list: companyProcedure
    .meta(LONG_LISTS)
    .input(ProductMasterInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<ProductMaster> =>
      listProducts(services, company, input, { isPast: input.asOf !== undefined, signal }),
    ),

  /** What some products have cost and will, period by period. */
  listCosts: companyProcedure
    .meta(LONG_LISTS)
    .input(ListCostsInput)
    .query(({ ctx: { services, company }, input: { skus, asOf } }): Promise<StatedCostPeriod[]> =>
      costsOfProducts(services, company, skus, { isPast: asOf !== undefined }),
    ),

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
      costTemplate(services, company, input, signal),
    ),

  getCustomTags: companyProcedure
    .input(ProductGroupsInput)
    .query(({ ctx: { services, company }, input: { searchText } }): Promise<ProductGroup[]> =>
      productGroups(services, company, { of: ({ tags }) => tags, searchText }),
    ),

  getCustomCategories: companyProcedure
    .input(ProductGroupsInput)
    .query(({ ctx: { services, company }, input: { searchText } }): Promise<ProductGroup[]> =>
      productGroups(services, company, { of: ({ category }) => [category], searchText }),
    ),

  getProductsCount: companyProcedure
    .meta(LONG_LISTS)
    .input(GroupedProductsInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<number> => {
      const skus = await skusInGroups(services, company, input)
      return skus.length === 0 ? 0 : (await productsOf(services, company, skus, signal)).length
    }),

  getProductsByCustomTagsOrCategories: companyProcedure
    .meta(LONG_LISTS)
    .input(GroupedProductsInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<Product[]> => {
      const skus = await skusInGroups(services, company, input)
      return skus.length === 0 ? [] : productsOf(services, company, skus, signal)
    }),

  /** All changes at once, or none of them. Ends when every name and filter has them. */
  updateProducts: companyProcedureFor('changeSettings')
    .meta(LONG_LISTS)
    .input(UpdateProductsInput)
    .mutation(async ({ ctx, input: { saveId, products } }) => {
      const saved = await saveProducts(ctx.services, ctx.company.id, {
        saveId,
        changes: products,
        actor: actorOf(ctx.caller),
        admit: ctx.queue.admit,
      })
      return { version: saved.publishedVersion }
    }),

  getCosts: companyProcedure
    .input(CostsInput)
    .query(({ ctx: { services, company }, input }): Promise<ProductCosts> =>
      productCosts(services, company, input, { isPast: input.asOf !== undefined }),
    ),

  /** What `saveCosts` would be asked for to change costs by percent, or to copy them to other marketplaces. */
  proposeCosts: companyProcedure
    .meta({ isOfChange: true })
    .input(ProposeCostsInput)
    .query(({ ctx: { services, company }, input }): Promise<ProposedCosts> =>
      proposeCosts(services, company.id, input),
    ),

  /** All changes at once, or none of them. Ends when every number has them. */
  saveCosts: companyProcedureFor('changeSettings')
    .meta(LONG_LISTS)
    .input(SaveCostsInput)
    .mutation(async ({ ctx, input: { companyId, saveId, ...changes } }) => {
      const saved = await saveCosts(ctx.services, companyId, {
        saveId,
        changes,
        actor: actorOf(ctx.caller),
        admit: ctx.queue.admit,
      })
      return { version: saved.publishedVersion }
    }),

  /** What a file would change: nothing is stored. */
  previewList: companyProcedureFor('changeSettings')
    .meta({ ...LONG_LISTS, isOfChange: true })
    .input(PreviewListInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<ListPreview<ProductSubject>> =>
      previewProductList(services, company, input.file, signal),
    ),

  /** All of a file that was looked at, or nothing. Ends when every name and number has it. */
  importList: companyProcedureFor('changeSettings')
    .meta(LONG_LISTS)
    .input(ImportListInput)
    .mutation(async ({ ctx, input: { companyId, ...list }, signal }) => {
      const save = { ...list, actor: actorOf(ctx.caller), admit: ctx.queue.admit }
      const saved = await importProductList(ctx.services, companyId, save, signal)
      return { version: saved.publishedVersion }
    }),

  /** Takes back what one call did to products and costs. */
  undoSave: companyProcedureFor('changeSettings')
    .input(UndoSaveInput)
    .mutation(async ({ ctx, input: { companyId, ...undo } }) => {
      const saved = await undoProductSave(ctx.services, companyId, {
        ...undo,
        actor: actorOf(ctx.caller),
        admit: ctx.queue.admit,
      })
      return { version: saved.publishedVersion }
    }),

  /** What was entered, changed and deleted, by whom and when, the newest first. */
  getHistory: companyProcedure
    .input(ProductHistoryInput)
    .query(async ({ ctx: { services, company }, input: { cursor, sku } }) => {
      const found = await productHistory(services.accounts, company, {
        cursor,
        sku,
        limit: PRODUCT_HISTORY_PAGE + 1,
      })
      const shown = found.slice(0, PRODUCT_HISTORY_PAGE)
      const names = await addressesOf(services.accounts, [...new Set(shown.map(({ actor }) => actor))])
      return {
        edits: shown.map(({ id, saveId, at, actor, subject, sku: name, before, after }): ProductEdit => ({
          id,
          saveId,
          at: at.toISOString(),
          by: names.get(actor) ?? actor,
          subject,
          name,
          before,
          after,
        })),
        hasMore: found.length > shown.length,
      }
    }),
})
