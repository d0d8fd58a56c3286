/** Where a value lies on a scale from zero, against what it should be. Geometry only: no number is shown from here. */
import { plotted, type ChartValue } from './chart-series.ts'

export interface BulletScale {
  value: ChartValue
  /** What it should reach, or stay below: a mark across the bar. */
  target?: ChartValue | undefined
  /** Where it may lie: a ground behind the bar. */
  range?: readonly [string, string] | undefined
  /** The end of the scale; without it the scale ends a little beyond value and target. */
  max?: string | undefined
}

/** All as parts of the width. */
export interface BulletMarks {
  /** Null where there is no value. Below zero there is no bar. */
  fill: number | null
  /** The value lies beyond the end of the scale. */
  isBeyond: boolean
  target: number | null
  range: { from: number; to: number } | null
}

const ROOM = 1.15

export function bulletMarks({ value, target, range, max }: BulletScale): BulletMarks {
  const [is, wanted] = [plotted(value), plotted(target)]
  const end =
    max === undefined ? Math.max(is ?? 0, wanted ?? 0, plotted(range?.[1]) ?? 0) * ROOM : Number(max)
  const part = (number: number) => (end > 0 ? Math.min(Math.max(number / end, 0), 1) : 0)
  return {
    fill: is === null ? null : part(is),
    isBeyond: is !== null && is > end,
    target: wanted === null ? null : part(wanted),
    range: range ? { from: part(Number(range[0])), to: part(Number(range[1])) } : null,
  }
}
