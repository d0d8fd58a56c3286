import type { DateRange } from '#contract/date-range.ts'
import { Button } from '#web/ui/Button.tsx'
import { compactRangeText, dayText, rangeText } from '#web/ui/dates.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { nearestRange } from './nearest-range.ts'

interface NoDataForPeriodProps {
  asked: DateRange
  covered: DateRange
  /** Only some marketplaces were asked for. */
  isFiltered: boolean
  onShow: (range: DateRange) => void
  onShowAllMarketplaces: () => void
}

/** Says what was asked, what there is, and offers the nearest that has numbers. */
export function NoDataForPeriod({
  asked,
  covered,
  isFiltered,
  onShow,
  onShowAllMarketplaces,
}: NoDataForPeriodProps) {
  const nearest = nearestRange(asked, covered)
  return (
    <StateMessage
      title="No data for this period."
      action={
        <>
          <Button kind="primary" onPress={() => onShow(nearest)}>
            Show {compactRangeText(nearest.start, nearest.end)}
          </Button>
          {isFiltered && <Button onPress={onShowAllMarketplaces}>Show all marketplaces</Button>}
        </>
      }
    >
      No transaction lies in {rangeText(asked.start, asked.end)}. Data reaches from {dayText(covered.start)}{' '}
      to {dayText(covered.end)}.
    </StateMessage>
  )
}
