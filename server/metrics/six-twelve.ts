import { periodBefore } from '#contract/dashboards/course.ts'
import {
  lastWeekBy,
  sixTwelvePeriods,
  TO_DATE,
  type ReviewPeriod,
} from '#contract/dashboards/weekly-review.ts'
import { addDays, earlier, startOfWeek } from '#contract/date-range.ts'
import { customPeriods } from '#contract/periods.ts'
import type { SixTwelve, SixTwelveInput } from '#contract/weekly-review.ts'
import type { Company } from '#server/accounts/index.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { reviewColumns, type AskedColumn } from './review-columns.ts'

/** Six weeks, twelve months and what has come since the start of each longer period, up to a week that is over. */
export async function sixTwelveOf(
  services: Services,
  company: Company,
  input: Omit<SixTwelveInput, 'companyId' | 'brandNames'>,
  signal: AbortSignal | undefined,
): Promise<SixTwelve> {
  const yesterday = addDays(today(services), -1)
  const asksFor = input.anchorWeek ? addDays(startOfWeek(input.anchorWeek), 6) : yesterday
  const week = lastWeekBy(earlier(asksFor, yesterday))
  const { weeks, months, toDate } = sixTwelvePeriods(week)
  const customs = (input.customSummaries ?? []).map(customPeriods)
  const columnsOf = (periods: readonly ReviewPeriod[], interval: 'WEEKLY' | 'MONTHLY') =>
    periods.map(({ period, yearAgo }): AskedColumn => ({
      period,
      before: periodBefore(period, interval),
      yearAgo,
    }))
  const { columns, said } = await reviewColumns(
    services,
    company,
    input,
    [
      ...columnsOf(weeks, 'WEEKLY'),
      ...columnsOf(months, 'MONTHLY'),
      ...TO_DATE.map((id) => ({ ...toDate[id], before: null })),
      ...customs.map(({ period, comparison }) => ({ period, before: comparison, yearAgo: null })),
    ],
    signal,
  )
  const rest = [...columns]
  const take = (count: number) => rest.splice(0, count)
  const [ofWeeks, ofMonths] = [take(weeks.length), take(months.length)]
  const [monthToDate, quarterToDate, yearToDate] = take(TO_DATE.length)
  return {
    weeks: ofWeeks,
    months: ofMonths,
    toDate: {
      monthToDate: monthToDate!,
      quarterToDate: quarterToDate!,
      yearToDate: yearToDate!,
    },
    customs: rest,
    ...said(weeks.length - 1),
  }
}
