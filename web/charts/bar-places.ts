export interface BarPlaces {
  width: number
  x: (index: number, position: number) => number
}

const SHARE = 0.64
const WIDTH_MAX = 28
const BETWEEN = 2

/** Where the bars of so many periods and series stand; they never touch those of the next period. */
export function barPlaces(periods: number, series: number, plotWidth: number): BarPlaces {
  const step = plotWidth / Math.max(periods, 1)
  const gap = series > 1 && step > 12 ? BETWEEN : 0
  const width = Math.max(Math.min((step * SHARE - gap * (series - 1)) / Math.max(series, 1), WIDTH_MAX), 1)
  const group = width * series + gap * (series - 1)
  return { width, x: (index, position) => index * step + (step - group) / 2 + position * (width + gap) }
}
