import { useQuery } from '@tanstack/react-query'
import type { InstallationMeta } from '#contract/installation.ts'

/** Whom to ask and what to read in this installation; undefined until it is known. */
export const useInstallation = (): InstallationMeta | undefined =>
  useQuery({
    queryKey: ['meta'],
    queryFn: async ({ signal }) => (await (await fetch('/meta', { signal })).json()) as InstallationMeta,
    staleTime: Infinity,
    // Nothing waits for it.
    meta: { isQuiet: true },
  }).data
