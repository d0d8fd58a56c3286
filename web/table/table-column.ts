import type { CellValue } from '#contract/delimited-text.ts'
import type { Lacking } from '#contract/lack-words.ts'
import type { ColumnEdit } from './edit-store.ts'
import type { CellType } from './sheet.ts'

/** Columns that stand together under one line of the head. */
export interface ColumnGroup {
  id: string
  title: string
  /** A second, muted line, where the head consists of groups alone. */
  subtitle?: string
  hint?: string | undefined
  /** Stands behind the title: what is said of the whole group. */
  mark?: React.ReactNode
  /** Of the head alone. */
  className?: string | undefined
}

/** One column, for drawing, sorting, copying and exporting alike. */
export interface TableColumn<Row> {
  id: string
  title: string
  hint?: string
  /** Numbers stand right and are explained; text stands left and is cut where it is too long. */
  kind: 'text' | 'number'
  group?: ColumnGroup
  /** In pixels. It does not depend on what the rows hold, so nothing shifts while they are read, unless a number is longer. */
  width: number
  value: (row: Row) => CellValue
  /** How a number is written; whole units by itself. */
  format?: (value: string) => string
  /** A result below zero is red; a cost is below zero by nature. */
  isResult?: boolean
  /** Draws more than a text. It is asked for every row that scrolls by, so it should be cheap. */
  cell?: (row: Row) => React.ReactNode
  /** How its cells are typed; see `editableColumn`. */
  edit?: ColumnEdit<Row>
  /** Shown by the browser over the cell. */
  cellHint?: (row: Row) => string | undefined
  className?: string | undefined
  /** Stays at the right edge while the columns before it scroll by; all such columns stand together. */
  isPinned?: boolean
  /** False for what cannot be put in order, like a drawing. */
  isSortable?: boolean
  /** False for what says whose row it is. */
  canHide?: boolean
  isHiddenAtFirst?: boolean
  /** What it draws stands elsewhere in a file, or beside it. */
  isDrawn?: boolean
  /** False for a number without lines behind it. */
  isExplained?: boolean
  /** Names the column in a file, where it has no group above it. */
  exportTitle?: string
  /** What its cells are in a file, where `kind` does not say all of it. */
  type?: CellType | ((row: Row) => CellType)
  /** The number as it was answered: what it is without is told beside the row in a file. */
  answered?: (row: Row) => Lacking | undefined
  /** Stand beside it in a file, where the table has them in one cell or not at all. */
  inFile?: readonly FileColumn<Row>[]
}

/** A column that files alone have. */
export type FileColumn<Row> = Pick<
  TableColumn<Row>,
  'title' | 'kind' | 'value' | 'type' | 'group' | 'exportTitle' | 'answered'
>

export interface ColumnSpan {
  group: ColumnGroup | null
  /** Place of its first column. */
  first: number
  count: number
}

/** The line of groups over the columns: neighbours of one group become one span. */
export function groupSpans(columns: readonly Pick<TableColumn<never>, 'group'>[]): ColumnSpan[] {
  const spans: ColumnSpan[] = []
  columns.forEach(({ group = null }, first) => {
    const before = spans.at(-1)
    if (before && group && before.group?.id === group.id) before.count++
    else spans.push({ group, first, count: 1 })
  })
  return spans
}
