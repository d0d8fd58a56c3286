/** What all pages of the brand manager have around their numbers. */
import type { AnsweredDays } from '#contract/answer.ts'
import { BRAND_METRICS } from '#contract/dashboards/brand-manager.ts'
import { answerNotes } from '#web/dashboard/answer-notes.ts'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { flagNotes, type FlagNote } from '#web/explain/flag-notes.ts'
import { reportsOf } from '#web/explain/metric-reports.ts'
import { REPORT_KINDS } from '#web/explain/reports.ts'
import { PATHS } from '#web/paths.ts'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'

export const TITLE = 'Brand manager'
export const BASIS = 'Ordered products as Amazon reports them, VAT included where its prices include it.'
/** What the pages are made from. */
export const REPORTS = reportsOf(BRAND_METRICS)

export const BrandManagerTabs = () => (
  <RouteTabs
    label={TITLE}
    tabs={[
      { label: 'Marketplaces', hint: 'Sales and traffic by marketplace', to: PATHS.brandManagerMarketplace },
      { label: 'Brands', hint: 'Sales and traffic by brand', to: PATHS.brandManagerBrand },
      { label: 'Products', hint: 'Sales and traffic by product', to: PATHS.brandManagerProduct },
    ]}
  />
)

const NO_REPORTS: FlagNote = {
  text: 'No sales and traffic report for these days: sales, sessions and conversion are unknown',
  isWarning: true,
  act: { label: 'Import files', leadsTo: 'IMPORT' },
}

/** As everywhere; of days without any report in place of which they are. That there is none at all is said by itself. */
export function brandNotes(
  answer: AnsweredDays | undefined,
  today: string,
  sources: DashboardSubject['sources'],
): ReturnType<typeof answerNotes> {
  const said = answerNotes(answer, today)
  if (answer?.coverage.startDate !== null) return said
  const isThere = sources.some(({ source }) => REPORT_KINDS.traffic.tables.includes(source))
  return { ...said, notes: [...(isThere ? [NO_REPORTS] : []), ...flagNotes(answer.flags)] }
}
