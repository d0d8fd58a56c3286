import { useToldChange, type ChangeOptions } from '#web/settings/use-told-change.ts'
import { queryClient, trpc } from '#web/trpc.ts'

/** A change of who is in the company, after which the team is read anew. */
export const useTeamChange = <Input, Output>(
  options: ChangeOptions<Input, Output>,
  said: (input: Input) => string,
) =>
  useToldChange(options, said, () =>
    queryClient.invalidateQueries(trpc.companySettings.permissions.getTeam.pathFilter()),
  )
