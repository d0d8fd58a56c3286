import { createRootRouteWithContext } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { SearchParams } from '#web/search-params.ts'

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Pages read their own parameters; the address as a whole is flat text.
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
})

/** The router is told to go elsewhere by what a loader throws; none of it is an error. */
export function leave(signal: unknown): never {
  throw signal
}
