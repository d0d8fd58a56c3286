import {
  NO_EDITS,
  placeKey,
  redone,
  undone,
  withChanges,
  type CellChange,
  type CellEdits,
  type CellPlace,
} from './cell-edits.ts'

/** Why a text is none of the column's values, or the value: null is none. */
export type ParsedCell = { value: string | null } | { problem: string }

/** How the cells of a column are typed. */
export interface ColumnEdit<Row> {
  parse: (typed: string) => ParsedCell
  /** What the field shows of a value. */
  shown: (row: Row) => string
  /** The row's value is given. */
  isFixed: (row: Row) => boolean
}

/** Whether what was typed is what the row has, however it is written. */
export function isOriginalText<Row>({ parse, shown }: ColumnEdit<Row>, row: Row, typed: string): boolean {
  const original = shown(row)
  if (typed.trim() === original) return true
  const [is, was] = [parse(typed), parse(original)]
  return 'value' in is && 'value' in was && is.value === was.value
}

/** A change that can be saved. */
export interface SavedChange extends CellPlace {
  value: string | null
}

/**
 * What is typed into a table and not saved. Each cell follows its own part, so that typing draws one cell and not the
 * table.
 */
export class EditStore {
  #edits: CellEdits = NO_EDITS
  #open: { key: string; text: string } | null = null
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly edits = (): CellEdits => this.#edits

  typedAt(place: CellPlace): string | undefined {
    return this.#edits.typed.get(placeKey(place))?.typed
  }
  /** The text with which a cell was opened; null while it is not open. */
  openAt(place: CellPlace): string | null {
    return this.#open?.key === placeKey(place) ? this.#open.text : null
  }
  open(place: CellPlace, text: string): void {
    this.#open = { key: placeKey(place), text }
    this.#tell()
  }
  close(): void {
    if (!this.#open) return
    this.#open = null
    this.#tell()
  }
  change(changes: readonly CellChange[], isOriginal: (change: CellChange) => boolean): void {
    this.#set(withChanges(this.#edits, changes, isOriginal))
  }
  readonly undo = (): void => this.#set(undone(this.#edits))
  readonly redo = (): void => this.#set(redone(this.#edits))
  readonly clear = (): void => this.#set(NO_EDITS)

  #set(edits: CellEdits): void {
    this.#edits = edits
    this.#tell()
  }
  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
