/** `productMaster.*`: products of a company and how they are found. */
import { z } from 'zod'
import {
  CompanyId,
  Currency,
  MarketplaceCodes,
  NAME_LENGTH_MAX,
  SKU_LENGTH_MAX,
  Skus,
  text,
} from './fields.ts'

export const PRODUCT_SEARCH_LENGTH_MAX = 150
/** Products of one page of `getProducts`. */
export const PRODUCTS_PAGE_SIZE = 50
export const PRODUCT_SORT_FIELDS = ['name', 'sku', 'asin'] as const

const SearchText = text(PRODUCT_SEARCH_LENGTH_MAX).default('')
const Names = z.array(text(NAME_LENGTH_MAX)).max(1_000).default([])

export const BrandNamesInput = z.object({ companyId: CompanyId })

export const ProductsInput = z.object({
  companyId: CompanyId,
  /** All brands when empty, and so on. */
  brandNames: Names,
  /** The currency of prices; there are none yet. */
  currencyCode: Currency.optional(),
  marketplaceCodes: MarketplaceCodes.default([]),
  /** By name when empty. */
  sortOrders: z
    .array(z.object({ field: z.enum(PRODUCT_SORT_FIELDS), order: z.enum(['ASC', 'DESC']) }))
    .max(1, 'Products are sorted by one field.')
    .default([]),
  pageNumber: z.int().min(1).max(1_000_000).default(1),
  /** Any part of a SKU, an ASIN or a name, in whatever case. */
  searchText: SearchText,
  /** Only these, as to learn the names of products that are chosen already. */
  skus: Skus.max(1_000).default([]),
})
export type ProductsInput = z.input<typeof ProductsInput>

export const Product = z.object({
  basicInformation: z.object({
    sku: z.string(),
    asin: z.string(),
    name: z.string(),
    customName: z.string(),
    customCategory: z.string(),
    parentAsins: z.array(z.string()),
    customTags: z.array(z.string()),
    brandName: z.string(),
  }),
})
export type Product = z.infer<typeof Product>

export interface ProductPage {
  products: Product[]
  /** On all pages. */
  total: number
}

export const ProductThumbnailInput = z.object({ companyId: CompanyId, sku: text(SKU_LENGTH_MAX) })

/** More than a page of a table has rows. */
const THUMBNAILS_MAX = 100
export const ProductThumbnailsInput = z.object({
  companyId: CompanyId,
  skus: Skus.min(1).max(THUMBNAILS_MAX, `Ask for at most ${THUMBNAILS_MAX} pictures.`),
})

export const ProductImageInput = z.object({
  companyId: CompanyId,
  identifierType: z.enum(['SKU', 'ASIN']),
  identifier: text(SKU_LENGTH_MAX),
})

/** A picture of a product; null where Amazon has none, or does not give it now. */
export type ProductImage = { contentType: 'image/jpeg' | 'image/png' | 'image/webp'; base64: string } | null
/** Of products without one there is none. */
export type ProductThumbnails = (NonNullable<ProductImage> & { sku: string })[]

export const ProductGroupsInput = z.object({ companyId: CompanyId, searchText: SearchText })

/** A tag or a category, and how many products have it. */
export interface ProductGroup {
  name: string
  productCount: number
}

export const GroupedProductsInput = z.object({
  companyId: CompanyId,
  customTags: Names,
  customCategories: Names,
  /** Products that are counted already. */
  skusToExclude: Skus.max(1_000).default([]),
})

export const CostTemplateInput = z.object({
  companyId: CompanyId,
  /** Only these of the products that lack a cost; all of them when empty. */
  skus: Skus.max(1_000).default([]),
})

/** A workbook to fill in with what products cost, and to import. */
export interface CostTemplate {
  fileName: string
  /** XLSX, in base64. */
  workbook: string
  /** Products in it: those that were sold while no cost held, the most sold ones first. */
  products: number
  /** Such products that did not fit. */
  more: number
}
