import { absolute, ratio, toNumber, ZERO, type Decimal } from '../decimal.ts'
import type { Metric } from './metric.ts'

/**
 * GROW-1: the change against a comparison, 0.2 = +20 %; null against nothing. Costs are stored below zero, so their sign
 * is turned and a rising cost grows. A percentage changes by points: 0.02 is two of them.
 */
export function growthOf(
  { unit, isCost }: Pick<Metric, 'unit' | 'isCost'>,
  current: Decimal,
  previous: Decimal,
): number | null {
  if (unit === 'percent') return toNumber(current - previous)
  return ratio(isCost ? previous - current : current - previous, absolute(previous))
}

/** PCT-1: a number as a share of net sales, sign kept; null where these are not above zero. */
export const shareOfSales = (value: Decimal, netSales: Decimal): number | null =>
  netSales > ZERO ? ratio(value, netSales) : null
