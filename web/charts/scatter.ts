import { plotted, type ChartValue } from './chart-series.ts'
import { valueScale, type ValueScale } from './value-scale.ts'

export interface ScatterPoint {
  id: string
  name: string
  /** Above zero; there are a few large ones and many small, so its axis is logarithmic. */
  x: ChartValue
  y: ChartValue
  /** What the area of its circle is; below zero it is a loss. */
  size: ChartValue
}

export interface PlacedPoint {
  point: ScatterPoint
  x: number
  y: number
  radius: number
  isLoss: boolean
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const RADIUS_MIN = 3
const RADIUS_MAX = 18

/** Whether a point can stand anywhere: one that lacks a value would stand where it is not. */
export const isPlaceable = ({ x, y, size }: ScatterPoint): boolean =>
  x !== null && Number(x) > 0 && y !== null && size !== null

/** Where points stand, from left to right. */
export function placedPoints(
  points: readonly ScatterPoint[],
  box: Box,
): { placed: PlacedPoint[]; x: { at: (value: number) => number; ticks: number[] }; y: ValueScale } {
  const known = points.filter(isPlaceable).map((point) => ({
    point,
    x: plotted(point.x)!,
    y: plotted(point.y)!,
    size: plotted(point.size)!,
  }))
  const y = valueScale(
    known.map((one) => one.y),
    { bottom: box.bottom, top: box.top, lines: 5, endsRound: true },
  )
  const exponents = known.map((one) => Math.log10(one.x))
  const low = Math.floor(Math.min(0, ...exponents))
  const high = Math.max(low + 1, Math.ceil(Math.max(1, ...exponents)))
  const at = (value: number) =>
    rounded(box.left + ((Math.log10(value) - low) / (high - low)) * (box.right - box.left))
  const largest = Math.max(1e-9, ...known.map(({ size }) => Math.abs(size)))
  return {
    placed: known
      .map(({ point, size, ...one }) => ({
        point,
        x: at(one.x),
        y: y.y(one.y),
        radius: rounded(Math.max(RADIUS_MIN, RADIUS_MAX * Math.sqrt(Math.abs(size) / largest))),
        isLoss: size < 0,
      }))
      .toSorted((a, b) => a.x - b.x || a.y - b.y),
    x: {
      at,
      // As its other axis, it prints nothing of nothing.
      ticks:
        known.length === 0 ? [] : Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
    },
    y,
  }
}

const rounded = (value: number): number => Math.round(value * 10) / 10

/** Whose middle is nearest, so that a small circle in a large one can be hit; null where there are none. */
export function nearestPoint(placed: readonly PlacedPoint[], x: number, y: number): number | null {
  let nearest: number | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [index, point] of placed.entries()) {
    const away = Math.hypot(point.x - x, point.y - y)
    if (away < least) [nearest, least] = [index, away]
  }
  return nearest
}
