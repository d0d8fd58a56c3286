import {
  afterSaving,
  NO_EDITS,
  placeKey,
  redone,
  undone,
  withChanges,
  type CellChange,
  type CellEdits,
  type CellPlace,
  type RowIds,
} from './cell-edits.ts'

/** Why a text is none of the column's values, or the value: null is none. */
export type ParsedCell = { value: string | null } | { problem: string }

/** How the cells of a column are typed. */
export interface ColumnEdit<Row> {
  parse: (typed: string) => ParsedCell
  /** What the field shows of a value. */
  shown: (row: Row) => string
  /** The raw value that the cell shows: what is typed and valid, else what the row has. */
  current: (row: Row) => string | null | undefined
  /** How somebody would type a raw value, to its last digit. */
  typed: (value: string) => string
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
  #left: ReadonlySet<string> = new Set()
  /** What is being saved. */
  #sent: CellEdits['typed'] | null = null
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly edits = (): CellEdits => this.#edits

  /** The keys of cells that were opened and left, with or without a text. */
  readonly left = (): ReadonlySet<string> => this.#left

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
    this.#left = new Set([...this.#left, this.#open.key])
    this.#open = null
    this.#tell()
  }
  change(changes: readonly CellChange[], isOriginal: (change: CellChange) => boolean): void {
    // A cell that is being saved has another value in a moment; what it said at first is then a change.
    const isSent = (change: CellChange) => this.#sent?.has(placeKey(change)) === true
    this.#set(withChanges(this.#edits, changes, (change) => !isSent(change) && isOriginal(change)))
  }
  readonly undo = (): void => this.#step(undone)
  readonly redo = (): void => this.#step(redone)
  readonly clear = (): void => {
    this.#left = new Set()
    this.#step(() => NO_EDITS)
  }

  /**
   * Saves what is typed. What is typed meanwhile stays; when it fails, all of it does.
   * @param send resolves with the ids of rows that were made, where there are any
   */
  async save(send: () => Promise<RowIds | void>): Promise<void> {
    const sent = this.#edits.typed
    this.#sent = sent
    try {
      const ids = await send()
      this.#set(afterSaving(this.#edits, sent, ids ?? undefined))
    } finally {
      this.#sent = null
    }
  }

  /** What is on its way to be saved cannot be taken back. */
  #step(to: (edits: CellEdits) => CellEdits): void {
    if (!this.#sent) this.#set(to(this.#edits))
  }

  #set(edits: CellEdits): void {
    this.#edits = edits
    this.#tell()
  }
  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
