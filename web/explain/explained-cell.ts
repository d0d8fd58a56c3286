import { isDay } from '#contract/date-range.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { FLAGGED_LINES, type CountedFlag } from '#contract/profit-and-loss-lines.ts'

/** One number, as the address names it: `netProfit.2026-06-01.2026-06-30`. */
export interface ExplainedCell {
  metric: MetricId
  start: string
  end: string
  /** Of what belongs to none of the selected marketplaces and products, and of nothing else. */
  isLeftOut?: true
  /** Of a page of now: of a column that is compared with days of its own, whatever the days of the page are compared with. */
  isNow?: true
  /**
   * Of one row of a table; an empty key is what belongs to none, and of brands the products without one, since `noBrand` is what is
   * of no brand and no product. `expense` is a category of operating expenses.
   */
  of?: { by: (typeof KEYS)[number]; key: string }
}

const KEYS = ['sku', 'parent', 'brand', 'noBrand', 'marketplace', 'expense'] as const

/** What a warning over the statement counts: `unitsWithoutCost.2026-06-01.2026-11-19`. */
export interface ExplainedFlag {
  flag: CountedFlag
  start: string
  end: string
}

export type Explained = ExplainedCell | ExplainedFlag

export const isCell = (explained: Explained): explained is ExplainedCell => 'metric' in explained

/** A product, among what leads to a number. */
export interface OpenedProduct {
  product: string
}
export type DrawerStep = ExplainedCell | OpenedProduct

export const isProduct = (step: Explained | OpenedProduct): step is OpenedProduct => 'product' in step

const LEFT_OUT = 'leftOut'
const NOW = 'now'

export function textOf(explained: Explained): string {
  const { start, end } = explained
  if (!isCell(explained)) return `${explained.flag}.${start}.${end}`
  const { metric, isLeftOut, isNow, of } = explained
  return [
    metric,
    start,
    end,
    ...(isNow ? [NOW] : []),
    ...(of ? [`${of.by}~${of.key}`] : isLeftOut ? [LEFT_OUT] : []),
  ].join('.')
}

export function explainedOf(text: string | undefined): Explained | null {
  const [name = '', start = '', end = '', ...rest] = text?.split('.') ?? []
  const isNow = rest[0] === NOW
  // A SKU may hold points too.
  const which = rest.slice(isNow ? 1 : 0).join('.')
  // Of a day that there is not, no page could say which it is.
  if (!isDay(start) || !isDay(end) || end < start) return null
  if (isCountedFlag(name)) return { flag: name, start, end }
  // The drawer knows which metrics there are; their list is not for the first load.
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) return null
  const by = KEYS.find((key) => which.startsWith(`${key}~`))
  const of = by && { by, key: which.slice(by.length + 1) }
  return {
    metric: name as MetricId,
    start,
    end,
    ...(isNow && { isNow }),
    ...(of ? { of } : which === LEFT_OUT && { isLeftOut: true }),
  }
}

const isCountedFlag = (name: string): name is CountedFlag => Object.hasOwn(FLAGGED_LINES, name)
