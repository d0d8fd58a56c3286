import type { BrandForecast, BrandSummaryInput } from '#contract/brand-manager.ts'
import {
  addDays,
  addMonths,
  daysIn,
  earlier,
  endOfMonth,
  later,
  monthsOf,
  startOfMonth,
  type DateRange,
} from '#contract/date-range.ts'
import { toText, ZERO } from '#contract/decimal.ts'
import { forecastMonth, PROJECTION_DAYS, projectedMonth } from '#contract/metrics/forecast.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { scopeOfOrders, answerWhole } from '#server/metrics/answer.ts'
import { coveredSales } from '#server/metrics/reported-days.ts'

const METRIC = 'orderedProductSales'

/** What the months of a range that are not over will probably come to. */
export async function forecast(
  services: Services,
  company: Company,
  input: BrandSummaryInput,
  signal: AbortSignal | undefined,
): Promise<BrandForecast> {
  const covered = await coveredSales(services, company, input)
  const { today, lastDay } = covered
  const thisMonth = startOfMonth(today)
  const starts = monthsOf({ start: later(input.startDate, thisMonth), end: input.endDate })
  if (starts.length === 0 || lastDay === null || lastDay < startOfMonth(input.startDate))
    return { months: [] }

  const recent: DateRange = { start: addDays(today, -PROJECTION_DAYS), end: addDays(today, -1) }
  const toDate: DateRange = { start: thisMonth, end: later(thisMonth, earlier(lastDay, recent.end)) }
  const lastThree: DateRange = { start: addMonths(thisMonth, -3), end: addDays(thisMonth, -1) }
  const asked = [
    recent,
    toDate,
    lastThree,
    yearBefore(lastThree),
    ...starts.map((start) => yearBefore(month(start))),
  ]
  const answers = await answerWhole(
    services,
    company,
    {
      scope: scopeOfOrders(input),
      metrics: [METRIC],
      periods: asked.map((period) => ({ period, comparison: period })),
    },
    signal,
  )
  const figureAt = (index: number) => answers[index]!.now.figure(METRIC)
  /** Of days that are all covered. */
  const wholeAt = (index: number) => {
    const { value, lacks } = figureAt(index)
    return lacks.has('DAYS') ? null : value
  }
  const recentDays = Math.round(covered.of(recent).share * PROJECTION_DAYS)
  const months = starts.map((start, index): BrandForecast['months'][number] => {
    const { end } = month(start)
    const isNow = start === thisMonth
    const value = isNow
      ? projectedMonth({
          toDate: lastDay < thisMonth ? ZERO : (figureAt(1).value ?? ZERO),
          daysLeft: daysIn({ start: thisMonth, end }) - (lastDay < thisMonth ? 0 : daysIn(toDate)),
          recent: figureAt(0).value ?? ZERO,
          recentDays,
        })
      : forecastMonth({ lastThree: wholeAt(2), sameThree: wholeAt(3), sameMonth: wholeAt(4 + index) })
    return {
      startDate: start,
      endDate: end,
      kind: isNow ? 'PROJECTED' : 'FORECAST',
      value: value === null || figureAt(0).unconverted.size > 0 ? null : toText(value),
    }
  })
  return { months }
}

const month = (start: string): DateRange => ({ start, end: endOfMonth(start) })

const yearBefore = ({ start, end }: DateRange): DateRange => ({
  start: addMonths(start, -12),
  end: endOfMonth(addMonths(startOfMonth(end), -12)),
})
