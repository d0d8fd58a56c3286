import type { FactTable } from '#amazon/index.ts'
import { LEDGER_COLUMNS, PUBLISHED, WITH_OWN } from '#server/ledger/journal.ts'
import { SHARES_FEED, SHARING, storageShares } from './storage-shares.ts'

/** ORD-3: what Amazon bills for storage by the month, as a day of orders costs it. Stands with the line of the settlement. */
export const STORAGE_FEED = 'STORAGE'
/** For so many months after its own a bill stands in for the next one. */
export const STORAGE_MONTHS_CARRIED = 2

const BILLED = `company_id = {companyId:String} AND basis = 'TRANSACTION' AND line = 'monthlyStorageFees'`
const ORDERED = `company_id = {companyId:String} AND basis = 'ORDER' AND line = 'unitsSold'`

/** Days as `2025-02-14`; null where there is none. */
export interface StorageSurvey {
  /** Of bills that this version adds or takes back. */
  billsFrom: string | null
  billsTo: string | null
  /** Whether there were any before it. */
  isBilled: boolean
  /** The first and last day of orders before this version, and with it. */
  firstBefore: string | null
  lastBefore: string | null
  first: string | null
  last: string | null
  /** The same of days that reports of orders say they are of, whether or not they have any. */
  toldFirstBefore: string | null
  toldLastBefore: string | null
  toldFirst: string | null
  toldLast: string | null
}

export const STORAGE_SURVEY = `
  SELECT * FROM (
    SELECT toString(minOrNull(day)) AS billsFrom, toString(maxOrNull(day)) AS billsTo FROM ledger WHERE ${BILLED} AND version = {version:UInt64}
  ) AS changed CROSS JOIN (
    SELECT toBool(count() > 0) AS isBilled FROM (SELECT 1 FROM ledger_by_day WHERE ${BILLED} AND ${PUBLISHED.text} LIMIT 1)
  ) AS held CROSS JOIN (
    SELECT toString(minOrNullIf(day, before > 0)) AS firstBefore, toString(maxOrNullIf(day, before > 0)) AS lastBefore,
      toString(minOrNullIf(day, before + added > 0)) AS first, toString(maxOrNullIf(day, before + added > 0)) AS last
    FROM (
      SELECT day, sum(units) AS before, sum(units_added) AS added
      FROM (
        SELECT day, toDecimal128(amount, 9) AS units, toDecimal128(0, 9) AS units_added FROM ledger_by_day WHERE ${ORDERED} AND ${PUBLISHED.text}
        UNION ALL
        SELECT day, toDecimal128(0, 9), toDecimal128(amount, 9) * n FROM ledger WHERE ${ORDERED} AND version = {version:UInt64}
      )
      GROUP BY day
    )
  ) AS ordered CROSS JOIN (
    SELECT toString(minOrNullIf(start_date, was_live)) AS toldFirstBefore, toString(maxOrNullIf(end_date, was_live)) AS toldLastBefore,
      toString(minOrNullIf(start_date, is_live)) AS toldFirst, toString(maxOrNullIf(end_date, is_live)) AS toldLast
    FROM (
      SELECT start_date, end_date, import_id IN {liveBefore:Array(UInt64)} AS was_live, import_id IN {live:Array(UInt64)} AS is_live
      FROM coverage
      WHERE company_id = {companyId:String} AND import_id IN arrayConcat({liveBefore:Array(UInt64)}, {live:Array(UInt64)})
        AND problem = '' AND table_name = 'order_items'
    )
  ) AS told`

/** Bills that may stand on some days. */
const BILLS_OF_DAYS = `${BILLED} AND ${WITH_OWN}
  AND day BETWEEN addMonths(toStartOfMonth({storageFrom:Date}), -${STORAGE_MONTHS_CARRIED}) AND toLastDayOfMonth({storageTo:Date})`

export const BILL_COUNT = `SELECT count() AS bills FROM ledger WHERE ${BILLS_OF_DAYS}`

/** What is made of bills, in so many parts: of a day of a bill all products, as its parts are taken from what belongs to none. */
export const inPart = (day: string): string =>
  `cityHash64(import_id, line_no, part, ${day}) % {parts:UInt32} = {nth:UInt32}`

/** Each as often as it stands, with its month and the next one that its account has a bill of in its place. */
const BILLS = `
  SELECT *, arrayMin(arrayFilter(other -> other > month, months)) AS next_month
  FROM (
    SELECT *, groupUniqArray(month) OVER (PARTITION BY account_id, marketplace, currency) AS months
    FROM (
      SELECT ${LEDGER_COLUMNS.join(', ')}, toStartOfMonth(day) AS month, arrayJoin(range(toUInt32(sum(n)))) AS time
      FROM ledger
      WHERE ${BILLS_OF_DAYS} AND feed != '${SHARES_FEED}'
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
 * A day from `storageFrom` to `storageTo` costs its part of what was billed for storage in its month; until anything is, of what
 * was billed in the last month before it. Where reports say of which products that was, the day is shared over them.
 */
export function estimatedStorage(held: ReadonlySet<FactTable>): string[] {
  const days = `SELECT ${LEDGER_COLUMNS.map((column) => `${columns[column] ?? `b.${column}`} AS ${column}_`).join(', ')}, b.month AS bill_month, b.time AS time
FROM (
  SELECT *, toDate(arrayJoin(range(
      toUInt32(toUInt16(greatest(month, {storageFrom:Date}))),
      toUInt32(toUInt16(least({storageTo:Date}, toLastDayOfMonth(addMonths(month, ${STORAGE_MONTHS_CARRIED})), if(next_month > month, next_month - 1, {storageTo:Date})))) + 1))) AS storage_day
  FROM (${BILLS})
) AS b
WHERE ${inPart('storage_day')}`
  const named = `SELECT ${LEDGER_COLUMNS.map((column) => `${column}_ AS ${column}`).join(', ')}, bill_month, time FROM (${days})`
  return [
    `SELECT ${LEDGER_COLUMNS.join(', ')} FROM (${named})`,
    ...(SHARING.some((table) => held.has(table))
      ? [storageShares(`SELECT * FROM (${named}) WHERE sku = ''`, held)]
      : []),
  ]
}
