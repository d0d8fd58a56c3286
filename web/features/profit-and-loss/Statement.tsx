import type { PnlRow } from '#contract/profit-and-loss.ts'
import { Band } from '#web/shell/Page.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Money, NoValue } from '#web/ui/NumberText.tsx'
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
      <PnlTable
        table={table}
        answer={answer}
        columns={columns}
        explained={explained}
        onExplain={onExplain}
        onFollow={onFollow}
        onLeave={onLeave}
      />
      <Band className={styles.under}>
        <Deferred
          value={totalOf(answer, 'deferredNetProceeds')}
          currencyCode={currencyCode}
          onExplain={() =>
            onExplain({ line: 'deferredNetProceeds', start: view.startDate, end: view.endDate }, true)
          }
        />
        <Button kind="ghost" size="sm" onPress={() => onChange({ emptyLines: !emptyLines }, true)}>
          {emptyLines ? 'Hide empty lines' : 'Show empty lines'}
        </Button>
      </Band>
    </>
  )
}

interface DeferredProps {
  value: string | null
  currencyCode: string
  onExplain: () => void
}

/** Money that Amazon holds back; it enters the statement when it is released. */
function Deferred({ value, currencyCode, onExplain }: DeferredProps) {
  return (
    <button type="button" className={styles.deferred} onClick={onExplain}>
      <span>Deferred: not yet in this P&L</span>
      <b>{value === null ? <NoValue /> : <Money value={value} currencyCode={currencyCode} />}</b>
      <small>Sold, and not released by Amazon yet.</small>
    </button>
  )
}
