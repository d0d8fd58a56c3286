/** A row as it stands in the table: at its depth, open or closed, one of its siblings. */
export interface TableLine<Row> {
  id: string
  row: Row
  /** From 1. */
  level: number
  /** Null where there is nothing to fold. */
  isOpen: boolean | null
  /** Its place among its siblings, from 1. */
  place: number
  siblings: number
}

interface Tree<Row> {
  rowId: (row: Row) => string
  childrenOf?: ((row: Row) => readonly Row[] | undefined) | undefined
  /** Something that is no row stands below the row when it is open. */
  hasDetail?: ((row: Row) => boolean) | undefined
  isOpen: (id: string) => boolean
  /** Puts siblings in order. */
  order: (rows: readonly Row[]) => readonly Row[]
}

/** The rows from top to bottom; those below a closed row are left out. */
export function linesOf<Row>(rows: readonly Row[], tree: Tree<Row>): TableLine<Row>[] {
  const lines: TableLine<Row>[] = []
  const add = (siblings: readonly Row[], level: number) => {
    let place = 0
    for (const row of tree.order(siblings)) {
      const id = tree.rowId(row)
      const children = tree.childrenOf?.(row) ?? []
      const isOpen = children.length > 0 || tree.hasDetail?.(row) ? tree.isOpen(id) : null
      lines.push({ id, row, level, isOpen, place: ++place, siblings: siblings.length })
      if (isOpen) add(children, level + 1)
    }
  }
  add(rows, 1)
  return lines
}

/** The closed rows beside a row, below the same parent. */
export function closedSiblings<Row>(lines: readonly TableLine<Row>[], index: number): string[] {
  const level = lines[index]?.level ?? 1
  const isOutside = (line: TableLine<Row>) => line.level < level
  const from = lines.findLastIndex((line, at) => at < index && isOutside(line)) + 1
  const end = lines.findIndex((line, at) => at > index && isOutside(line))
  return lines
    .slice(from, end < 0 ? undefined : end)
    .filter((line) => line.level === level && line.isOpen === false)
    .map(({ id }) => id)
}
