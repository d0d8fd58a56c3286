import { observable } from './observable.ts'

const CHECK_MS = 5 * 60_000
/** Nobody has begun anything yet on a page this young. */
const AUTOMATIC_MS = 4_000

export type UpdateState = 'none' | 'ready' | 'updating'

const state = observable<UpdateState>('none')
export const useUpdateState = state.use

let registration: ServiceWorkerRegistration | undefined

/**
 * Keeps the program in the browser, and looks for a newer one: now, and every five minutes. A new one waits until
 * somebody wants it, except on a page that has only just begun.
 */
export function followUpdates(): void {
  // Browsers offer it over a secure connection only.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers) return
  let wasControlled = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    // A page that loads for the first time is taken over by the program that it already is.
    if (!wasControlled) wasControlled = true
    else if (state.get() === 'updating') location.reload()
    // Somebody wanted it in another tab. This one goes on with what it has, and is loaded anew when asked to.
    else state.set('ready')
  })
  workers
    .register('/sw.js', { updateViaCache: 'none' })
    .then((registered) => {
      registration = registered
      watch(registered)
      setInterval(() => void registered.update().catch(() => {}), CHECK_MS)
    })
    .catch(() => {
      // The browser keeps no data for this site. The pages need none of it.
    })
}

function watch(registered: ServiceWorkerRegistration): void {
  const announce = () => {
    if (!registered.waiting || !navigator.serviceWorker.controller || state.get() !== 'none') return
    state.set('ready')
    if (performance.now() <= AUTOMATIC_MS) update()
  }
  announce()
  registered.addEventListener('updatefound', () => {
    registered.installing?.addEventListener('statechange', announce)
  })
}

/** Changes to the new version: the page is loaded anew with it. */
export function update(): void {
  if (state.get() !== 'ready') return
  state.set('updating')
  if (registration?.waiting) registration.waiting.postMessage('SKIP_WAITING')
  else location.reload()
}
