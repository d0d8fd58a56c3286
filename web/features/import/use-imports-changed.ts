import { useQueryClient } from '@tanstack/react-query'

/** To be called when rows began or ceased to count: every number may be another one now. */
export function useImportsChanged() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries()
}
