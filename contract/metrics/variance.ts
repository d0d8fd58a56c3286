/** VAR-1: what moved the sales of products between two periods, by traffic, conversion and price. */
import { divide, multiply, parseDecimal, toText, ZERO, type Decimal } from '../decimal.ts'

/** In the order in which one takes the place of another; a product that was not visited before or now is apart. */
export const DRIVERS = ['volume', 'mix', 'conversion', 'price', 'newOrGone'] as const
export type Driver = (typeof DRIVERS)[number]

/**
 * Sums over products of two periods. Sales are sessions × conversion × price; each takes its new value in this order, once
 * those before it have theirs. All but `salesChange` and `newOrGone` are of products that were visited in both.
 */
export interface VarianceSums {
  /** Of all products, whether they were visited or not. */
  salesChange: Decimal
  sessionsChange: Decimal
  sessionsBefore: Decimal
  salesBefore: Decimal
  /** What its visits more or less made of each product's sales, at its own sales of a visit before. */
  traffic: Decimal
  /** What its units more or less than were expected of its visits made, at its own price before. */
  conversion: Decimal
  /** The whole change of products that were not visited before, or are not now. */
  newOrGone: Decimal
}

/**
 * What each driver made of the change of all sales, in whole cents but for the price, which takes what rounding leaves:
 * together they are the change, exactly.
 */
export function varianceOf(sums: VarianceSums): Record<Driver, Decimal> {
  // As many more visits at the sales of an average visit before.
  const volume = cents(divide(multiply(sums.sessionsChange, sums.salesBefore), sums.sessionsBefore) ?? ZERO)
  const mix = cents(sums.traffic - volume)
  const [conversion, newOrGone] = [cents(sums.conversion), cents(sums.newOrGone)]
  return {
    volume,
    mix,
    conversion,
    price: sums.salesChange - volume - mix - conversion - newOrGone,
    newOrGone,
  }
}

const cents = (value: Decimal): Decimal => parseDecimal(toText(value, 2))
