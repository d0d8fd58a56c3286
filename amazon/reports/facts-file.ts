import { z } from 'zod'
import type { FactTable } from '../facts.ts'
import {
  AD_FORMATS,
  AD_LEVELS,
  BUDGET_TYPES,
  CAMPAIGN_STATUSES,
  COVERED_ADS,
  COVERED_TABLES,
  FACT_TABLES,
  isFactTable,
  readingOf,
} from '../facts.ts'
import type { CompanySettings } from '../facts.ts'
import { addDays, endOfMonth, startOfMonth, startOfWeek, type DateRange } from '#contract/date-range.ts'
import { EXPENSE_FREQUENCIES } from '#contract/dashboards/expenses.ts'
import { Currency, MarketplaceCode, NAME_LENGTH_MAX, text } from '#contract/fields.ts'
import {
  AllEndedSales,
  BrandAliases,
  EstablishmentCountry,
  FX_POLICIES,
  Replenishment,
  VatRates,
  WastedClickThreshold,
} from '#contract/company-settings.ts'
import { LineMappings } from '#contract/line-mappings.ts'
import { MARKETPLACES, REGIONS, marketplaceOf, marketplaceOfName } from '#contract/marketplaces.ts'
import { plainNumber } from '../files/decimal-text.ts'
import type { JsonPart } from '../files/json-rows.ts'
import { jsonParts } from '../files/json-rows.ts'
import { RefusedRecord, readCell } from './cells.ts'
import { companyNoteOf, isNoteList, NOTE_LISTS, noNotes, type KnownNotes } from './company-notes.ts'
import { emptyRow, refused } from './fact-records.ts'
import { withoutTrailing } from '../files/text-ends.ts'
import { jsonObject } from './json-object.ts'
import type { FactRecord, FileHead, RecordReportType, SourceCode } from './report-type.ts'

/**
 * Our own format: `{"settlement_lines": [{…}], "company": {…}}` with the tables and columns of the warehouse. Numbers
 * may be JSON numbers or text; an empty or missing value is none. The line number is the row's place in its table.
 */
export const factsFile: RecordReportType = {
  kind: 'records',
  id: 'facts_file',
  label: 'Facts file (JSON)',
  guide: {
    gives:
      'Anything, from a warehouse of yours or from another company of Sextant: also what no report states, such as operating expenses, and the spend of advertising reports.',
    where: 'Yours: JSON, as docs/facts-file.md describes it',
  },
  source: 'FACTS',
  recognise,
  read: (input) => facts(jsonParts(input.text())),
}

const KEYS = [...FACT_TABLES, ...NOTE_LISTS, 'company', 'seller_accounts'].join('|')

