/** Which rows of a table are listed by what their numbers come to; all that are named must hold. */
import { parseDecimal, toText, type Decimal } from '../decimal.ts'
import type { MetricId } from '../metrics/metrics.ts'

export const NUMBER_COMPARISONS = ['BELOW', 'AT_MOST', 'AT_LEAST', 'ABOVE', 'BETWEEN'] as const
export type NumberComparison = (typeof NUMBER_COMPARISONS)[number]

/** So many at once. */
export const NUMBER_FILTERS_MAX = 5
/** Of a number that rows are compared with: before the point, and after it as answers are written. */
export const FILTER_DIGITS = { whole: 12, fraction: 6 } as const
const FILTER_NUMBER = new RegExp(`^-?\\d{1,${FILTER_DIGITS.whole}}(\\.\\d{1,${FILTER_DIGITS.fraction}})?$`)
export const isFilterNumber = (text: string): boolean => FILTER_NUMBER.test(text)

export interface NumberFilter<Id extends MetricId = MetricId> {
  metric: Id
  comparison: NumberComparison
  /** Decimal text; of a percentage the fraction, 0.1 = 10 %. */
  value: string
  /** The upper end of BETWEEN, which both ends belong to. */
  to?: string | undefined
}

/** Whether BETWEEN has two ends in their order, and no other comparison has two. */
export const isWholeFilter = ({ comparison, value, to }: NumberFilter): boolean =>
  comparison === 'BETWEEN' ? to !== undefined && parseDecimal(value) <= parseDecimal(to) : to === undefined

/** Compared as an answer writes it, so that what is read as 0.1 is 0.1. What has no value passes nothing. */
export function passes({ comparison, value, to = value }: NumberFilter, figure: Decimal | null): boolean {
  if (figure === null) return false
  const [written, low, high] = [parseDecimal(toText(figure)), parseDecimal(value), parseDecimal(to)]
  switch (comparison) {
    case 'BELOW':
      return written < low
    case 'AT_MOST':
      return written <= low
    case 'AT_LEAST':
      return written >= low
    case 'ABOVE':
      return written > low
    case 'BETWEEN':
      return written >= low && written <= high
  }
}
