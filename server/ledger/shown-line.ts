import { z } from 'zod'
import { IsoDate } from '#contract/fields.ts'
import { sql } from '#server/analytics/index.ts'

/** What decides which line an amount of advertising stands in. */
export const SHOWN_LINE_PARAMS = {
  /** Charges billed in settlements are the cost, and spend of advertising reports is the memo. */
  useBilledAdvertising: z.boolean(),
  /** Marketplaces of which advertising reports are there, and for amounts without one their currencies. */
  advertised: z.array(z.string()),
  /** The first day that the reports of each of them cover. */
  advertisedSince: z.array(IsoDate),
  /** The same of closed months, by `DE 202501`, as it was when they were closed. */
  closedAdvertised: z.array(z.string()),
  closedAdvertisedSince: z.array(IsoDate),
}

/** ADS-2: billed charges are the cost before the first day that a report of their marketplace covers. Of a row that knows its `ledger_line`. */
const PLACE = sql`toString(if(marketplace != '', marketplace, currency))`
const REPORTED_SINCE = sql`transform(${PLACE}, {advertised:Array(String)}, {advertisedSince:Array(Date)}, toDate('2149-06-06'))`
export const IS_BILLED_COST = sql`
  if(ledger_line = 'memoAdvertisingBilled',
    {useBilledAdvertising:Bool} OR day < if(empty({closedAdvertised:Array(String)}), ${REPORTED_SINCE},
      transform(concat(${PLACE}, ' ', toString(toYYYYMM(day))), {closedAdvertised:Array(String)}, {closedAdvertisedSince:Array(Date)}, ${REPORTED_SINCE})),
    false)`

/** The line that an amount is shown in, of a row that knows its `ledger_line` and `is_billed_cost`. */
export const SHOWN_LINE = sql`
  multiIf(
    is_billed_cost, 'advertisingBilled',
    {useBilledAdvertising:Bool} AND ledger_line IN ('advertisingSp', 'advertisingSb', 'advertisingSd'), 'memoAdvertisingBilled',
    toString(ledger_line))`

/** The same of one line. */
export function shownLine(
  line: string,
  { isBilledCost, usesBilledAdvertising }: { isBilledCost: boolean; usesBilledAdvertising: boolean },
): string {
  if (line === 'memoAdvertisingBilled' && isBilledCost) return 'advertisingBilled'
  return usesBilledAdvertising && REPORTED.includes(line) ? 'memoAdvertisingBilled' : line
}
const REPORTED = ['advertisingSp', 'advertisingSb', 'advertisingSd']

/** Whether what stands in a line depends on which advertising reports there are. */
export const dependsOnReports = (line: string): boolean =>
  line === 'advertisingBilled' || line === 'memoAdvertisingBilled' || REPORTED.includes(line)

/** The lines of the ledger in which the amounts of shown lines stand. */
export function ledgerLinesOf(shown: readonly string[]): string[] {
  const isMemo = shown.includes('memoAdvertisingBilled')
  return [
    ...new Set([
      ...shown,
      ...(shown.includes('advertisingBilled') ? ['memoAdvertisingBilled'] : []),
      ...(isMemo ? REPORTED : []),
    ]),
  ]
}
