import { endedSalesId, type EndedSales } from '#contract/company-settings.ts'
import { addDays, CALENDAR, later, type IsoDate } from '#contract/date-range.ts'
import type { Streams } from './claims.ts'
import type { Stream } from './covered-days.ts'

/** The last day of what an account sold in a currency: of its settlements, its lines and its orders. */
export interface Sold {
  accountId: string
  account: string
  currency: string
  lastDay: IsoDate
}

/** Selling nothing says nothing of what lies in stock. */
const NOT_OF_SALES: readonly string[] = [
  'STOCK',
  'STOCK_SNAPSHOTS',
  'STOCK_AGES',
  'STRANDED_STOCK',
] satisfies (keyof Streams)[]

/** What was said of sales that ended, where nothing was sold after the day that was said. */
function endOfSales(
  sold: readonly Sold[],
  endedSales: readonly EndedSales[],
): (of: Pick<Sold, 'account' | 'currency'>) => IsoDate | undefined {
  const lastDays = new Map(sold.map((one) => [endedSalesId(one), one.lastDay]))
  const ends = new Map(
    endedSales.flatMap((one) => {
      const last = lastDays.get(endedSalesId(one))
      return last !== undefined && last <= one.lastDay ? [[endedSalesId(one), one.lastDay] as const] : []
    }),
  )
  return (of) => ends.get(endedSalesId(of))
}

/** The same, where nothing is expected after the day on which somebody said that sales have ended. */
export function withEnds(found: Streams, sold: readonly Sold[], endedSales: readonly EndedSales[]): Streams {
  const endOf = endOfSales(sold, endedSales)
  /** A report of returns is of everything that its account sells: it goes on while anything does. */
  const endOfAll = (accountId: string): IsoDate | undefined => {
    const days = sold.filter((one) => one.accountId === accountId).map(endOf)
    return days.reduce((last, day) => last && day && later(last, day), days[0])
  }
  const withEnd = (kind: string) => (stream: Stream) => {
    const end = kind === 'RETURNS' ? endOfAll(stream.accountId) : endOf(stream)
    if (end === undefined) return stream
    const held = stream.claims.map((claim) => claim.end).toSorted()
    const start = addDays(later(end, held.at(-1)!), 1)
    return start > CALENDAR.end ? stream : { ...stream, notExpected: [{ start, end: CALENDAR.end }] }
  }
  const kinds = Object.entries(found).map(([kind, streams]) => [
    kind,
    NOT_OF_SALES.includes(kind) ? streams : streams.map(withEnd(kind)),
  ])
  return Object.fromEntries(kinds) as Streams
}
