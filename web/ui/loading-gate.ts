const DELAY_MS = 250
const SHOWN_MS_MIN = 1_000

interface LoadingGate {
  set: (isLoading: boolean) => void
  /** Forgets what was to be shown or hidden. */
  stop: () => void
}

/**
 * When to show that something is loading: nothing for a quarter of a second, because most answers are quicker,
 * and then for a whole second at least, because a flash is worse than either.
 */
export function loadingGate(show: (isShown: boolean) => void): LoadingGate {
  let shownSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const appear = () => {
    shownSince = Date.now()
    show(true)
  }
  const disappear = () => {
    shownSince = undefined
    show(false)
  }
  const stop = () => clearTimeout(timer)
  const set = (isLoading: boolean) => {
    stop()
    if (isLoading && shownSince === undefined) timer = setTimeout(appear, DELAY_MS)
    if (!isLoading && shownSince !== undefined) {
      timer = setTimeout(disappear, Math.max(0, shownSince + SHOWN_MS_MIN - Date.now()))
    }
  }
  return { set, stop }
}
