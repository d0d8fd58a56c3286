/** Tax of sales as the statement has it, by day and kept in the process: what a version says of a month never changes. */
import type { z } from 'zod'
import { earlier, endOfMonth, later, monthsOf, type DateRange } from '#contract/date-range.ts'
import { ZERO, type Decimal } from '#contract/decimal.ts'
import type { Company } from '#server/accounts/index.ts'
import { companyPerPeriod } from '#server/ledger/closed-months/closed-states.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { perVersionWhileAsked } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'
import { LedgerRowCounts, type RowPage } from '../facts/ledger-rows.ts'
import { RATE_ONE } from '../facts/day-series.ts'
import { factorsOver } from '../facts/kept-days.ts'
import { dateOfDay, dayNumber } from '../segments.ts'
import { calculatedLines, TAXED_ROWS, taxedDays, type CalculatedKey } from './calculated.ts'
import type { ReportDays } from './days.ts'

type TaxedDay = z.output<typeof taxedDays.row>
type CalculatedLine = z.output<typeof calculatedLines.row>

/** What rows of one kind of tax come to. */
export interface CalculatedGroup extends CalculatedKey {
  /** A report of VAT transactions stands in their place. */
  isReported: boolean
  own: TaxedSum
  /** In the asked currency, without what has no rate. */
  converted: TaxedSum
  rowCount: number
  /** `EUR 2025-02-14`: currency and day without a rate. */
  withoutRate: string[]
}
interface TaxedSum {
  gross: Decimal
  tax: Decimal
}

/** What is remembered counts as so many numbers. */
const SIZE_OF_DAY = 10

const taxedMonth = perVersionWhileAsked(
  ({ analytics }, company, signal, month: string): Promise<TaxedDay[]> =>
    analytics.run(
      taxedDays,
      company,
      { ...visibilityOf(company), ...TAXED_ROWS, from: month, to: endOfMonth(month) },
      { signal },
    ),
  ({ length }) => length * SIZE_OF_DAY,
)

async function taxedDaysOf(
  services: Services,
  company: Company,
  { start, end }: DateRange,
  signal: AbortSignal | undefined,
): Promise<TaxedDay[]> {
  const [first, last] = [dayNumber(start), dayNumber(end)]
  const days: TaxedDay[] = []
  const stateIn = await companyPerPeriod(services, company)
  // One after the other: each takes the engine memory for all of its rows.
  for (const month of monthsOf({ start, end })) {
    const state = stateIn({ start: month, end: endOfMonth(month) })
    const ofMonth = await taxedMonth(services, state, signal, month)
    days.push(...ofMonth.filter(({ dayNumber: day }) => day >= first && day <= last))
  }
  return days
}

interface Asked {
  period: DateRange
  reports: ReportDays
}

/** What sales come to by marketplace, currency and what is known of their tax. */
export async function calculatedGroups(
  services: Services,
  company: Company,
  { currency, period, reports }: Asked & { currency: string },
  signal: AbortSignal | undefined,
): Promise<CalculatedGroup[]> {
  const days = await taxedDaysOf(services, company, period, signal)
  const factorOf = await factorsOver(services, company, days, currency)
  const isReported = reportedOn(reports)
  const groups = new Map<string, CalculatedGroup>()
  for (const day of days) {
    const key = { isReported: isReported(day), ...keyOf(day) }
    const id = `${key.isReported}\t${idOf(key)}`
    const group = groups.get(id) ?? { ...key, own: NOTHING, converted: NOTHING, rowCount: 0, withoutRate: [] }
    const factor = factorOf(day.money, day.rateDay, day.dayNumber)
    groups.set(id, {
      ...group,
      rowCount: group.rowCount + day.rowCount,
      own: plus(group.own, day, RATE_ONE),
      converted: plus(group.converted, day, factor),
      withoutRate:
        factor === 0n ? [...group.withoutRate, `${day.money} ${dateOfDay(day.rateDay)}`] : group.withoutRate,
    })
  }
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => ({ ...group, own: cut(group.own), converted: cut(group.converted) }))
}

/** The rows that one group is the sum of, in the order of their days, and how many there are. */
export async function calculatedRows(
  services: Services,
  company: Company,
  { key, period, reports, ...page }: Asked & RowPage & { key: CalculatedKey },
  signal: AbortSignal | undefined,
): Promise<{ rowCount: number; rows: CalculatedLine[] }> {
  const isReported = reportedOn(reports)
  const counts = new LedgerRowCounts()
  for (const day of await taxedDaysOf(services, company, period, signal))
    if (idOf(keyOf(day)) === idOf(key) && !isReported(day)) counts.add('', day.dayNumber, day.rowCount)
  const found = counts.daysOf(page)
  const rows: CalculatedLine[] = []
  if (!found) return { rowCount: counts.all, rows }
  const { days } = found
  const stateIn = await companyPerPeriod(services, company)
  const options = { signal }
  for (const month of monthsOf(days)) {
    const end = endOfMonth(month)
    const state = stateIn({ start: month, end })
    const params = {
      ...visibilityOf(state),
      ...TAXED_ROWS,
      ...reports.params,
      ...key,
      from: later(month, days.start),
      to: earlier(end, days.end),
      limit: page.limit - rows.length,
      offset: rows.length === 0 ? found.offset : 0,
    }
    rows.push(...(await services.analytics.run(calculatedLines, state, params, options)))
  }
  return { rowCount: counts.all, rows }
}

const NOTHING: TaxedSum = { gross: ZERO, tax: ZERO }

const keyOf = ({ ofMarketplace, money, calculation, vatRate }: TaxedDay): CalculatedKey => ({
  ofMarketplace,
  money,
  calculation,
  vatRate,
})

const idOf = ({ ofMarketplace, money, calculation, vatRate }: CalculatedKey): string =>
  [ofMarketplace, money, calculation, vatRate].join('\t')

/** In 10⁻³⁰ while it is added up, so that nothing is cut before its end. */
const plus = (sum: TaxedSum, { gross, tax }: TaxedSum, factor: bigint): TaxedSum => ({
  gross: sum.gross + gross * factor,
  tax: sum.tax + tax * factor,
})
const cut = ({ gross, tax }: TaxedSum): TaxedSum => ({ gross: gross / RATE_ONE, tax: tax / RATE_ONE })

/** Whether a report stands in the place of what is calculated of a day. */
function reportedOn({ params }: ReportDays): (day: TaxedDay) => boolean {
  const { reportMarketplaces, reportMoney, reportAccounts, reportStarts, reportEnds } = params
  const ranges = reportAccounts.map((account, index) => ({
    account,
    start: dayNumber(reportStarts[index]!),
    end: dayNumber(reportEnds[index]!),
  }))
  return ({ account, ofMarketplace, money, dayNumber: day }) =>
    (reportMarketplaces.includes(ofMarketplace) || (ofMarketplace === '' && reportMoney.includes(money))) &&
    ranges.some((range) => range.account === account && range.start <= day && day <= range.end)
}
