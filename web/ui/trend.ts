export type Trend = 'up' | 'down' | 'noChange'

interface TrendInversions {
  invertTrendArrow?: boolean
  invertTrendColor?: boolean
}

const OPPOSITE = { up: 'down', down: 'up', noChange: 'noChange' } as const
const JUDGEMENT = { up: 'good', down: 'bad', noChange: 'neutral' } as const

/** Where a trend points and whether that is good; each can be turned round by itself. */
export const trendLook = (
  trend: Trend,
  { invertTrendArrow = false, invertTrendColor = false }: TrendInversions = {},
) => ({
  arrow: invertTrendArrow ? OPPOSITE[trend] : trend,
  judgement: JUDGEMENT[invertTrendColor ? OPPOSITE[trend] : trend],
})
