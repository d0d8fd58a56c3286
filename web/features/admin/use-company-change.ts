import { useMutation, useQueryClient, type UseMutationOptions } from '@tanstack/react-query'
import { errorText, trpc } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'

/** Something that is done to a company: lists are read anew, and what went wrong is said. */
export function useCompanyChange<Input>(
  mutation: Pick<UseMutationOptions<unknown, unknown, Input>, 'mutationFn' | 'mutationKey'>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    ...mutation,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: trpc.threefinAdmin.pathKey() }),
        queryClient.invalidateQueries({ queryKey: trpc.companies.pathKey() }),
      ]),
    onError: (error) => toast(errorText(error), 'negative'),
  })
}
