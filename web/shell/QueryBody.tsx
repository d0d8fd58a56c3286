import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { useShownLoading } from '#web/ui/use-shown-loading.ts'
import { WaitingRows } from './WaitingRows.tsx'

interface QueryBodyProps<T> {
  /** What is read: `All imports` could not be read. */
  title: string
  query: UseQueryResult<T, unknown>
  children: (data: T) => React.ReactNode
}

/** What a section reads by itself: its content, or that it is being read, or why it could not be. */
export function QueryBody<T>({ title, query, children }: QueryBodyProps<T>) {
  const isLoading = useShownLoading(query.isLoading)
  if (query.isError && query.data === undefined)
    return (
      <StateMessage
        kind="error"
        title={`${title} could not be read`}
        // While it is asked again it is loading.
        action={<Button onPress={() => void query.refetch()}>Try again</Button>}
      >
        {errorText(query.error)}
      </StateMessage>
    )
  if (query.data !== undefined && !isLoading) return children(query.data)
  return <WaitingRows isShown={isLoading} />
}
