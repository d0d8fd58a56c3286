import { useMutation } from '@tanstack/react-query'
import type { BookSettings, JournalSettings } from '#contract/journals.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'

/** Saves what a company says of its books. What somebody else has saved meanwhile is read again, and the error says so. */
export function useSaveBooks(companyId: string, { revision }: Pick<JournalSettings, 'revision'>) {
  const mutation = useMutation(trpc.journals.setSettings.mutationOptions())
  return async ({ accounts, bookCurrency, datev }: BookSettings): Promise<void> => {
    try {
      await mutation.mutateAsync({ companyId, revision, accounts, bookCurrency, datev })
    } finally {
      // The rows have their new values before what was typed goes.
      await queryClient.refetchQueries(trpc.journals.getSettings.queryFilter({ companyId }))
    }
    toast('Accounts saved.', 'positive')
    await queryClient.invalidateQueries(trpc.journals.pathFilter())
  }
}
