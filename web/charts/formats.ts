import { compactMoneyText, compactText, moneyText, percentText, wholeText } from '#web/ui/numbers.ts'
import type { ChartFormat } from './chart-series.ts'

/** `€80k` on axes, `€76,740.18` in words. */
export const moneyFormat = (currencyCode: string): ChartFormat => ({
  // On an axis zero has no unit.
  short: (value) => (Number(value) === 0 ? '0' : compactMoneyText(value, currencyCode)),
  full: (value) => moneyText(value, currencyCode),
  currencyCode,
})

/** Units, orders, sessions. */
export const countFormat: ChartFormat = { short: compactText, full: wholeText, type: 'count' }

/** Fractions, shown as percent. */
export const ratioFormat: ChartFormat = {
  short: (value) => percentText(Number(value)),
  full: (value) => percentText(Number(value)),
  isRatio: true,
}
