import { lazy, Suspense, useMemo } from 'react'
import type { BankDeposit } from '#contract/bank-match.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useOpenedRow } from '#web/dashboard/use-opened-row.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { useRefusal } from '#web/settings/use-team.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { Band } from '#web/shell/Page.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import { openSegments, segmentFacts } from '#web/table/segments.ts'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { neighboursIn } from '#web/ui/neighbours.ts'
import { bankColumns, isOpenDeposit } from './bank-columns.tsx'
import { bankMatchView } from './bank-match-view.ts'
import { BankStatements, WithoutSettlement } from './BankStatements.tsx'
import styles from './BankMatchPage.module.css'

// Opened seldom, and they bring what dialogs and drawers need.
const StatementDialog = lazy(async () => ({
  default: (await import('./StatementDialog.tsx')).StatementDialog,
}))
const BankDrawer = lazy(async () => ({ default: (await import('./BankDrawer.tsx')).BankDrawer }))

const TITLE = 'Bank match'
const BASIS =
  'Payouts as settlement files state them, by the day of the deposit. A row of the bank matches with the same amount and currency, from the end of the settlement to seven days after the deposit.'

/** Whether what Amazon says it paid out arrived at the bank. */
export const BankMatchPage = () => (
  <DashboardGate
    title={TITLE}
    isOfNow
    noData="Import settlement reports to compare their payouts with your bank statements."
  >
    {(subject) => <Match subject={subject} />}
  </DashboardGate>
)

function Match({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(bankMatchView, subject)
  const { view, change, scope } = frame
  const { companyId } = scope
  const refusal = useRefusal('keepBooks')
  const query = useAnswerQuery(trpc.bankMatch.getData.queryOptions({ companyId }))
  const shown = useShownAnswer(view, query)
  const { startDate, endDate } = shown.view
  const all = useMemo(
    () => (shown.data?.deposits ?? []).filter(({ day }) => day >= startDate && day <= endDate),
    [shown.data, startDate, endDate],
  )
  const open = useMemo(() => all.filter(isOpenDeposit), [all])
  const rows = view.show === 'OPEN' ? open : all
  const counts = shown.data && { all: all.length, open: open.length }
  const segments = openSegments('Which payouts', counts, view.show, (show) => change({ show }))
  const hasAccounts = new Set(all.map(({ account }) => account)).size > 1
  const columns = useMemo(() => bankColumns(hasAccounts), [hasAccounts])
  const table = useTable<BankDeposit>({ id: 'bank-match', columns, rows, rowId: ({ key }) => key })
  const drawer = useOpenedRow(view.opened, (key) => change({ opened: key }, true))
  const opened = table.lines.find(({ id }) => id === view.opened)?.row
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      named="The payouts"
      noun="payout"
      basis={BASIS}
      figures={<KeyFigures label={TITLE} size="slim" figures={figuresOf(shown.data && all)} />}
      exported={{
        name: 'bank-match',
        content: () => ({
          sheet: sheetOf(table.columns, rowsOf(table.lines)),
          facts: segmentFacts(segments, rows.length),
        }),
      }}
      inspector={
        opened && (
          <Suspense>
            <BankDrawer
              companyId={companyId}
              deposit={opened}
              takesFocus={drawer.takesFocus}
              refusal={refusal}
              neighbours={neighboursIn(
                table.lines.map(({ id }) => id),
                opened.key,
                drawer.step,
              )}
              onClose={drawer.close}
            />
          </Suspense>
        )
      }
      toolbar={(exportMenu) => (
        <TableToolbar
          label="Payouts"
          title={
            <>
              Payouts<small>what Amazon paid out against what arrived</small>
            </>
          }
          segments={segments}
        >
          <Suspense>
            <StatementDialog companyId={companyId} refusal={refusal} />
          </Suspense>
          {exportMenu}
        </TableToolbar>
      )}
    >
      <Band>
        <PaperTables table={table}>
          {(part) => (
            <DataTable<BankDeposit>
              table={part}
              label="Payouts"
              maxHeight="max(16rem, calc(100dvh - 24rem))"
              isLoading={shown.data === undefined}
              openedRow={opened?.key ?? null}
              empty={view.show === 'OPEN' ? 'Nothing left to review.' : 'No payouts on these days.'}
              onOpen={({ key }, reach) => drawer.open(key, reach)}
              onLeave={drawer.close}
            />
          )}
        </PaperTables>
      </Band>
      <Band className={styles.parts}>
        <BankStatements companyId={companyId} imports={shown.data?.imports} refusal={refusal} />
        {/* Before there is a statement nobody knows what is at the bank. */}
        {shown.data?.imports.length !== 0 && (
          <WithoutSettlement
            rows={shown.data?.withoutSettlement}
            count={shown.data?.withoutSettlementCount ?? 0}
          />
        )}
      </Band>
    </DashboardPage>
  )
}

function figuresOf(deposits: readonly BankDeposit[] | undefined): KeyFigure[] {
  const count = (id: string, label: string, ...states: BankDeposit['state'][]): KeyFigure => ({
    id,
    label,
    unit: { kind: 'count' },
    value:
      deposits &&
      String(deposits.filter(({ state }) => states.length === 0 || states.includes(state)).length),
  })
  return [
    count('all', 'Payouts'),
    count('matched', 'Matched', 'MATCHED', 'CONFIRMED'),
    count('choose', 'Several matches', 'SEVERAL'),
    count('differs', 'Amount differs', 'DIFFERS'),
    count('missing', 'Not in the statements', 'MISSING'),
    count('awaited', 'No statement yet', 'AWAITED'),
  ]
}
