import { createRouter } from '@tanstack/react-router'
import { galleryRoutes } from '#web/gallery/gallery-routes.ts'
import { parseSearch, stringifySearch } from '#web/search-params.ts'
import { ErrorPage } from '#web/shell/ErrorPage.tsx'
import { NotFoundPage } from '#web/shell/NotFoundPage.tsx'
import { queryClient } from '#web/trpc.ts'
import { adminRoutes } from './admin.ts'
import { authRoutes } from './auth.ts'
import { companyRoutes } from './company.ts'
import { newcomerRoutes } from './newcomers.ts'
import { publicRoutes } from './public.ts'
import { root } from './root.ts'

const pages = [...authRoutes, ...newcomerRoutes, ...publicRoutes, ...adminRoutes, ...companyRoutes] as const

const routeTree = root.addChildren(pages)

// The types stay without the gallery: what is built has no such address.
if (import.meta.env.DEV) routeTree.addChildren([...pages, ...galleryRoutes(root)])

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  // Answers live in the query cache, which knows when they are stale.
  defaultPreloadStaleTime: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
  scrollToTopSelectors: ['#sheet'],
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
