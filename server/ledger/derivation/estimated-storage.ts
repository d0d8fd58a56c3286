import { LEDGER_COLUMNS, PUBLISHED } from '#server/ledger/journal.ts'

/** ORD-3: what Amazon bills for storage by the month, as a day of orders costs it. Stands with the line of the settlement. */
export const STORAGE_FEED = 'STORAGE'
/** For so many months after its own a bill stands in for the next one. */
export const STORAGE_MONTHS_CARRIED = 2

const STANDS = `(${PUBLISHED.text} OR version = {version:UInt64})`
const BILLED = `company_id = {companyId:String} AND basis = 'TRANSACTION' AND line = 'monthlyStorageFees'`

/** Days with units that were ordered \`before\` this version and \`after\` it. */
const ORDER_DAYS = `
  SELECT day, sum(units) AS before, sum(units + units_new) AS after
  FROM (
    SELECT day, toDecimal128(amount, 9) AS units, toDecimal128(0, 9) AS units_new FROM ledger_by_day
    WHERE company_id = {companyId:String} AND basis = 'ORDER' AND line = 'unitsSold' AND ${PUBLISHED.text}
    UNION ALL
    SELECT day, toDecimal128(0, 9), toDecimal128(amount, 9) * n FROM ledger
    WHERE company_id = {companyId:String} AND basis = 'ORDER' AND line = 'unitsSold' AND version = {version:UInt64}
  )
  GROUP BY day`

const isAny = (of: string) => `(SELECT count() FROM (SELECT 1 FROM ${of} LIMIT 1)) > 0`

/** One row: whether this version changes what is billed, or the days of orders over which it is spread. */
export const STORAGE_SURVEY = `
  SELECT ${isAny(`ledger WHERE ${BILLED} AND version = {version:UInt64}`)} AS changes,
    ${isAny(`ledger_by_day WHERE ${BILLED} AND ${PUBLISHED.text}`)} AS holds,
    (SELECT (minIf(day, before > 0), maxIf(day, before > 0)) != (minIf(day, after > 0), maxIf(day, after > 0)) FROM (${ORDER_DAYS})) AS moves,
    toBool(changes OR holds AND moves) AS isDue`

/** Bills that stand, each as often as it does, with the month of each and the next one that its account has one of in its place. */
const BILLS = `
  SELECT *, arrayMin(arrayFilter(other -> other > month, months)) AS next_month
  FROM (
    SELECT *, groupUniqArray(month) OVER (PARTITION BY account_id, marketplace, currency) AS months
    FROM (
      SELECT ${LEDGER_COLUMNS.join(', ')}, toStartOfMonth(day) AS month, arrayJoin(range(toUInt32(sum(n)))) AS nth
      FROM ledger
      WHERE ${BILLED} AND ${STANDS}
      GROUP BY ${LEDGER_COLUMNS.join(', ')}
      HAVING sum(n) > 0
    )
  )`

/** What has come to stand for a bill up to a day of its month or of one that follows: to the ninth digit, so that a month adds up. */
const upTo = (dayOfMonth: string) =>
  `toDecimal128(b.amount, 9) * toInt64(${dayOfMonth}) / toInt64(toDayOfMonth(toLastDayOfMonth(b.month)))`

const columns: Partial<Record<(typeof LEDGER_COLUMNS)[number], string>> = {
  basis: `'ORDER'`,
  feed: `'${STORAGE_FEED}'`,
  day: 'storage_day',
  fx_day: 'storage_day',
  amount: `toDecimal64(${upTo('toDayOfMonth(storage_day)')} - ${upTo('toDayOfMonth(storage_day) - 1')}, 9)`,
  kind: `'ESTIMATE'`,
  rate: 'toDecimal64(0, 9)',
}

/**
 * A day between the first order and the last costs its part of what was billed for storage in its month; until anything is, of
 * what was billed in the last month before it.
 */
export const estimatedStorage = (): string[] => [
  `WITH (SELECT (minIf(day, after > 0), maxIf(day, after > 0)) FROM (${ORDER_DAYS})) AS order_days
SELECT ${LEDGER_COLUMNS.map((column) => `${columns[column] ?? `b.${column}`} AS ${column}_`).join(', ')}
FROM (
  SELECT *, toDate(arrayJoin(range(
      toUInt32(toUInt16(greatest(month, order_days.1))),
      toUInt32(toUInt16(least(order_days.2, toLastDayOfMonth(addMonths(month, ${STORAGE_MONTHS_CARRIED})), if(next_month > month, next_month - 1, order_days.2)))) + 1))) AS storage_day
  FROM (${BILLS})
) AS b`,
]
