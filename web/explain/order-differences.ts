import { parseDecimal, toText } from '#contract/decimal.ts'
import type { Difference } from '#contract/explain.ts'

/** What the whole has beside these orders: all that is of no order, that does not differ, or that is not listed. */
export function restOf(whole: Difference, orders: readonly Difference[]): Difference {
  const without = (which: keyof Difference) =>
    toText(orders.reduce((rest, order) => rest - parseDecimal(order[which]), parseDecimal(whole[which])))
  return {
    byOrder: without('byOrder'),
    byTransaction: without('byTransaction'),
    difference: without('difference'),
  }
}
