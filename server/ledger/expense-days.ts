import { z } from 'zod'
import { CALENDAR, earlier, later, type DateRange } from '#contract/date-range.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Allocation } from '#server/metrics/facts/allocation.ts'
import { closedStates, heldPerPeriod } from '#server/ledger/closed-months/closed-states.ts'
import { BRAND_OF_EXPENSE } from './expense-brand.ts'
import { monthNumber, PUBLISHED, visibilityOf } from './journal.ts'
import { perVersion } from './per-version.ts'
import { today, type Services } from './services.ts'

/** What `expenseDays` asks for beside the visible versions. */
export const EXPENSE_PARAMS = {
  expensesFrom: z.string(),
  /** Days after today are in no statement (OPEX-2). */
  expensesTo: z.string(),
}

/** Which expenses a question is about, beside its marketplaces. */
export const EXPENSE_SCOPE = {
  ...EXPENSE_PARAMS,
  /** Of these brands, and of no one brand; of all when empty. */
  expenseBrands: z.array(z.string()),
  /** Brands are chosen, and not some of their products, so that what is spent on them is theirs. */
  ownsBrandExpenses: z.boolean(),
  /** What is of no product is chosen, as expenses are. */
  isOfNoProduct: z.boolean(),
  /** All of them when empty. */
  expenseCategories: z.array(z.string()),
}

/** Of an amount in 10⁻⁹: what the first days of its occurrence come to, half away from zero. */
const shareOf = (dayCount: Sql): Sql =>
  sql`intDiv(2 * units * toInt128(${dayCount}) + sign(units) * days, 2 * days)`

/**
 * OPEX-1: the days of expenses, as rows of a journal. A day's amount is the difference between what the occurrence comes to
 * with and without it, to the ninth digit, so that the days of an occurrence add up to its amount.
 */
export const expenseDaysOf = (periods: Sql): Sql => sql`
  SELECT company_id, marketplace, currency, category, brand, day, import_id, line_no, part, n, version,
    toDecimal64(toDecimal128(${shareOf(sql`day - occurrence`)} - ${shareOf(sql`day - occurrence + 1`)}, 0) * toDecimal128('0.000000001', 9), 9) AS amount
  FROM (
    SELECT *,
      multiIf(frequency = 'ONE_TIME', start_date, frequency = 'WEEKLY', day - (day - start_date) % 7,
        step > 0, addMonths(start_date, whole_months), day) AS occurrence,
      toInt128(multiIf(frequency = 'ONE_TIME', end_date - start_date + 1, frequency = 'WEEKLY', 7,
        step > 0, addMonths(start_date, whole_months + step) - occurrence, 1)) AS days
    FROM (
      SELECT *, toInt128(reinterpretAsInt64(amount)) AS units,
        transform(frequency, ['MONTHLY', 'QUARTERLY', 'ANNUALLY'], [1, 3, 12], 0) AS step,
        12 * (toYear(day) - toYear(start_date)) + toMonth(day) - toMonth(start_date) AS calendar_months,
        -- The day of the month is that of the start, or the month's last one.
        calendar_months - (addMonths(start_date, calendar_months) > day) AS months,
        -- The engine may work out the branch that is not taken, too.
        if(step > 0, intDiv(months, greatest(step, 1)) * step, 0) AS whole_months
      FROM (
        SELECT *, toDate(arrayJoin(range(toInt32(greatest(start_date, {expensesFrom:Date})), toInt32(least(end_date, {expensesTo:Date})) + 1))) AS day
        FROM (${periods})
      )
      WHERE frequency != 'WEEKDAYS' OR toDayOfWeek(day) <= 5
    )
  )`

/** With what their rows say of each, which needs no place in a journal: another category is another row. */
const PERIODS = sql`
  SELECT * FROM (SELECT * FROM expense_periods WHERE company_id = {companyId:String} AND ${PUBLISHED}) AS periods
  ANY LEFT JOIN (
    SELECT import_id, line_no, part, category, ${BRAND_OF_EXPENSE} AS brand FROM expenses WHERE company_id = {companyId:String}
  ) AS said USING (import_id, line_no, part)`

/** The days of the expenses that count. */
export const expenseDays = expenseDaysOf(PERIODS)

/** What they are made from, and how many that are: an expense without an end has thousands, and a company may enter thousands of expenses. */
export const EXPENSE_SOURCE = {
  params: EXPENSE_PARAMS,
  rows: sql`expense_periods`,
  days: sql`greatest(0, toInt64(least(end_date, {expensesTo:Date})) - toInt64(greatest(start_date, {expensesFrom:Date})) + 1)`,
}

