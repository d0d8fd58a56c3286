/** What the list of columns does to the settings of a table. It is fetched with the list. */
import { inOrder, type SettledColumn, type TableSettings } from './table-settings.ts'

export const NO_SETTINGS: TableSettings = { shown: {}, widths: {}, order: [], pinned: [] }
export const isChanged = ({ shown, widths, order, pinned }: TableSettings): boolean =>
  Object.keys(shown).length + Object.keys(widths).length + order.length + pinned.length > 0

/** The settings after choosing exactly these columns; what is as it comes is not kept. */
export function withShown(
  settings: TableSettings,
  columns: readonly SettledColumn[],
  chosen: ReadonlySet<string>,
): TableSettings {
  const changed = columns.filter(
    ({ id, canHide = true, isHiddenAtFirst = false }) => canHide && chosen.has(id) === isHiddenAtFirst,
  )
  return { ...settings, shown: Object.fromEntries(changed.map(({ id }) => [id, chosen.has(id)])) }
}

/** The settings after columns were put before or after another one. */
export function withMoved(
  settings: TableSettings,
  columns: readonly Pick<SettledColumn, 'id'>[],
  { moved, target, isAfter }: { moved: ReadonlySet<string>; target: string; isAfter: boolean },
): TableSettings {
  const ids = inOrder(columns, settings).map(({ id }) => id)
  if (moved.has(target)) return settings
  const rest = ids.filter((id) => !moved.has(id))
  rest.splice(rest.indexOf(target) + Number(isAfter), 0, ...ids.filter((id) => moved.has(id)))
  const isAsItComes = columns.every(({ id }, place) => id === rest[place])
  return { ...settings, order: isAsItComes ? [] : rest }
}
