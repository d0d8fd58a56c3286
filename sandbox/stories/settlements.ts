/** A fortnight's money of all marketplaces of an account that have one currency. */
import { addDays, addMonths, startOfMonth, type IsoDate } from '#contract/date-range.ts'
import type { Region } from '#contract/marketplaces.ts'
import { advertisingBill, billedOn, other } from '../account-charges.ts'
import { dayOf, momentOf, type Period } from '../demo-window.ts'
import type { MoneyRow } from '../money-row.ts'
import { random } from '../random.ts'
import { settlementFile, settlementIdOf } from '../settlement-file.ts'
import type { SettlementReport } from '../seller.ts'
import { DAYS_TO_SETTLE, type MarketDays } from './market-days.ts'
import { remembered } from '../remembered.ts'
import { eachDay } from './story.ts'

const SETTLEMENT_DAYS = 14
/** Amazon makes the report some hours after the close. */
const MADE_AFTER_MS = 2.5 * 3_600_000
const RESERVED_PERCENT = 20

export interface Settlements {
  region: Region
  currency: string
  markets: readonly MarketDays[]
  /** How many have been made by a moment. */
  madeBy(now: number): number
  period(index: number): Period
  id(index: number): string
  rows(index: number): readonly MoneyRow[]
  total(index: number): number
  report(index: number): SettlementReport
}

const sumOf = (rows: readonly MoneyRow[]): number => rows.reduce((sum, { cents }) => sum + cents, 0)

/** @param markets of one account and currency; the first one's clock closes the books */
export function settlementsOf(
  region: Region,
  markets: readonly MarketDays[],
  owesAtTimes: boolean,
): Settlements {
  const { market, window, seed } = markets[0]!.context
  const closeOf = (index: number): number =>
    momentOf(addDays(window.firstDay, SETTLEMENT_DAYS * (index + 1) - 1), market.closesAtSecond)
  const period = (index: number): Period => ({
    start: index === 0 ? momentOf(window.firstDay) : closeOf(index - 1),
    end: closeOf(index),
  })

  /** Everything that is not moved between settlements. */
  const earned = remembered(6, (index: number): readonly MoneyRow[] => {
    const { start, end } = period(index)
    const isIn = (moment: number) => moment >= start && moment < end
    const rows = markets.flatMap((days): { at: number; row: MoneyRow }[] => {
      const sales = [...eachDay(addDays(dayOf(start), -DAYS_TO_SETTLE), dayOf(end))]
        .flatMap((day) => days.postings(day))
        .filter(({ settlesAt }) => isIn(settlesAt))
        .flatMap((posting) => posting.rows.map((row) => ({ at: posting.settlesAt, row })))
      const charges = monthsBefore(start, end).flatMap((month) => days.charges(month))
      return [
        ...sales,
        ...[...charges, ...billsOf(days, index)]
          .filter(({ postedAt }) => isIn(postedAt))
          .map((row) => ({ at: row.postedAt, row })),
      ]
    })
    return rows.sort((a, b) => a.at - b.at).map(({ row }) => row)
  })
  const earnedSums = new Map<number, number>()
  const earnedSum = (index: number): number => {
    const sum = earnedSums.get(index) ?? sumOf(earned(index))
    earnedSums.set(index, sum)
    return sum
  }
  const billsOf = (days: MarketDays, index: number): MoneyRow[] => {
    const { start } = period(index)
    const from = index === 0 ? window.firstDay : billedOn(period(index - 1).start)
    const cost = [...eachDay(from, addDays(billedOn(start), -1))]
      .flatMap((day) => days.ads(day))
      .reduce((sum, ad) => sum + ad.cost, 0)
    return cost === 0 ? [] : [advertisingBill(days.context, start, cost)]
  }

  const reserved = (index: number): number =>
    index % 4 !== 2 || isOwed(index)
      ? 0
      : Math.max(0, Math.round((earnedSum(index) * RESERVED_PERCENT) / 100))
  const isOwed = (index: number): boolean => owesAtTimes && index >= 0 && index % 5 === 3
  const owed = (index: number): number =>
    isOwed(index) ? random(seed, 'owed', market.code, index).between(6000, 21_000) : 0

  /** What is kept back, carried over and charged to the seller's card. */
  const moved = (index: number): MoneyRow[] => {
    const { start, end } = period(index)
    const before = earnedSum(index) + reserved(index - 1)
    const large = isOwed(index) ? -(before + owed(index)) : 0
    return [
      row(start + 1000, 'Previous Reserve Amount Balance', reserved(index - 1)),
      row(start + 2000, 'Payable to Amazon', -owed(index - 1)),
      row(start + 86_400_000, 'Successful charge', owed(index - 2)),
      // A delivery that was dearer than all that was sold.
      row(end - 7_200_000, large < 0 ? 'FBAInboundTransportationFee' : 'BalanceAdjustment', large),
      row(end - 60_000, 'Current Reserve Amount', -reserved(index)),
    ].filter(({ cents }) => cents !== 0)
  }
  const row = (postedAt: number, description: string, cents: number): MoneyRow =>
    other(postedAt, description, cents)

  const id = (index: number): string => settlementIdOf(`${region}/${market.currency}`, period(index), seed)
  const rows = (index: number): readonly MoneyRow[] => [...earned(index), ...moved(index)]
  const madeAt = (index: number): number => closeOf(index) + MADE_AFTER_MS
  return {
    region,
    currency: market.currency,
    markets,
    madeBy(now) {
      const days = (now - MADE_AFTER_MS - momentOf(window.firstDay, market.closesAtSecond)) / 86_400_000
      return Math.max(0, Math.floor((days + 1) / SETTLEMENT_DAYS))
    },
    period,
    id,
    rows,
    total: (index) => earnedSum(index) + sumOf(moved(index)),
    report: (index) => ({
      region,
      settlementId: id(index),
      start: new Date(period(index).start),
      end: new Date(period(index).end),
      createdAt: new Date(madeAt(index)),
      content: () =>
        [
          ...settlementFile(
            {
              id: id(index),
              period: period(index),
              currency: market.currency,
              moments: region === 'EUROPE' ? 'dotted' : 'dashed',
            },
            rows(index),
          ),
        ].join(''),
    }),
  }
}

/** Of charges that may be posted in the period: some come in the month after that they are for. */
function monthsBefore(start: number, end: number): IsoDate[] {
  const last = startOfMonth(dayOf(end))
  const months: IsoDate[] = []
  for (let month = addMonths(startOfMonth(dayOf(start)), -1); month <= last; month = addMonths(month, 1))
    months.push(month)
  return months
}
