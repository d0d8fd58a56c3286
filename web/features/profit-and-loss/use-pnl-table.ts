import { useCallback, useMemo } from 'react'
import { isPnlLine, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { useTable, type TableModel } from '#web/table/use-table.ts'
import type { PnlColumn } from './pnl-columns.ts'
import { memoRows, statementRows, type StatementRow } from './pnl-rows.ts'
import { pnlTableColumns } from './pnl-table-columns.tsx'
import type { PnlView } from './pnl-view.ts'

interface PnlTableOptions {
  /** One row per column; empty while it is being read. */
  answer: readonly PnlRow[]
  columns: readonly PnlColumn[]
  view: PnlView
  /** Of the answer, which may still be that of the view before. */
  currencyCode: string
  onCollapse: (collapsed: PnlLine[]) => void
}

const idOf = ({ id }: StatementRow): string => id

/** The statement as a table: its lines as rows, folded as the address says. */
export function usePnlTable(options: PnlTableOptions): TableModel<StatementRow> {
  const { answer, columns, view, currencyCode, onCollapse } = options
  const { collapsed, emptyLines, show } = view

  const rows = useMemo(() => {
    const which = { emptyLines, hasUnits: show !== 'percent' }
    return [...statementRows(answer, which), ...memoRows(answer, which)]
  }, [answer, emptyLines, show])
  const tableColumns = useMemo(
    () => pnlTableColumns(answer, columns, currencyCode),
    [answer, columns, currencyCode],
  )
  const tree = useMemo(
    () => ({
      rows: rows.filter(({ parent }) => parent === null),
      childrenOf: ({ id }: StatementRow) => rows.filter(({ parent }) => parent === id),
    }),
    [rows],
  )
  const isOpen = useCallback((id: string) => !collapsed.some((group) => group === id), [collapsed])
  const onFold = (ids: readonly string[], open: boolean) =>
    onCollapse(
      open
        ? collapsed.filter((group) => !ids.includes(group))
        : [...new Set([...collapsed, ...ids.filter(isPnlLine)])],
    )
  return useTable({ columns: tableColumns, ...tree, rowId: idOf, folding: { isOpen, onFold } })
}
