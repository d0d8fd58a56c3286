import { expect, test } from 'vitest'
import { trendLook } from './trend.ts'

test.each([
  ['up', false, false, 'up', 'good'],
  ['down', false, false, 'down', 'bad'],
  ['noChange', false, false, 'noChange', 'neutral'],
  ['up', true, false, 'down', 'good'],
  ['up', false, true, 'up', 'bad'],
  ['down', false, true, 'down', 'good'],
  ['down', true, true, 'up', 'good'],
  ['noChange', true, true, 'noChange', 'neutral'],
] as const)(
  '%s, arrow inverted %s, colour inverted %s: %s, %s',
  (trend, invertTrendArrow, invertTrendColor, arrow, judgement) => {
    expect(trendLook(trend, { invertTrendArrow, invertTrendColor })).toEqual({ arrow, judgement })
  },
)
