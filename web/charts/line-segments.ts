import { area, line } from 'd3-shape'

export interface PlotPoint {
  x: number
  /** Null: a gap. */
  y: number | null
}

const lineOf = line<PlotPoint>()
  .defined(({ y }) => y !== null)
  .x(({ x }) => x)
  .y(({ y }) => y!)

/** A path that breaks where there is no data. */
export const linePath = (points: readonly PlotPoint[]): string => lineOf([...points]) ?? ''

/** The ground under a line, down to a base. */
export const areaPath = (points: readonly PlotPoint[], base: number): string =>
  area<PlotPoint>()
    .defined(({ y }) => y !== null)
    .x(({ x }) => x)
    .y0(base)
    .y1(({ y }) => y!)([...points]) ?? ''

/**
 * The finished part of a line, and the part that leads to periods which are not: it begins at the last finished
 * point, so that the line does not tear.
 */
export function splitUnfinished(
  points: readonly PlotPoint[],
  isUnfinished: (index: number) => boolean,
): { finished: PlotPoint[]; unfinished: PlotPoint[] } {
  const gap = ({ x }: PlotPoint): PlotPoint => ({ x, y: null })
  return {
    finished: points.map((point, index) => (isUnfinished(index) ? gap(point) : point)),
    unfinished: points.map((point, index) =>
      isUnfinished(index) || (index + 1 < points.length && isUnfinished(index + 1)) ? point : gap(point),
    ),
  }
}

/** Points between two gaps, which no line would show. */
export const lonePoints = (points: readonly PlotPoint[]): PlotPoint[] =>
  points.filter(({ y }, index) => y !== null && points[index - 1]?.y == null && points[index + 1]?.y == null)

/** The last point that is there. */
export const lastPoint = (
  points: readonly PlotPoint[],
): (PlotPoint & { y: number; index: number }) | null => {
  const index = points.findLastIndex(({ y }) => y !== null)
  const point = points[index]
  return point && point.y !== null ? { x: point.x, y: point.y, index } : null
}
