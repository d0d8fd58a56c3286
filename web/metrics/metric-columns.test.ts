import { expect, test } from 'vitest'
import { metricFigure } from './metric-columns.tsx'

test('a figure is compared where the answer compares it', () => {
  const prior = (growth: number | null, previous: string | null) =>
    metricFigure('orderedProductSales', { value: '30', growth, previous }, 'GBP').prior
  expect(prior(-0.4, '50')).toBe('50')
  // Days are missing, so that a fall would be none.
  expect(prior(null, '70')).toBeNull()
  // Something after nothing is new.
  expect(prior(null, '0')).toBe('0')
  expect(prior(null, null)).toBeNull()
})
