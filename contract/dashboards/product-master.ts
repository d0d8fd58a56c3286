/** What pages and server know of what is entered of products, apart from the schemas. */

/** Products of a company of which something may be entered. */
export const ENTERED_PRODUCTS_MAX = 20_000
/** Products that one call changes. */
export const PRODUCT_CHANGES_MAX = 500
export const PRODUCT_NAME_MAX = 200
/** Of a tag, and of a category. */
export const TAG_LENGTH_MAX = 50
export const TAGS_MAX = 20
/** Different tags of a company, and different categories. */
export const TAG_KINDS_MAX = 500
/** Cost periods of a company that are entered here; longer lists come as files. */
export const ENTERED_COSTS_MAX = 5_000
/** Cost periods that one call creates, changes or deletes. */
export const COST_CHANGES_MAX = 500
/** What the warehouse keeps of a cost. */
export const COST_DIGITS = /^\d{1,9}(\.\d{1,9})?$/
/** By which costs are changed. */
export const PERCENT_DIGITS = /^-?\d{1,4}(\.\d{1,4})?$/
export const PRODUCT_HISTORY_PAGE = 50
/** The name of the file that the entered costs of a company are for the ledger. */
export const ENTERED_COSTS_FILE = 'Product costs entered in Sextant.json'

export const PRODUCT_SUBJECTS = ['PRODUCT', 'COST'] as const
export type ProductSubject = (typeof PRODUCT_SUBJECTS)[number]

export const PRODUCT_PARTS = ['ALL', 'WITHOUT_COST', 'WITHOUT_BRAND', 'WITHOUT_SIZE'] as const
/** `COST`: what was sold without a cost first, and most of it. */
export const PRODUCT_ORDERS = ['COST', 'NAME', 'SKU', 'ASIN', 'BRAND', 'CATEGORY', 'VALID_FROM'] as const
export type ProductOrder = (typeof PRODUCT_ORDERS)[number]

export const COST_PARTS = ['manufacturing', 'freight', 'duty', 'other', 'fbmShipping'] as const
export type CostPart = (typeof COST_PARTS)[number]

interface Period {
  sku: string
  /** Null: of all marketplaces. */
  marketplace: string | null
  validFrom: string
  validTo: string | null
}

/**
 * The start of a later period into which this one reaches, or of one that starts on the same day; null where there is none. One
 * that starts within an earlier period ends it, and one without an end ends where the next begins.
 */
export function overlapOf(period: Period, others: readonly Period[]): string | null {
  const { sku, marketplace, validFrom, validTo } = period
  const starts = others
    .filter((other) => other.sku === sku && other.marketplace === marketplace)
    .map((other) => other.validFrom)
    .filter((start) => start === validFrom || (validTo !== null && start > validFrom && start <= validTo))
  return starts.toSorted()[0] ?? null
}

/** Tags as one text holds them, without what stands there twice. */
export function tagsIn(text: string): string[] {
  const tags = new Map<string, string>()
  for (const tag of text.split(',').map((one) => one.trim()))
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  return [...tags.values()]
}

/** What is wrong with tags; undefined where they can be saved. */
export function tagsProblem(text: string): string | undefined {
  const tags = tagsIn(text)
  if (tags.length > TAGS_MAX) return `A product has at most ${TAGS_MAX} tags.`
  if (tags.some((tag) => tag.length > TAG_LENGTH_MAX))
    return `A tag has at most ${TAG_LENGTH_MAX} characters.`
  return undefined
}
