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
  inPart,
  STORAGE_FEED,
  STORAGE_MONTHS_CARRIED,
  STORAGE_SURVEY,
  type StorageSurvey,
} from '#server/ledger/derivation/estimated-storage.ts'
import {
  BILLS_OF_MONTHS,
  IS_SHARED_AS_BILLED,
  monthsSharedAnew,
  SHARES_FEED,
  SHARING,
  storageShares,
} from '#server/ledger/derivation/storage-shares.ts'
import { append, replace, visibilityOf } from '#server/ledger/journal.ts'
import type { Work } from './work.ts'

/** Rows are compared in memory. */
const ROWS_AT_ONCE = 200_000
/** A bill becomes a row for each day of its month and of those in which it stands in. */
const ROWS_OF_BILL = 31 * (1 + STORAGE_MONTHS_CARRIED)

/** Shares what is billed for storage anew over products in the months in which this version says something else. */
export async function sharesOfStorage(work: Work, { isAfresh = false } = {}): Promise<void> {
  const { writer } = work
  const [touched, held] = await Promise.all([work.touched(), work.tables()])
  if (!SHARING.some((table) => held.has(table) || touched.has(table))) return
  const { live, changed, moments } = work.change
  const before = work.before()
  const params = { live, ...moments }
  const rows = await writer.analytics.rows<{ month: string }>(monthsSharedAnew(touched, held), {
    params: {
      companyId: writer.company.id,
      version: writer.version,
      ...params,
      changed,
      before,
      either: [...new Set([...live, ...before])],
    },
  })
  const sharedMonths = rows.map(({ month }) => month)
  if (sharedMonths.length === 0) return
  const selects = SHARING.some((table) => held.has(table)) ? [storageShares(BILLS_OF_MONTHS, held)] : []
  const ofMonths = { ...params, sharedMonths }
  if (isAfresh) return append(writer, selects, { ...ofMonths, publishedVersion: 0 })
  const where = `${IS_SHARED_AS_BILLED} AND toStartOfMonth(day) IN {sharedMonths:Array(Date)}`
  return replace(writer, selects, { feeds: [SHARES_FEED], where }, ofMonths)
}

/** Spreads storage anew over the days of which this version says something else, and over those alone. */
export async function storageOfOrders(work: Work, { isAfresh = false } = {}): Promise<void> {
  const { writer } = work
  const { analytics, company, version } = writer
  const { live } = work.change
  const seen = { ...visibilityOf(company), ...(isAfresh && { publishedVersion: 0 }) }
  const ask = { companyId: company.id, version, ...seen }
  const liveBefore = isAfresh ? [] : work.before()
  const [survey] = await analytics.rows<StorageSurvey>(STORAGE_SURVEY, {
    params: { ...ask, live, liveBefore },
  })
  const { days, known } = changedDays(survey!)
  if (!days) return
  // Nothing stands beyond the days of which orders are known; what stood there before goes.
  const storageFrom = known ? later(days.start, known.start) : days.start
  const storageTo = known ? earlier(days.end, known.end) : ''
  const range = { storageFrom, storageTo: storageTo < storageFrom ? storageFrom : storageTo }
  const [counted] = await analytics.rows<{ bills: string }>(BILL_COUNT, { params: { ...ask, ...range } })
  const parts = Math.max(
    1,
    Math.ceil((Number(counted!.bills) * Math.min(daysIn(days), ROWS_OF_BILL)) / ROWS_AT_ONCE),
  )
  const selects = storageTo < storageFrom ? [] : estimatedStorage(await work.tables())
  const where = `basis = 'ORDER' AND line = 'monthlyStorageFees' AND day BETWEEN {changedFrom:Date} AND {changedTo:Date} AND ${inPart('day')}`
  for (let nth = 0; nth < parts; nth++) {
    const facts = { live, ...work.change.moments }
    const params = { ...seen, ...range, ...facts, changedFrom: days.start, changedTo: days.end, parts, nth }
    if (isAfresh) await append(writer, selects, params)
    else await replace(writer, selects, { feeds: [STORAGE_FEED, SHARES_FEED], where }, params)
  }
}

/** The days whose orders are known now, and those of which storage may be another; undefined where there are none. */
function changedDays(survey: StorageSurvey): Partial<Record<'days' | 'known', DateRange>> {
  const { billsFrom, billsTo, isBilled } = survey
  const before = knownDays(
    [survey.firstBefore, survey.lastBefore],
    [survey.toldFirstBefore, survey.toldLastBefore],
  )
  const known = knownDays([survey.first, survey.last], [survey.toldFirst, survey.toldLast])
  const moved = (from: string, to: string): DateRange[] =>
    from === to ? [] : [{ start: earlier(from, to), end: later(from, to) }]
  const ofOrders =
    before && known
      ? [...moved(before.start, known.start), ...moved(before.end, known.end)]
      : [before, known].flatMap((one) => one ?? [])
  const ofBills =
    billsFrom === null || billsTo === null
      ? []
      : [
          {
            start: startOfMonth(billsFrom),
            end: endOfMonth(addMonths(startOfMonth(billsTo), STORAGE_MONTHS_CARRIED)),
          },
        ]
  const ranges = [...ofBills, ...(isBilled || billsFrom !== null ? ofOrders : [])]
  return {
    ...(known && { known }),
    ...(ranges.length > 0 && {
      days: ranges.reduce((all, one) => ({
        start: earlier(all.start, one.start),
        end: later(all.end, one.end),
      })),
    }),
  }
}

type Ends = [first: string | null, last: string | null]

/** From the first order to the last, and as far as a report says that there are no others. */
function knownDays([first, last]: Ends, [toldFirst, toldLast]: Ends): DateRange | undefined {
  if (first === null || last === null) return undefined
  return { start: earlier(first, toldFirst ?? first), end: later(last, toldLast ?? last) }
}
