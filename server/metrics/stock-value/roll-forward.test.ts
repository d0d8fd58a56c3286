import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { STOCK_MOVEMENTS } from '#contract/stock-value.ts'
import { closingUnits, rollForward } from './roll-forward.ts'
import type { ProductStock } from './stock-between.ts'

const RUNS = 500
const units = fc.integer({ min: -1_000_000, max: 1_000_000 })
const cost = fc.bigInt({ min: 0n, max: 10n ** 18n })
const movement = fc.option(units, { nil: null })

/** With balances that are what the movements make of the first, and what these leave unexplained. */
const product = fc
  .record({
    opening: units,
    moved: fc.tuple(...STOCK_MOVEMENTS.map(() => movement)),
    unexplained: units,
    other: units,
    openingCost: cost,
    closingCost: cost,
  })
  .map(({ moved, ...stock }): ProductStock => {
    const came = moved.reduce<number>((sum, n) => sum + (n ?? 0), 0)
    return {
      ...stock,
      accountId: '1',
      account: 'Europe',
      marketplace: 'DE',
      sku: 'MUG',
      firstDay: '2026-03-01',
      lastDay: '2026-03-31',
      sellable: stock.opening + came + stock.unexplained - stock.other,
      moved: Object.fromEntries(
        STOCK_MOVEMENTS.map((id, index) => [id, moved[index]!]),
      ) as ProductStock['moved'],
      beganLate: false,
      endedEarly: false,
      writtenOff: ZERO,
    }
  })

test('values roll forward exactly, whatever comes and goes and whatever it costs', () => {
  let runs = 0
  fc.assert(
    fc.property(fc.array(product, { maxLength: 8 }), (products) => {
      runs++
      const lines = rollForward(products)
      const closing = lines.at(-1)!
      const sum = lines.slice(0, -1).reduce((total, { value }) => total + (value ?? ZERO), ZERO)
      expect(toText(sum, 12)).toBe(toText(closing.value!, 12))
      const count = lines.slice(0, -1).reduce((total, line) => total + (line.units ?? 0), 0)
      expect(count).toBe(closing.units)
      expect(closing.units).toBe(products.reduce((total, one) => total + closingUnits(one)!, 0))
    }),
    { numRuns: RUNS },
  )
  expect(runs).toBe(RUNS)
})

test('values leave out products of which one is not known, and where there is nothing no cost is needed', () => {
  const still = Object.fromEntries(STOCK_MOVEMENTS.map((id) => [id, null])) as ProductStock['moved']
  const [any] = fc.sample(product, { numRuns: 1, seed: 1 })
  const known: ProductStock = {
    ...any!,
    opening: 3,
    moved: { ...still, lost: -2 },
    unexplained: 0,
    sellable: 1,
    other: 0,
    openingCost: parseDecimal('2'),
    closingCost: parseDecimal('2.5'),
  }
  const of = (...products: ProductStock[]) =>
    Object.fromEntries(
      rollForward(products).map(({ id, ...line }) => [
        id,
        [line.units, line.value === null ? null : toText(line.value)],
      ]),
    )
  const alone = {
    opening: [3, '6'],
    lost: [-2, '-5'],
    found: [null, null],
    unexplained: [0, '0'],
    revaluation: [null, '1.5'],
    closing: [1, '2.5'],
  }
  expect(of(known)).toMatchObject(alone)
  const nothing = {
    opening: 0,
    moved: still,
    unexplained: 0,
    sellable: 0,
    openingCost: null,
    closingCost: null,
  }
  expect(of({ ...known, ...nothing })).toMatchObject({ opening: [0, '0'], closing: [0, '0'] })
  for (const unknown of [
    { openingCost: null },
    { closingCost: null },
    { sellable: null, unexplained: null },
    { ...nothing, moved: { ...still, receipts: 2, customer_shipments: -2 } },
  ]) {
    const other = { ...known, ...unknown }
    expect(of(other)).toMatchObject({ opening: [other.opening, null], closing: [closingUnits(other), null] })
    const together = of(known, other)
    for (const [id, [, value]] of Object.entries(alone)) expect(together[id]![1], id).toBe(value)
    expect(together['opening']![0]).toBe(3 + other.opening!)
  }
})
