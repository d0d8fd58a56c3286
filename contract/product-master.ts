/** `productMaster.*`: products of a company and how they are found. */
import { z } from 'zod'
import {
  COST_CHANGES_MAX,
  COST_DIGITS,
  lackingSides,
  MEASURE_LIMITS,
  measureIn,
  PERCENT_DIGITS,
  PRODUCT_CHANGES_MAX,
  PRODUCT_NAME_MAX,
  PRODUCT_ORDERS,
  PRODUCT_PARTS,
  SIDES_RULE,
  TAG_LENGTH_MAX,
  TAGS_MAX,
  type LandedPart,
  type Package,
  type ProductSubject,
} from './dashboards/product-master.ts'
import {
  CompanyId,
  Currency,
  DecimalText,
  Id,
  IsoDate,
  MarketplaceCode,
  MarketplaceCodes,
  NAME_LENGTH_MAX,
  RatedCurrency,
  SKU_LENGTH_MAX,
  Skus,
  text,
} from './fields.ts'
import { isVisible } from './names.ts'

export const PRODUCT_SEARCH_LENGTH_MAX = 150
/** Products of one page of `getProducts`. */
export const PRODUCTS_PAGE_SIZE = 50
/** Products whose costs are listed at once. */
export const PRODUCT_COSTS_MAX = 500
export const PRODUCT_SORT_FIELDS = ['name', 'sku', 'asin'] as const

const SearchText = text(PRODUCT_SEARCH_LENGTH_MAX).default('')
const Names = z.array(text(NAME_LENGTH_MAX)).max(1_000).default([])

export const BrandNamesInput = z.object({ companyId: CompanyId })

export const ProductsInput = z.object({
  companyId: CompanyId,
  /** All brands when empty, and so on. */
  brandNames: Names,
  /** Asked with by pages that know it; names have none. */
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
  /** The last one is a parent ASIN, of which a picture is its own or that of one of its products. */
  identifierType: z.enum(['SKU', 'ASIN', 'COMBINED_PARENT_ID']),
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
  /** With columns for what products measure: the list of products reads them, and a file of costs does not. */
  withSizes: z.boolean().default(false),
})

/** A workbook to fill in with what products cost, and measure, and to import. */
export interface CostTemplate {
  fileName: string
  /** XLSX, in base64. */
  workbook: string
  /** Products in it: those that were sold while no cost held, the most sold ones first; then, with sizes, those without one. */
  products: number
  /** Such products that did not fit. */
  more: number
}

/** Of the page: what is known of each product, the rows that it is about, and in what order. */
export const ProductMasterInput = z.object({
  companyId: CompanyId,
  currencyCode: Currency,
  marketplaces: MarketplaceCodes.default([]),
  brandNames: Names,
  skus: Skus.default([]),
  searchText: SearchText,
  part: z.enum(PRODUCT_PARTS).default('ALL'),
  sortBy: z.enum(PRODUCT_ORDERS).default('COST'),
  sortOrder: z.enum(['ASC', 'DESC']).default('ASC'),
  pageNumber: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(1_000).default(PRODUCTS_PAGE_SIZE),
})
export type ProductMasterInput = z.input<typeof ProductMasterInput>

/** What a unit costs until it is there, and the parts of that; a part that nobody has stated is null, and counts as nothing. */
export type LandedCost = Record<LandedPart, string | null> & { landed: string }

/** What a unit costs in a marketplace today, in the currency in which it was given. */
export interface HeldCost extends LandedCost {
  /** Empty for all that have none of their own. */
  marketplace: string
  validFrom: string
  currency: string
  /** In the asked currency, at today's rate; null where there is no rate. */
  converted: LandedCost | null
  /** When it was entered or last changed, or its file handed in; null where nobody knows, as of a moment that is over. */
  changedAt: string | null
}

export interface ProductListing {
  marketplace: string
  /** As Amazon names it: `Active`. */
  status: string
  price: string | null
  currency: string
  channel: string
}

