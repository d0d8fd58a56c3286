import { createRootRouteWithContext } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { SearchParams } from '#web/search-params.ts'
import { RootLayout } from '#web/shell/RootLayout.tsx'

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Pages read their own parameters; the address as a whole is flat text.
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
  beforeLoad: async (visit) => {
    if (!navigator.onLine) await (await import('#web/offline/guard.ts')).forOnline(visit)
  },
  component: RootLayout,
})

/** The router is told to go elsewhere by what a loader throws; none of it is an error. */
export function leave(signal: unknown): never {
  throw signal
}
