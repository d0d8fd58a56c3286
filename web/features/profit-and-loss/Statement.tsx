import { skipToken, useQuery, type SkipToken } from '@tanstack/react-query'
import type { z } from 'zod'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { isPnlLine, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlRow, PnlScope } from '#contract/profit-and-loss.ts'
import type { Drawer } from '#web/dashboard/use-drawer.ts'
import { absenceText, cellNotes } from '#web/explain/lacks.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { useIsPrinting } from '#web/print/printing.ts'
import { Band } from '#web/shell/Page.tsx'
import { DataTable, type Reach, type TableCell } from '#web/table/DataTable.tsx'
import { useTable, type TableModel } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { isZero } from '#web/ui/numbers.ts'
import { Money, NoValue } from '#web/ui/NumberText.tsx'
import type { PnlColumn } from './pnl-columns.ts'
import { nextReleaseText } from './pnl-notes.ts'
import { isMemo, memoRows, statementRows, totalOf, type StatementRow } from './pnl-rows.ts'
import { explainedCellAt, hasPartHeads, markedCells, pnlTableColumns } from './pnl-table-columns.tsx'
import type { PnlView } from './pnl-view.ts'
import type { StatementBasis } from './statement-basis.ts'
import styles from './Statement.module.css'

// The table is what is waited for; the room over it is kept.
const PnlChart = lazy(async () => ({ default: (await import('./PnlChart.tsx')).PnlChart }))
const PnlOtherChart = lazy(async () => ({ default: (await import('./PnlOtherChart.tsx')).PnlOtherChart }))

interface PnlTableOptions {
  basis: StatementBasis
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
  const { basis, answer, columns, view, currencyCode, onCollapse } = options
  const { collapsed, emptyLines, show } = view

