/** A course that is split: small pictures, and the same numbers for a file. */
import type { CoursePart, MetricCell } from '#contract/answer.ts'
import type { TrendSplit } from '#contract/dashboards/trends.ts'
import { missingText } from '#contract/lack-words.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { shownGrowth } from '#web/charts/change.ts'
import type { ChartInterval, ChartPeriod } from '#web/charts/chart-series.ts'
import { periodText } from '#web/charts/period-axis.ts'
import { SmallMultiples } from '#web/charts/SmallMultiples.tsx'
import { unconvertedText } from '#web/explain/lacks.ts'
import { sheetFrom, typeOfUnit, type Sheet } from '#web/table/sheet.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { betterOf, toneOf } from './metric-charts.ts'
import { figureUnit, metricNumber } from './metric-text.ts'

export const SPLIT_NAMES: Record<TrendSplit, string> = {
  MARKETPLACE: 'marketplace',
  BRAND: 'brand',
  PRODUCT: 'product',
  CUSTOMER: 'kind of customer',
  AD_TYPE: 'kind of ad',
}

export const partId = ({ kind, key }: CoursePart<MetricId>): string => `${kind} ${key}`

export const partIcon = ({ kind, key }: CoursePart<MetricId>, by: TrendSplit): React.ReactNode =>
  by === 'MARKETPLACE' && kind === 'PART' && <Flag country={key} />

interface PartsOverTimeProps<Id extends MetricId> {
  label: string
  metric: Id
  parts: readonly CoursePart<Id>[]
  by: TrendSplit
  /** Those that have begun. */
  periods: readonly ChartPeriod[]
  interval: ChartInterval
  hasPrior: boolean
  currencyCode: string
  isDense?: boolean
}

/** How a metric of each part moved, each on its own scale. */
export const PartsOverTime = <Id extends MetricId>({
  label,
  metric,
  parts,
  by,
  periods,
  interval,
  hasPrior,
  currencyCode,
  isDense = false,
}: PartsOverTimeProps<Id>) => {
  const shownOf = (part: CoursePart<Id>) => part.cells.slice(0, periods.length).map((cell) => cell[metric])
  return (
    <SmallMultiples
      label={label}
      unit={figureUnit(metricOf(metric).unit, currencyCode, metricOf(metric).decimals)}
      tone={toneOf(metric)}
      {...betterOf(metric)}
      isDense={isDense}
      periodAt={(index) => {
        const { note, ...period } = periods[index]!
        return [periodText(period, interval), note].filter(Boolean).join(', ')
      }}
      isMarkedAt={(index) => periods[index]!.note !== undefined}
      items={parts.map((part) => ({
        id: partId(part),
        name: part.name,
        icon: partIcon(part, by),
        value: part.range[metric]?.value ?? null,
        previous: comparedOf(part.range[metric]),
        values: shownOf(part).map((cell) => cell?.value ?? null),
        ...(hasPrior && { prior: shownOf(part).map((cell) => cell?.previous ?? null) }),
      }))}
    />
  )
}

/** None where the server tells no growth, because days are missing. */
const comparedOf = (cell: MetricCell | undefined): string | null =>
  cell?.growth == null ? null : cell.previous

interface Parts<Id extends MetricId> {
  parts: readonly CoursePart<Id>[]
  periods: readonly { startDate: string; endDate: string }[]
}

/** Each part in each period, and what it is compared with: a row each. */
export const partsSheet = <Id extends MetricId>(
  { parts, periods }: Parts<Id>,
  metric: Id,
  currencyCode: string,
): Sheet => {
  const { label, unit } = metricOf(metric)
  const isRatio = unit === 'percent'
  return sheetFrom(
    parts.flatMap(({ name, cells }) =>
      periods.map((period, index) => ({ name, period, cell: cells[index]?.[metric] })),
    ),
    [
      ['Name', 'text', ({ name }) => name],
      ['From', 'day', ({ period }) => period.startDate],
      ['To', 'day', ({ period }) => period.endDate],
      [label, typeOfUnit(unit), ({ cell }) => cell && metricNumber(cell)],
      ['Compared', typeOfUnit(unit), ({ cell }) => cell?.previous],
      [
        'Growth',
        'share',
        ({ cell }) => (cell?.growth == null ? null : shownGrowth(cell.value, cell.previous, { isRatio })),
      ],
      ['Missing', 'text', ({ cell }) => cell && missingText(cell, unconvertedText(cell))],
    ],
    currencyCode,
  )
}
