import { QueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { CrashReport } from '#contract/crash-report.ts'
import type { AppRouter } from '#server/router.ts'

const FIVE_MINUTES_MS = 5 * 60_000
const RETRY_AFTER_MS = 2_500

/** An answer of the server, as against a connection that never reached it. */
const isAnswer = (error: unknown): error is TRPCClientError<AppRouter> =>
  error instanceof TRPCClientError && error.data != null

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FIVE_MINUTES_MS,
      refetchOnWindowFocus: false,
      retryDelay: RETRY_AFTER_MS,
      // A refusal stays a refusal; only what may have been an accident is asked again.
      retry: (failures, error) => failures < 1 && !(isAnswer(error) && error.data!.httpStatus < 500),
    },
  },
})

// One request per procedure, because in a batch a slow statement would hold back the quick answers beside it.
const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc' })] })

/** Every procedure of the server as options for `useQuery` and `useMutation`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient })

/** Outside of the query cache: a crash may have taken the page's components with it. */
export const sendCrashReport = (report: CrashReport) => client.observability.crashReport.send.mutate(report)

/** What to tell a person about a failed call. */
export function errorText(error: unknown): string {
  if (isAnswer(error)) return error.message
  return 'The server could not be reached. Check the connection.'
}
