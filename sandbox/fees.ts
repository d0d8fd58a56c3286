/** What Amazon charges for a sale, as its files state it: VAT inside the amount from August 2024 on. */
import type { IsoDate } from '#contract/date-range.ts'
import type { DemoWindow } from './demo-window.ts'
import type { Good } from './goods.ts'
import type { Market } from './markets.ts'
import { share } from './money.ts'

/** Day from which Amazon adds the VAT of the seller's country (Germany, 19 %) to selling and FBA fees. */
const FEE_VAT_FROM = '2024-08-01'
const REFERRAL_SHARE = 1500

/** A fee as charged on the day, from the fee without VAT. */
export const withFeeVat = (cents: number, day: IsoDate): number =>
  day >= FEE_VAT_FROM ? share(cents, 11_900) : cents

/** Referral fee without VAT: 15 % of what the buyer pays, VAT of the sale included. */
export const referralFee = (paidCents: number): number => share(paidCents, REFERRAL_SHARE)

/** Fulfilment fee of one unit without VAT; Amazon raises it by 2 % every first of February. */
export function fulfilmentFee(good: Good, market: Market, day: IsoDate, { firstDay }: DemoWindow): number {
  const turnOfFeeYear = (date: IsoDate): number =>
    Number(date.slice(0, 4)) - (date.slice(5) < '02-01' ? 1 : 0)
  const rises = turnOfFeeYear(day) - turnOfFeeYear(firstDay)
  return share(good.offers[market.code]!.fulfilmentFee, 10_000 + 200 * rises)
}
