import type { ChangeKey, ExplainedGroups, ExplainGroup, GroupKey } from '#contract/explain.ts'
import { changesAddUp, leavesOf } from '#contract/metrics/evaluate.ts'
import type { MetricUnit } from '#contract/metrics/metric.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { groupKeysOf, isOfExpenses, NO_GROUP } from '#contract/metrics/told-apart.ts'
import { dayText, monthText } from '#web/ui/dates.ts'
import { exactText, unitText } from '#web/ui/numbers.ts'
import type { ExplainedCell } from './explained-cell.ts'
import type { ExplainScope } from './ExplainDrawer.tsx'

interface KeyWords {
  label: string
  one: string
  many: string
}

export const KEY_WORDS: Record<GroupKey, KeyWords> = {
  product: { label: 'Product', one: 'product', many: 'products' },
  brand: { label: 'Brand', one: 'brand', many: 'brands' },
  marketplace: { label: 'Marketplace', one: 'marketplace', many: 'marketplaces' },
  kind: { label: 'Kind', one: 'kind', many: 'kinds' },
  order: { label: 'Order', one: 'order', many: 'orders' },
  day: { label: 'Day', one: 'day', many: 'days' },
  month: { label: 'Month', one: 'month', many: 'months' },
  file: { label: 'File', one: 'file', many: 'files' },
}

/** Longer stretches are told by month. */
const DAYS_TOLD_MAX = 62

type Selection = Pick<ExplainScope, 'skus' | 'marketplaces' | 'brandNames'>

/** What all rows of a number share; where no product has a brand they all have none. */
const sharedIn = (
  { of }: Pick<ExplainedCell, 'of'>,
  { skus = [], marketplaces = [], brandNames = [] }: Selection,
  hasBrands: boolean,
) => {
  const product = of?.by === 'sku' || skus.length === 1
  return {
    product,
    brand: !hasBrands || product || of?.by === 'brand' || brandNames.length === 1,
    marketplace: of?.by === 'marketplace' || marketplaces.length === 1,
  }
}

/** By what the rows of a number are told apart on the screen: not by what all of them share. */
export function keysOffered(
  term: MetricId,
  cell: ExplainedCell,
  selection: Selection,
  hasBrands: boolean,
): GroupKey[] {
  const { of, start, end } = cell
  const { skus = [] } = selection
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1
  const isOne: Partial<Record<GroupKey, boolean>> = {
    ...sharedIn(cell, selection, hasBrands),
    day: days === 1 || days > DAYS_TOLD_MAX,
    month: days <= DAYS_TOLD_MAX,
  }
  return groupKeysOf(term, skus.length > 0 || of?.by === 'parent' || of?.by === 'brand').filter(
    (key) => !isOne[key],
  )
}

const CHANGE_KEYS: readonly ChangeKey[] = ['product', 'brand', 'marketplace', 'line']

/** By what a change is told apart. */
export function changeKeysOffered(
  metric: MetricId,
  cell: Pick<ExplainedCell, 'of'>,
  selection: Selection,
  hasBrands: boolean,
): ChangeKey[] {
  const isOne: Record<ChangeKey, boolean> = {
    ...sharedIn(cell, selection, hasBrands),
    line: leavesOf(metric).length === 1,
    ...(isOfExpenses(metric) && { product: true }),
  }
  return CHANGE_KEYS.filter((key) => changesAddUp(metric, key) && !isOne[key])
}

/** What a group is called, and what the files say or its rows count as where that is something else. */
export function groupName(by: GroupKey, group: Pick<ExplainGroup, 'label' | 'code' | 'metricId'>) {
  const name = nameOf(by, group.label)
  const codes = [group.code, by === 'kind' && group.metricId ? metricOf(group.metricId).label : '']
  const isSaid = by === 'product' || by === 'kind'
  return { name, code: (isSaid && codes.find((code) => code !== '' && code !== name)) || '' }
}

function nameOf(by: GroupKey, label: string): string {
  if (label === '') return NO_GROUP[by]
  if (by === 'day') return dayText(label)
  return by === 'month' ? `${monthText(label)} ${label.slice(0, 4)}` : label
}

/** A number of a group, to the cent. */
export const valueFormat =
  (unit: MetricUnit, currencyCode: string) =>
  (text: string): string =>
    unit === 'money' || unit === 'price' ? exactText(text, currencyCode) : unitText(unit, text)

/** `EUR`, or what is counted. */
export const amountTitle = ({ unit, label, currencyCode }: ExplainedGroups): string =>
  unit === 'money' || unit === 'price' ? currencyCode : label
