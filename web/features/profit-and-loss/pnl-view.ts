import {
  PNL_DAYS_MAX,
  addDays,
  addMonths,
  DATE_INTERVALS,
  daysIn,
  effectiveInterval,
  GROWTH_TYPES,
  isYearOrLonger,
  startOfMonth,
  SUMMARY_VIEWS,
  type DateInterval,
  type GrowthType,
  type SummaryView,
} from '#contract/date-range.ts'
import { CURRENCY_CODES, MARKETPLACE_CODES, type CurrencyCode } from '#contract/marketplaces.ts'
import { childrenOf, PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlInput } from '#contract/profit-and-loss.ts'
import type { SearchParams } from '#web/search-params.ts'

export const SHOWS = ['amount', 'percent', 'both'] as const
export type Show = (typeof SHOWS)[number]
export type MarketplaceCode = (typeof MARKETPLACE_CODES)[number]
export const isMarketplaceCode = (code: string): code is MarketplaceCode =>
  (MARKETPLACE_CODES as string[]).includes(code)
export const DATE_ORDERS = ['ASC', 'DESC'] as const

/** Everything that decides what the page shows. The address holds all of it. */
export interface PnlView {
  currencyCode: CurrencyCode
  startDate: string
  endDate: string
  /** Empty: all marketplaces of the company. */
  marketplaces: MarketplaceCode[]
  dateInterval: DateInterval
  dateOrder: (typeof DATE_ORDERS)[number]
  /** Null: growth is not shown. */
  growthType: GrowthType | null
  summaries: SummaryView[]
  show: Show
  collapsed: PnlLine[]
  emptyLines: boolean
}

/** Lines that can be folded. */
export const GROUPS = PNL_LINE_IDS.filter((id) => childrenOf(id).length > 0)

const MONTHS_SHOWN = 6

const DEFAULTS: SearchParams = {
  marketplaces: 'all',
  dateInterval: 'MONTHLY',
  dateOrder: 'ASC',
  growthType: 'none',
  summaries: 'lastYearToDate,priorYearToDate,lastTwelveMonths,total',
  show: 'both',
  // Folded, the whole statement down to net profit fits one screen: the answer comes before its parts.
  collapsed: 'all',
  emptyLines: 'false',
}

/** What a person keeps from visit to visit. Dates are not among it: they follow the data. */
const STORED = [
  'currencyCode',
  'marketplaces',
  'dateInterval',
  'dateOrder',
  'growthType',
  'summaries',
  'show',
] as const

export interface PnlDefaults {
  /** Last day with data; the default range ends with it. */
  lastDay: string
  currencyCode: CurrencyCode
  /** As `storedParams` gave it, or anything else that storage may hold. */
  stored: unknown
}

/** Reads the view from an address. Where it is silent, or says what does not exist, the defaults speak. */
export function viewOf(params: SearchParams, { lastDay, currencyCode, stored }: PnlDefaults): PnlView {
  const texts: SearchParams = { ...DEFAULTS, currencyCode, ...textsOf(stored), ...params }
  const range = rangeOf(texts, lastDay)
  return {
    currencyCode: oneOf(CURRENCY_CODES, texts['currencyCode']) ?? currencyCode,
    startDate: range.start,
    endDate: range.end,
    marketplaces: someOf(MARKETPLACE_CODES, texts['marketplaces']),
    dateInterval: effectiveInterval(oneOf(DATE_INTERVALS, texts['dateInterval']) ?? 'MONTHLY', range),
    dateOrder: oneOf(DATE_ORDERS, texts['dateOrder']) ?? 'ASC',
    growthType: growthTypeOf(oneOf(GROWTH_TYPES, texts['growthType']), range),
    summaries: someOf(SUMMARY_VIEWS, texts['summaries']),
    show: oneOf(SHOWS, texts['show']) ?? 'both',
    collapsed: texts['collapsed'] === 'all' ? GROUPS : someOf(GROUPS, texts['collapsed']),
    emptyLines: texts['emptyLines'] === 'true',
  }
}

/** The address of a view; `viewOf` reads it back. */
export function paramsOf(view: PnlView): SearchParams {
  return {
    currencyCode: view.currencyCode,
    startDate: view.startDate,
    endDate: view.endDate,
    marketplaces: view.marketplaces.join(',') || 'all',
    dateInterval: view.dateInterval,
    dateOrder: view.dateOrder,
    growthType: view.growthType ?? 'none',
    summaries: view.summaries.join(',') || 'none',
    show: view.show,
    collapsed: view.collapsed.length === GROUPS.length ? 'all' : view.collapsed.join(',') || 'none',
    emptyLines: String(view.emptyLines),
  }
}

/** The part of a view that local storage keeps. */
export const storedParams = (view: PnlView): SearchParams => {
  const params = paramsOf(view)
  return Object.fromEntries(STORED.map((key) => [key, params[key] ?? '']))
}

/** The view as the server asks for it. */
export const pnlInput = (companyId: string, view: PnlView): PnlInput => ({
  companyId,
  currencyCode: view.currencyCode,
  startDate: view.startDate,
  endDate: view.endDate,
  marketplaces: view.marketplaces,
  dateOrder: view.dateOrder,
  dateInterval: view.dateInterval,
  useAdjustedAdvertising: true,
  summaryViews: Object.fromEntries(view.summaries.map((summary) => [summary, true])),
  ...(view.growthType ? { growthMetricType: view.growthType } : {}),
})

/** The six months that end with the data, the last of them cut where it ends. */
export const defaultRange = (lastDay: string) => ({
  start: startOfMonth(addMonths(lastDay, 1 - MONTHS_SHOWN)),
  end: lastDay,
})

function rangeOf(texts: SearchParams, lastDay: string): { start: string; end: string } {
  const [start, end] = [texts['startDate'], texts['endDate']]
  if (!isDate(start) || !isDate(end) || start > end) return defaultRange(lastDay)
  const range = { start, end }
  return daysIn(range) > PNL_DAYS_MAX ? { start: addDays(end, 1 - PNL_DAYS_MAX), end } : range
}

/** A range of a year or longer has no month before it to compare with. */
const growthTypeOf = (asked: GrowthType | undefined, range: { start: string; end: string }) =>
  asked === undefined ? null : isYearOrLonger(range) ? 'YEAR_ON_YEAR' : asked

const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T | undefined =>
  known.find((item) => item === text)

/** In the order of the list that knows them, whatever the order of the address. */
const someOf = <T extends string>(known: readonly T[], text: string | undefined): T[] => {
  const asked = new Set(text?.split(','))
  return known.filter((item) => asked.has(item))
}

const textsOf = (stored: unknown): SearchParams =>
  Object.fromEntries(
    Object.entries(Object(stored)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
