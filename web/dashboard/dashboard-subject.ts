import { CURRENCY_CODES, type CurrencyCode } from '#contract/currencies.ts'
import type { DateRange } from '#contract/date-range.ts'
import type { Coverage } from '#contract/imports.ts'
import { MARKETPLACE_CODES } from '#contract/marketplaces.ts'
import { isMarketplaceCode, type MarketplaceCode } from '#web/filters/filter-fields.ts'

/** The company that a dashboard is of, and the data that there is of it. */
export interface DashboardSubject {
  company: { id: string; name: string }
  firstDay: string
  lastDay: string
  /** The days that may be asked for, where those are others than the days with data. */
  window?: DateRange
  publishedAt: string | null
  /** What files say, and of which days. */
  sources: readonly Pick<Coverage['sources'][number], 'source' | 'ranges'>[]
  /** The moment as of which its numbers are read; absent where that is now. */
  asOf?: string
  /** Marketplaces with data. */
  offered: readonly MarketplaceCode[]
  /** Usual for the company or its data. */
  currencyCode: CurrencyCode
}

/** The days of which a page has numbers: those of transactions, or those of any file. */
export type DashboardDays = 'TRANSACTIONS' | 'ALL'

const DEFAULT_CURRENCY = 'USD'

/** Null where there is no day with data. */
export function subjectOf(
  company: { id: string; name: string; defaultCurrency?: string | null },
  coverage: Coverage,
  days: DashboardDays,
): DashboardSubject | null {
  const { firstDay, lastDay } = days === 'ALL' ? daysOfAll(coverage) : coverage
  if (firstDay === null || lastDay === null) return null
  const usual = [company.defaultCurrency, ...coverage.currencies].find(Boolean)
  return {
    company,
    firstDay,
    lastDay,
    publishedAt: coverage.publishedAt,
    sources: coverage.sources,
    offered: coverage.marketplaces.filter(isMarketplaceCode),
    currencyCode: CURRENCY_CODES.find((code) => code === usual) ?? DEFAULT_CURRENCY,
  }
}

/** The same for a page on which something is entered before any file is imported: it is about today. */
export const enteredSubjectOf = (
  company: Parameters<typeof subjectOf>[0],
  coverage: Coverage,
  days: DashboardDays,
  today: string,
): DashboardSubject =>
  subjectOf(company, coverage, days) ?? {
    company,
    firstDay: today,
    lastDay: today,
    publishedAt: null,
    sources: coverage.sources,
    offered: MARKETPLACE_CODES as DashboardSubject['offered'],
    currencyCode: CURRENCY_CODES.find((code) => code === company.defaultCurrency) ?? DEFAULT_CURRENCY,
  }

/** From the first to the last day of any file that says something of sales, traffic, costs of ads or stock. */
function daysOfAll({ sources }: Coverage): Pick<Coverage, 'firstDay' | 'lastDay'> {
  const days = daysOfSources(sources.filter(({ source }) => source !== 'exchange_rates'))
  return { firstDay: days?.start ?? null, lastDay: days?.end ?? null }
}

/** From the first to the last day of any of them; null of none. */
export function daysOfSources(sources: DashboardSubject['sources']): DateRange | null {
  const ranges = sources.flatMap((source) => source.ranges)
  const start = ranges.map((range) => range.start).toSorted()[0]
  const end = ranges
    .map((range) => range.end)
    .toSorted()
    .at(-1)
  return start === undefined || end === undefined ? null : { start, end }
}
