import {
  addMonths,
  daysIn,
  earlier,
  endOfMonth,
  later,
  startOfMonth,
  type DateRange,
} from '#contract/date-range.ts'
import {
  BILL_COUNT,
  estimatedStorage,
  IN_PART,
  STORAGE_FEED,
  STORAGE_MONTHS_CARRIED,
  STORAGE_SURVEY,
  type StorageSurvey,
} from '#server/ledger/derivation/estimated-storage.ts'
import { append, replace, visibilityOf } from '#server/ledger/journal.ts'
import type { Work } from './work.ts'

/** Rows are compared in memory. */
const ROWS_AT_ONCE = 200_000
/** A bill becomes a row for each day of its month and of those in which it stands in. */
const ROWS_OF_BILL = 31 * (1 + STORAGE_MONTHS_CARRIED)

/** Spreads storage anew over the days of which this version says something else, and over those alone. */
export async function storageOfOrders(work: Work, { isAfresh = false } = {}): Promise<void> {
  const { writer } = work
  const { analytics, company, version } = writer
  const seen = { ...visibilityOf(company), ...(isAfresh && { publishedVersion: 0 }) }
  const ask = { companyId: company.id, version, ...seen }
  const [survey] = await analytics.rows<StorageSurvey>(STORAGE_SURVEY, { params: ask })
  const days = changedDays(survey!)
  if (!days) return
  // Nothing stands beyond the orders; what stood there before goes.
  const { first, last } = survey!
  const storageFrom = first === null ? days.start : later(days.start, first)
  const storageTo = last === null ? '' : earlier(days.end, last)
  const range = { storageFrom, storageTo: storageTo < storageFrom ? storageFrom : storageTo }
  const [counted] = await analytics.rows<{ bills: string }>(BILL_COUNT, { params: { ...ask, ...range } })
  const parts = Math.max(
    1,
    Math.ceil((Number(counted!.bills) * Math.min(daysIn(days), ROWS_OF_BILL)) / ROWS_AT_ONCE),
  )
  const selects = last === null || storageTo < storageFrom ? [] : estimatedStorage()
  const where = `basis = 'ORDER' AND line = 'monthlyStorageFees' AND day BETWEEN {changedFrom:Date} AND {changedTo:Date} AND ${IN_PART}`
  for (let nth = 0; nth < parts; nth++) {
    const params = { ...seen, ...range, changedFrom: days.start, changedTo: days.end, parts, nth }
    if (isAfresh) await append(writer, selects, params)
    else await replace(writer, selects, { feeds: [STORAGE_FEED], where }, params)
  }
}

/** Undefined where nothing is billed, or nothing of it moves. */
function changedDays(survey: StorageSurvey): DateRange | undefined {
  const { billsFrom, billsTo, isBilled, firstBefore, lastBefore, first, last } = survey
  const moved = (before: string | null, now: string | null): DateRange[] =>
    before === null || now === null || before === now
      ? []
      : [{ start: earlier(before, now), end: later(before, now) }]
  const whole = (from: string | null, to: string | null): DateRange[] =>
    from === null || to === null ? [] : [{ start: from, end: to }]
  const ofOrders =
    firstBefore === null || first === null
      ? [...whole(firstBefore, lastBefore), ...whole(first, last)]
      : [...moved(firstBefore, first), ...moved(lastBefore, last)]
  const ofBills = whole(billsFrom, billsTo).map(({ start, end }) => ({
    start: startOfMonth(start),
    end: endOfMonth(addMonths(startOfMonth(end), STORAGE_MONTHS_CARRIED)),
  }))
  const ranges = [...ofBills, ...(isBilled || billsFrom !== null ? ofOrders : [])]
  return ranges.length === 0
    ? undefined
    : ranges.reduce((all, one) => ({ start: earlier(all.start, one.start), end: later(all.end, one.end) }))
}
