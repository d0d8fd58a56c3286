import type { DateRange } from '#contract/date-range.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import { REPORT_KINDS, reportKindsOf, reportText, type ReportKind } from '#web/explain/reports.ts'
import { daysOfSources, type DashboardSubject } from './dashboard-subject.ts'

type Sources = DashboardSubject['sources']

/** What the numbers of a page are made from. */
interface PageReports {
  kinds: ReportKind[]
  /** From the first to the last day of their files; null without any. */
  days: DateRange | null
}

export function reportsOfPage(metrics: readonly MetricId[], sources: Sources): PageReports {
  const kinds = [...new Set(metrics.flatMap(reportKindsOf))]
  const tables = kinds.flatMap((kind) => kind.tables)
  return { kinds, days: daysOfSources(sources.filter(({ source }) => tables.includes(source))) }
}

/** That there is no advertising is told by a flag; reports of stock are few people's, and said of their numbers alone. */
const SAID_OVER_NUMBERS: readonly ReportKind[] = [REPORT_KINDS.orders, REPORT_KINDS.traffic]
const METRICS_NAMED = 3
const list = new Intl.ListFormat('en-GB')

/** Reports of which there is no file at all, however many days settlements cover, and what is not known without them. */
export const lackingNotes = (metrics: readonly MetricId[], sources: Sources): FlagNote[] =>
  SAID_OVER_NUMBERS.flatMap((kind) => {
    const without = metrics.filter((metric) => reportKindsOf(metric).includes(kind))
    const isThere = sources.some(({ source }) => kind.tables.includes(source))
    if (isThere || without.length === 0) return []
    return {
      text: `No ${reportText([kind])} for ${namesOf(without)}`,
      isWarning: true,
      act: { label: 'Where to find it', leadsTo: 'GUIDE', report: kind.guide },
    }
  })

function namesOf(metrics: readonly MetricId[]): string {
  const named = metrics.length > METRICS_NAMED + 1 ? metrics.slice(0, METRICS_NAMED) : metrics
  const names = named.map((metric) => metricOf(metric).label)
  if (named.length < metrics.length) names.push(`${metrics.length - named.length} more`)
  return list.format(names)
}
