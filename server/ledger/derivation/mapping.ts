import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import {
  isPnlLine,
  lineDefinition,
  PNL_LINE_IDS,
  TAXED_LINES,
  type PnlLine,
} from '#contract/profit-and-loss-lines.ts'
import { assetPath } from '#server/assets.ts'

/** Raised with every change of the table or of how it is read; a rebuild then maps everything anew. */
export const MAPPING_VERSION = 3

/** How the mapping table names the kind of file that an amount stands in. */
export type MappingSource = 'settlement_v2' | 'settlement_wide' | 'date_range' | 'finances' | 'any'

export interface RawName {
  /** `every`: the words may be those of any kind of file, as in a facts file that does not say whose they are. */
  source: MappingSource | 'every'
  transactionType: string
  amountType: string
  amountDescription: string
}

export interface MappedLine {
  line: PnlLine
  canonicalType: string
  /** What the quantity of the row counts as. */
  counts: 'SOLD' | 'REFUNDED' | ''
  /**
   * BASE: an amount that contains value-added tax. TAX: the tax of its order item. DISCOUNT_TAX: the tax of the item's
   * promotion. WITHHELD: tax that Amazon keeps.
   */
  taxRole: 'BASE' | 'TAX' | 'DISCOUNT_TAX' | 'WITHHELD' | ''
  /** An Amazon fee, which may contain recoverable value-added tax (FEEVAT-2). */
  isFee: boolean
  /** No rule knows the row; it was put where unknown amounts go. */
  unmapped: boolean
}

interface Rule {
  source: MappingSource
  transactionType: string
  amountType: string
  amountDescription: string
  canonicalType: string
  line: string
  counts: boolean
  note: string
  fallback: boolean
}

const CANONICAL_TYPES = new Set([
  'shipment',
  'refund',
  'servicefee',
  'adjustment',
  'chargeback',
  'guaranteeclaim',
  'retrocharge',
  'liquidation',
  'removalshipment',
  'advertising',
  'transfer',
  'reserve',
  'loan',
  'other',
])

const fold = (text: string): string => text.trim().toLowerCase()
/** Amazon spells one fee in several ways; this is what the spellings share. */
const squeeze = (text: string): string => fold(text).replace(/[\s_\-–:]/g, '')

const rules: Rule[] = parse<Record<string, string>>(
  readFileSync(assetPath(`server/data/ledger-mapping.v${MAPPING_VERSION}.csv`)),
  {
    columns: true,
    skip_empty_lines: true,
  },
).map((row) => ({
  source: row.source as MappingSource,
  transactionType: row.transaction_type!,
  amountType: row.amount_type!,
  amountDescription: row.amount_description!,
  canonicalType: row.canonical_type!,
  line: row.line!,
  counts: row.counts_units === 'yes',
  note: row.note!,
  fallback: row.note!.startsWith('FALLBACK'),
}))

/** Where kinds of files use one name differently, the first of these that knows it is meant. */
const SOURCES_BY_TRUST: readonly MappingSource[] = [
  'settlement_v2',
  'settlement_wide',
  'date_range',
  'finances',
  'any',
]

/**
 * Best rule first: named type, named description, named amount type, source, each deciding before the next. Where nobody says whose
 * words they are, a description that the Finances API has under any amount type does not outdo a rule that names the type.
 */
const precedence = (rule: Rule, source: RawName['source']): number =>
  (rule.transactionType === '*' ? 0 : 32) +
  (rule.amountDescription === '*' || (source === 'every' && isBreakdown(rule)) ? 0 : 16) +
  (rule.amountType === '*' ? 0 : 8) +
  (SOURCES_BY_TRUST.length - SOURCES_BY_TRUST.indexOf(rule.source))

const isBreakdown = (rule: Rule): boolean => rule.source === 'finances' && rule.amountType === '*'

function indexBy(spelling: (text: string) => string, fallback: boolean): Map<string, Rule[]> {
  const index = new Map<string, Rule[]>()
  for (const rule of rules) {
    if (rule.fallback !== fallback) continue
    const key = keyOf(spelling, rule.transactionType, rule.amountType, rule.amountDescription)
    index.set(key, [...(index.get(key) ?? []), rule])
  }
  return index
}

const keyOf = (spelling: (text: string) => string, ...names: string[]): string =>
  names.map((name) => (name === '*' ? '*' : spelling(name))).join('\t')

const exact = indexBy(fold, false)
const squeezed = indexBy(squeeze, false)
const fallbacks = indexBy(fold, true)

/** The best rule that matches, trying every combination of named and `*` keys. */
function find(
  index: Map<string, Rule[]>,
  spelling: (text: string) => string,
  name: RawName,
): Rule | undefined {
  let best: Rule | undefined
  for (let mask = 0; mask < 8; mask++) {
    const key = keyOf(
      spelling,
      mask & 4 ? '*' : name.transactionType,
      mask & 2 ? '*' : name.amountType,
      mask & 1 ? '*' : name.amountDescription,
    )
    for (const rule of index.get(key) ?? []) {
      if (rule.source !== 'any' && rule.source !== name.source && name.source !== 'every') continue
      if (!best || precedence(rule, name.source) > precedence(best, name.source)) best = rule
    }
  }
  return best
}

