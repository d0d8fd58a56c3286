import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { cx } from '#web/ui/class-names.ts'
import { isSameCell, type ExplainedCell } from '#web/explain/explained-cell.ts'
import { moveOf, type GridPosition } from './grid-keys.ts'
import { PnlChart } from './PnlChart.tsx'
import type { PnlColumn } from './pnl-columns.ts'
import { cellOf, numberOf, type StatementRow } from './pnl-rows.ts'
import { AmountCell, GrowthCell, PercentCell } from './PnlCells.tsx'
import styles from './PnlTable.module.css'
import { RowName } from './RowName.tsx'

const NAME_WIDTH = 232
/** Wider than this, a number stands too far from its name. */
const STRETCH_MAX = 1.5

interface PnlTableProps {
  /** One row per column; empty while it is being read. */
  answer: readonly PnlRow[]
  columns: readonly PnlColumn[]
  statement: readonly StatementRow[]
  memo: readonly StatementRow[]
  currencyCode: string
  explained: ExplainedCell | null
  /** `entered` is true where the explanation should take the focus. */
  onExplain: (cell: ExplainedCell, entered: boolean) => void
  /** The focus came to this number while another one is explained. */
  onFollow: (cell: ExplainedCell) => void
  onLeave: () => void
  onFold: (groups: PnlLine[], open: boolean) => void
}

/** Where a number stands: which column, and which of its numbers. */
interface Slot {
  columnIndex: number
  part: PnlColumn['parts'][number]
}

/**
 * The statement as a tree grid on a native table: one tab stop, arrows between the cells, every number explained.
 * The chart stands in its head, so that a bar is always over its number.
 */
export function PnlTable(props: PnlTableProps) {
  const {
    answer,
    columns,
    statement,
    memo: memoRows,
    currencyCode,
    explained,
    onExplain,
    onFollow,
    onLeave,
    onFold,
  } = props
  const table = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState<GridPosition>({ row: 0, column: 1 })

  const rows = useMemo(() => [...statement, ...memoRows], [statement, memoRows])
  const slots = useMemo(
    () => columns.flatMap(({ parts }, columnIndex) => parts.map((part): Slot => ({ columnIndex, part }))),
    [columns],
  )
  const at: GridPosition = {
    row: Math.min(active.row, rows.length - 1),
    column: Math.min(active.column, slots.length),
  }

  const explainedCellAt = ({ row, column }: GridPosition): ExplainedCell | null => {
    const period = columns[slots[column - 1]?.columnIndex ?? -1]?.period
    const line = rows[row]?.line
    return period && line ? { line, start: period.periodStart, end: period.periodEnd } : null
  }
  const focus = (to: GridPosition) => {
    setActive(to)
    cellElement(table.current, to)?.focus()
  }
  const moveTo = (to: GridPosition) => {
    focus(to)
    const cell = explained && explainedCellAt(to)
    if (cell) onFollow(cell)
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    const from = positionOfElement(event.target)
    const move = from && !event.altKey && moveOf(event, from, { columns: slots.length + 1, rows })
    if (!move) return
    if ('leave' in move) return onLeave()
    event.preventDefault()
    if ('to' in move) moveTo(move.to)
    if ('fold' in move) fold([rows[move.fold]], move.open)
    if ('openSiblingsOf' in move) {
      const level = rows[move.openSiblingsOf]?.level
      fold(
        rows.filter((row) => row.level === level && row.isOpen === false),
        true,
      )
    }
    if ('activate' in move) {
      const cell = explainedCellAt(move.activate)
      if (cell) onExplain(cell, true)
    }
    if ('copy' in move) {
      const slot = slots[move.copy.column - 1]
      const row = rows[move.copy.row]
      const raw = slot && row && numberOf(answer, slot.columnIndex, row, slot.part)
      if (raw != null) void navigator.clipboard.writeText(String(raw))
    }
  }
  const fold = (folded: (StatementRow | undefined)[], open: boolean) =>
    onFold(
      folded.flatMap((row) => (row && row.isOpen !== null ? row.line : [])),
      open,
    )

  const onClick = (event: React.MouseEvent) => {
    const to = positionOfElement(event.target)
    if (!to) return
    focus(to)
    if (to.column === 0) {
      const row = rows[to.row]
      if (row && row.isOpen !== null) fold([row], !row.isOpen)
      return
    }
    const cell = explainedCellAt(to)
    if (cell && answer.length > 0) onExplain(cell, false)
  }

  const width = columns.reduce((sum, column) => sum + column.width, NAME_WIDTH)
  const body = (part: readonly StatementRow[], offset: number) =>
    part.map((row, index) => (
      <Row
        key={row.id}
        row={row}
        rowIndex={offset + index}
        answer={answer}
        columns={columns}
        currencyCode={currencyCode}
        activeColumn={at.row === offset + index ? at.column : null}
        explained={explained?.line === row.line && row.id === row.line ? explained : null}
      />
    ))
  return (
    <div className={styles.frame}>
      <table
        ref={table}
        // The pattern for a table whose rows fold (ARIA Authoring Practices, Treegrid).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="treegrid"
        aria-label="Profit and loss"
        aria-rowcount={rows.length + 1}
        aria-colcount={slots.length + 1}
        aria-busy={answer.length === 0}
        className={styles.table}
        style={{ width: `max(${width}px, min(100cqw, ${Math.round(width * STRETCH_MAX)}px))` }}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <colgroup>
          <col style={{ width: NAME_WIDTH }} />
          {columns.map((column) => (
            <ColumnWidths key={column.key} column={column} />
          ))}
        </colgroup>
        <thead>
          <PnlChart answer={answer} columns={columns} onExplain={(cell) => onExplain(cell, false)} />
          <tr className={styles.heads}>
            <th scope="col" className={styles.corner}>
              {currencyCode}
            </th>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="colgroup"
                colSpan={column.parts.length}
                className={cx(column.isSummary && styles.summary)}
                title={hintOf(column)}
              >
                {column.title}
                <small>{column.subtitle}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{body(statement, 0)}</tbody>
        {memoRows.length > 0 && <tbody className={styles.memo}>{body(memoRows, statement.length)}</tbody>}
      </table>
      <EdgeFade />
    </div>
  )
}

