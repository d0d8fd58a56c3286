import { lastDaysOf, monthsNearest } from '#web/filters/date-rules.ts'
import { Button } from '#web/ui/Button.tsx'
import { compactRangeText, dayText, rangeText } from '#web/ui/dates.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import type { DashboardFrame } from './use-dashboard.ts'

interface NothingToShowProps {
  frame: DashboardFrame
  /** What the numbers are made from: `transaction`. */
  noun: string
}

/** Says what was asked, what there is, and offers the way back to where there are numbers. */
export function NothingToShow({ frame, noun }: NothingToShowProps) {
  const { subject, view, scope, change, reset, coversNothing } = frame
  const { start, end } = { start: view.startDate, end: view.endDate }
  const { firstDay, lastDay } = subject
  const isOfProducts = coversNothing || scope.skus !== undefined || scope.brandNames !== undefined
  if (isOfProducts && start <= lastDay && end >= firstDay)
    return (
      <StateMessage
        title="Nothing matches these filters."
        action={
          <Button kind="primary" onPress={reset}>
            Reset filters
          </Button>
        }
      >
        {coversNothing
          ? 'No product has the chosen tags and categories.'
          : `No ${noun} of the chosen products and brands lies in ${rangeText(start, end)}.`}
      </StateMessage>
    )
  const nearest = lastDaysOf(
    monthsNearest({ start, end }, { start: firstDay, end: lastDay }),
    frame.dashboard.dates.daysMax,
  )
  return (
    <StateMessage
      title="No data for this period."
      action={
        <>
          <Button kind="primary" onPress={() => change({ startDate: nearest.start, endDate: nearest.end })}>
            Show {compactRangeText(nearest.start, nearest.end)}
          </Button>
          {scope.marketplaces.length > 0 && (
            <Button onPress={() => change({ marketplaces: [] })}>Show all marketplaces</Button>
          )}
        </>
      }
    >
      {`No ${noun} lies in `}
      {rangeText(start, end)}. Data reaches from {dayText(firstDay)} to {dayText(lastDay)}.
    </StateMessage>
  )
}
