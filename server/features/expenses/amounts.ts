import { CHOSEN_MARKETPLACES, IN_CHOSEN_MARKETPLACES } from '#server/ledger/chosen-marketplaces.ts'
import { z } from 'zod'
import { EXPENSE_FREQUENCIES, EXPENSES_MAX, FILE_EXPENSES_MAX } from '#contract/dashboards/expenses.ts'
import { parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { ExpenseAmount } from '#contract/expenses.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { BRAND_OF_EXPENSE } from '#server/ledger/expense-brand.ts'
import { EXPENSE_PARAMS, expenseDays, expenseDaysOf } from '#server/ledger/expense-days.ts'
import { PUBLISHED, visibilityOf } from '#server/ledger/journal.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { rateSet } from '#server/ledger/currencies/rate-sets.ts'

const IN_SCOPE = IN_CHOSEN_MARKETPLACES

const ROW = z.object({
  attempt: z.coerce.number(),
  lineNumber: z.number(),
  name: z.string(),
  amount: DecimalText,
  currency: z.string(),
  category: z.string(),
  vendor: z.string(),
  marketplace: z.string(),
  startDate: AnsweredDate,
  endDate: z.union([AnsweredDate, z.literal('')]),
  frequency: z.enum(EXPENSE_FREQUENCIES),
  invoiceId: z.string(),
  brandName: z.string(),
  note: z.string(),
})

const firstRows = defineQuery({
  name: 'expense_rows',
  params: z.object({
    publishedVersion: z.number(),
    deadVersions: z.array(z.number()),
    limit: z.number(),
    /** The attempt through which the entered ones count, which are listed first; 0 for none. */
    entered: z.number(),
  }),
  row: ROW.extend({ all: z.coerce.number() }),
  sql: sql`
    SELECT import_id AS attempt, line_no AS lineNumber, name, toString(amount) AS amount, currency, category, vendor,
      toString(marketplace) AS marketplace, toString(start_date) AS startDate, ifNull(toString(end_date), '') AS endDate,
      upper(frequency) AS frequency, invoice_id AS invoiceId, ${BRAND_OF_EXPENSE} AS brandName, note, count() OVER () AS all
    FROM expenses
    WHERE company_id = {companyId:String} AND (import_id, line_no, part) IN (
      SELECT import_id, line_no, part FROM expense_periods WHERE company_id = {companyId:String} AND ${PUBLISHED}
      GROUP BY import_id, line_no, part HAVING sum(n) != 0)
    ORDER BY import_id != {entered:UInt64}, import_id, line_no LIMIT {limit:UInt32}`,
})

/**
 * Rows of files that count as expenses, what was entered here (with its attempt, 0 for none) first: as many as a page
 * shows, and how many there are.
 */
export const expenseRows = perVersion(
  async ({ analytics }, company, entered: number): Promise<{ rows: z.output<typeof ROW>[]; all: number }> => {
    const { publishedVersion, deadVersions } = visibilityOf(company)
    const limit = EXPENSES_MAX + FILE_EXPENSES_MAX
    const rows = await analytics.run(firstRows, company, { publishedVersion, deadVersions, entered, limit })
    return { rows, all: rows[0]?.all ?? 0 }
  },
  ({ rows }) => rows.length,
)

/** A day that has not come converts at the rate of today. */
export const RATE_DAY = sql`least(day, {today:Date})`
const converted = (days: Sql): Sql => sql`
  SELECT *, ${RATE_DAY} AS rate_day FROM (${days}) WHERE ${IN_SCOPE}`

/** Read once: a join with the rates of the asked currency takes longer to plan than all rates take to be read. */
const RATES = sql`
  SELECT currency, day, toDecimal256(usd, 18) / toDecimal256(asked_usd, 18) AS factor
  FROM (
    SELECT currency, day, usd, anyIf(usd, currency = {currency:String}) OVER (PARTITION BY day) AS asked_usd
    FROM (${rateSet(sql`day BETWEEN {rateFrom:Date} AND {today:Date}`)}))
  WHERE asked_usd != 0`

const IS_OWN = sql`l.currency = {currency:String}`

const AMOUNT_AND_RATE = sql`
    toString(sum(-l.n * if(${IS_OWN}, toDecimal256(l.amount, 27), toDecimal256(l.amount, 9) * toDecimal256(r.factor, 18)))) AS amount,
    sumIf(l.n, NOT ${IS_OWN} AND r.factor = 0) AS withoutRate`
/** What was taken back is in the journal still. */
const STANDING = sql`HAVING sum(l.n) != 0`

/** Sums by row, month and whether it is after today; a cost is above zero here. */
const sumsOf = (days: Sql): Sql => sql`
  SELECT l.import_id AS attempt, l.line_no AS lineNumber, toString(toStartOfMonth(l.day)) AS month, toUInt8(l.day > {today:Date}) AS isPlanned,
    ${AMOUNT_AND_RATE}
  FROM (${converted(days)}) AS l ANY LEFT JOIN (${RATES}) AS r ON l.currency = r.currency AND l.rate_day = r.day
  GROUP BY attempt, lineNumber, month, isPlanned
  ${STANDING}`

const SUMS_PARAMS = {
  ...EXPENSE_PARAMS,
  publishedVersion: z.number(),
  deadVersions: z.array(z.number()),
  ...CHOSEN_MARKETPLACES,
  currency: z.string(),
  today: IsoDate,
  rateFrom: IsoDate,
}
export type SumsQuestion = z.input<z.ZodObject<typeof SUMS_PARAMS>>
const SUM_ROW = z.object({
  attempt: z.coerce.number(),
  lineNumber: z.number(),
  month: AnsweredDate,
  isPlanned: z.coerce.boolean(),
  amount: DecimalText.transform(parseDecimal),
  withoutRate: z.coerce.number(),
})
export type ExpenseSum = z.infer<typeof SUM_ROW>

/** What the rows that count come to in the range. */
export const countedSums = defineQuery({
  name: 'expense_row_sums',
  params: z.object(SUMS_PARAMS),
  row: SUM_ROW,
  sql: sumsOf(expenseDays),
})

/** The same by day, in the order of days. */
export const allocatedDays = defineQuery({
  name: 'expense_allocated_days',
  params: z.object({ ...SUMS_PARAMS, limit: z.number() }),
  row: SUM_ROW.omit({ month: true }).extend({ day: AnsweredDate }),
  sql: sql`
    SELECT l.import_id AS attempt, l.line_no AS lineNumber, toString(l.day) AS day, toUInt8(l.day > {today:Date}) AS isPlanned,
      ${AMOUNT_AND_RATE}
    FROM (${converted(expenseDays)}) AS l ANY LEFT JOIN (${RATES}) AS r ON l.currency = r.currency AND l.rate_day = r.day
    GROUP BY attempt, lineNumber, l.day, isPlanned
    ${STANDING}
    ORDER BY l.day, attempt, lineNumber LIMIT {limit:UInt32}`,
})

/** Periods that stand nowhere yet: lists of the same length, of which the line is the place. */
const DRAFTS = sql`
  SELECT {companyId:String} AS company_id, toUInt64(0) AS import_id, toUInt32(draft.1) AS line_no, toUInt16(0) AS part,
    toDecimal64(draft.2, 9) AS amount, draft.3 AS currency, draft.4 AS frequency, toDate(draft.5) AS start_date, toDate(draft.6) AS end_date,
    draft.7 AS marketplace, '' AS category, '' AS brand, toInt32(1) AS n, toUInt64(0) AS version
  FROM (
    SELECT arrayJoin(arrayZip(arrayEnumerate({amounts:Array(String)}), {amounts:Array(String)}, {draftCurrencies:Array(String)}, {frequencies:Array(String)},
      {starts:Array(String)}, {ends:Array(String)}, {places:Array(String)})) AS draft)`

/** What periods would come to that are written nowhere; the line of a sum is the place in the lists, from 1. */
export const draftSums = defineQuery({
  name: 'expense_draft_sums',
  params: z.object({
    ...SUMS_PARAMS,
    amounts: z.array(z.string()),
    draftCurrencies: z.array(z.string()),
    frequencies: z.array(z.string()),
    starts: z.array(z.string()),
    ends: z.array(z.string()),
    places: z.array(z.string()),
  }),
  row: SUM_ROW,
  sql: sumsOf(expenseDaysOf(DRAFTS)),
})

const SAID = sql`name, amount, currency, category, vendor, marketplace, frequency, start_date, end_date, invoice_id, brand, note`

/** What files say under some names, with how often the one says it that says it most. */
export const expensesOfFiles = defineQuery({
  name: 'expenses_of_files',
  params: z.object({ live: z.array(z.number()), names: z.array(z.string()) }),
  row: z.object({
    name: z.string(),
    amount: DecimalText,
    currency: z.string(),
    category: z.string(),
    vendor: z.string(),
    marketplace: z.string(),
    frequency: z.string(),
    startDate: z.string(),
    endDate: z.string(),
    invoiceId: z.string(),
    brandName: z.string(),
    note: z.string(),
    times: z.coerce.number(),
  }),
  sql: sql`
    SELECT name, toString(amount) AS amount, currency, category, vendor, toString(marketplace) AS marketplace, frequency,
      toString(start_date) AS startDate, ifNull(toString(end_date), '') AS endDate, invoice_id AS invoiceId, brand AS brandName, note, max(n) AS times
    FROM (
      SELECT ${SAID}, count() AS n FROM (SELECT *, ${BRAND_OF_EXPENSE} AS brand FROM expenses)
      WHERE ${LIVE_FACTS} AND name IN {names:Array(String)} GROUP BY import_id, ${SAID})
    GROUP BY ${SAID}`,
})

/** Adds up amounts of which any may lack its rate. */
export class Sum {
  #units: Decimal = ZERO
  #lacksRate = false

  add({ amount, withoutRate }: Pick<ExpenseSum, 'amount' | 'withoutRate'>, times = 1n): void {
    this.#units += times * amount
    this.#lacksRate ||= withoutRate > 0
  }
  get amount(): ExpenseAmount {
    return this.#lacksRate ? null : toText(this.#units)
  }
  get units(): Decimal {
    return this.#units
  }
}

/** A sum for each key, made when it is first asked for. */
export class Sums<Key> {
  readonly #sums = new Map<Key, Sum>()

  of(key: Key): Sum {
    let sum = this.#sums.get(key)
    if (!sum) this.#sums.set(key, (sum = new Sum()))
    return sum
  }
  get entries(): [Key, Sum][] {
    return [...this.#sums]
  }
}
