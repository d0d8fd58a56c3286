import { pastedCells, type CellChange } from './cell-edits.ts'
import { OWN_CELLS, ownCells } from './copied-cells.ts'
import { isOriginalText, type EditStore } from './edit-store.ts'
import type { TableColumn } from './table-column.ts'
import { TOTALS, type TableModel } from './use-table.ts'

/** What a table hands to whoever edits its cells. Rows and columns are places among those shown. */
export interface CellEditor {
  /** Whether a press on the cell is about its text, and not about its row. */
  isTyped: (row: number, column: number) => boolean
  /** True where it took the key. */
  onKeyDown: (
    key: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
    row: number,
    column: number,
  ) => boolean
  /** A cell that had the focus was pressed. */
  onPress: (row: number, column: number) => boolean
  onPaste: (pasted: Pick<DataTransfer, 'getData'>, row: number, column: number) => boolean
}

/** Keys, presses and pastes as edits: Enter, F2 or a letter opens, Delete empties, Ctrl+Z takes back. */
export function tableEditor<Row>(
  table: Pick<TableModel<Row>, 'columns' | 'lines'>,
  store: EditStore,
): CellEditor {
  const cellAt = (row: number, column: number) => {
    const line = table.lines[row]
    const at: TableColumn<Row> | undefined = table.columns[column]
    const edit = at?.edit
    if (!line || line.id === TOTALS || !edit || edit.isFixed(line.row)) return null
    return { line, column: at, edit }
  }
  const isOriginal = ({ row, column, typed }: CellChange) => {
    const line = table.lines.find(({ id }) => id === row)
    const edit = table.columns.find(({ id }) => id === column)?.edit
    return line !== undefined && edit !== undefined && isOriginalText(edit, line.row, typed)
  }
  const open = (row: number, column: number, typed?: string) => {
    const cell = cellAt(row, column)
    if (!cell) return false
    const place = { row: cell.line.id, column: cell.column.id }
    store.open(place, typed ?? store.typedAt(place) ?? cell.edit.shown(cell.line.row))
    return true
  }
  return {
    isTyped: (row, column) => cellAt(row, column) !== null,
    onPress: (row, column) => open(row, column),
    onKeyDown: ({ key, ctrlKey, metaKey, shiftKey }, row, column) => {
      const letter = key.toLowerCase()
      if (ctrlKey || metaKey) {
        if (letter === 'y' || (letter === 'z' && shiftKey)) store.redo()
        else if (letter === 'z') store.undo()
        else return false
        return true
      }
      const cell = cellAt(row, column)
      if (!cell) return false
      if (key === 'Enter' || key === 'F2') return open(row, column)
      if (key === 'Delete' || key === 'Backspace') {
        store.change([{ row: cell.line.id, column: cell.column.id, typed: '' }], isOriginal)
        return true
      }
      return key.length === 1 && key !== ' ' ? open(row, column, key) : false
    },
    onPaste: (pasted, row, column) => {
      if (!cellAt(row, column)) return false
      const raw = ownCells(pasted.getData(OWN_CELLS))
      const changes = (raw ?? pastedCells(pasted.getData('text/plain'))).flatMap((line, down) =>
        line.flatMap((text, right): CellChange[] => {
          const cell = cellAt(row + down, column + right)
          if (!cell) return []
          return [{ row: cell.line.id, column: cell.column.id, typed: raw ? cell.edit.typed(text) : text }]
        }),
      )
      store.change(changes, isOriginal)
      return true
    },
  }
}
