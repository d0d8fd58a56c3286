/** What all pages of the brand manager have around their numbers. */
import type { AnsweredDays } from '#contract/answer.ts'
import { missingNotes } from '#web/dashboard/missing-days.ts'
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

export function notesOf(answer: AnsweredDays, yesterday: string): FlagNote[] {
  const { coverage, flags } = answer
  const reports: FlagNote[] =
    coverage.startDate === null
      ? [
          {
            text: 'No sales and traffic report for these days: sales, sessions and conversion are unknown',
            isWarning: true,
            act: { label: 'Import files', leadsTo: 'IMPORT' },
          },
        ]
      : missingNotes([coverage], yesterday)
  return [...reports, ...flagNotes(flags)]
}
