import { useQueryClient } from '@tanstack/react-query'
import { trpc } from '#web/trpc.ts'

/** To be called when rows began or ceased to count: every number may be another one now. */
export function useImportsChanged() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [trpc.imports, trpc.profitAndLoss, trpc.audit].map((part) =>
        queryClient.invalidateQueries(part.pathFilter()),
      ),
    )
}