const VAT_LINES = new Set(TAXED_LINES)
const FEE_GROUPS = new Set(['sellingFees', 'fulfilmentCosts', 'storageAndInventory'])
const NO_FEES = new Set<PnlLine>(['fbmShippingCosts', 'inventoryLosses', 'reimbursements'])

export const isFeeLine = (line: PnlLine): boolean =>
  line === 'promotionFees' ||
  line === 'subscriptionFees' ||
  (FEE_GROUPS.has(lineDefinition(line).parent ?? '') && !NO_FEES.has(line))

/** Goods and what belongs to them, as opposed to fees, within claims. */
const isPriceOrPromotion = (amountType: string): boolean =>
  /price|promotion|sales|credits|rebates/.test(fold(amountType))

/** A part that India has Amazon keep of what a seller owes: the tax of the sale is still the seller's. */
const COLLECTED_AT_SOURCE = /^t[cd]s/

function taxRoleOf(rule: Rule, name: RawName, line: PnlLine): MappedLine['taxRole'] {
  if (rule.fallback) return ''
  if (line === 'memoFacilitatorTax') {
    const withheld = /facilitator|lowvaluegoods|withheldtax/.test(
      squeeze(`${name.amountType} ${name.amountDescription}`),
    )
    return withheld && !COLLECTED_AT_SOURCE.test(squeeze(name.amountDescription)) ? 'WITHHELD' : ''
  }
  if (!VAT_LINES.has(line)) return ''
  if (fold(name.amountDescription) === 'taxdiscount') return 'DISCOUNT_TAX'
  if (rule.note.includes('VAT-1;')) return 'TAX'
  if (line === 'claimsAndChargebacks' && !isPriceOrPromotion(name.amountType)) return ''
  return 'BASE'
}

const known = (name: RawName): Rule | undefined => find(exact, fold, name) ?? find(squeezed, squeeze, name)

/** What one kind of file calls an order is a shipment in another; a facts file may mix their words. */
const OTHER_NAMES: Record<string, string> = { order: 'Shipment', shipment: 'Order' }

function otherwiseCalled(name: RawName): RawName {
  const { source, transactionType } = name
  // The Finances API called its kinds of transactions by the lists that they stood in.
  if (source === 'finances') return { ...name, transactionType: `${transactionType}EventList` }
  return {
    ...name,
    transactionType: (source === 'every' && OTHER_NAMES[fold(transactionType)]) || transactionType,
  }
}

function lineOf(rule: Rule): PnlLine {
  const line = rule.line === 'notPnl' ? /^(memo\w+)/.exec(rule.note)?.[1] : rule.line
  if (line === undefined || !isPnlLine(line))
    throw new Error(`The mapping names an unknown line "${rule.line}".`)
  return line
}

/** Lines that amounts of files belong to, in the order of the statement: those that some rule names. */
export function placeableLines(): PnlLine[] {
  const named = new Set(rules.map(lineOf))
  return PNL_LINE_IDS.filter((line) => named.has(line))
}

/** What Amazon's files call the amounts of a line, each spelling once: `ItemPrice · Principal`. */
export function wordsOf(line: PnlLine): string[] {
  const words = new Map<string, string>()
  for (const rule of rules) {
    if (rule.fallback || lineOf(rule) !== line) continue
    const { transactionType, amountType, amountDescription } = rule
    const named = [amountType, amountDescription].filter((word) => word !== '*')
    const text = (named.length > 0 ? named : [transactionType]).join(' · ')
    if (!words.has(squeeze(text))) words.set(squeeze(text), text)
  }
  return [...words.values()]
}

/** MAP-1 and MAP-2: exactly one line for every way of naming an amount. */
export function mapLine(name: RawName): MappedLine {
  // A wide settlement gives an item's quantity in a row of its own, without an amount.
  if ((name.source === 'settlement_wide' || name.source === 'every') && name.amountType === 'quantity') {
    return mapLine({ ...name, amountType: 'price-amount', amountDescription: 'Principal' })
  }
  const rule = known(name) ?? known(otherwiseCalled(name)) ?? find(fallbacks, fold, name)
  if (!rule) throw new Error(`The mapping has no last resort for ${JSON.stringify(name)}.`)
  const line = lineOf(rule)
  const type = squeeze(name.transactionType)
  const canonicalType =
    rule.transactionType !== '*'
      ? rule.canonicalType
      : type === 'order'
        ? 'Shipment'
        : CANONICAL_TYPES.has(type)
          ? name.transactionType.trim()
          : rule.canonicalType
  return {
    line,
    canonicalType,
    counts: !rule.counts
      ? ''
      : line === 'productSales'
        ? 'SOLD'
        : line === 'refundedProductSales'
          ? 'REFUNDED'
          : '',
    taxRole: taxRoleOf(rule, name, line),
    isFee: !rule.fallback && isFeeLine(line),
    unmapped: rule.fallback,
  }
}
