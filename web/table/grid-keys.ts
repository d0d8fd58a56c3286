/** A cell. Rows count from 0; the row of heads, where keys reach it, is `HEADS`. */
export interface GridPosition {
  row: number
  column: number
}

export const HEADS = -1

export type GridMove =
  | { to: GridPosition }
  /** The range from where it began to here. */
  | { extendTo: GridPosition }
  | { fold: number; open: boolean }
  | { openSiblingsOf: number }
  | { activate: GridPosition }
  | { sort: number }
  | { resize: number; by: number }
  | { select: number }
  | { selectAll: true }
  | { leave: true }

export interface GridShape {
  /** Number of cells in a row, its name included. */
  columns: number
  rows: readonly { isOpen: boolean | null; level: number }[]
  /** The column that names the row; folding marks stand there. */
  nameColumn: number
  /** Rows that are in view at once. */
  pageRows: number
  /** Heads do something, so keys lead there. */
  hasHeads: boolean
  /** Rows can be chosen. */
  hasSelection: boolean
  /** Rows open something: Enter does, and Space folds. */
  opensRows: boolean
}

export interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

const RESIZE_STEP = 16

/** Where a key leads, in the manner of the ARIA patterns. Undefined for a key that belongs to the browser. */
export function moveOf(key: Key, at: GridPosition, shape: GridShape): GridMove | undefined {
  if (at.row === HEADS) return moveInHeads(key, at, shape)
  const { rows, nameColumn, pageRows } = shape
  const isFar = key.ctrlKey || key.metaKey
  const to = (row: number, column: number): GridMove => {
    const position = positionIn(shape, row, column)
    return key.shiftKey ? { extendTo: { ...position, row: Math.max(position.row, 0) } } : { to: position }
  }
  const isName = at.column === nameColumn
  switch (key.key) {
    case 'ArrowDown':
      return to(isFar ? rows.length : at.row + 1, at.column)
    case 'ArrowUp':
      return to(isFar ? 0 : at.row - 1, at.column)
    case 'ArrowRight':
      return isName && !key.shiftKey && rows[at.row]?.isOpen === false
        ? { fold: at.row, open: true }
        : to(at.row, isFar ? shape.columns : at.column + 1)
    case 'ArrowLeft':
      return (
        (isName && !key.shiftKey ? leftOfName(at, shape) : undefined) ?? to(at.row, isFar ? 0 : at.column - 1)
      )
    case 'Home':
      return to(isFar ? 0 : at.row, 0)
    case 'End':
      return to(isFar ? rows.length : at.row, shape.columns)
    case 'PageDown':
      return to(at.row + pageRows, at.column)
    case 'PageUp':
      return to(Math.max(at.row - pageRows, 0), at.column)
    case '*':
      return { openSiblingsOf: at.row }
    case 'Enter':
      return shape.opensRows ? { activate: at } : activation(at, shape)
    case ' ':
      return shape.hasSelection ? { select: at.row } : activation(at, shape)
    case 'a':
      return isFar && shape.hasSelection ? { selectAll: true } : undefined
    case 'Escape':
      return { leave: true }
    default:
      return undefined
  }
}

function moveInHeads(key: Key, at: GridPosition, shape: GridShape): GridMove | undefined {
  const to = (row: number, column: number): GridMove => ({ to: positionIn(shape, row, column) })
  switch (key.key) {
    case 'ArrowDown':
      return to(0, at.column)
    case 'ArrowRight':
      return key.shiftKey ? { resize: at.column, by: RESIZE_STEP } : to(HEADS, at.column + 1)
    case 'ArrowLeft':
      return key.shiftKey ? { resize: at.column, by: -RESIZE_STEP } : to(HEADS, at.column - 1)
    case 'Home':
      return to(HEADS, 0)
    case 'End':
      return key.ctrlKey || key.metaKey ? to(shape.rows.length, shape.columns) : to(HEADS, shape.columns)
    case 'PageDown':
      return to(shape.pageRows, at.column)
    case 'Enter':
    case ' ':
      return { sort: at.column }
    case 'Escape':
      return { leave: true }
    default:
      return undefined
  }
}

function positionIn({ rows, columns, hasHeads }: GridShape, row: number, column: number): GridPosition {
  return {
    row: Math.max(Math.min(row, rows.length - 1), hasHeads ? HEADS : 0),
    column: Math.max(Math.min(column, columns - 1), 0),
  }
}

/** Closes an open row; from inside a group it leads to the group. */
function leftOfName({ row, column }: GridPosition, { rows }: GridShape): GridMove | undefined {
  const here = rows[row]
  if (here?.isOpen) return { fold: row, open: false }
  const parent = rows.findLastIndex(({ level }, index) => index < row && level < (here?.level ?? 1))
  return parent < 0 ? undefined : { to: { row: parent, column } }
}

/** A name folds its row, where there is something to fold. */
function activation(at: GridPosition, { rows, nameColumn }: GridShape): GridMove {
  const isOpen = rows[at.row]?.isOpen ?? null
  return at.column === nameColumn && isOpen !== null ? { fold: at.row, open: !isOpen } : { activate: at }
}
