/** VAR-1: what moved the sales of products between two periods, by traffic, conversion and price. */
import { divide, multiply, toText, parseDecimal, ZERO, type Decimal } from '../decimal.ts'

/** Of one product in one period. */
export interface Visited {
  sales: Decimal
  sessions: Decimal
  units: Decimal
}

export interface VisitedProduct {
  now: Visited
  before: Visited
}

/** In the order in which one takes the place of another; a product that was not visited before or now is apart. */
export const DRIVERS = ['volume', 'mix', 'conversion', 'price', 'newOrGone'] as const
export type Driver = (typeof DRIVERS)[number]

/**
 * What each driver made of the change of all sales, in whole cents but for the price, which takes what rounding leaves:
 * together they are the change, exactly. Sales are sessions × conversion × price; each takes its new value in this order,
 * once those before it have theirs.
 */
export function varianceOf(products: readonly VisitedProduct[]): Record<Driver, Decimal> {
  const isVisited = ({ now, before }: VisitedProduct) => now.sessions > ZERO && before.sessions > ZERO
  const both = products.filter(isVisited)
  const sum = (of: readonly VisitedProduct[], amount: (one: VisitedProduct) => Decimal): Decimal =>
    of.reduce((all, one) => all + amount(one), ZERO)
  const changeOf = ({ now, before }: VisitedProduct) => now.sales - before.sales

  const traffic = sum(both, ({ now, before }) =>
    timesRatio(now.sessions - before.sessions, before.sales, before.sessions),
  )
  // As many more visits at the sales of an average visit before.
  const volume = cents(
    timesRatio(
      sum(both, ({ now, before }) => now.sessions - before.sessions),
      sum(both, ({ before }) => before.sales),
      sum(both, ({ before }) => before.sessions),
    ),
  )
  const conversion = cents(
    sum(both, ({ now, before }) => {
      // What nobody bought had no price: the one of now stands for it.
      const priced = before.units > ZERO ? before : now
      if (priced.units === ZERO) return ZERO
      const expected = timesRatio(now.sessions, before.units, before.sessions)
      return timesRatio(now.units - expected, priced.sales, priced.units)
    }),
  )
  const mix = cents(traffic - volume)
  const newOrGone = cents(
    sum(
      products.filter((one) => !isVisited(one)),
      changeOf,
    ),
  )
  const price = sum(products, changeOf) - volume - mix - conversion - newOrGone
  return { volume, mix, conversion, price, newOrGone }
}

const timesRatio = (value: Decimal, over: Decimal, under: Decimal): Decimal =>
  divide(multiply(value, over), under) ?? ZERO

const cents = (value: Decimal): Decimal => parseDecimal(toText(value, 2))
