/** What somebody has typed into cells and not saved, with the way back. */

/** A cell by its row and column. */
export interface CellPlace {
  row: string
  column: string
}

export interface CellChange extends CellPlace {
  typed: string
}

type Typed = ReadonlyMap<string, CellChange>
export type RowIds = ReadonlyMap<string, string>

export interface CellEdits {
  typed: Typed
  /** States before, the last one first. */
  past: readonly Typed[]
  /** States that were taken back, the next one first. */
  future: readonly Typed[]
}

export const NO_EDITS: CellEdits = { typed: new Map(), past: [], future: [] }

export const placeKey = ({ row, column }: CellPlace): string => `${row}\n${column}`

/**
 * One step: all cells of a paste are taken back together. A cell that says again what it said at first is not changed.
 */
export function withChanges(
  edits: CellEdits,
  changes: readonly CellChange[],
  isOriginal: (change: CellChange) => boolean,
): CellEdits {
  const typed = new Map(edits.typed)
  for (const change of changes) {
    if (isOriginal(change)) typed.delete(placeKey(change))
    else typed.set(placeKey(change), change)
  }
  if (isSame(typed, edits.typed)) return edits
  return { typed, past: [edits.typed, ...edits.past], future: [] }
}

export function undone(edits: CellEdits): CellEdits {
  const [typed, ...past] = edits.past
  return typed ? { typed, past, future: [edits.typed, ...edits.future] } : edits
}

export function redone(edits: CellEdits): CellEdits {
  const [typed, ...future] = edits.future
  return typed ? { typed, past: [edits.typed, ...edits.past], future } : edits
}

/**
 * What is left when what was sent is saved. The way back ends there: the rows have other values now.
 * @param ids those that rows which were made have now, by those that they had
 */
export function afterSaving({ typed }: CellEdits, sent: Typed, ids?: RowIds): CellEdits {
  const left = new Map(
    [...typed.values()]
      .filter((change) => sent.get(placeKey(change))?.typed !== change.typed)
      .map((change) => ({ ...change, row: ids?.get(change.row) ?? change.row }))
      .map((change) => [placeKey(change), change]),
  )
  return left.size === 0 ? NO_EDITS : { typed: left, past: [NO_EDITS.typed], future: [] }
}

const isSame = (a: Typed, b: Typed): boolean =>
  a.size === b.size && [...a].every(([key, { typed }]) => b.get(key)?.typed === typed)

/** A cell and what ends it. In quotes, a cell may hold tabs, line breaks and quotes, which are doubled. */
const PASTED_CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/gy

/** The cells of what a spreadsheet puts on the clipboard: rows in lines, columns between tabs. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]]
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (const [, quoted, plain = '', end] of lines.matchAll(PASTED_CELL)) {
    // A cell of ours is one line.
    rows.at(-1)!.push((quoted?.replaceAll('""', '"').replace(/\s*\n\s*/g, ' ') ?? plain).trim())
    if (end === '') break
    if (end === '\n') rows.push([])
  }
  return rows
}
