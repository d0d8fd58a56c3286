import { isNegative, isZero, NO_VALUE, wholeText } from '#web/ui/numbers.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { TableColumn } from './table-column.ts'

interface CellContent {
  content: React.ReactNode
  tone?: 'muted' | 'loss'
  /** Read out instead of what is drawn. */
  label?: string
}

const UNREAD: CellContent = { content: <Skeleton width="60%" /> }
const NOTHING: CellContent = { content: NO_VALUE, tone: 'muted', label: 'no data' }

/** What stands in a cell: nothing is a dash, never 0; a zero steps back; a loss is red. */
export function cellContent<Row>(column: TableColumn<Row>, row: Row): CellContent {
  const { kind, value, format = wholeText, isResult, cell } = column
  const raw = value(row)
  if (raw === undefined) return UNREAD
  if (cell) return { content: cell(row) }
  if (raw === null) return NOTHING
  if (raw === '') return { content: null }
  const text = String(raw)
  if (kind === 'text') return { content: text }
  // Money and counts without any are a plain 0; a ratio keeps its unit.
  if (isZero(text)) return { content: typeof raw === 'string' ? '0' : format(text), tone: 'muted' }
  if (isResult && isNegative(text)) return { content: format(text), tone: 'loss' }
  return { content: format(text) }
}
