import { reportText, type PageReport, type ReportKind } from '#web/explain/reports.ts'
import { rangeToOffer } from '#web/filters/date-rules.ts'
import { PATHS } from '#web/paths.ts'
import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { Button } from '#web/ui/Button.tsx'
import { compactRangeText, dayText, rangeText } from '#web/ui/dates.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { daysOfReports } from './lacking-reports.ts'
import type { DashboardFrame } from './use-dashboard.ts'

interface NothingToShowProps {
  frame: DashboardFrame
  /** What the numbers are made from: `transaction`. */
  noun: string
  /** What the page is made from, where it says so. */
  reports: readonly PageReport[] | undefined
}

/** Says what was asked, what there is, and offers the way back to where there are numbers. */
export function NothingToShow({ frame, noun, reports }: NothingToShowProps) {
  const { subject, view, scope, change, reset, coversNothing } = frame
  const { start, end } = { start: view.startDate, end: view.endDate }
  const days = reports && daysOfReports(reports, subject.sources)
  if (reports && days === null)
    return <NoReports companyId={scope.companyId} kinds={reports.map(({ kind }) => kind)} />
  const { start: firstDay, end: lastDay } = days ?? { start: subject.firstDay, end: subject.lastDay }
  const isOfProducts = coversNothing || scope.skus !== undefined || scope.brandNames !== undefined
  if (isOfProducts && start <= lastDay && end >= firstDay)
    return (
      <StateMessage
        title="No products match these filters."
        action={
          <Button kind="primary" onPress={reset}>
            Reset filters
          </Button>
        }
      >
        {coversNothing
          ? 'No product has the chosen tags and categories.'
          : `No ${noun} of the chosen products and brands for these dates: ${rangeText(start, end)}.`}
      </StateMessage>
    )
  const offer = rangeToOffer({ start, end }, { start: firstDay, end: lastDay }, frame.dashboard.dates.daysMax)
  return (
    <StateMessage
      title="No data for this period."
      action={
        <>
          {offer ? (
            <Button kind="primary" onPress={() => change({ startDate: offer.start, endDate: offer.end })}>
              Show {compactRangeText(offer.start, offer.end)}
            </Button>
          ) : (
            <ButtonLink to={PATHS.import} params={{ companyId: scope.companyId }}>
              Import files
            </ButtonLink>
          )}
          {scope.marketplaces.length > 0 && (
            <Button onPress={() => change({ marketplaces: [] })}>Show all marketplaces</Button>
          )}
        </>
      }
    >
      {offer
        ? `No ${noun} for these dates: ${rangeText(start, end)}. Data is available from ${dayText(firstDay)} to ${dayText(lastDay)}.`
        : `No ${noun} in any imported file for these dates: ${rangeText(start, end)}.`}
    </StateMessage>
  )
}

/** Other files may be there, of the same days. */
const NoReports = ({ companyId, kinds }: { companyId: string; kinds: readonly ReportKind[] }) => (
  <StateMessage
    title={kinds.length === 1 ? `No ${reportText(kinds)} yet.` : 'No report for this page yet.'}
    action={
      <ButtonLink to={PATHS.reportGuide} params={{ companyId }} hash={kinds[0]!.guide}>
        Where to find reports
      </ButtonLink>
    }
  >
    This page is built from {reportText(kinds)}s, and none has been imported yet. Settlement reports do not
    contain this data.
  </StateMessage>
)
