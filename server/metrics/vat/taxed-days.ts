/** Tax of sales as the statement has it, by day and kept in the process: what a version says of a month never changes. */
import type { z } from 'zod'
import { endOfMonth, monthsOf, type DateRange } from '#contract/date-range.ts'
import { ZERO, type Decimal } from '#contract/decimal.ts'
import type { Company } from '#server/accounts/index.ts'
import { companyPerPeriod } from '#server/ledger/closed-months/closed-states.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { perVersionWhileAsked } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'
import { RATE_ONE } from '../facts/day-series.ts'
import { factorsOver } from '../facts/kept-days.ts'
import { dateOfDay, dayNumber } from '../segments.ts'
import { TAXED_ROWS, taxedDays, type CalculatedKey } from './calculated.ts'
import type { ReportDays } from './days.ts'

type TaxedDay = z.output<typeof taxedDays.row>

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

/** What sales come to by marketplace, currency and what is known of their tax. */
export async function calculatedGroups(
  services: Services,
  company: Company,
  { currency, period, reports }: { currency: string; period: DateRange; reports: ReportDays },
  signal: AbortSignal | undefined,
): Promise<CalculatedGroup[]> {
  const [first, last] = [dayNumber(period.start), dayNumber(period.end)]
  const days: TaxedDay[] = []
  const stateIn = await companyPerPeriod(services, company)
  // One after the other: each takes the engine memory for all of its rows.
  for (const month of monthsOf(period)) {
    const state = stateIn({ start: month, end: endOfMonth(month) })
    const ofMonth = await taxedMonth(services, state, signal, month)
    days.push(...ofMonth.filter(({ dayNumber: day }) => day >= first && day <= last))
  }
  const factorOf = await factorsOver(services, company, days, currency)
  const isReported = reportedOn(reports)
  const groups = new Map<string, CalculatedGroup>()
  for (const day of days) {
    const key = { isReported: isReported(day), ...keyOf(day) }
    const id = Object.values(key).join('\t')
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

const NOTHING: TaxedSum = { gross: ZERO, tax: ZERO }

const keyOf = ({ ofMarketplace, money, calculation, vatRate }: TaxedDay): CalculatedKey => ({
  ofMarketplace,
  money,
  calculation,
  vatRate,
})

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
