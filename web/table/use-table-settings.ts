import { useCallback, useMemo, useState } from 'react'
import { readStored, writeStored } from '#web/stored.ts'
import type { TableColumn } from './table-column.ts'
import { settingsOf, type TableSettings } from './table-settings.ts'

/** What a person changed of a table, kept under its name; without a name nothing is kept. */
export function useTableSettings(
  id: string | undefined,
  columns: readonly TableColumn<never>[],
): [TableSettings, (settings: TableSettings) => void] {
  const [stored, setStored] = useState<unknown>(() => (id === undefined ? null : readStored(`table.${id}`)))
  const settings = useMemo(() => settingsOf(stored, columns), [stored, columns])
  const change = useCallback(
    (next: TableSettings) => {
      setStored(next)
      if (id !== undefined) writeStored(`table.${id}`, next)
    },
    [id],
  )
  return [settings, change]
}
