import { Check, TriangleAlert } from 'lucide-react'
import type { SettlementResult } from '#contract/imports.ts'
import { Cell, DataTable, Head } from '#web/ui/DataTable.tsx'
import { rangeText } from '#web/ui/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { exactText, isZero } from '#web/ui/numbers.ts'
import { Identifier } from '#web/ui/Identifier.tsx'
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
    <DataTable
      label={label}
      head={
        <>
          <Head isText>Settlement</Head>
          {hasAccounts && <Head isText>Account</Head>}
          <Head isText>Days</Head>
          <Head>Amazon's total</Head>
          <Head>Sum of lines</Head>
          <Head>Difference</Head>
        </>
      }
    >
      {settlements.map((settlement) => {
        const { settlementId, source, account, startDate, endDate, currency, total, sum } = settlement
        return (
          <tr key={`${settlementId}.${source}.${currency}`}>
            <Cell isText>
              <Identifier>{settlementId}</Identifier>
            </Cell>
            {hasAccounts && <Cell isText>{account}</Cell>}
            <Cell isText>{startDate && endDate ? rangeText(startDate, endDate) : <NoValue />}</Cell>
            <Cell>{total === null ? <NoValue /> : exactText(total, currency)}</Cell>
            <Cell>
              {exactText(sum, currency)} <span className={styles.muted}>{currency}</span>
            </Cell>
            <Cell>
              <Difference settlement={settlement} />
            </Cell>
          </tr>
        )
      })}
    </DataTable>
  )
}

function Difference({ settlement: { difference, currency, complete, active } }: { settlement: Settlement }) {
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
      incomplete: {text} missing
    </span>
  )
}