/** A product, as files and people say it. */
export interface ProductMasterRow {
  sku: string
  asin: string
  /** As the seller's files or the catalogue name it. */
  name: string
  customName: string
  category: string
  tags: string[]
  /** Of what was entered of it; 0 where nothing ever was. */
  revision: number
  brandName: string
  parentAsin: string
  hasPicture: boolean
  marketplaces: string[]
  listings: ProductListing[]
  /** In centimetres and cubic centimetres. */
  size: (NonNullable<Package['size']> & { volume: string }) | null
  /** In kilograms. */
  weight: Package['weight']
  /** As Amazon's fee preview calls it, by which it charges; empty where none says it. */
  sizeTier: string
  costs: HeldCost[]
  /** It has none today, or marketplaces that it was traded in have none. */
  isWithoutCost: boolean
  /** Those of its marketplaces in which no cost holds. */
  lacking: string[]
  /** Units of the last 30 days that were sold while no cost held. */
  unitsWithoutCost: string
}

/** Of all products of the filters, whatever is searched for. */
export interface ProductCounts {
  all: number
  active: number
  /** Listed, and nowhere active. */
  inactive: number
  withoutCost: number
  /** Of these, sold in the last 30 days while no cost held. */
  soldWithoutCost: number
  unitsWithoutCost: string
  withoutBrand: number
  withoutSize: number
}

export interface ProductMaster {
  rows: ProductMasterRow[]
  /** On all pages. */
  total: number
  counts: ProductCounts
  today: string
  version: number
}

const VISIBLE_MESSAGE = 'Leave invisible characters out.'
const visible = (lengthMax: number) => text(lengthMax).trim().refine(isVisible, VISIBLE_MESSAGE)
const Sku = text(SKU_LENGTH_MAX).min(1).refine(isVisible, VISIBLE_MESSAGE)
const Tag = visible(TAG_LENGTH_MAX)
  .min(1)
  .refine((tag) => !tag.includes(','), 'A tag has no comma.')
const once = <T>(rows: readonly T[], key: (row: T) => string) => new Set(rows.map(key)).size === rows.length
const ONCE = 'Each row is changed once.'

const Measure = DecimalText.refine(
  (measure) => measureIn(measure) !== undefined,
  `Give a number from ${MEASURE_LIMITS.min} to ${MEASURE_LIMITS.max}, with up to ${MEASURE_LIMITS.fractionDigits} decimals.`,
).nullable()

/** What is entered of a product from now on. */
export const EnteredProductInput = z
  .object({
    sku: Sku,
    /** That was read; 0 where nothing was entered. */
    revision: z.int().min(0),
    customName: visible(PRODUCT_NAME_MAX),
    category: visible(TAG_LENGTH_MAX),
    tags: z.array(Tag).max(TAGS_MAX, `A product has at most ${TAGS_MAX} tags.`),
    /** Of its package, in centimetres; null: as Amazon says it. */
    length: Measure,
    width: Measure,
    height: Measure,
    /** In kilograms. */
    weight: Measure,
  })
  .superRefine((product, context) => {
    for (const side of lackingSides(product))
      context.addIssue({ code: 'custom', path: [side], message: SIDES_RULE })
  })

/** All of what is entered of these products from now on; one call takes effect as a whole or not at all. */
export const UpdateProductsInput = z.object({
  companyId: CompanyId,
  /** The same for a call that is made again because its answer was lost. */
  saveId: z.uuid(),
  products: z
    .array(EnteredProductInput)
    .min(1)
    .max(PRODUCT_CHANGES_MAX)
    .refine((products) => once(products, ({ sku }) => sku), ONCE),
})
export type ProductChange = z.output<typeof UpdateProductsInput>['products'][number]

const Cost = DecimalText.regex(COST_DIGITS, 'A cost is 0 or more, with up to 9 digits and 9 decimals.')
const periodValues = {
  sku: Sku,
  /** Null: in all marketplaces that have no cost of their own. */
  marketplace: MarketplaceCode.nullable(),
  validFrom: IsoDate,
  /** Null: until another one begins. */
  validTo: IsoDate.nullable(),
  currency: RatedCurrency,
  manufacturing: Cost,
  freight: Cost.nullable(),
  duty: Cost.nullable(),
  other: Cost.nullable(),
  /** Of a unit that the seller ships. */
  fbmShipping: Cost.nullable(),
}
const endsLater = ({ validFrom, validTo }: { validFrom: string; validTo: string | null }) =>
  validTo === null || validTo >= validFrom
