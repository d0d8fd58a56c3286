import { parseDecimal, toText } from '#contract/decimal.ts'
import type { Difference, OrderDifference } from '#contract/explain.ts'

/** What the whole has beside these orders: all that is of no order, does not differ, is not listed, or is not known of an order. */
export function restOf(
  whole: Difference,
  orders: readonly Pick<OrderDifference, 'difference'>[],
): Difference {
  const known = orders.flatMap(({ difference }) => difference ?? [])
  const without = (which: keyof Difference) =>
    toText(known.reduce((rest, order) => rest - parseDecimal(order[which]), parseDecimal(whole[which])))
  return {
    byOrder: without('byOrder'),
    byTransaction: without('byTransaction'),
    difference: without('difference'),
  }
}
