import { boundedWidth } from './column-widths.ts'
import type { TableColumn } from './table-column.ts'

/** What a person changed of a table: differences from how it comes, so that columns of later versions appear. */
export interface TableSettings {
  shown: Readonly<Record<string, boolean>>
  widths: Readonly<Record<string, number>>
  /** All columns in an order of one's own; empty as they come. */
  order: readonly string[]
  /** Those that stay at the right edge. */
  pinned: readonly string[]
}

export type SettledColumn = Pick<
  TableColumn<never>,
  'id' | 'canHide' | 'isHiddenAtFirst' | 'group' | 'isPinned'
>

/** More of them would leave no room for the columns that scroll by. */
export const PINNED_MAX = 3

/** Reads what storage holds, which an older version may have written: columns that no longer exist are dropped. */
export function settingsOf(stored: unknown, columns: readonly SettledColumn[]): TableSettings {
  const { shown, widths, order, pinned } = Object(stored) as Record<string, unknown>
  const ids = new Set(columns.map(({ id }) => id))
  const known = (record: unknown) => Object.entries(Object(record)).filter(([id]) => ids.has(id))
  const knownIn = (list: unknown) =>
    Array.isArray(list) ? [...new Set(list.filter((id): id is string => ids.has(id)))] : []
  return {
    shown: Object.fromEntries(
      known(shown).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    ),
    widths: Object.fromEntries(
      known(widths)
        .filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
        .map(([id, width]) => [id, boundedWidth(width)]),
    ),
    order: knownIn(order),
    pinned: knownIn(pinned).slice(0, PINNED_MAX),
  }
}

export function isShown(
  { id, canHide = true, isHiddenAtFirst = false }: SettledColumn,
  { shown }: TableSettings,
): boolean {
  return !canHide || (shown[id] ?? !isHiddenAtFirst)
}

/** Columns in the order of a person. One that is new stands behind the one that it comes behind. */
export function inOrder<C extends Pick<SettledColumn, 'id'>>(
  columns: readonly C[],
  { order }: Pick<TableSettings, 'order'>,
): C[] {
  const ids = [...order]
  columns.forEach(({ id }, place) => {
    if (!ids.includes(id)) ids.splice(ids.indexOf(columns[place - 1]?.id ?? '') + 1, 0, id)
  })
  return ids.flatMap((id) => columns.find((column) => column.id === id) ?? [])
}

/** The columns that are shown, in their order; pinned ones last, each with its group to itself. */
export function shownColumns<C extends SettledColumn>(columns: readonly C[], settings: TableSettings): C[] {
  const shown = inOrder(columns, settings).filter((column) => isShown(column, settings))
  const { pinned } = settings
  return [
    ...shown.filter(({ id }) => !pinned.includes(id)),
    ...shown.flatMap((column) =>
      pinned.includes(column.id)
        ? { ...column, isPinned: true, group: column.group && { ...column.group, id: column.id } }
        : [],
    ),
  ]
}