interface Entered {
  marketplace: string
  brand: string
  start: string
  end: string
}

/** First days of the expenses of each marketplace and brand, and last ones; '' for those of all of them. */
const entered = perVersion(({ analytics }, company): Promise<Entered[]> =>
  analytics.rows(
    `SELECT toString(marketplace) AS marketplace, brand, toString(min(start_date)) AS start, toString(max(end_date)) AS end
       FROM (
         SELECT marketplace, brand, start_date, end_date FROM (${PERIODS.text})
         GROUP BY marketplace, brand, start_date, end_date HAVING sum(n) != 0)
       GROUP BY marketplace, brand`,
    { params: { companyId: company.id, ...visibilityOf(company) } },
  ),
)

/** As far as expenses have come. */
export const expenseSpan = (services: Services, span: DateRange) => ({
  expensesFrom: later(span.start, CALENDAR.start),
  expensesTo: earlier(span.end, today(services)),
})

/** Of a question: which brands it is about, whether as a whole, a category that it is about alone, and its products. */
export interface AskedExpenses {
  expenseBrands?: readonly string[] | undefined
  ownsBrandExpenses?: boolean | undefined
  expenseCategory?: string | undefined
  skus?: readonly string[] | undefined
}

/** What is asked of expenses in a span of days. */
export const expenseParams = (services: Services, span: DateRange, asked: AskedExpenses) => ({
  ...expenseSpan(services, span),
  expenseBrands: [...(asked.expenseBrands ?? [])],
  ownsBrandExpenses: asked.ownsBrandExpenses ?? false,
  isOfNoProduct: asked.skus?.includes('') ?? false,
  expenseCategories: asked.expenseCategory === undefined ? [] : [asked.expenseCategory],
})

export interface ExpenseScope {
  params: ReturnType<typeof expenseParams>
  /** Some expense may have an amount in it. */
  isAny: boolean
  /** Of a period: none was entered for it, or those of the whole company are left out of it. */
  isLacking(period: DateRange): boolean
}

/**
 * Which expenses a question is about. Those of the whole company are in none of its marketplaces and of none of its brands; a
 * product has none.
 */
export async function expensesIn(
  services: Services,
  company: Company,
  {
    params: { marketplaces, isAll, heldMonths, heldAll, anyProduct },
    shown,
  }: Pick<Allocation, 'params' | 'shown'>,
  span: DateRange,
  asked: AskedExpenses,
): Promise<ExpenseScope> {
  const params = expenseParams(services, span, asked)
  const { expenseBrands: brands, ownsBrandExpenses, isOfNoProduct } = params
  const [enteredFor, closed] = await Promise.all([
    heldPerPeriod(entered)(services, company),
    closedStates(services, company),
  ])
  const ever = await Promise.all([company, ...closed.values()].map((state) => entered(services, state)))
  const inQuestion = (periods: readonly Entered[]) =>
    periods.filter(
      ({ marketplace, brand }) =>
        (marketplaces.length === 0 || marketplace === '' || marketplaces.includes(marketplace)) &&
        (brands.length === 0 || brand === '' || brands.includes(brand)),
    )
  const isShownIn =
    ({ end }: DateRange) =>
    ({ marketplace, brand }: Entered) => {
      const month = monthNumber(end)
      const isWhole = heldMonths.includes(month) ? heldAll.includes(month) : isAll
      const isOfProducts = anyProduct || isOfNoProduct || (ownsBrandExpenses && brand !== '')
      const isOwn = isOfProducts && (marketplace !== '' || isWhole)
      return shown.includes(isOwn ? 'OWN' : 'LEFT_OUT')
    }
  return {
    params,
    isAny:
      params.expensesFrom <= params.expensesTo &&
      inQuestion(ever.flat()).some(
        ({ start, end }) => start <= params.expensesTo && end >= params.expensesFrom,
      ),
    isLacking: (period) => {
      const periods = inQuestion(enteredFor(period))
      const isShown = isShownIn(period)
      // Of what is left out nothing more is.
      const leftOut = shown.includes('OWN') ? periods.filter((one) => !isShown(one)) : []
      return (
        !periods.some((one) => isShown(one) && one.start <= period.end) ||
        leftOut.some(({ start, end }) => start <= period.end && end >= period.start)
      )
    },
  }
}
