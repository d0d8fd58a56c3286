import { describe, expect, test } from 'vitest'
import { casesOf, printedSeed } from '#test/support/drawn-cases.ts'
import { absolute, parseDecimal, toText, ZERO } from '../decimal.ts'
import { DRIVERS, varianceOf, type Visited, type VisitedProduct } from './variance.ts'

const visited = (sales: string, sessions: number, units: number): Visited => ({
  sales: parseDecimal(sales),
  sessions: parseDecimal(`${sessions}`),
  units: parseDecimal(`${units}`),
})
const driversOf = (products: readonly VisitedProduct[]) => {
  const found = varianceOf(products)
  return Object.fromEntries(DRIVERS.map((driver) => [driver, toText(found[driver])]))
}

describe('what moved sales', () => {
  test('one product, by hand', () => {
    // 100 sessions × 10 % × 20 = 200, then 150 × 8 % × 25 = 300.
    const mug = { before: visited('200', 100, 10), now: visited('300', 150, 12) }
    expect(driversOf([mug])).toEqual({
      // 50 × 10 % × 20.
      volume: '100',
      mix: '0',
      // 150 × −2 % × 20.
      conversion: '-60',
      // 150 × 8 % × 5.
      price: '60',
      newOrGone: '0',
    })
  })

  test('visits that move to the product with the dearer ones are mix, and a new product is apart', () => {
    const cheap = { before: visited('100', 100, 10), now: visited('50', 50, 5) }
    const dear = { before: visited('300', 100, 10), now: visited('600', 200, 20) }
    const fresh = { before: visited('0', 0, 0), now: visited('70', 10, 1) }
    expect(driversOf([cheap, dear, fresh])).toEqual({
      // 50 more visits at 400 / 200 each; the products themselves say −50 and +300.
      volume: '100',
      mix: '150',
      conversion: '0',
      price: '0',
      newOrGone: '70',
    })
  })

  test('what was visited and not bought before has come by conversion', () => {
    const slow = { before: visited('0', 100, 0), now: visited('40', 100, 2) }
    expect(driversOf([slow])).toMatchObject({ conversion: '40', price: '0' })
  })

  test('the parts always add up to the change', () => {
    const seed = printedSeed()
    let state = seed
    const draw = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    for (let index = 0; index < casesOf(300, 20_000); index++) {
      const products = Array.from({ length: 1 + draw(8) }, (): VisitedProduct => {
        const one = () => {
          const [sessions, units] = [draw(4) === 0 ? 0 : draw(5000), draw(4) === 0 ? 0 : draw(300)]
          const sales = units === 0 ? '0' : `${draw(90_000)}.${draw(1_000_000)}`
          return visited(sales, sessions, units)
        }
        return { before: one(), now: one() }
      })
      const found = varianceOf(products)
      const change = products.reduce((sum, { now, before }) => sum + now.sales - before.sales, ZERO)
      expect(
        DRIVERS.reduce((sum, driver) => sum + found[driver], ZERO),
        `seed ${seed}, case ${index}`,
      ).toBe(change)
      // All but the price are whole cents, so that shown cents add up to the shown change.
      for (const driver of DRIVERS)
        if (driver !== 'price') expect(toText(found[driver], 2)).toBe(toText(found[driver]))
      // The price takes what is left; that is no more than its own substitution and cents that were rounded away.
      const priced = products
        .filter(({ now, before }) => now.sessions > ZERO && before.sessions > ZERO)
        .reduce((sum, { now, before }) => {
          if (now.units === ZERO || before.units === ZERO)
            return sum + (now.units === ZERO ? now.sales : ZERO)
          return sum + now.sales - (now.units * before.sales) / before.units
        }, ZERO)
      expect(absolute(found.price - priced) < parseDecimal('0.03'), `seed ${seed}, case ${index}`).toBe(true)
    }
  })
})
