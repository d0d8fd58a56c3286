import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { QUERIES } from '#web/area-guard.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'

/** Saves settings. What the page has read of this company may be another thing now, its numbers first of all. */
export function useSaveSettings(said: string) {
  const router = useRouter()
  return useMutation(
    trpc.companies.set.mutationOptions({
      onSuccess: async () => {
        await Promise.all([
          queryClient.refetchQueries({ queryKey: QUERIES.companies.queryKey }),
          queryClient.invalidateQueries(),
        ])
        await router.invalidate()
        toast(said, 'positive')
      },
      // Somebody else may have changed them.
      onError: () => queryClient.invalidateQueries(trpc.companySettings.pathFilter()),
    }),
  )
}
