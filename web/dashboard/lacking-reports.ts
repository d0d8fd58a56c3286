import type { DateRange } from '#contract/date-range.ts'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import { REPORT_KINDS, reportText, type PageReport, type ReportKind } from '#web/explain/reports.ts'
import { daysOfSources, type DashboardSubject } from './dashboard-subject.ts'

type Sources = DashboardSubject['sources']

/** From the first to the last day of the files that a page is made from; null without any. */
export function daysOfReports(reports: readonly PageReport[], sources: Sources): DateRange | null {
  const tables = reports.flatMap(({ kind }) => kind.tables)
  return daysOfSources(sources.filter(({ source }) => tables.includes(source)))
}

/** That there is no advertising is told by a flag; reports of stock are few people's, and said of their numbers alone. */
const SAID_OVER_NUMBERS: readonly ReportKind[] = [REPORT_KINDS.orders, REPORT_KINDS.traffic]
const METRICS_NAMED = 3
const list = new Intl.ListFormat('en-GB')

/** Reports of which there is no file at all, however many days settlements cover, and what is not known without them. */
export const lackingNotes = (reports: readonly PageReport[], sources: Sources): FlagNote[] =>
  SAID_OVER_NUMBERS.flatMap((kind) => {
    const report = reports.find((one) => one.kind === kind)
    const isThere = sources.some(({ source }) => kind.tables.includes(source))
    if (isThere || !report) return []
    return {
      text: `No ${reportText([kind])} for ${namesOf(report.needed)}`,
      isWarning: true,
      act: { label: 'Where to find it', leadsTo: 'GUIDE', report: kind.guide },
    }
  })

function namesOf(needed: readonly string[]): string {
  const named = needed.length > METRICS_NAMED + 1 ? needed.slice(0, METRICS_NAMED) : needed
  const more = needed.length - named.length
  return list.format(more > 0 ? [...named, `${more} more`] : named)
}
