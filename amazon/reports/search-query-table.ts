import { addDays, startOfMonth, type DateRange } from '#contract/date-range.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import type { Columns } from '../files/header.ts'
import { fullYear } from '../files/moment-text.ts'
import { findTable, textAbove } from '../files/table.ts'
import { RefusedRecord } from './cells.ts'
import { datedFacts } from './dated-facts.ts'
import { checkSearch, checkValue, isSearchPeriod, marketplaceIn } from './facts-file.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { UnreadableFile } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { hasTable } from './tabular.ts'

const TABLE = 'search_query_performance'

/** Amazon says basket in the United Kingdom. */
const step = (words: readonly string[], heading: string) => words.map((word) => `${word}: ${heading}`)
const CART = ['Cart Adds', 'Basket Adds']
/** In English, then as programs that read such files name them in Italian and Chinese, which has several for each. */
const counts = (
  [total, ofTotal]: [column: string, elsewhere: readonly string[]],
  [asin, ofAsin]: [column: string, elsewhere: readonly string[]],
  words: readonly string[],
): Columns => ({
  [total]: { names: [...step(words, 'Total Count'), ...ofTotal], required: true },
  [asin]: { names: [...step(words, 'ASIN Count'), ...ofAsin], required: true },
})
const prices = (total: string, asin: string, words: readonly string[]): Columns => ({
  [total]: { names: step(words, 'Price (Median)') },
  [asin]: { names: step(words, 'ASIN Price (Median)') },
})

const COUNTS = {
  search_query_volume: {
    names: ['Search Query Volume', 'Volume query di ricerca', '搜索查询量'],
    required: true,
  },
  ...counts(
    ['total_impressions', ['Impressioni: conteggio totale', '曝光量: 总数', '曝光: 曝光总量']],
    ['asin_impressions', ['Impressioni: numero ASIN', '曝光量: ASIN 数量', '曝光量: ASIN 计数']],
    ['Impressions'],
  ),
  ...counts(
    ['total_clicks', ['Clic: conteggio totale', '点击量: 总数', '点击量: 总次数']],
    ['asin_clicks', ['Clic: numero di ASIN', '点击量: ASIN 数量']],
    ['Clicks'],
  ),
  ...counts(
    ['total_cart_adds', ['Aggiunte al carrello: conteggio totale', '购物车加入: 总数']],
    ['asin_cart_adds', ['Aggiunte al carrello: numero ASIN', '购物车加入: ASIN 数量']],
    CART,
  ),
  ...counts(
    ['total_purchases', ['Acquisti: conteggio totale', '购买量: 总数', '购买: 下单总数']],
    ['asin_purchases', ['Acquisti: numero ASIN', '购买量: ASIN 数量', '下单成交: ASIN 数量']],
    ['Purchases'],
  ),
}
const PRICES = {
  ...prices('total_click_price', 'asin_click_price', ['Clicks']),
  ...prices('total_cart_add_price', 'asin_cart_add_price', CART),
  ...prices('total_purchase_price', 'asin_purchase_price', ['Purchases']),
}
const columns: Columns = {
  search_query: { names: ['Search Query', 'Query di ricerca', '搜索查询'], required: true },
  // How it is called in other languages is not known.
  search_query_score: { names: ['Search Query Score'] },
  ...COUNTS,
  ...PRICES,
  end_date: { names: ['Reporting Date', 'Data della segnalazione', '报告日期'] },
}

/**
 * Brand analytics: search query performance in the ASIN view. Its rows name neither the ASIN, nor the marketplace, nor
 * whether they are of a week or a month: a line above the headings does, and the name that Amazon gives the file.
 */
export const searchQueryTable: RecordReportType = {
  kind: 'records',
  id: 'search_query_table',
  label: 'Search Query Performance report, ASIN view',
  guide: {
    gives:
      'What shoppers searched for, and what they saw, clicked and bought of one product of yours and of all sellers, by week or month.',
    where:
      'Brands → Brand analytics → Search query performance → ASIN view, for a week or a month; download as CSV',
  },
  source: 'NONE',
  isOfMarketplace: true,
  columns,
  recognise: (head) => hasTable(head, columns),
  read,
}

type Period = 'WEEK' | 'MONTH'
/** What the line above the headings calls them. */
const PERIODS: Record<string, Period | 'QUARTER'> = {
  weekly: 'WEEK',
  monthly: 'MONTH',
  quarterly: 'QUARTER',
  每周: 'WEEK',
  每季度: 'QUARTER',
}

/** What a file says of itself as a whole. */
interface Stated {
  asin: string
  marketplace: string | null
  period: Period | undefined
  /** The last day. */
  end: string | undefined
}

function read(input: RecordInput): AsyncIterable<FactRecord> {
  const stated = statedIn(input)
  return datedFacts(
    input,
    columns,
    TABLE,
    { amounts: Object.keys(PRICES), days: ['end_date'] },
    (cells, dayIn) => {
      // Where a spreadsheet wrote the day anew, the file may still say elsewhere which one it is.
      const isStated = stated.end !== undefined && canBe(cells.text('end_date'), stated.end)
      const end = isStated ? stated.end : (dayIn('end_date') ?? stated.end)
      return [{ table: TABLE, lineNumber: cells.lineNumber, part: 0, values: search(cells, stated, end) }]
    },
  )
}

