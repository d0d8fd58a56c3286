import { expect, test } from 'vitest'
import { divide, multiply, parseDecimal } from './decimal.ts'
import { stockStatusOf } from './stock-status.ts'

const units = (count: number) => parseDecimal(String(count))

/** One unit in three days; 60 days of lead time and 15 of safety are 25 units. */
function statusOf({ available, inbound = 0 }: { available: number; inbound?: number }) {
  const dailyVelocity = divide(units(10), units(30))!
  return stockStatusOf(
    {
      available: units(available),
      pipelineUnits: units(available + inbound),
      dailyVelocity,
      safetyStockUnits: multiply(dailyVelocity, units(15)),
    },
    60,
  )
}

test('what lasts exactly as long as a limit is at the limit, though a third has no end', () => {
  expect(statusOf({ available: 10, inbound: 15 })).toBe('ORDER_NOW')
  expect(statusOf({ available: 10, inbound: 16 })).toBe('ORDER_SOON')
  expect(statusOf({ available: 27 })).toBe('ORDER_SOON')
  expect(statusOf({ available: 28 })).toBe('HEALTHY')
  // 90 days are no more than 90.
  expect(statusOf({ available: 30 })).toBe('HEALTHY')
  expect(statusOf({ available: 31 })).toBe('OVERSTOCK')
})

test('without sales, without stock, and without a snapshot', () => {
  const known = { available: units(5), pipelineUnits: units(5), safetyStockUnits: units(0) }
  expect(stockStatusOf({ ...known, dailyVelocity: null }, 60)).toBe('NO_SALES')
  expect(stockStatusOf({ ...known, dailyVelocity: units(0) }, 60)).toBe('NO_SALES')
  expect(stockStatusOf({ ...known, dailyVelocity: units(1), available: units(0) }, 60)).toBe('OUT_OF_STOCK')
  expect(stockStatusOf({ ...known, dailyVelocity: units(1), available: null }, 60)).toBeNull()
})
