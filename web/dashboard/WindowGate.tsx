import type { UseQueryResult } from '@tanstack/react-query'
import type { DateRange } from '#contract/date-range.ts'
import { Page } from '#web/shell/Page.tsx'
import { errorText } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'

interface WindowGateProps {
  title: string
  tabs?: React.ReactNode
  /** Which days there are numbers of; null of none. */
  query: UseQueryResult<{ startDate: string; endDate: string } | null, unknown>
  children: (window: DateRange | null) => React.ReactElement
}

/** A dashboard whose days are those of one of its sources. That they could not be read is not that there are none. */
export function WindowGate({ title, tabs, query, children: render }: WindowGateProps) {
  const { data: days, error } = query
  if (days !== undefined) return render(days && { start: days.startDate, end: days.endDate })
  return (
    <Page title={title} tabs={tabs}>
      {error !== null && (
        <StateMessage
          kind="error"
          title="The days with data could not be read"
          action={
            <Button onPress={() => void query.refetch()} isPending={query.isFetching}>
              Try again
            </Button>
          }
        >
          {errorText(error)}
        </StateMessage>
      )}
    </Page>
  )
}
