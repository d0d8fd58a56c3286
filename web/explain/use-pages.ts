import { keepPreviousData, useQueries, type UnusedSkipTokenOptions } from '@tanstack/react-query'
import type { TRPCClientErrorLike } from '@trpc/client'
import type { TRPCQueryKey } from '@trpc/tanstack-react-query'
import type { AppRouter } from '#server/router.ts'
import { queryClient } from '#web/trpc.ts'

interface ListPage {
  limit: number
  offset: number
}

/** The question for a page of a list. */
export type AskPage<Answer> = (
  page: ListPage,
  options?: { gcTime: number },
) => UnusedSkipTokenOptions<Answer, TRPCClientErrorLike<AppRouter>, Answer, TRPCQueryKey>

/**
 * The first so many pages of a list, each a question of its own: what is there stays while more is read. `read` is for a file, whose
 * pages nobody keeps.
 */
export function usePages<Answer>(count: number, size: number, ask: AskPage<Answer>) {
  const answers = useQueries({
    queries: Array.from({ length: count }, (_, page) => ({
      ...ask({ limit: size, offset: page * size }),
      placeholderData: keepPreviousData,
    })),
  })
  return { answers, read: (page: ListPage) => queryClient.fetchQuery(ask(page, { gcTime: 0 })) }
}
