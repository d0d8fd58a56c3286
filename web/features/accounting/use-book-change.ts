import { useMutation, type MutationFunction } from '@tanstack/react-query'
import { errorText, queryClient } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'

/** A change of which months are closed: what was done is said, and every number is read anew. */
export function useBookChange<Input, Output>(
  options: { mutationFn?: MutationFunction<Output, Input> },
  said: (input: Input) => string,
) {
  const refresh = () => queryClient.invalidateQueries()
  const change = useMutation({
    ...options,
    onSuccess: async (_: Output, input: Input) => {
      await refresh()
      toast(said(input), 'positive')
    },
    onError: () => refresh(),
  })
  return {
    isPending: change.isPending,
    /** Of the last attempt. */
    problem: change.isError ? errorText(change.error) : null,
    /** Ends when all is done; what goes wrong is in `problem`. */
    run: (input: Input) => change.mutateAsync(input).catch(() => {}),
  }
}
