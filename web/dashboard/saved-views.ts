import { VIEW_NAME_MAX, VIEWS_MAX } from '#contract/dashboards/saved-views.ts'
import type { StoredView } from '#contract/saved-views.ts'
import type { SearchParams } from '#web/search-params.ts'

/** A page as somebody wants to find it again: its address, and the columns of its table. */
export interface SavedView {
  name: string
  params: SearchParams
  /** Whose columns they are; a page has a table for each way to group it. */
  table: string
  /** As the table keeps them. */
  columns: unknown
}

/** Longer addresses are none that the app writes. */
const PARAM_MAX = 20_000

/** What the server keeps of a view beside its name. */
export const viewText = ({ params, table, columns }: SavedView): string =>
  JSON.stringify({ params, table, columns })

/** Reads what the server kept; nothing of what is none. */
export function storedViewOf({ name, view }: StoredView): SavedView[] {
  try {
    return viewsOf([{ ...(JSON.parse(view) as object), name }])
  } catch {
    return []
  }
}

/** Reads what storage holds, which an older version or somebody else may have written. */
export function viewsOf(stored: unknown): SavedView[] {
  if (!Array.isArray(stored)) return []
  return stored
    .flatMap((one): SavedView[] => {
      const { name, params, table, columns } = Object(one) as Record<string, unknown>
      if (typeof name !== 'string' || typeof table !== 'string' || cleanName(name) === '') return []
      const texts = Object.entries(Object(params)).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= PARAM_MAX,
      )
      return [{ name: cleanName(name), params: Object.fromEntries(texts), table, columns }]
    })
    .slice(0, VIEWS_MAX)
}

export const cleanName = (name: string): string => name.replace(/\s+/g, ' ').trim().slice(0, VIEW_NAME_MAX)

const isNamed = (name: string) => (view: SavedView) => view.name.toLowerCase() === name.toLowerCase()

/** Why a view cannot have this name; null where it can. A view that is renamed may keep its own. */
export function nameProblem(views: readonly SavedView[], name: string, before?: string): string | null {
  const clean = cleanName(name)
  if (clean === '') return 'Enter a name for the view.'
  const isTaken = views.some((view) => view.name !== before && isNamed(clean)(view))
  return before !== undefined && isTaken ? 'Another view has this name.' : null
}

export const hasView = (views: readonly SavedView[], name: string): boolean =>
  views.some(isNamed(cleanName(name)))
