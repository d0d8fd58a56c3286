/** Apart from what every page loads first: it knows all metrics. */
import { measuresOf } from '#contract/metrics/evaluate.ts'
import type { FactName } from '#contract/metrics/metric.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { absenceText, cellNotes } from './lacks.ts'
import { REPORT_KINDS, reportText, type PageReport, type ReportKind } from './reports.ts'

/** Of which a metric is made. */
const reportKindsOf = (metric: MetricId): ReportKind[] => [
  ...new Set([...measuresOf([metric])].map((measure) => REPORT_KINDS[measure.split('.')[0] as FactName])),
]

/** What a page that shows these metrics is made from. */
export const reportsOf = (metrics: readonly MetricId[]): PageReport[] =>
  [...new Set(metrics.flatMap(reportKindsOf))].map((kind) => ({
    kind,
    needed: metrics.flatMap((metric) => (reportKindsOf(metric).includes(kind) ? metricOf(metric).label : [])),
  }))

/** What days without a value have none of. */
export const fileOf = (metric: MetricId): string => reportText(reportKindsOf(metric))

/** `absenceText` of a metric, where money counts by order: with the report that it lacks, as files of others may be there. */
export const metricAbsence = (cell: Parameters<typeof absenceText>[0], metric: MetricId): string | null =>
  absenceText(cell, fileOf(metric))

/** `cellNotes` in the same way. */
export const metricNotes = (cell: Parameters<typeof cellNotes>[0], metric: MetricId): string[] =>
  cellNotes(cell, fileOf(metric))
