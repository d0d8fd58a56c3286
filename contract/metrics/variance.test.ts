import { expect, test } from 'vitest'
import { casesOf, printedSeed } from '#test/support/drawn-cases.ts'
import { parseDecimal, toText, ZERO } from '../decimal.ts'
import { DRIVERS, varianceOf, type VarianceSums } from './variance.ts'

const driversOf = (sums: Record<keyof VarianceSums, string>) => {
  const read = Object.entries(sums).map(([name, text]) => [name, parseDecimal(text)])
  const found = varianceOf(Object.fromEntries(read) as VarianceSums)
  return Object.fromEntries(DRIVERS.map((driver) => [driver, toText(found[driver])]))
}

test('one product, by hand', () => {
  // 100 sessions × 10 % × 20 = 200, then 150 × 8 % × 25 = 300.
  const mug = {
    salesChange: '100',
    sessionsChange: '50',
    sessionsBefore: '100',
    salesBefore: '200',
    // 50 × 10 % × 20, and 150 × −2 % × 20.
    traffic: '100',
    conversion: '-60',
    newOrGone: '0',
  }
  // 150 × 8 % × 5 is left for the price.
  expect(driversOf(mug)).toEqual({ volume: '100', mix: '0', conversion: '-60', price: '60', newOrGone: '0' })
})

test('visits that move to the product with the dearer ones are mix', () => {
  // 100 to 50 visits of one pound each, and 100 to 200 of three.
  const two = {
    salesChange: '320',
    sessionsChange: '50',
    sessionsBefore: '200',
    salesBefore: '400',
    traffic: '250',
    conversion: '0',
    newOrGone: '70',
  }
  // 50 more visits at 400 / 200 each.
  expect(driversOf(two)).toEqual({ volume: '100', mix: '150', conversion: '0', price: '0', newOrGone: '70' })
})

test('where nothing was visited before, nothing is of volume', () => {
  const fresh = {
    salesChange: '70',
    sessionsChange: '0',
    sessionsBefore: '0',
    salesBefore: '0',
    traffic: '0',
    conversion: '0',
    newOrGone: '70',
  }
  expect(driversOf(fresh)).toEqual({ volume: '0', mix: '0', conversion: '0', price: '0', newOrGone: '70' })
})

test('the parts always add up to the change, and all but the price are whole cents', () => {
  const seed = printedSeed()
  let state = seed
  const draw = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return BigInt(state % below)
  }
  const amount = () => (draw(2_000_000_000) - 1_000_000_000n) * 1_234_567n
  const cases = casesOf(300, 20_000)
  for (let index = 0; index < cases; index++) {
    const sums = {
      salesChange: amount(),
      sessionsChange: amount(),
      sessionsBefore: draw(4) === 0n ? ZERO : draw(1_000_000) * 1_000_000_000_000n,
      salesBefore: amount(),
      traffic: amount(),
      conversion: amount(),
      newOrGone: amount(),
    }
    const found = varianceOf(sums)
    const sum = DRIVERS.reduce((all, driver) => all + found[driver], ZERO)
    expect(sum, `seed ${seed}, case ${index}`).toBe(sums.salesChange)
    for (const driver of DRIVERS)
      if (driver !== 'price') expect(toText(found[driver], 2)).toBe(toText(found[driver]))
  }
})
