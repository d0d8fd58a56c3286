import { useMutation } from '@tanstack/react-query'
import type { CostChanges } from '#contract/product-master.ts'
import { useSaveId } from '#web/table/use-save-id.ts'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'

/** Saves cost periods; the ledger has them when it ends. */
export function useSaveCosts(companyId: string) {
  const mutation = useMutation(trpc.productMaster.saveCosts.mutationOptions())
  const saveIdOf = useSaveId()
  /** True where it is saved. */
  const save = async (changes: Partial<CostChanges>, said: string, undo?: () => void): Promise<boolean> => {
    try {
      await mutation.mutateAsync({ companyId, saveId: saveIdOf(changes), ...changes })
    } catch {
      // What somebody else has saved meanwhile.
      await queryClient.invalidateQueries(trpc.productMaster.getCosts.pathFilter())
      return false
    }
    toast(said, 'positive', undo && { label: 'Undo', onPress: undo })
    // The form closes before the costs are read again: beside them what it says would overlap itself.
    void queryClient.invalidateQueries()
    return true
  }
  return {
    save,
    isSaving: mutation.isPending,
    failure: mutation.error && errorText(mutation.error),
    reset: mutation.reset,
  }
}
