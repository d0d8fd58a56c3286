import type { UseQueryResult } from '@tanstack/react-query'
import { problemText } from '#web/auth/problems.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

interface PoolBodyProps<T> {
  /** What is read. */
  title: string
  query: UseQueryResult<T, unknown>
  children: (data: T) => React.ReactNode
}

/** What the user pool is asked for: its answer, or that it is asked, or why there is none. */
export function PoolBody<T>({ title, query, children }: PoolBodyProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Spinner label={`Reading: ${title}`} />
  return (
    <Alert
      appearance="negative"
      title={`${title} could not be read`}
      action={
        <Button onPress={() => void query.refetch()} isPending={query.isFetching}>
          Try again
        </Button>
      }
    >
      {problemText('account', query.error)}
    </Alert>
  )
}
