import { useMutation, type MutationFunction } from '@tanstack/react-query'
import { errorText, queryClient } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'

export interface ChangeOptions<Input, Output> {
  mutationFn?: MutationFunction<Output, Input>
}

/** A change of which is said what was done. What it may have made different is read anew: everything, unless `refresh` knows better. */
export function useToldChange<Input, Output>(
  options: ChangeOptions<Input, Output>,
  said: (input: Input) => string,
  refresh: () => Promise<void> = () => queryClient.invalidateQueries(),
) {
  const change = useMutation({
    ...options,
    onSuccess: async (_: Output, input: Input) => {
      await refresh()
      toast(said(input), 'positive')
    },
    // Somebody else was first, or the role of the one who asks is another one now.
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
