/** What pages and server know of what is entered of products, apart from the schemas. */
import { multiply, parseDecimal, toText, ZERO, type Decimal } from '../decimal.ts'

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
export const SIDES = ['length', 'width', 'height'] as const
export type Side = (typeof SIDES)[number]
/** Of a product's package: its sides in centimetres, and its weight in kilograms. */
export const MEASURES = [...SIDES, 'weight'] as const
export type Measure = (typeof MEASURES)[number]
/** What a measure can be: up to 100 metres, or 10 tonnes, to a hundredth of a millimetre, or a gram. */
export const MEASURE_LIMITS = { min: '0.001', max: '9999.999', fractionDigits: 3 } as const
export const SIDES_RULE = 'Give all three sides, or none.'
/** Whose a measure is: the catalogue's, or what somebody has typed, which goes before it. */
export const MEASURE_SOURCES = ['AMAZON', 'USER'] as const
export type MeasureSource = (typeof MEASURE_SOURCES)[number]
export const PRODUCT_HISTORY_PAGE = 50
/** The name of the file that the entered costs of a company are for the ledger. */
export const ENTERED_COSTS_FILE = 'Product costs entered in Sextant.json'

export const PRODUCT_SUBJECTS = ['PRODUCT', 'COST'] as const
export type ProductSubject = (typeof PRODUCT_SUBJECTS)[number]

export const PRODUCT_PARTS = ['ALL', 'WITHOUT_COST', 'WITHOUT_BRAND', 'WITHOUT_SIZE'] as const
/** `COST`: what was sold without a cost first, and most of it. */
export const PRODUCT_ORDERS = [
  'COST',
  'NAME',
  'SKU',
  'ASIN',
  'BRAND',
  'CATEGORY',
  'VALID_FROM',
  'MANUFACTURING',
  'FREIGHT',
  'DUTY',
  'OTHER',
  'CURRENCY',
] as const
export type ProductOrder = (typeof PRODUCT_ORDERS)[number]

/** What a unit costs until it is there: together they are its landed cost. */
export const LANDED_PARTS = ['manufacturing', 'freight', 'duty', 'other'] as const
export type LandedPart = (typeof LANDED_PARTS)[number]
export const COST_PARTS = [...LANDED_PARTS, 'fbmShipping'] as const
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

const [LEAST, MOST] = [parseDecimal(MEASURE_LIMITS.min), parseDecimal(MEASURE_LIMITS.max)]

/** A number as a measure; undefined for what no measure can be, which is also what comes to nothing. */
export function measureOf(value: Decimal): string | undefined {
  if (value <= ZERO || value > MOST) return undefined
  const text = toText(value, MEASURE_LIMITS.fractionDigits)
  return text === '0' ? undefined : text
}

/** A measure without zeros that say nothing; undefined for a text that is none. */
export function measureIn(text: string): string | undefined {
  // As long as any `DecimalText`: texts of lists are of any length.
  if (!/^\d{1,76}(\.\d{1,76})?$/.test(text)) return undefined
  const value = parseDecimal(text)
  // The least one is the step from one to the next.
  return value % LEAST === ZERO ? measureOf(value) : undefined
}

/** Sides as texts; all three are known of a package, or none. */
export type Sides = Record<Side, string>
type Measured = { [measure in Measure]: string | null }

/** What a product measures, and who says so. */
export interface Package {
  size: (Sides & { source: MeasureSource }) | null
  weight: { value: string; source: MeasureSource } | null
}

/** In cubic centimetres. */
export const volumeOf = ({ length, width, height }: Sides): string =>
  toText(multiply(multiply(parseDecimal(length), parseDecimal(width)), parseDecimal(height)), 9)

/** What goes before Amazon's of a package, once some of it is said anew; null empties it, and a measure that is left out stays. */
export function measuresAfter(
  { size, weight }: Package,
  said: { [measure in Measure]?: string | null | undefined },
): Measured {
  const after = (measure: Measure, now: string | null, source: MeasureSource | undefined) => {
    const text = said[measure]
    if (text === undefined) return now
    // Empty gives Amazon's back.
    return text ?? (source === 'AMAZON' ? now : null)
  }
  const sideOf = (side: Side) => after(side, size?.[side] ?? null, size?.source)
  const sides = { length: sideOf('length'), width: sideOf('width'), height: sideOf('height') }
  const weighs = after('weight', weight?.value ?? null, weight?.source)
  // What Amazon says is no less Amazon's where somebody says the same.
  const isAmazonSize = size?.source === 'AMAZON' && SIDES.every((side) => sides[side] === size[side])
  const isAmazonWeight = weight?.source === 'AMAZON' && weighs === weight.value
  return {
    ...(isAmazonSize ? { length: null, width: null, height: null } : sides),
    weight: isAmazonWeight ? null : weighs,
  }
}

/** The sides that are missing where others are given. */
export const lackingSides = (sides: { [side in Side]: string | null }): Side[] => {
  const lacking = SIDES.filter((side) => sides[side] === null)
  return lacking.length === SIDES.length ? [] : lacking
}
