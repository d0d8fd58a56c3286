/** What the service worker answers from the build it keeps. Anything else it does not touch, and so never stores. */
export type Kept = 'page' | 'asset' | null

interface Asked {
  method: string
  mode: string
  url: string
}

interface Build {
  /** Addresses of the build's own files, without those that carry the hash of their content. */
  files: readonly string[]
  /** What addresses begin with that the server answers itself. */
  serverPaths: readonly string[]
}

const ASSETS = '/assets/'

export function keptRequest({ method, mode, url }: Asked, origin: string, build: Build): Kept {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return null
  const { pathname } = address
  if (pathname.startsWith(ASSETS) || build.files.includes(pathname))
    return mode === 'navigate' ? null : 'asset'
  if (mode !== 'navigate') return null
  const isServers = build.serverPaths.some((path) => `${pathname}/`.startsWith(`/${path}/`))
  // A file has a name with a dot; a page has none.
  return isServers || /\.[^/]*$/.test(pathname) ? null : 'page'
}