const END_RULE = { message: 'The end is before the start.', path: ['validTo'] }
const Read = z.object({ id: Id, revision: z.int().min(1) })

export const CreatedCostInput = z.object(periodValues).refine(endsLater, END_RULE)

/** All changes of one call, which takes effect in all numbers, or not at all. */
export const SaveCostsInput = z
  .object({
    companyId: CompanyId,
    saveId: z.uuid(),
    created: z.array(CreatedCostInput).max(COST_CHANGES_MAX).default([]),
    updated: z.array(Read.extend(periodValues).refine(endsLater, END_RULE)).max(COST_CHANGES_MAX).default([]),
    deleted: z.array(Read).max(COST_CHANGES_MAX).default([]),
  })
  .refine(({ updated, deleted }) => once([...updated, ...deleted], ({ id }) => id), ONCE)
export type CostChanges = Omit<z.output<typeof SaveCostsInput>, 'companyId' | 'saveId'>

/** Costs that follow from those that hold on a day. */
export const ProposeCostsInput = z.object({
  companyId: CompanyId,
  skus: z.array(Sku).min(1).max(COST_CHANGES_MAX, `Choose at most ${COST_CHANGES_MAX} products.`),
  /** The first day of the new ones. */
  validFrom: IsoDate,
  change: z.discriminatedUnion('kind', [
    /** So many percent more; less where it is negative. */
    z.object({
      kind: z.literal('PERCENT'),
      percent: DecimalText.regex(
        PERCENT_DIGITS,
        'Give from -100 to 9999 percent, with up to 4 decimals.',
      ).refine(
        (percent) => !PERCENT_DIGITS.test(percent) || Number(percent) >= -100,
        'A cost cannot become less than nothing.',
      ),
    }),
    /** Those of a marketplace, or of all that have none of their own, for others. */
    z.object({
      kind: z.literal('COPY'),
      from: MarketplaceCode.nullable(),
      to: MarketplaceCodes.min(1),
    }),
  ]),
})

/** What would be saved, and what a unit costs landed before and after. */
export interface ProposedCosts {
  changes: Pick<CostChanges, 'created' | 'updated'>
  rows: {
    sku: string
    /** Empty for all that have none of their own. */
    marketplace: string
    before: { landed: string; currency: string } | null
    after: { landed: string; currency: string }
    /** Its last day, also where the next one ends it; null: it runs on. */
    validTo: string | null
  }[]
  /** Products of which no such cost holds on that day. */
  without: string[]
}

export const CostsInput = z.object({
  companyId: CompanyId,
  sku: text(SKU_LENGTH_MAX).min(1),
  currencyCode: Currency,
})

/** What a unit of a product costs over some days. */
export interface CostPeriod {
  /** Of an entered one; of one in a file, where it stands. */
  id: string
  sku: string
  /** Empty for all that have none of their own. */
  marketplace: string
  validFrom: string
  /** Where it ends, by itself or because another one begins; null where it runs on. */
  validTo: string | null
  currency: string
  /** Parts that nobody has stated are null, and count as nothing. */
  manufacturing: string
  freight: string | null
  duty: string | null
  other: string | null
  fbmShipping: string | null
  /** All but own shipping. */
  landed: string
  converted: string | null
  entered: { revision: number; validTo: string | null; changedAt: string; changedBy: string } | null
  file: { importId: number; fileName: string; lineNumber: number } | null
}

/** All periods of some products at once. */
export const ListCostsInput = z.object({
  companyId: CompanyId,
  skus: Skus.min(1).max(PRODUCT_COSTS_MAX),
})
export type StatedCostPeriod = Omit<CostPeriod, 'converted'>

export interface ProductCosts {
  periods: CostPeriod[]
  today: string
}

export const ProductHistoryInput = z.object({
  companyId: CompanyId,
  cursor: z.int().min(1).optional(),
  sku: text(SKU_LENGTH_MAX).optional(),
})

/** One product or cost period that was created, changed or deleted. */
export interface ProductEdit {
  id: number
  /** The same for all that one call did. */
  saveId: string
  at: string
  by: string
  subject: ProductSubject
  /** The SKU. */
  name: string
  /** Names of columns with their texts; null before it was entered, and after it was deleted. */
  before: Record<string, string> | null
  after: Record<string, string> | null
}
