/** Filters by a number: how an address says them, and in which words the page does. */
import {
  isFilterNumber,
  isWholeFilter,
  NUMBER_COMPARISONS,
  NUMBER_FILTERS_MAX,
  type NumberComparison,
  type NumberFilter,
} from '#contract/dashboards/number-filters.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { putsInOrder } from '#contract/metrics/evaluate.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { Applied } from '#web/dashboard/applied.ts'
import type { FilterField } from '#web/filters/filter-fields.ts'
import { quantityText } from '#web/ui/numbers.ts'

/** `unitMargin:BELOW:0.1,unitsSold:BETWEEN:5:10`. */
export const numberFiltersField = <const Id extends MetricId>(
  metrics: readonly Id[],
): FilterField<NumberFilter<Id>[]> => ({
  read: (text) =>
    text
      .split(',')
      .flatMap((one): NumberFilter<Id>[] => {
        const [name, compared, value = '', to, ...rest] = one.split(':')
        const metric = metrics.find((id) => id === name && putsInOrder(id))
        const comparison = NUMBER_COMPARISONS.find((known) => known === compared)
        const numbers = to === undefined ? [value] : [value, to]
        if (!metric || !comparison || rest.length > 0 || !numbers.every(isFilterNumber)) return []
        const filter = { metric, comparison, value, ...(to !== undefined && { to }) }
        return isWholeFilter(filter) ? [filter] : []
      })
      .slice(0, NUMBER_FILTERS_MAX),
  write: (filters) => filters.map(filterParam).join(',') || 'none',
  initial: () => [],
  isStored: false,
})

const filterParam = ({ metric, comparison, value, to }: NumberFilter): string =>
  [metric, comparison, value, ...(to === undefined ? [] : [to])].join(':')

/** Percent are typed and read as 10, and kept as the fraction 0.1. */
export const isTypedInPercent = (metric: MetricId): boolean => metricOf(metric).unit === 'percent'

const isMoney = (metric: MetricId): boolean => ['money', 'price'].includes(metricOf(metric).unit)

/** In what a number is typed; empty where it has no unit. */
export const unitOf = (metric: MetricId, currencyCode: string): string =>
  isTypedInPercent(metric) ? '%' : isMoney(metric) ? currencyCode : ''

export const COMPARISON_TEXTS: Record<NumberComparison, string> = {
  BELOW: 'below',
  AT_MOST: 'at most',
  AT_LEAST: 'at least',
  ABOVE: 'above',
  BETWEEN: 'between',
}

/** `below 10 %`, `between 5 and 20 EUR`; all the digits that were given. */
export function comparisonText(
  { metric, comparison, value, to }: NumberFilter,
  currencyCode: string,
): string {
  const shown = (number: string) =>
    quantityText(isTypedInPercent(metric) ? toText(parseDecimal(number) * 100n) : number)
  const numbers = to === undefined ? shown(value) : `${shown(value)} and ${shown(to)}`
  return [COMPARISON_TEXTS[comparison], numbers, unitOf(metric, currencyCode)].filter(Boolean).join(' ')
}

interface NumbersView {
  numbers: readonly NumberFilter[]
}

/** As what narrows a page. */
export const numbersApplied = (numbers: readonly NumberFilter[], currencyCode: string): Applied[] =>
  numbers.map((filter) => ({
    id: `numbers ${filterParam(filter)}`,
    label: metricOf(filter.metric).label,
    names: [comparisonText(filter, currencyCode)],
    off: (view) => ({ numbers: withoutFilter((view as unknown as NumbersView).numbers, filter), page: 1 }),
  }))

export const withoutFilter = <Filter extends NumberFilter>(
  filters: readonly Filter[],
  filter: NumberFilter,
): Filter[] => filters.filter((one) => filterParam(one) !== filterParam(filter))

/** One more; the same is not said twice. */
export const withFilter = <Filter extends NumberFilter>(
  filters: readonly Filter[],
  filter: Filter,
): Filter[] => [...withoutFilter(filters, filter), filter]
