import { expect, test } from 'vitest'
import { restOf } from './order-differences.ts'

test('orders and the rest add up to the whole', () => {
  const whole = { byOrder: '76.5', byTransaction: '70.01', difference: '6.49' }
  const orders = [
    { difference: { byOrder: '0', byTransaction: '17.5', difference: '-17.5' } },
    { difference: { byOrder: '17', byTransaction: '0', difference: '17' } },
    { difference: null },
  ]
  expect(restOf(whole, orders)).toEqual({ byOrder: '59.5', byTransaction: '52.51', difference: '6.99' })
  expect(restOf(whole, [])).toEqual(whole)
})
