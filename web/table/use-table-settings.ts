import { useCallback, useMemo, useState } from 'react'
import { readStored, writeStored } from '#web/stored.ts'
import type { TableColumn } from './table-column.ts'
import { settingsOf, type TableSettings } from './table-settings.ts'

const keyOf = (id: string): string => `table.${id}`

/** For a table that may not be on the page. */
export const keepTableSettings = (id: string, settings: unknown): void => writeStored(keyOf(id), settings)

/** What a person changed of a table, kept under its name; without a name nothing is kept. */
export function useTableSettings(
  id: string | undefined,
  columns: readonly TableColumn<never>[],
): [TableSettings, (settings: TableSettings) => void] {
  const [held, setHeld] = useState(() => stored(id))
  // A page may show another table in place of one.
  if (held.id !== id) setHeld(stored(id))
  const settings = useMemo(() => settingsOf(held.value, columns), [held, columns])
  const change = useCallback(
    (next: TableSettings) => {
      setHeld({ id, value: next })
      if (id !== undefined) keepTableSettings(id, next)
    },
    [id],
  )
  return [settings, change]
}

const stored = (id: string | undefined): { id: string | undefined; value: unknown } => ({
  id,
  value: id === undefined ? null : readStored(keyOf(id)),
})
