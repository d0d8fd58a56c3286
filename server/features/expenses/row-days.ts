import { monthsOf, startOfMonth } from '#contract/date-range.ts'
import { IsoDate } from '#contract/fields.ts'
import { ignoringClosing, type Company } from '#server/accounts/index.ts'
import { sql } from '#server/analytics/index.ts'
import { EXPENSE_PARAMS, EXPENSE_SOURCE, expenseDays } from '#server/ledger/expense-days.ts'
import type { Services } from '#server/ledger/services.ts'
import { GroupedSums, stretchesOf } from '#server/metrics/facts/day-series.ts'
import { dayQueries, keptDays } from '#server/metrics/facts/kept-days.ts'
import { dateOfDay, dayNumber } from '#server/metrics/segments.ts'
import { countedSums, RATE_DAY, type ExpenseSum, type SumsQuestion } from './amounts.ts'

/** Each row of a file by itself. A day to come has the rate of today, and is no part of a statement. */
const ROW_DAYS = dayQueries({
  name: 'expense_row_days',
  rows: sql`(SELECT company_id, version, import_id, line_no, marketplace, currency, day, amount * n AS amount, n FROM (${expenseDays}))`,
  where: sql`1`,
  params: { ...EXPENSE_PARAMS, today: IsoDate },
  keys: [sql`import_id`, sql`line_no`, sql`marketplace`],
  currency: sql`currency`,
  rateDay: RATE_DAY,
  counts: [sql`n`],
  source: EXPENSE_SOURCE,
})

/**
 * What each row comes to in the months of a range, before and after today. Years are kept as days, as those of a statement are;
 * where they are too many the engine adds them up.
 */
export async function sumsOfRows(
  services: Services,
  company: Company,
  question: SumsQuestion,
): Promise<ExpenseSum[]> {
  const { expensesFrom, expensesTo, today, currency, anyMarketplace, marketplaces } = question
  const open = ignoringClosing(company)
  const years = daysOfYears(Number(expensesFrom.slice(0, 4)), Number(expensesTo.slice(0, 4)))
  const kept = await Promise.all(
    years.map((days) => keptDays(services, open, currency, ROW_DAYS, { ...days, today })),
  )
  const rows = kept.flatMap((series) => series ?? [])
  if (kept.some((series) => !series)) return services.analytics.run(countedSums, company, question)
  const days = { from: dayNumber(expensesFrom), to: dayNumber(expensesTo) }
  const stretches = stretchesOf(
    [...monthsOf({ start: expensesFrom, end: expensesTo }).map(dayNumber), dayNumber(today) + 1],
    days,
  )
  const sums = new GroupedSums<{ attempt: number; lineNumber: number; planned: number }>()
  for (const series of rows) {
    const [attempt, line, marketplace] = series.key as [string, string, string]
    if (!anyMarketplace && !marketplaces.includes(marketplace)) continue
    sums.add(series, stretches, (day) => ({
      segment: dayNumber(startOfMonth(dateOfDay(day))),
      group: {
        attempt: Number(attempt),
        lineNumber: Number(line),
        planned: Number(dateOfDay(day) > today),
      },
    }))
  }
  return sums.sums().map(({ segment, group: { attempt, lineNumber, planned }, amount, withoutRate }) => ({
    attempt,
    lineNumber,
    month: dateOfDay(segment),
    isPlanned: planned === 1,
    // A cost is above zero on this page.
    amount: -amount,
    withoutRate: withoutRate === '' ? 0 : 1,
  }))
}

/** So that ranges which people look at in turn are of the same days. */
const daysOfYears = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    expensesFrom: `${first + index}-01-01`,
    expensesTo: `${first + index}-12-31`,
  }))
