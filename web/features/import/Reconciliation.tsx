import { useState } from 'react'
import type { ReconcileRow } from '#contract/imports.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsFact, sheetFrom, type Sheet } from '#web/table/sheet.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Reconciliation.module.css'
import { inOrderOfConcern, verdictOn } from './settlement-order.ts'
import { SettlementTable } from './SettlementTable.tsx'

const SHOWN_AT_FIRST = 8

/** Whether every settlement adds up to what Amazon says, in a sentence and then one by one. */
export function Reconciliation({ settlements }: { settlements: readonly ReconcileRow[] }) {
  const [isWhole, setWhole] = useState(false)
  const ordered = inOrderOfConcern(settlements)
  const shown = isWhole ? ordered : ordered.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <div className={styles.head}>
        <p className={styles.verdict}>{verdictOn(settlements)}</p>
        <ExportMenu
          content={(rows) => {
            const held = rows === 'all' ? ordered : shown
            return {
              sheet: settlementSheet(held),
              facts: [rowsFact(held.length, ordered.length, 'those shown')],
            }
          }}
          fileName="settlements"
          hasMoreRows={ordered.length > shown.length}
        />
      </div>
      <SettlementTable label="Settlements" settlements={shown} />
      {!isWhole && ordered.length > shown.length && (
        <div className={styles.more}>
          <Button size="sm" onPress={() => setWhole(true)}>
            Show all {ordered.length}
          </Button>
        </div>
      )}
    </>
  )
}

const settlementSheet = (settlements: readonly ReconcileRow[]): Sheet =>
  sheetFrom(settlements, [
    ['Settlement', 'text', ({ settlementId }) => settlementId],
    ['Account', 'text', ({ account }) => account],
    ['From', 'day', ({ startDate }) => startDate],
    ['To', 'day', ({ endDate }) => endDate],
    ['Currency', 'text', ({ currency }) => currency],
    ['Amazon’s total', 'money', ({ total }) => total],
    ['Lines', 'count', ({ rows }) => rows],
    ['Sum of lines', 'money', ({ sum }) => sum],
    ['Difference', 'money', ({ difference }) => difference],
    ['Not mapped', 'money', ({ unmapped }) => unmapped],
    ['Complete', 'text', ({ complete }) => (complete ? 'yes' : 'no')],
    ['Counts', 'text', ({ active }) => (active ? 'yes' : 'another file')],
  ])
