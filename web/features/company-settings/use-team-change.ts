import { useMutation, type MutationFunction } from '@tanstack/react-query'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'

interface TeamChangeOptions<Input, Output> {
  mutationFn?: MutationFunction<Output, Input>
}

/** A change of who is in the company: what was done is said, and the team is read anew. */
export function useTeamChange<Input, Output>(
  options: TeamChangeOptions<Input, Output>,
  said: (input: Input) => string,
) {
  const refresh = () => queryClient.invalidateQueries(trpc.companySettings.permissions.getTeam.pathFilter())
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
