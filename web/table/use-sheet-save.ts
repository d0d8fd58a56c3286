import { useState, useSyncExternalStore } from 'react'
import { errorText, queryClient } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'
import type { RowIds } from './cell-edits.ts'
import type { EditStore } from './edit-store.ts'

interface SheetSave {
  /** Resolves with the ids of rows that were made, where there are any. */
  send: () => Promise<RowIds | void>
  /** Reads the rows again. */
  reread?: () => Promise<unknown>
}

/** Sends what is typed, and says why it was not saved; null where it was. */
export async function saveSheet(
  store: EditStore,
  { send, reread = async () => {} }: SheetSave,
): Promise<string | null> {
  // A list that cannot be read says so itself, and what was saved is saved all the same.
  const read = () => reread().catch(() => {})
  try {
    await store.save(async () => {
      const ids = await send()
      // The rows have their new values before what was typed goes.
      await read()
      return ids
    })
    return null
  } catch (error) {
    // What somebody else has saved meanwhile is shown under what is typed here.
    await read()
    return errorText(error)
  }
}

const IDLE = { isSaving: false, failure: null as string | null }

/** Saves what is typed into a sheet. It is being saved until its rows are read again: what is sent before has their old revision. */
export function useSheetSave(store: EditStore) {
  const { past, future } = useSyncExternalStore(store.subscribe, store.edits)
  const [state, setState] = useState(IDLE)
  return {
    /**
     * True where it is saved.
     * @param said what a person is told then
     */
    save: async (sheet: SheetSave, said?: string): Promise<boolean> => {
      setState({ isSaving: true, failure: null })
      const failure = await saveSheet(store, sheet)
      setState({ isSaving: false, failure })
      if (failure !== null) return false
      if (said !== undefined) {
        toast(said, 'positive')
        void queryClient.invalidateQueries()
      }
      return true
    },
    discard: () => {
      setState(IDLE)
      store.clear()
    },
    /** What the bar at the foot says of it. */
    bar: { store, canUndo: past.length > 0, canRedo: future.length > 0, ...state },
  }
}
