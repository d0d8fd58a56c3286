/** What looks now and then, until it is stopped. */
export interface Looks {
  /** Resolves when nothing is looked at any more. */
  stop(): Promise<void>
}

/**
 * Looks now and then, and never twice at once: where a look takes longer than the pause, those that would begin meanwhile are
 * left out. One that is broken off by the stop is no failure.
 */
export function lookEvery(
  ms: number,
  look: (stopped: AbortSignal) => Promise<unknown>,
  failed: (error: unknown) => void,
): Looks {
  const stop = new AbortController()
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look(stop.signal)
      .then(
        () => {},
        (error: unknown) => {
          if (!stop.signal.aborted) failed(error)
        },
      )
      .finally(() => (looking = undefined))
  }, ms)
  timer.unref()
  return {
    async stop() {
      stop.abort(new Error('Nobody looks any longer.'))
      clearInterval(timer)
      await looking
    },
  }
}
