import { useQuery } from '@tanstack/react-query'
import type { InstallationMeta } from '#contract/installation.ts'

const CHECK_MS = 5 * 60_000
const RETRIES_MAX = 5
const RETRY_MS = { min: 1_000, max: 60_000, factor: 2 }

/** How long to wait after so many failures, of which the first is number 0. */
export const retryDelayMs = (failures: number): number =>
  Math.min(RETRY_MS.min * RETRY_MS.factor ** failures, RETRY_MS.max)

/** Whom to ask and what to read in this installation, and whether it is closed for maintenance; undefined until it is known. */
export const useInstallation = (): InstallationMeta | undefined =>
  useQuery({
    queryKey: ['meta'],
    queryFn: async ({ signal }) => readMeta(signal),
    staleTime: CHECK_MS,
    refetchInterval: CHECK_MS,
    retry: RETRIES_MAX,
    retryDelay: retryDelayMs,
    // Nothing waits for it.
    meta: { isQuiet: true },
  }).data

async function readMeta(signal: AbortSignal): Promise<InstallationMeta> {
  const response = await fetch('/meta', { signal })
  if (!response.ok) throw new Error('The server does not say how it is.')
  return (await response.json()) as InstallationMeta
}
