import { useQuery } from '@tanstack/react-query'
import type { VerificationState } from '#contract/verification.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { dayText, momentText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { differencesExport } from './differences-export.ts'
import styles from './ReconciliationPage.module.css'

const DIFFERENCES_SHOWN = 3

/** Whether the numbers of the company are what its files say, and when they were last. */
export function VerificationSection({ companyId }: { companyId: string }) {
  const query = useQuery(trpc.profitAndLoss.getVerification.queryOptions({ companyId }))
  return (
    <SectionFrame
      title="Checked against the files"
      note="every night"
      height={64}
      actions={
        query.data?.result &&
        query.data.agrees === false && (
          <ExportMenu
            label="Export differences"
            content={() => differencesExport(query.data!.result!)}
            fileName="differences-from-files"
          />
        )
      }
      status={queryStatus(query)}
    >
      {query.data !== undefined && <State state={query.data} />}
    </SectionFrame>
  )
}

function State({ state }: { state: VerificationState | null }) {
  if (!state?.result)
    return (
      <p>
        Every night, all numbers are recalculated from the imported files and compared with what is shown
        here. This check has not run yet{state?.problem && `: ${state.problem}`}
        {!state?.problem && '.'}
      </p>
    )
  const { result, agreedAt, problem, endedAt } = state
  const rows = result.tables.reduce((sum, table) => sum + table.rows, 0)
  const left = result.differences.length - DIFFERENCES_SHOWN
  return (
    <>
      {state.agrees ? (
        <p>
          On {momentText(agreedAt!)} all numbers matched a recalculation from{' '}
          {countText(result.files, 'file')}: {countText(rows, 'row')} compared.
        </p>
      ) : (
        <Alert appearance="negative" title="Some numbers do not match the files">
          {result.differences.slice(0, DIFFERENCES_SHOWN).map((one) => (
            <p key={JSON.stringify([one.table, one.day, one.line, one.of])}>
              {one.line}
              {one.day && `, ${dayText(one.day)}`} ({one.table}): shown {one.published.amount} from{' '}
              {countText(one.published.rows, 'row')}, by the files {one.recomputed.amount} from{' '}
              {countText(one.recomputed.rows, 'row')}.
            </p>
          ))}
          <p>
            {left > 0 && `And ${countText(left, 'more')}. `}
            Whoever runs this installation can rebuild the numbers from the files (sextant rebuild).
            {agreedAt ? ` They last matched on ${momentText(agreedAt)}.` : ''}
          </p>
        </Alert>
      )}
      {problem && endedAt && (
        <p className={styles.remark}>
          The check of {momentText(endedAt)} did not complete: {problem}
        </p>
      )}
    </>
  )
}
