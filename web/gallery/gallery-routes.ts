import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'

/** The addresses of the gallery, which only the development server has. */
export function galleryRoutes(root: AnyRoute): AnyRoute[] {
  const component = lazyRouteComponent(() => import('./Gallery.tsx'), 'Gallery')
  // Pieces of the shell stand here as they do off the pages of companies.
  const loader = () => ({ companies: [] })
  return ['/__ui', '/__ui/$page'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component, loader }),
  )
}
