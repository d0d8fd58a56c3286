/** Answers without looking anything up. */
const PROBE = '/healthz'
const PATIENCE_MS = 5_000

/**
 * Whether the server answers. A browser without a network may still reach a server of its own machine, and one with a
 * network need not reach ours.
 */
export async function canReachServer(): Promise<boolean> {
  try {
    return (await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })).ok
  } catch {
    return false
  }
}

/** The browser says that it has no network, and it is right. */
export const isOffline = async (): Promise<boolean> => !navigator.onLine && !(await canReachServer())
