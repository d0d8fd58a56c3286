/** What Amazon charges for a sale, as its files state it: with the VAT of the seller's country, where it bears one. */
import type { IsoDate } from '#contract/date-range.ts'
import type { DemoWindow } from './demo-window.ts'
import type { Good } from './goods.ts'
import type { Market } from './markets.ts'
import { share } from './money.ts'

const REFERRAL_SHARE = 1500

/** A fee as charged on the day, from the fee without VAT. */
export const withFeeVat = (cents: number, day: IsoDate, { feeVat }: Market): number =>
  feeVat && day >= feeVat.from ? share(cents, 10_000 + 100 * feeVat.percent) : cents

/** Referral fee without VAT: 15 % of what the buyer pays, VAT of the sale included. */
export const referralFee = (paidCents: number): number => share(paidCents, REFERRAL_SHARE)

/** Fulfilment fee of one unit without VAT; Amazon raises it by 2 % every first of February. */
export function fulfilmentFee(good: Good, market: Market, day: IsoDate, { firstDay }: DemoWindow): number {
  const turnOfFeeYear = (date: IsoDate): number =>
    Number(date.slice(0, 4)) - (date.slice(5) < '02-01' ? 1 : 0)
  const rises = turnOfFeeYear(day) - turnOfFeeYear(firstDay)
  return share(good.offers[market.code]!.fulfilmentFee, 10_000 + 200 * rises)
}