  const rows = useMemo(() => {
    const which = { basis, emptyLines, hasUnits: show !== 'percent' }
    // What passes through the account passes with transactions.
    return [...statementRows(answer, which), ...(basis.id === 'ORDER' ? [] : memoRows(answer, which))]
  }, [basis, answer, emptyLines, show])
  const tableColumns = useMemo(
    () => pnlTableColumns(basis, answer, columns, currencyCode),
    [basis, answer, columns, currencyCode],
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

interface StatementProps {
  /** What money is held back of, once it can be asked; null where none is held back of what it is made of. */
  deferredOf: z.input<typeof PnlScope> | SkipToken | null
  answer: readonly PnlRow[]
  columns: readonly PnlColumn[]
  table: TableModel<StatementRow>
  view: PnlView
  /** Of the answer, which may still be that of the view before. */
  currencyCode: string
  drawer: Drawer
  onChange: (changes: Partial<PnlView>, replace?: boolean) => void
}

/** The table, and under it what is not in it. */
export function Statement(props: StatementProps) {
  const { deferredOf, answer, columns, table, view, currencyCode, drawer, onChange } = props
  const { emptyLines } = view
  return (
    <>
      {view.chart !== 'bars' && (
        <Band>
          <Suspense>
            <PnlOtherChart
              answer={answer}
              view={view}
              currencyCode={currencyCode}
              onExplain={(cell) => drawer.open(cell, true)}
            />
          </Suspense>
        </Band>
      )}
      <PaperTables table={table}>
        {(part) => (
          <PnlTable
            table={part}
            {...periodsOf(part, columns, answer)}
            hasBars={view.chart === 'bars'}
            drawer={drawer}
          />
        )}
      </PaperTables>
      <Band className={styles.under}>
        {deferredOf !== null && (
          <Deferred
            cell={totalOf(answer, 'deferredNetProceeds')}
            asked={deferredOf}
            currencyCode={currencyCode}
            onExplain={() =>
              drawer.open({ metric: 'deferredNetProceeds', start: view.startDate, end: view.endDate }, true)
            }
          />
        )}
        <Button kind="ghost" size="sm" onPress={() => onChange({ emptyLines: !emptyLines }, true)}>
          {emptyLines ? 'Hide empty lines' : 'Show empty lines'}
        </Button>
      </Band>
    </>
  )
}

/** The periods whose numbers stand in a part of the table, which on paper is not always the whole. */
function periodsOf(
  part: TableModel<StatementRow>,
  columns: readonly PnlColumn[],
  answer: readonly PnlRow[],
): { columns: readonly PnlColumn[]; answer: readonly PnlRow[] } {
  const groups = new Set(part.columns.map(({ group }) => group?.id))
  const isShown = (index: number) => groups.has(columns[index]?.key)
  return {
    columns: columns.filter((_, index) => isShown(index)),
    answer: answer.filter((_, index) => isShown(index)),
  }
}

interface DeferredProps {
  cell: ReturnType<typeof totalOf>
  asked: z.input<typeof PnlScope> | SkipToken
  currencyCode: string
  onExplain: () => void
}

/** Money that Amazon holds back; it enters the statement when it is released. */
function Deferred({ cell, asked, currencyCode, onExplain }: DeferredProps) {
  // Only transactions say what is held back: without any it is not nothing.
  const isUnknown = cell.value !== null && isZero(cell.value) && cell.unconverted === undefined
  const isAny = (cell.value !== null && !isUnknown) || cell.unconverted !== undefined
  const { data: next } = useQuery({
    ...trpc.profitAndLoss.getNextRelease.queryOptions(isAny ? asked : skipToken),
    meta: { isQuiet: true },
  })
  return (
    <button type="button" className={styles.deferred} onClick={onExplain}>
      <span>Deferred: not yet in this P&L</span>
      <b>
        {cell.value === null || isUnknown ? (
          <NoValue reason={absenceText(cell)} />
        ) : (
          <Money value={cell.value} currencyCode={currencyCode} />
        )}
      </b>
      <small>
        {cellNotes(cell).join(' ') ||
          (isUnknown ? 'No known deferred sales.' : 'Sold, but not yet released by Amazon.')}
      </small>
      {isAny && next && asked !== skipToken && <small>{nextReleaseText(next, asked.currencyCode)}</small>}
    </button>
  )
}

interface PnlTableProps {
  /** The strip of bars in the head. */
  hasBars: boolean
  table: TableModel<StatementRow>
  /** One row per column; empty while it is being read. */
  answer: readonly PnlRow[]
  columns: readonly PnlColumn[]
  drawer: Drawer
}

/** The statement. The chart stands in the head of its table, so that a bar is always over its number. */
function PnlTable({ table, answer, columns, hasBars, drawer }: PnlTableProps) {
  const isPrinting = useIsPrinting()
  const marked = useMemo(
    () => markedCells(columns, drawer.cell, table.lines),
    [columns, drawer.cell, table.lines],
  )
  const explain = ({ row, column }: TableCell<StatementRow>, reach: Reach) => {
    const cell = explainedCellAt(columns, row, column.id)
    // A block that stands for a number is not pressed on purpose; keys may be ahead of the answer.
    if (!cell || (reach === 'click' && answer.length === 0)) return
    // The focus came to this number while another one is explained.
    if (reach === 'follow') drawer.follow(cell)
    else drawer.open(cell, reach === 'enter')
  }
  return (
    <DataTable
      table={table}
      label="Profit and loss"
      heads={hasPartHeads(columns) ? 'both' : 'groups'}
      strip={
        hasBars && (
          <Suspense fallback={<ChartRoom />}>
            <PnlChart answer={answer} columns={columns} onExplain={(cell) => drawer.open(cell, false)} />
          </Suspense>
        )
      }
      rowHeight={isPrinting ? printedHeightOf : heightOf}
      rowClass={(row) => cx(styles.line, styles[row.look], isMemo(row) && styles.memo)}
      isLoading={answer.length === 0}
      marked={marked}
      onExplain={explain}
      onLeave={drawer.close}
    />
  )
}

const ChartRoom = () => (
  <tr className={styles.strip} aria-hidden>
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
    <td />
  </tr>
)

/** In pixels: the whole statement, down to net margin, on one screen. */
const LINE_HEIGHT = 22

/** A folded statement fits one sheet. */
const printedHeightOf = (row: StatementRow): number => heightOf(row) - 1

function heightOf({ id, look }: StatementRow): number {
  // What is no profit begins with a space above it.
  if (id === 'memo') return 42
  if (look === 'net') return 27
  return look === 'result' || look === 'margin' ? LINE_HEIGHT + 1 : LINE_HEIGHT
}
