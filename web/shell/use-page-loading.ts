import { useIsFetching } from '@tanstack/react-query'
import { useShownLoading } from '#web/ui/use-shown-loading.ts'

/** Whether the loading bar shows: something that somebody waits for is being read, and has been for a moment. */
export function usePageLoading(): boolean {
  // Polling marks itself as quiet: a bar that runs every second would say nothing.
  const fetching = useIsFetching({ predicate: (query) => query.meta?.['isQuiet'] !== true })
  return useShownLoading(fetching > 0)
}
