import { Check, TriangleAlert } from 'lucide-react'
import type { SettlementResult } from '#contract/imports.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { rangeText } from '#web/ui/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Identifier } from '#web/ui/Identifier.tsx'
import { exactText, isZero } from '#web/ui/numbers.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import styles from './SettlementTable.module.css'

type Settlement = SettlementResult & { account?: string }

interface SettlementTableProps {
  label: string
  settlements: readonly Settlement[]
}

/** Amazon's totals beside the sums of our rows. The difference is the proof, so it is always shown. */
export function SettlementTable({ label, settlements }: SettlementTableProps) {
  const hasAccounts = settlements.some(({ account }) => account)
  return (
    <SimpleTable
      label={label}
      columns={hasAccounts ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'account')}
      rows={settlements}
      rowId={({ settlementId, source, currency }) => `${settlementId}.${source}.${currency}`}
    />
  )
}

const COLUMNS: readonly SimpleColumn<Settlement>[] = [
  {
    id: 'settlement',
    title: 'Settlement',
    kind: 'text',
    isName: true,
    cell: ({ settlementId }) => <Identifier>{settlementId}</Identifier>,
  },
  { id: 'account', title: 'Account', kind: 'text', cell: ({ account }) => account },
  {
    id: 'days',
    title: 'Days',
    kind: 'text',
    cell: ({ startDate, endDate }) => (startDate && endDate ? rangeText(startDate, endDate) : <NoValue />),
  },
  {
    id: 'total',
    title: "Amazon's total",
    kind: 'number',
    cell: ({ total, currency }) => (total === null ? <NoValue /> : exactText(total, currency)),
  },
  {
    id: 'sum',
    title: 'Sum of lines',
    kind: 'number',
    cell: ({ sum, currency }) => (
      <>
        {exactText(sum, currency)} <span className={styles.muted}>{currency}</span>
      </>
    ),
  },
  {
    id: 'difference',
    title: 'Difference',
    kind: 'number',
    cell: (settlement) => <Difference settlement={settlement} />,
  },
]

function Difference({
  settlement: { difference, currency, complete, active, state },
}: {
  settlement: Settlement
}) {
  if (!active) return <span className={styles.muted}>another file counts</span>
  if (difference === null) return <span className={styles.muted}>no total stated</span>
  const text = exactText(difference, currency)
  if (complete && isZero(difference)) {
    return (
      <span className={styles.agrees}>
        <Icon of={Check} size={14} />
        {text}
      </span>
    )
  }
  return (
    <span className={styles.missing}>
      <Icon of={TriangleAlert} size={14} />
      {state === 'TOO_MUCH' ? `too much: differs by ${text}` : `incomplete: ${text} missing`}
    </span>
  )
}
