import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpLink, splitLink, TRPCClientError } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { CrashReport } from '#contract/crash-report.ts'
import type { ListFile } from '#contract/entered-lists.ts'
import type { AppRouter } from '#server/router.ts'
import { checkedFetch } from './security-check/checked-fetch.ts'
import { authorization, endSession } from './session/session.ts'

const FIVE_MINUTES_MS = 5 * 60_000
const QUARTER_OF_AN_HOUR_MS = 15 * 60_000
const RETRY_AFTER_MS = 2_500

/** An answer of the server, as against a connection that never reached it. */
const isAnswer = (error: unknown): error is TRPCClientError<AppRouter> =>
  error instanceof TRPCClientError && error.data != null

/** The server does not know the caller: whoever this page belonged to is signed out. */
export const isUnauthorized = (error: unknown): boolean =>
  isAnswer(error) && error.data!.code === 'UNAUTHORIZED'

/** The installation is closed: what every page stands in says so, once it is asked. */
export const isClosed = (error: unknown): boolean => isAnswer(error) && error.data!.httpStatus === 503

function onError(error: unknown): void {
  if (isUnauthorized(error)) void endSession()
  if (isClosed(error)) void queryClient.invalidateQueries({ queryKey: ['meta'] })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: FIVE_MINUTES_MS,
      // Whoever comes back sees what was there, whether or not it is read again.
      gcTime: QUARTER_OF_AN_HOUR_MS,
      refetchOnWindowFocus: false,
      retryDelay: RETRY_AFTER_MS,
      // A refusal stays a refusal; only what may have been an accident is asked again.
      retry: (failures, error) => failures < 1 && !(isAnswer(error) && error.data!.httpStatus < 500),
    },
  },
})

/** Some browsers and proxies cut longer addresses; a question that needs one is sent as a body. */
const URL_LENGTH_MAX = 2_083
const HTTP_PATH = '/trpc'
const HTTP = {
  url: HTTP_PATH,
  headers: authorization,
  fetch: (url: RequestInfo | URL | string, init?: unknown) => checkedFetch(url, init as RequestInit),
}

const urlLength = (path: string, input: unknown): number =>
  `${location.origin}${HTTP_PATH}/${path}?input=${encodeURIComponent(JSON.stringify(input ?? null))}`.length

// One request per procedure, because in a batch a slow statement would hold back the quick answers beside it.
export const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ type, path, input }) => type === 'query' && urlLength(path, input) > URL_LENGTH_MAX,
      true: httpLink({ ...HTTP, methodOverride: 'POST' }),
      false: httpLink(HTTP),
    }),
  ],
})

/** Every procedure of the server as options for `useQuery` and `useMutation`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient })

// Numbers follow from what was imported and entered, and whoever changes that says so: who goes back within a quarter of
// an hour asks nothing.
for (const part of [
  trpc.advertising,
  trpc.allInOne,
  trpc.brandManager,
  trpc.executiveSummary.getLegacy,
  trpc.imports.getCoverage,
  trpc.productMaster.getBrandNames,
  trpc.productMaster.getProductThumbnails,
  trpc.profitAndLoss,
  trpc.trends,
  trpc.unitEconomics,
  trpc.wbr,
])
  queryClient.setQueryDefaults(part.pathKey(), { staleTime: QUARTER_OF_AN_HOUR_MS })

/** Outside of the query cache: a crash may have taken the page's components with it. */
export const sendCrashReport = (report: CrashReport) => client.observability.crashReport.send.mutate(report)

/** Makes members of the companies that have invited this address; run after every sign-in. */
export const joinAllPendingInvites = (idToken: string) =>
  client.companySettings.permissions.joinAllPendingInvites.mutate({ idToken })

/** Whose entries can be imported as a list, and taken back. */
export type ListArea = 'productMaster' | 'expenses'

/** Outside of the query cache: a file is no key of an answer, and what it would change is as new as the click. */
export const previewList = (area: ListArea, companyId: string, file: ListFile) =>
  client[area].previewList.query({ companyId, file })

/** The server has answered, and the answer is no. */
export const isServerAnswer = (error: unknown): boolean => isAnswer(error)

/** A failure of something else than a call, whose message is for people. */
export class SaidError extends Error {}

/** What to tell a person about a failed call. */
export function errorText(error: unknown): string {
  if (isAnswer(error) || error instanceof SaidError) return error.message
  return 'The server could not be reached. Check the connection.'
}