/** The widths of the parts; what the minimum of a column adds goes to its first number. */
function ColumnWidths({ column: { parts, width } }: { column: PnlColumn }) {
  const rest = 48
  return parts.map((part, index) => (
    <col key={part} style={{ width: index === 0 ? width - rest * (parts.length - 1) : rest }} />
  ))
}

function hintOf({ period }: PnlColumn): string | undefined {
  const hints = []
  if (period.partial) hints.push('The dates end within this period.')
  if (period.provisional)
    hints.push('Provisional: transactions of the last 14 days are still being released.')
  if (period.comparisonStart)
    hints.push(`Growth against ${period.comparisonStart} to ${period.comparisonEnd}.`)
  return hints.join(' ') || undefined
}

interface RowProps {
  row: StatementRow
  rowIndex: number
  answer: readonly PnlRow[]
  columns: readonly PnlColumn[]
  currencyCode: string
  /** The cell of this row that Tab reaches; null in all other rows. */
  activeColumn: number | null
  explained: ExplainedCell | null
}

const Row = memo(function Row({
  row,
  rowIndex,
  answer,
  columns,
  currencyCode,
  activeColumn,
  explained,
}: RowProps) {
  return (
    <tr
      className={cx(styles[row.look], explained && styles.explainedRow)}
      aria-level={row.level}
      aria-expanded={row.isOpen ?? undefined}
      aria-rowindex={rowIndex + 2}
    >
      <th
        scope="row"
        data-cell={`${rowIndex}.0`}
        tabIndex={activeColumn === 0 ? 0 : -1}
        title={row.definition}
      >
        <RowName row={row} />
      </th>
      {columns.map((column, index) => {
        const cell = cellOf(answer, index, row.line)
        const isExplained = isSameCell(explained, {
          line: row.line,
          start: column.period.periodStart,
          end: column.period.periodEnd,
        })
        return column.parts.map((part, partIndex) => {
          const cellIndex = 1 + column.firstSlot + partIndex
          const shared = {
            'data-cell': `${rowIndex}.${cellIndex}`,
            tabIndex: activeColumn === cellIndex ? 0 : -1,
            'aria-selected': isExplained || undefined,
            row,
            cell,
            className: cx(
              column.isSummary && styles.summary,
              column.isSummary && partIndex === 0 && styles.first,
              isExplained && styles.explained,
            ),
          }
          if (part === 'amount') return <AmountCell key={part} {...shared} currencyCode={currencyCode} />
          if (part === 'growth') return <GrowthCell key={part} {...shared} />
          return (
            <PercentCell
              key={part}
              {...shared}
              isOnly={column.parts.length === 1}
              hasCue={column.period.column === 'total'}
            />
          )
        })
      })}
    </tr>
  )
})

/** Says that more columns follow to the right; gone when the last of them is in view. */
function EdgeFade() {
  const sentinel = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setAtEnd(entry?.isIntersecting ?? true))
    observer.observe(sentinel.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div className={cx(styles.fade, isAtEnd && styles.gone)} aria-hidden />
      <div ref={sentinel} className={styles.sentinel} />
    </>
  )
}

function positionOfElement(target: EventTarget): GridPosition | null {
  const text =
    target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined
  const [row, column] = text?.split('.').map(Number) ?? []
  return row === undefined || column === undefined ? null : { row, column }
}

const cellElement = (table: HTMLElement | null, { row, column }: GridPosition) =>
  table?.querySelector<HTMLElement>(`[data-cell="${row}.${column}"]`)
