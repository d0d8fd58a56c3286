import { marketplaceOf } from '#contract/marketplaces.ts'
import { readingOf } from '../facts.ts'
import type { JsonPart } from '../files/json-rows.ts'
import { jsonParts } from '../files/json-rows.ts'
import { RefusedRecord, readCell } from './cells.ts'
import { emptyRow, refused } from './fact-records.ts'
import { checkSearch, checkValue, marketplaceIn } from './facts-file.ts'
import { jsonObject, plainText } from './json-object.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'

const TABLE = 'search_query_performance'
const LIST = 'dataByAsin'
const REPORT = 'GET_BRAND_ANALYTICS_SEARCH_QUERY_PERFORMANCE_REPORT'

/** Column → where it stands in a row. Rates and shares are quotients of these. */
const FIELDS = {
  search_query: ['searchQueryData', 'searchQuery'],
  search_query_score: ['searchQueryData', 'searchQueryScore'],
  search_query_volume: ['searchQueryData', 'searchQueryVolume'],
  total_impressions: ['impressionData', 'totalQueryImpressionCount'],
  asin_impressions: ['impressionData', 'asinImpressionCount'],
  total_clicks: ['clickData', 'totalClickCount'],
  asin_clicks: ['clickData', 'asinClickCount'],
  total_click_price: ['clickData', 'totalMedianClickPrice'],
  asin_click_price: ['clickData', 'asinMedianClickPrice'],
  total_cart_adds: ['cartAddData', 'totalCartAddCount'],
  asin_cart_adds: ['cartAddData', 'asinCartAddCount'],
  total_cart_add_price: ['cartAddData', 'totalMedianCartAddPrice'],
  asin_cart_add_price: ['cartAddData', 'asinMedianCartAddPrice'],
  total_purchases: ['purchaseData', 'totalPurchaseCount'],
  asin_purchases: ['purchaseData', 'asinPurchaseCount'],
  total_purchase_price: ['purchaseData', 'totalMedianPurchasePrice'],
  asin_purchase_price: ['purchaseData', 'asinMedianPurchasePrice'],
} as const satisfies Record<string, readonly [group: string, name: string]>

/** What a row has to say, as the report calls it. */
const NAMES = { start_date: 'startDate', end_date: 'endDate', asin: 'asin', search_query: 'searchQuery' }

/** Search query performance as the API gives it, by ASIN and search, of one week or month of one marketplace. */
export const searchQueryPerformance: RecordReportType = {
  kind: 'records',
  id: 'search_query_performance',
  label: 'Search Query Performance report (JSON)',
  guide: {
    gives:
      'What shoppers searched for, and what they saw, clicked and bought of yours and of all sellers, by week or month.',
    where: `The API: ${REPORT} with reportPeriod WEEK or MONTH`,
  },
  source: 'NONE',
  isOfMarketplace: true,
  lists: { [TABLE]: LIST },
  recognise: ({ text }) =>
    /^\s*\{/.test(text) &&
    text.includes(`"${LIST}"`) &&
    (text.includes(`"${REPORT}"`) || text.includes('"searchQueryData"')),
  read,
}

async function* read(input: RecordInput): AsyncGenerator<FactRecord> {
  let marketplace = input.options.marketplace ?? null
  for await (const part of jsonParts(input.text())) {
    try {
      // The specification stands above the rows.
      if (part.key === 'reportSpecification' && !part.problem)
        marketplace = marketplaceAsked(part.text) ?? marketplace
      else if (part.key === LIST) yield factOf(part, marketplace)
      else if (part.problem) throw new RefusedRecord(part.problem)
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error
      yield refused(part.index ?? 1, error.message, part.text, TABLE)
    }
  }
}

function marketplaceAsked(text: string): string | undefined {
  const { marketplaceIds } = jsonObject(text)
  const [id, ...others] = Array.isArray(marketplaceIds) ? marketplaceIds.map(String) : []
  return others.length === 0 ? marketplaceIn(id ?? '') : undefined
}

function factOf({ index, text, problem }: JsonPart, marketplace: string | null): FactRecord {
  if (problem) throw new RefusedRecord(problem)
  if (index === null) throw new RefusedRecord(`${LIST}: a list of rows is expected`)
  const row = jsonObject(text)
  const values = emptyRow(TABLE)
  for (const [column, [group, name]] of Object.entries(FIELDS)) {
    const { amount, currency } = amountIn(name, inside(row[group])[name])
    const value = readCell(name, amount, readingOf(TABLE, column)!)
    if (value !== null) checkValue(TABLE, column, value, name)
    values[column] = value
    if (currency && (values['currency'] ??= currency) !== currency)
      throw new RefusedRecord(`${name}: ${currency}, where the row is in ${values['currency']}`)
  }
  values['start_date'] = readCell('startDate', plainText('startDate', row['startDate']), 'day')
  values['end_date'] = readCell('endDate', plainText('endDate', row['endDate']), 'day')
  values['asin'] = plainText('asin', row['asin']) || null
  values['marketplace'] = marketplace
  values['currency'] ??= marketplaceOf(marketplace ?? '')?.currency ?? null
  for (const [column, name] of Object.entries(NAMES))
    if (values[column] === null) throw new RefusedRecord(`${name}: missing`)
  checkSearch(values, NAMES)
  return { table: TABLE, lineNumber: index, part: 0, values }
}

const inside = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** A plain value, or a price with its currency. */
function amountIn(name: string, value: unknown): { amount: string; currency?: string } {
  if (typeof value !== 'object' || value === null) return { amount: plainText(name, value) }
  const { amount, currencyCode } = inside(value)
  const price = plainText(name, amount)
  const currency = plainText(name, currencyCode).toUpperCase()
  if (price !== '' && !/^[A-Z]{3}$/.test(currency))
    throw new RefusedRecord(`${name}: an amount without its currency`)
  return price === '' ? { amount: price } : { amount: price, currency }
}
