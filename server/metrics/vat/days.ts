/** For which days of which accounts a VAT transactions report is there. */
import { addDays, earlier, later, type DateRange } from '#contract/date-range.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import type { VatDays } from '#contract/vat-report.ts'
import { VAT_REPORT_MARKETPLACES } from '#contract/vat-scheme.ts'
import { listSellerAccounts, type Company } from '#server/accounts/index.ts'
import { coverage } from '#server/ledger/coverage/coverage.ts'
import { gapsIn } from '#server/ledger/coverage/covered-days.ts'
import { today, type Services } from '#server/ledger/services.ts'

export interface ReportDays {
  covered: VatDays[]
  missing: VatDays[]
  /** The same as parameters of statements. */
  params: {
    reportMarketplaces: string[]
    /** What is paid there, and nowhere else: a row that names no marketplace is of one of them. */
    reportMoney: string[]
    reportAccounts: string[]
    reportStarts: string[]
    reportEnds: string[]
  }
}

/** Accounts of Europe with sales are expected to have reports, up to yesterday. */
export async function reportDays(
  services: Services,
  company: Company,
  period: DateRange,
): Promise<ReportDays> {
  const [{ sources }, accounts] = await Promise.all([
    coverage(services, company),
    listSellerAccounts(services.accounts, company),
  ])
  const reports = sources.filter(({ source }) => source === 'vat_transactions')
  const covered = reports.flatMap(({ account, ranges }) =>
    ranges.flatMap((range) => {
      const shared = within(range, period)
      return shared ? [daysOf(account, shared)] : []
    }),
  )
  const over = { start: period.start, end: earlier(period.end, addDays(today(services), -1)) }
  const elsewhere = new Set(accounts.flatMap(({ name, region }) => (region === 'EUROPE' ? [] : [name])))
  const selling = sources.filter(
    ({ source, account }) =>
      /^(SETTLEMENT|DATE_RANGE|FINANCES|FACTS)/.test(source) && !elsewhere.has(account),
  )
  const expected = new Set([...selling, ...reports].map(({ account }) => account))
  const missing = [...expected].toSorted().flatMap((account) => {
    const held = covered
      .filter((days) => days.account === account)
      .map(({ startDate, endDate }) => ({ start: startDate, end: endDate }))
      .toSorted((a, b) => a.start.localeCompare(b.start))
    const edge = (day: string): DateRange => ({ start: day, end: day })
    // A day before and one after the range make its ends gaps like any other.
    const gaps = gapsIn([edge(addDays(over.start, -1)), ...held, edge(addDays(over.end, 1))])
    return gaps.filter(({ start, end }) => start <= end).map((gap) => daysOf(account, gap))
  })
  const idOf = new Map(accounts.map(({ name, id }) => [name, id]))
  return {
    covered,
    missing: over.start > over.end ? [] : missing,
    params: {
      reportMarketplaces: [...VAT_REPORT_MARKETPLACES],
      reportMoney: REPORT_MONEY,
      reportAccounts: covered.map(({ account }) => idOf.get(account) ?? ''),
      reportStarts: covered.map(({ startDate }) => startDate),
      reportEnds: covered.map(({ endDate }) => endDate),
    },
  }
}

const REPORT_MONEY = MARKETPLACES.filter(({ code }) => VAT_REPORT_MARKETPLACES.includes(code)).map(
  ({ currency }): string => currency,
)

const daysOf = (account: string, { start, end }: DateRange): VatDays => ({
  account,
  startDate: start,
  endDate: end,
})

function within(range: DateRange, period: DateRange): DateRange | null {
  const start = later(range.start, period.start)
  const end = earlier(range.end, period.end)
  return start <= end ? { start, end } : null
}
