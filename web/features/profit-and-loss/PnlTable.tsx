import { useMemo } from 'react'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { useIsPrinting } from '#web/print/printing.ts'
import { DataTable, ROW_HEIGHTS, type Reach, type TableCell } from '#web/table/DataTable.tsx'
import type { TableModel } from '#web/table/use-table.ts'
import { cx } from '#web/ui/class-names.ts'
import type { PnlColumn } from './pnl-columns.ts'
import { isMemo, type StatementRow } from './pnl-rows.ts'
import { explainedCellAt, markedCells } from './pnl-table-columns.tsx'
import { PnlChart } from './PnlChart.tsx'
import styles from './PnlTable.module.css'

interface PnlTableProps {
  table: TableModel<StatementRow>
  /** One row per column; empty while it is being read. */
  answer: readonly PnlRow[]
  columns: readonly PnlColumn[]
  explained: ExplainedCell | null
  /** `entered` is true where the explanation should take the focus. */
  onExplain: (cell: ExplainedCell, entered: boolean) => void
  /** The focus came to this number while another one is explained. */
  onFollow: (cell: ExplainedCell) => void
  onLeave: () => void
}

/** The statement. The chart stands in the head of its table, so that a bar is always over its number. */
export function PnlTable(props: PnlTableProps) {
  const { table, answer, columns, explained, onExplain, onFollow, onLeave } = props
  const isPrinting = useIsPrinting()
  const marked = useMemo(() => markedCells(columns, explained), [columns, explained])
  const explain = ({ row, column }: TableCell<StatementRow>, reach: Reach) => {
    const cell = explainedCellAt(columns, row, column.id)
    // A block that stands for a number is not pressed on purpose; keys may be ahead of the answer.
    if (!cell || (reach === 'click' && answer.length === 0)) return
    if (reach === 'follow') onFollow(cell)
    else onExplain(cell, reach === 'enter')
  }
  return (
    <DataTable
      table={table}
      label="Profit and loss"
      heads="groups"
      strip={<PnlChart answer={answer} columns={columns} onExplain={(cell) => onExplain(cell, false)} />}
      rowHeight={isPrinting ? printedHeightOf : heightOf}
      rowClass={(row) => cx(styles.line, styles[row.look], isMemo(row) && styles.memo)}
      isLoading={answer.length === 0}
      marked={marked}
      onExplain={explain}
      onLeave={onLeave}
    />
  )
}

/** A folded statement fits one sheet. */
const printedHeightOf = (row: StatementRow): number => heightOf(row) - 3

function heightOf({ id, look }: StatementRow): number {
  // What is no profit begins with a space above it.
  if (id === 'memo') return 46
  return look === 'net' ? 30 : ROW_HEIGHTS.pivot
}
