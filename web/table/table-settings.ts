import { boundedWidth } from './column-widths.ts'
import type { TableColumn } from './table-column.ts'

/** What a person changed of a table: differences from how it comes, so that columns of later versions appear. */
export interface TableSettings {
  shown: Readonly<Record<string, boolean>>
  widths: Readonly<Record<string, number>>
}

type Column = Pick<TableColumn<never>, 'id' | 'canHide' | 'isHiddenAtFirst'>

export const NO_SETTINGS: TableSettings = { shown: {}, widths: {} }

/** Reads what storage holds, which an older version may have written: columns that no longer exist are dropped. */
export function settingsOf(stored: unknown, columns: readonly Column[]): TableSettings {
  const { shown, widths } = Object(stored) as Record<string, unknown>
  const ids = new Set(columns.map(({ id }) => id))
  const known = (record: unknown) => Object.entries(Object(record)).filter(([id]) => ids.has(id))
  return {
    shown: Object.fromEntries(
      known(shown).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    ),
    widths: Object.fromEntries(
      known(widths)
        .filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
        .map(([id, width]) => [id, boundedWidth(width)]),
    ),
  }
}

export function isShown(
  { id, canHide = true, isHiddenAtFirst = false }: Column,
  { shown }: TableSettings,
): boolean {
  return !canHide || (shown[id] ?? !isHiddenAtFirst)
}

/** The settings after choosing exactly these columns; what is as it comes is not kept. */
export function withShown(
  settings: TableSettings,
  columns: readonly Column[],
  chosen: ReadonlySet<string>,
): TableSettings {
  const changed = columns.filter(
    ({ id, canHide = true, isHiddenAtFirst = false }) => canHide && chosen.has(id) === isHiddenAtFirst,
  )
  return { ...settings, shown: Object.fromEntries(changed.map(({ id }) => [id, chosen.has(id)])) }
}
