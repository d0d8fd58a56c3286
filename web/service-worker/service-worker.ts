/**
 * Keeps the files of one build in the browser, so that the app opens without a network and a page goes on with the build
 * it began with while a newer one is being put in place. It keeps files of the build and nothing else: no answer of the
 * server ever enters its caches.
 */
import { keptRequest } from './kept-requests.ts'

declare const self: ServiceWorkerGlobalScope
/** Put in when the pages are built. */
declare const BUILD: {
  /** Changes with every file. */
  version: string
  /** What is fetched at once; whatever else has the hash of its content in its name is kept when it is first used. */
  files: string[]
  serverPaths: string[]
}

const PREFIX = 'sextant-build-'
const CACHE = `${PREFIX}${BUILD.version}`
/** Tabs that were open when the build changed go on with the one before. */
const BUILDS_KEPT = 2
const PAGE = '/index.html'
/** Which of its forms a file came in, compressed or not, is of no matter any more. */
const ANY_VARIANT = { ignoreVary: true }

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) =>
      // Names without a hash are the same in every build: the browser's own cache must not answer.
      cache.addAll(
        BUILD.files.map((file) => new Request(file, { cache: hasHash(file) ? 'default' : 'reload' })),
      ),
    ),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldBuilds().then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  if (event.data === 'SKIP_WAITING') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const kept = keptRequest(request, self.location.origin, BUILD)
  if (kept === 'page') event.respondWith(page(request))
  else if (kept === 'asset') event.respondWith(asset(request))
})

const hasHash = (file: string): boolean => file.startsWith('/assets/')

async function page(request: Request): Promise<Response> {
  return (await (await caches.open(CACHE)).match(PAGE)) ?? fetch(request)
}

/** From this build, else from the one before, else from the server. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = (await cache.match(request, ANY_VARIANT)) ?? (await caches.match(request, ANY_VARIANT))
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && hasHash(new URL(request.url).pathname)) await cache.put(request, response.clone())
  return response
}

async function forgetOldBuilds(): Promise<void> {
  // In the order in which they were made.
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(builds.slice(0, 1 - BUILDS_KEPT).map((name) => caches.delete(name)))
}
