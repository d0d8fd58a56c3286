/** What all pages of the brand manager have around their numbers. */
import type { AnsweredDays } from '#contract/answer.ts'
import { answerNotes } from '#web/dashboard/answer-notes.ts'
import { flagNotes, type FlagNote } from '#web/explain/flag-notes.ts'
import { PATHS } from '#web/paths.ts'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'

export const TITLE = 'Brand manager'
export const BASIS = 'Ordered products as Amazon reports them, VAT included where its prices include it.'

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

/** As everywhere; of days without any report in place of which they are. */
export function brandNotes(answer: AnsweredDays | undefined, today: string): ReturnType<typeof answerNotes> {
  const said = answerNotes(answer, today)
  return answer?.coverage.startDate === null
    ? { ...said, notes: [NO_REPORTS, ...flagNotes(answer.flags)] }
    : said
}