function recognise({ text, fileName, format }: FileHead): boolean {
  if (format !== 'text' || !/^\s*\{\s*(?:"|\}|$)/.test(text)) return false
  const knownKey = RegExp(String.raw`"(?:${KEYS})"\s*:\s*[[{]`)
  return knownKey.test(text) || (/facts/i.test(fileName) && /^\s*\{\s*"[a-z0-9_]+"\s*:\s*\[/.test(text))
}

async function* facts(parts: AsyncIterable<JsonPart>): AsyncGenerator<FactRecord> {
  const known: Known = { accounts: new Set(), currencies: new Map(), notes: noNotes(), hasRows: false }
  for await (const part of parts) {
    try {
      if (part.problem) throw new RefusedRecord(part.problem)
      if (part.key === 'company') yield* settingsOf(part)
      else if (part.key === 'seller_accounts') yield accountOf(part, known)
      else if (isNoteList(part.key)) yield { note: companyNoteOf(part.key, part, known.notes) }
      else yield factOf(part, known)
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error
      yield refused(part.index ?? 1, error.message, part.text, part.key)
    }
  }
}

/** What the file has said above the row. */
interface Known {
  accounts: Set<string>
  /** Of settlements, by account and id. */
  currencies: Map<string, string>
  notes: KnownNotes
  hasRows: boolean
}

/** Columns that say whose a row is and where it comes from, rather than what it says. */
const ORIGIN = ['account', 'source']
const HAVE_SOURCES: readonly FactTable[] = ['settlement_lines', 'settlements']

function factOf({ key, index, text }: JsonPart, known: Known): FactRecord {
  if (!isFactTable(key)) throw new RefusedRecord(`${key}: not read by this version`)
  const row = jsonObject(text)
  if (index === null) throw new RefusedRecord(`${key}: a list of rows is expected`)
  known.hasRows = true

  const origin = HAVE_SOURCES.includes(key) ? ORIGIN : ['account']
  const cells = Object.entries(row).filter(([column]) => !origin.includes(column) || readingOf(key, column))
  const unknown = cells.map(([column]) => column).filter((column) => readingOf(key, column) === undefined)
  if (unknown.length > 0) throw new RefusedRecord(`${key} has no column ${unknown.join(', ')}`)
  const values = emptyRow(key)
  for (const [column, value] of cells) values[column] = valueOf(key, column, value)
  const account = accountNamed(row['account'], known)
  const source = HAVE_SOURCES.includes(key) ? sourceNamed(row['source']) : undefined
  checkMoney(key, values, known, { account, source })
  if (key === 'expenses') checkExpense(values)
  if (key === 'coverage') checkCoverage(values)
  if (key === 'sales_traffic_asin_day' && !values['child_asin'] && !values['parent_asin'] && !values['sku'])
    throw new RefusedRecord('The row names neither an ASIN nor a SKU')
  if (key === 'search_query_performance') checkSearch(values)
  return {
    table: key,
    lineNumber: index,
    part: 0,
    values,
    ...(source && { source }),
    ...(account !== undefined && { account }),
  }
}

function accountNamed(value: unknown, known: Known): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string' && known.accounts.has(value)) return value
  throw new RefusedRecord(`account: ${JSON.stringify(value)} does not stand in seller_accounts above`)
}

const SOURCE_NAMES = ['SETTLEMENT_V2', 'SETTLEMENT_WIDE', 'DATE_RANGE', 'FINANCES', 'FACTS'] as const

function sourceNamed(value: unknown): SourceCode | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const source = SOURCE_NAMES.find((name) => name === value)
  if (!source)
    throw new RefusedRecord(`source: ${JSON.stringify(value)} is not one of ${SOURCE_NAMES.join(', ')}`)
  return source
}

const ACCOUNTS_MAX = 100

/** Accounts stand above the tables, so that it is known whose a row is when it is stored. */
function accountOf({ index, text }: JsonPart, known: Known): FactRecord {
  const row = jsonObject(text)
  if (index === null) throw new RefusedRecord('seller_accounts: a list of rows is expected')
  if (known.hasRows) throw new RefusedRecord('seller_accounts: must stand above the rows of all tables')
  if (known.accounts.size >= ACCOUNTS_MAX)
    throw new RefusedRecord(`A file may have ${ACCOUNTS_MAX} seller accounts`)
  const { success, data, error } = SellerAccount.safeParse(row)
  if (!success) throw new RefusedRecord(`${error.issues[0]!.path.join('.')}: ${error.issues[0]!.message}`)
  if (known.accounts.has(data.name)) throw new RefusedRecord(`name: "${data.name}" stands there twice`)
  known.accounts.add(data.name)
  const { name, region, home_marketplace: homeMarketplace = null } = data
  return { sellerAccount: { name, region, homeMarketplace } }
}

const SellerAccount = z
  .strictObject({
    name: text(100).min(1),
    region: z.enum(REGIONS),
    home_marketplace: MarketplaceCode.nullable().optional(),
  })
  .refine(
    ({ region, home_marketplace: home }) => !home || marketplaceOf(home)?.region === region,
    'The home marketplace is in another region.',
  )

/** Tables whose amounts are in the currency of the row or of its marketplace. */
const MONEY_OF_MARKETPLACES: readonly FactTable[] = [
  'settlement_lines',
  'order_items',
  'ads_daily',
  'sales_traffic_date',
  'sales_traffic_asin_day',
  'search_query_performance',
  'inventory_planning',
]
/** A reading of a day replaces another one, however its currency was said. */
const READ_AGAIN: readonly FactTable[] = [
  'ads_daily',
  'sales_traffic_date',
  'sales_traffic_asin_day',
  'search_query_performance',
  'inventory_planning',
]

/** Money is in a currency that somebody has said; none is ever guessed. */
function checkMoney(
  table: FactTable,
  values: Values,
  known: Known,
  { account, source }: { account: string | undefined; source: SourceCode | undefined },
): void {
  const { currency } = values
  const settlement = `${account ?? ''}\t${values['settlement_id'] ?? ''}`
  if (table === 'settlements' && currency) known.currencies.set(settlement, currency)
  if (!MONEY_OF_MARKETPLACES.includes(table)) return
  if (table === 'settlement_lines' && known.currencies.has(settlement)) {
    // The lines of Amazon's settlement files name no currency, and this is to be the same line.
    const isOfSettlementFile = source === 'SETTLEMENT_V2' || source === 'SETTLEMENT_WIDE'
    if (isOfSettlementFile && known.currencies.get(settlement) === currency) values['currency'] = null
    return
  }
  if (currency) return
  const place = values['marketplace'] ?? values['sales_channel'] ?? ''
  // Orders of other shops are kept, and are no sales on Amazon.
  if (table === 'order_items' && isOfAnotherShop(place)) return
  const itsCurrency = marketplaceOf(marketplaceIn(place) ?? '')?.currency
  if (!itsCurrency) throw new RefusedRecord('The row names neither a currency nor a marketplace')
  if (READ_AGAIN.includes(table)) values['currency'] = itsCurrency
}

type Values = Record<string, string | null>

function checkExpense(values: Values): void {
  const { frequency, start_date: start, end_date: end } = values
  const known = EXPENSE_FREQUENCIES.find((name) => name === frequency?.toUpperCase())
  if (frequency && !known)
    throw new RefusedRecord(
      `frequency: "${frequency.slice(0, 100)}" is not one of ${EXPENSE_FREQUENCIES.join(', ')}`,
    )
  if (known) values['frequency'] = known
  mustNotEndBefore({ start, end })
}

function checkCoverage({ table_name: name, start_date: start, end_date: end }: Values): void {
  const known: readonly string[] = [...COVERED_TABLES, ...COVERED_ADS]
  if (name && !known.includes(name))
    throw new RefusedRecord(`table_name: "${name.slice(0, 100)}" is not one of ${known.join(', ')}`)
  mustNotEndBefore({ start, end })
  if (name === 'search_query_performance' && start && end && !isSearchPeriod({ start, end }))
    throw new RefusedRecord(noSearchPeriod(start, end))
}

function mustNotEndBefore({
  start,
  end,
}: {
  start?: string | null | undefined
  end?: string | null | undefined
}): void {
  if (start && end && end < start)
    throw new RefusedRecord(`end_date: ${end} lies before the start_date, ${start}`)
}

const noSearchPeriod = (start: string, end: string, name = 'start_date') =>
  `${name}: ${start} to ${end} is neither a week from Sunday to Saturday nor a calendar month`

/** What Amazon cuts its own off at is not said; longer ones are somebody's mistake. */
const SEARCH_QUERY_CHARACTERS_MAX = 500

/** `names` is what the file calls the columns. */
export function checkSearch(
  { start_date: start, end_date: end, search_query: query }: Values,
  names = { start_date: 'start_date', search_query: 'search_query' },
): void {
  if (start && end && !isSearchPeriod({ start, end }))
    throw new RefusedRecord(noSearchPeriod(start, end, names.start_date))
  if (!query) return
  if (query.length > SEARCH_QUERY_CHARACTERS_MAX)
    throw new RefusedRecord(
      `${names.search_query}: "${query.slice(0, 100)}" has more than ${SEARCH_QUERY_CHARACTERS_MAX} characters`,
    )
  if (/\p{Cc}/u.test(query)) throw new RefusedRecord(`${names.search_query} has a control character`)
}

export function isSearchPeriod({ start, end }: DateRange): boolean {
  const isWeek = addDays(start, 6) === end && startOfWeek(end) === addDays(start, 1)
  return isWeek || (start === startOfMonth(start) && end === endOfMonth(start))
}

const isOfAnotherShop = (name: string): boolean => /^non-amazon\b/i.test(name)

/** The code of `DE`, `Amazon.de`, `A1PA6795UKMFR9` or `Non-Amazon DE`. */
export function marketplaceIn(name: string): string | undefined {
  const own = isOfAnotherShop(name) ? (name.split(' ').at(-1) ?? '') : name
  const upper = own.toUpperCase()
  return (
    marketplaceOf(upper === 'UK' ? 'GB' : upper)?.code ??
    marketplaceOfName(own) ??
    MARKETPLACES.find(({ amazonId }) => amazonId === upper)?.code
  )
}

function valueOf(table: FactTable, column: string, value: unknown): string | null {
  if (value === null) return null
  const text = typeof value === 'number' ? (plainNumber(String(value)) ?? String(value)) : value
  if (typeof text !== 'string' && typeof text !== 'boolean') {
    throw new RefusedRecord(`${column}: a plain value is expected`)
  }
  const reading = readingOf(table, column)!
  // Names are kept to the last character: a title may begin with a blank that is none of ASCII's.
  if (reading === 'text') return checkedText(table, column, String(text))
  const read = readCell(column, String(text), reading)
  if (read !== null) checkValue(table, column, read)
  return read
}

function checkedText(table: FactTable, column: string, text: string): string | null {
  const trimmed = withoutTrailing(text.replace(/^[ \t\r\n]+/, ''), ' \t\r\n')
  if (trimmed === '') return null
  checkValue(table, column, trimmed)
  return trimmed
}

/** What the warehouse keeps of a decimal; one with more digits would be another number. */
const DIGITS = { whole: 9, decimals: 9 }
const RATE_DIGITS = { whole: 20, decimals: 18 }

/** What Amazon counts, and is never below zero. */
const COUNTED: readonly FactTable[] = [
  'order_items',
  'ads_daily',
  'sales_traffic_date',
  'sales_traffic_asin_day',
  'inventory_snapshots',
  'inventory_planning',
  'stranded_inventory',
  'search_query_performance',
  'coverage',
]
const COUNT_MAX = 99_999_999
/** Of all sellers in a month: what a column holds. */
const SEARCH_COUNT_MAX = 2_147_483_647

/** Columns of advertising that hold one of a few words. */
const WORDS_OF: Record<string, readonly string[]> = {
  level: AD_LEVELS,
  campaign_status: CAMPAIGN_STATUSES,
  campaign_budget_type: BUDGET_TYPES,
  ad_formats: AD_FORMATS,
}

/** Amazon's words of it have three. */
export const DEFERRAL_REASON_LENGTH_MAX = 100

/** `name` is what the file calls the column. */
export function checkValue(table: FactTable, column: string, value: string, name = column): void {
  if (readingOf(table, column) === 'integer' && COUNTED.includes(table)) {
    if (value.startsWith('-')) throw new RefusedRecord(`${name}: "${value}" is below zero`)
    if (table === 'search_query_performance') {
      if (Number(value) > SEARCH_COUNT_MAX)
        throw new RefusedRecord(`${name}: "${value.slice(0, 100)}" is more than ${SEARCH_COUNT_MAX}`)
    } else if (Number(value) > COUNT_MAX)
      throw new RefusedRecord(`${name}: "${value}" is more than can be counted, ${COUNT_MAX}`)
  } else if (column.startsWith('buy_box_percentage') && !(Number(value) >= 0 && Number(value) <= 100)) {
    throw new RefusedRecord(`${name}: "${value}" is not a percentage from 0 to 100`)
  } else if (readingOf(table, column) === 'decimal') {
    if ((table === 'search_query_performance' || column === 'campaign_budget') && value.startsWith('-'))
      throw new RefusedRecord(`${name}: "${value}" is below zero`)
    if (column === 'top_of_search_share' && !(Number(value) >= 0 && Number(value) <= 1))
      throw new RefusedRecord(`${name}: "${value}" is not a share from 0 to 1`)
    const { whole, decimals } = column === 'usd_per_unit' ? RATE_DIGITS : DIGITS
    const [before = '', after = ''] = value.replace('-', '').split('.')
    if (after.length > decimals)
      throw new RefusedRecord(`${name}: "${value}" has more than ${decimals} decimals`)
    if (before.length > whole)
      throw new RefusedRecord(`${name}: "${value}" has more than ${whole} digits before the decimal point`)
  } else if (column === 'brand' && value.length > NAME_LENGTH_MAX) {
    throw new RefusedRecord(`${name}: "${value.slice(0, 100)}…" has more than ${NAME_LENGTH_MAX} characters`)
  } else if (column === 'deferral_reason' && value.length > DEFERRAL_REASON_LENGTH_MAX) {
    throw new RefusedRecord(
      `${name}: "${value.slice(0, 100)}…" has more than ${DEFERRAL_REASON_LENGTH_MAX} characters`,
    )
  } else if (column in WORDS_OF && !WORDS_OF[column]!.includes(value)) {
    throw new RefusedRecord(`${name}: "${value.slice(0, 100)}" is not one of ${WORDS_OF[column]!.join(', ')}`)
  } else if (column === 'currency' && !/^[A-Z]{3}$/i.test(value)) {
    throw new RefusedRecord(`${name}: "${value.slice(0, 100)}" is not a currency code such as EUR`)
  } else if (column === 'marketplace' && !isKnownMarketplace(table, value)) {
    // An expense says so where it is one of the whole company.
    if (table === 'expenses' && /^all$/i.test(value)) return
    throw new RefusedRecord(`${name}: "${value.slice(0, 100)}" is not a marketplace such as DE`)
  }
}

/** Of other shops Amazon counts nothing but what it sends for them. */
const isKnownMarketplace = (table: FactTable, name: string): boolean =>
  isOfAnotherShop(name)
    ? table === 'order_items' || !COUNTED.includes(table)
    : marketplaceIn(name) !== undefined

/** What each setting may be, as in the settings of a company. */
const SETTINGS = {
  establishment_country: EstablishmentCountry.nullable(),
  fee_vat_recoverable: z.boolean('Give true or false.'),
  default_currency: Currency.nullable(),
  fx_policy: z.enum(FX_POLICIES, 'Choose DAILY or LATEST.'),
  vat_rates: z
    .array(z.strictObject({ marketplace: z.string(), valid_from: z.string(), rate: z.string() }))
    .transform((rates) => rates.map(({ valid_from: validFrom, ...rate }) => ({ ...rate, validFrom })))
    .pipe(VatRates),
  replenishment: z
    .strictObject({
      lead_time_days: Replenishment.shape.leadTimeDays,
      safety_days: Replenishment.shape.safetyDays,
      target_cover_days: Replenishment.shape.targetCoverDays,
      marketplace_lead_time_days: Replenishment.shape.marketplaceLeadTimeDays.default({}),
    })
    .transform((days) => ({
      leadTimeDays: days.lead_time_days,
      safetyDays: days.safety_days,
      targetCoverDays: days.target_cover_days,
      marketplaceLeadTimeDays: days.marketplace_lead_time_days,
    })),
  wasted_click_threshold: WastedClickThreshold,
  brand_aliases: BrandAliases,
  ended_sales: z
    .array(z.strictObject({ account: z.string(), currency: z.string(), last_day: z.string() }))
    .transform((all) => all.map(({ last_day: lastDay, ...of }) => ({ ...of, lastDay })))
    .pipe(AllEndedSales),
  line_mappings: z
    .array(
      z.strictObject({
        transaction_type: z.string(),
        amount_type: z.string(),
        amount_description: z.string(),
        valid_from: z.string(),
        line: z.string(),
      }),
    )
    .transform((mappings) =>
      mappings.map((mapping) => ({
        transactionType: mapping.transaction_type,
        amountType: mapping.amount_type,
        amountDescription: mapping.amount_description,
        validFrom: mapping.valid_from,
        line: mapping.line,
      })),
    )
    .pipe(LineMappings),
} satisfies { [Name in keyof Required<CompanySettings>]: z.ZodType<CompanySettings[Name]> }

/** Settings are taken one by one, and one that can't be is refused alone. Its place is its place in the object. */
function* settingsOf(part: JsonPart): Generator<FactRecord> {
  const entries = Object.entries(jsonObject(part.text, JSON.parse))
  if (entries.length === 0) yield { company: {} }
  for (const [index, [name, value]] of entries.entries()) {
    const read = Object.hasOwn(SETTINGS, name)
      ? SETTINGS[name as keyof typeof SETTINGS].safeParse(value)
      : undefined
    if (read?.success) yield { company: { [name]: read.data } }
    else {
      const problem = read
        ? `company.${name}: ${read.error?.issues[0]?.message}`
        : `company has no setting ${name}`
      const text = JSON.stringify({ [name]: value })
      yield refused(index + 1, problem, text, 'company')
    }
  }
}
