import type { PnlRow } from '#contract/profit-and-loss.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { Band } from '#web/shell/Page.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Money, NoValue } from '#web/ui/NumberText.tsx'
import { absenceText, cellNotes } from '#web/explain/lacks.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import type { TableModel } from '#web/table/use-table.ts'
import type { PnlColumn } from './pnl-columns.ts'
import { totalOf, type StatementRow } from './pnl-rows.ts'
import type { PnlView } from './pnl-view.ts'
import { PnlTable } from './PnlTable.tsx'
import styles from './Statement.module.css'

interface StatementProps {
  answer: readonly PnlRow[]
  columns: readonly PnlColumn[]
  table: TableModel<StatementRow>
  view: PnlView
  /** Of the answer, which may still be that of the view before. */
  currencyCode: string
  explained: ExplainedCell | null
  onExplain: (cell: ExplainedCell, entered: boolean) => void
  onFollow: (cell: ExplainedCell) => void
  onLeave: () => void
  onChange: (changes: Partial<PnlView>, replace?: boolean) => void
}

/** The table, and under it what is not in it. */
export function Statement(props: StatementProps) {
  const { answer, columns, table, view, currencyCode, explained, onExplain, onFollow, onLeave, onChange } =
    props
  const { emptyLines } = view
  return (
    <>
      <PaperTables table={table}>
        {(part) => (
          <PnlTable
            table={part}
            {...periodsOf(part, columns, answer)}
            explained={explained}
            onExplain={onExplain}
            onFollow={onFollow}
            onLeave={onLeave}
          />
        )}
      </PaperTables>
      <Band className={styles.under}>
        <Deferred
          cell={totalOf(answer, 'deferredNetProceeds')}
          currencyCode={currencyCode}
          onExplain={() =>
            onExplain({ metric: 'deferredNetProceeds', start: view.startDate, end: view.endDate }, true)
          }
        />
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
  currencyCode: string
  onExplain: () => void
}

/** Money that Amazon holds back; it enters the statement when it is released. */
function Deferred({ cell, currencyCode, onExplain }: DeferredProps) {
  return (
    <button type="button" className={styles.deferred} onClick={onExplain}>
      <span>Deferred: not yet in this P&L</span>
      <b>
        {cell.value === null ? (
          <NoValue reason={absenceText(cell)} />
        ) : (
          <Money value={cell.value} currencyCode={currencyCode} />
        )}
      </b>
      <small>{cellNotes(cell).join(' ') || 'Sold, and not released by Amazon yet.'}</small>
    </button>
  )
}
