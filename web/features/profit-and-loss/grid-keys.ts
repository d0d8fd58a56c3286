/** Where a key leads in a tree grid, in the manner of the ARIA pattern. Column 0 holds the names of the rows. */
export interface GridPosition {
  row: number
  column: number
}

export type GridMove =
  | { to: GridPosition }
  | { fold: number; open: boolean }
  | { openSiblingsOf: number }
  | { activate: GridPosition }
  | { copy: GridPosition }
  | { leave: true }

export interface GridShape {
  /** Number of cells in a row, its name included. */
  columns: number
  rows: readonly { isOpen: boolean | null; level: number }[]
}

interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

const isCopy = ({ key, ctrlKey, metaKey }: Key): boolean => (ctrlKey || metaKey) && key.toLowerCase() === 'c'

/** Undefined for a key that means nothing here and belongs to the browser. */
export function moveOf(key: Key, at: GridPosition, { columns, rows }: GridShape): GridMove | undefined {
  if (isCopy(key)) return at.column > 0 ? { copy: at } : undefined
  const end = key.ctrlKey || key.metaKey
  const to = (row: number, column: number): GridMove => ({
    to: { row: clamp(row, rows.length - 1), column: clamp(column, columns - 1) },
  })
  switch (key.key) {
    case 'ArrowDown':
      return to(at.row + 1, at.column)
    case 'ArrowUp':
      return to(at.row - 1, at.column)
    case 'ArrowRight':
      return at.column === 0 && rows[at.row]?.isOpen === false
        ? { fold: at.row, open: true }
        : to(at.row, at.column + 1)
    case 'ArrowLeft':
      return at.column === 0 ? leftOfName(at.row, rows) : to(at.row, at.column - 1)
    case 'Home':
      return to(end ? 0 : at.row, 0)
    case 'End':
      return to(end ? rows.length - 1 : at.row, columns - 1)
    case '*':
      return { openSiblingsOf: at.row }
    case 'Enter':
    case ' ':
      return at.column === 0 ? foldOf(at.row, rows) : { activate: at }
    case 'Escape':
      return { leave: true }
    default:
      return undefined
  }
}

/** Closes an open row; from inside a group it leads to the group. */
function leftOfName(row: number, rows: GridShape['rows']): GridMove | undefined {
  const here = rows[row]
  if (here?.isOpen) return { fold: row, open: false }
  const parent = rows.findLastIndex(({ level }, index) => index < row && level < (here?.level ?? 1))
  return parent < 0 ? undefined : { to: { row: parent, column: 0 } }
}

function foldOf(row: number, rows: GridShape['rows']): GridMove | undefined {
  const isOpen = rows[row]?.isOpen ?? null
  return isOpen === null ? undefined : { fold: row, open: !isOpen }
}

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max)