/** Whether `7/11/2026` is this day, in either order. */
function canBe(text: string, day: string): boolean {
  const [, first, second, inYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text) ?? []
  if (inYear === undefined) return false
  const orders = [
    [first, second],
    [second, first],
  ]
  return orders.some(
    ([one, other]) => `${fullYear(inYear)}-${one!.padStart(2, '0')}-${other!.padStart(2, '0')}` === day,
  )
}

/** `US_Search_Query_Performance_ASIN_View_Week_2026_02_07.csv`, with `Simple_` before the period in newer ones. */
const AMAZON_NAME =
  /(?:^|[^A-Z])([A-Z]{2})_Search_Query_Performance_ASIN_View_(?:Simple_|Comprehensive_)?(Week|Month|Quarter)_(\d{4})_(\d{2})_(\d{2})/i
const ASINS = /(?<![A-Z0-9])(?:B[A-Z0-9]{9}|\d{9}[\dX])(?![A-Z0-9])/g
const ASINS_IN_NAME = /(?<![A-Z0-9])B0[A-Z0-9]{8}(?![A-Z0-9])/g

function statedIn({ head, options }: RecordInput): Stated {
  const above = textAbove(head, findTable(head, columns)?.header.lineIndex ?? 0).replaceAll('""', '"')
  const [, country, kind, ...named] = AMAZON_NAME.exec(head.fileName) ?? []
  const range = /(\d{4}-\d{2}-\d{2})\s*-\s*(\d{4}-\d{2}-\d{2})/.exec(above)
  const said = /(?:Reporting Range|报告范围)=\["([^"]*)"/i.exec(above)?.[1]
  const period = PERIODS[said?.toLowerCase() ?? ''] ?? kind?.toUpperCase()
  if (period === 'QUARTER')
    throw new UnreadableFile(
      'REPORT_NOT_READ',
      'This search query performance is of a quarter, and what happened in its weeks is not in it. Download its weeks or its months.',
    )
  const marketplace = /Marketplace=\["([^"]*)"/i.exec(above)?.[1] ?? country ?? ''
  return {
    asin: asinOf(/ASIN[^=,]*=\[([^[\]]*)\]/i.exec(above)?.[1], head.fileName),
    marketplace: marketplaceIn(marketplace) ?? options.marketplace ?? null,
    period: period === 'WEEK' || period === 'MONTH' ? period : undefined,
    end: range?.[2] ?? (named.length > 0 ? named.join('-') : undefined),
  }
}

function asinOf(stated: string | undefined, fileName: string): string {
  const [asin, ...others] = new Set(stated?.match(ASINS) ?? fileName.match(ASINS_IN_NAME) ?? [])
  if (asin !== undefined && others.length === 0) return asin
  throw new UnreadableFile(
    'UNKNOWN_HEADER',
    asin === undefined
      ? 'This is search query performance without the line above its headings that names the ASIN. Download it again, or put the ASIN into the name of the file.'
      : 'This search query performance is of several ASINs, and its rows do not say of which. Download one ASIN at a time.',
  )
}

function search(cells: Cells, stated: Stated, day: string | undefined): Record<string, string | null> {
  const values = cells.facts(TABLE, ['search_query_score', ...Object.keys(PRICES)])
  // The file leaves a count of nothing empty.
  for (const column of Object.keys(COUNTS)) values[column] = cells.value(column, 'integer') ?? '0'
  for (const [column, value] of Object.entries(values))
    if (value !== null) checkValue(TABLE, column, value, cells.heading(column))
  const { start, end } = periodOf(day, stated.period, cells.heading('end_date'))
  Object.assign(values, {
    start_date: start,
    end_date: end,
    marketplace: stated.marketplace,
    asin: stated.asin,
    search_query: cells.required('search_query', 'text'),
    currency: marketplaceOf(stated.marketplace ?? '')?.currency ?? null,
  })
  checkSearch(values, {
    start_date: cells.heading('end_date'),
    search_query: cells.heading('search_query'),
  })
  return values
}

function periodOf(end: string | undefined, period: Period | undefined, heading: string): DateRange {
  if (end === undefined) throw new RefusedRecord(`${heading}: missing`)
  const week = { start: addDays(end, -6), end }
  const month = { start: startOfMonth(end), end }
  const [found, ...others] = [
    ...(period === 'MONTH' ? [] : [week]),
    ...(period === 'WEEK' ? [] : [month]),
  ].filter(isSearchPeriod)
  if (others.length > 0)
    throw new RefusedRecord(
      `${heading}: ${end} ends a week and a month, and the file does not say which of them it is of. Download it again, and keep the line above its headings`,
    )
  if (!found)
    throw new RefusedRecord(
      `${heading}: ${end} ends neither a week from Sunday to Saturday nor a calendar month`,
    )
  return found
}
