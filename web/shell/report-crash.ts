/** Tells the server of a crash, once, and never fails itself. */
export function reportCrash(error: unknown): void {
  const { pathname } = location
  // What tells of it is loaded after the page, before it may be needed.
  import('./tell-crash.ts')
    .then(({ tellCrash }) => tellCrash(error, pathname))
    .catch(() => {
      // Somebody whose connection broke must not be told so twice.
    })
}

/** Whatever nobody caught is reported; while developing it also stays on the console. */
export function reportUncaught(): void {
  const isBuilt = import.meta.env.PROD
  window.addEventListener('error', (event) => {
    if (event.error === undefined || event.error === null) return
    if (isBuilt) event.preventDefault()
    reportCrash(event.error)
  })
  window.addEventListener('unhandledrejection', (event) => {
    if (isBuilt) event.preventDefault()
    reportCrash(event.reason)
  })
}
