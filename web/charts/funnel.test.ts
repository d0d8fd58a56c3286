import { expect, test } from 'vitest'
import { funnelBars, type FunnelStep } from './funnel.ts'

const step = (id: string, own: string | null, market: string | null): FunnelStep => ({
  id,
  label: id,
  own,
  market,
})

test('each step has its share, how far that is from the first, and how often the step before led to it', () => {
  const { par, bars, leak } = funnelBars([
    step('impressions', '100', '1000'),
    step('clicks', '20', '100'),
    step('cartAdds', '6', '50'),
    step('purchases', '4', '25'),
  ])
  expect(par).toBe(0.1)
  expect(bars.map(({ share, toPar }) => [share, toPar])).toEqual([
    [0.1, null],
    [0.2, 0.1],
    [0.12, expect.closeTo(0.02)],
    [0.16, expect.closeTo(0.06)],
  ])
  expect(bars.map(({ rate }) => rate)).toEqual([
    null,
    { own: 0.2, market: 0.1 },
    { own: 0.3, market: 0.5 },
    { own: expect.closeTo(2 / 3), market: 0.5 },
  ])
  // Above par still, and yet the step that loses most.
  expect(leak).toBe('cartAdds')
})

test('what is not known is no zero, and where nothing is lost there is no leak', () => {
  const { par, bars, leak } = funnelBars([
    step('impressions', '10', '100'),
    step('clicks', null, '50'),
    step('purchases', '0', '0'),
  ])
  expect([par, leak]).toEqual([0.1, null])
  expect(bars.map(({ share, toPar }) => [share, toPar])).toEqual([
    [0.1, null],
    [null, null],
    [null, null],
  ])
  expect(funnelBars([])).toEqual({ par: null, bars: [], leak: null })
})
