import { useState } from 'react'
import type { ReconcileRow } from '#contract/imports.ts'
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
      <p className={styles.verdict}>{verdictOn(settlements)}</p>
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
