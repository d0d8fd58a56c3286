/** Something that a filter can select: a product, a tag, a market, a query. */
export interface Entity {
  id: string
  name: string
  /** Identifiers, in the type of identifiers. */
  detail?: string
  /** At the right edge. */
  hint?: string
  icon?: React.ReactNode
}

/** What is selected, by tab. */
export type Selection = Readonly<Record<string, readonly Entity[]>>

export interface SelectionLimit {
  max: number
  /** REFUSE: more can be selected, but not applied. STOP: nothing more can be selected. */
  atMax: 'REFUSE' | 'STOP'
}

export const SEARCH_LENGTH_MAX = 150
export const RESULTS_SHOWN = 15
export const CHIPS_SHOWN = 5

/** What is typed, as it is searched for. */
export const searchTextOf = (typed: string): string => typed.trimStart().slice(0, SEARCH_LENGTH_MAX)

export const selectedCount = (selection: Selection): number =>
  Object.values(selection).reduce((count, entities) => count + entities.length, 0)

/**
 * The entities of a tab after its list says which of its lines are selected. What is selected and not on the list stays;
 * new ones stand at the end.
 */
export function selectedAfter(
  selected: readonly Entity[],
  shown: readonly Entity[],
  keys: 'all' | ReadonlySet<unknown>,
): Entity[] {
  const isShown = new Set(shown.map(({ id }) => id))
  const isChosen = (id: string) => keys === 'all' || keys.has(id)
  const kept = selected.filter(({ id }) => !isShown.has(id) || isChosen(id))
  const known = new Set(kept.map(({ id }) => id))
  return [...kept, ...shown.filter(({ id }) => isChosen(id) && !known.has(id))]
}

/** Selected lines as they are known by now: a page that was just opened learns the names of what its address selects. */
export function knownByNow(selected: readonly Entity[], known: readonly Entity[]): Entity[] {
  const byId = new Map(known.map((entity) => [entity.id, entity]))
  return selected.map((entity) => byId.get(entity.id) ?? entity)
}

/** Why a selection cannot grow or be applied; null while it can. */
export function limitText(count: number, { max, atMax }: SelectionLimit): string | null {
  if (atMax === 'STOP') return count >= max ? 'Maximum number of products selected.' : null
  return count > max ? `The selected filters cover over ${max} products. Please choose fewer products.` : null
}

const HIGHLIGHT_LENGTH_MIN = 4

/** A name in pieces, those that were searched for marked; only for searches long enough to mean something. */
export function highlighted(name: string, searchText: string): { text: string; isMatch: boolean }[] {
  const sought = searchText.trim().toLowerCase()
  const whole = [{ text: name, isMatch: false }]
  const lower = name.toLowerCase()
  // Lower case may have another length in some scripts; positions would then be wrong.
  if (sought.length < HIGHLIGHT_LENGTH_MIN || lower.length !== name.length) return whole
  const pieces: { text: string; isMatch: boolean }[] = []
  let from = 0
  for (let at = lower.indexOf(sought); at !== -1; at = lower.indexOf(sought, from)) {
    if (at > from) pieces.push({ text: name.slice(from, at), isMatch: false })
    from = at + sought.length
    pieces.push({ text: name.slice(at, from), isMatch: true })
  }
  if (from < name.length) pieces.push({ text: name.slice(from), isMatch: false })
  return pieces
}
