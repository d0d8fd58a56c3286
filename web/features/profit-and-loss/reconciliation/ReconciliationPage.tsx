import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { skipToken, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import type { HeldBack } from '#contract/reconciliation.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { askedOf, useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { useRefusal } from '#web/settings/use-team.ts'
import { Band } from '#web/shell/Page.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import { openSegments, segmentFacts } from '#web/table/segments.ts'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { shortDayText } from '#web/ui/dates.ts'
import { isZero } from '#web/ui/numbers.ts'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { ProfitAndLossTabs, TITLE } from '../ProfitAndLossTabs.tsx'
import { isBridgeStep } from './bridge-steps.ts'
import { stillHeld } from './held-back-rows.ts'
import { HeldBackSection } from './HeldBackSection.tsx'
import { PayoutBridgeSection } from './PayoutBridgeSection.tsx'
import { reconciliation } from './reconciliation-view.ts'
import { completeText, settlementColumns } from './settlement-columns.tsx'
import {
  currenciesOf,
  isOpen,
  missingDays,
  settlementRows,
  totalRow,
  type SettlementRow,
} from './settlement-rows.ts'
import { VerificationSection } from './VerificationSection.tsx'
import styles from './ReconciliationPage.module.css'

/** More choices beside each other are no longer one line. */
const SEGMENTS_MAX = 4

// Opened seldom, and it brings what dialogs need.
const PlacedLinesDialog = lazy(async () => ({
  default: (await import('./PlacedLinesDialog.tsx')).PlacedLinesDialog,
}))

const BridgeRowsDrawer = lazy(async () => ({
  default: (await import('./BridgeRowsDrawer.tsx')).BridgeRowsDrawer,
}))

/** Whether every settlement adds up to what Amazon paid, and how its profit becomes its payout. */
export const ReconciliationPage = () => (
  <DashboardGate
    title={TITLE}
    tabs={<ProfitAndLossTabs />}
    noData="Import settlement reports to compare their lines with what Amazon paid out."
  >
    {(subject) => <Reconciliation subject={subject} />}
  </DashboardGate>
)

const BASIS = 'Totals as the settlement files state them, in their own currency, never converted.'

function Reconciliation({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(reconciliation, subject)
  const { view, change, scope } = frame
  const { companyId } = scope
  const refusal = useRefusal('changeSettings')
  const query = useAnswerQuery(trpc.profitAndLoss.getSettlements.queryOptions(askedOf(subject)))
  const shown = useShownAnswer(view, query)
  const settlements = useMemo(() => shown.data ?? [], [shown.data])
  const currencies = useMemo(() => currenciesOf(settlements), [settlements])
  const currency =
    view.settledIn !== null && currencies.includes(view.settledIn)
      ? view.settledIn
      : (currencies[0] ?? scope.currencyCode)
  const { startDate, endDate } = shown.view
  const all = useMemo(
    () => settlementRows(settlements, { currency, range: { start: startDate, end: endDate } }),
    [settlements, currency, startDate, endDate],
  )
  const total = useMemo(() => totalRow(all), [all])
  const open = all.filter(isOpen)
  const rows = view.show === 'OPEN' ? open : all
  const counts = shown.data && { all: all.length, open: open.length }
  const settleIn = (code: string) =>
    change({ settledIn: CURRENCY_CODES.find((known) => known === code) ?? null, opened: '', explained: '' })
  const segments = openSegments('Which settlements', counts, view.show, (show) => change({ show }))
  const hasAccounts = new Set(all.map(({ account }) => account)).size > 1
  // What arrived at the bank is known of now alone.
  const { data: bank } = useQuery(
    trpc.bankMatch.getData.queryOptions(subject.asOf === undefined ? { companyId } : skipToken),
  )
  const bankStates = useMemo(
    () =>
      bank && bank.imports.length > 0 ? new Map(bank.deposits.map(({ key, state }) => [key, state])) : null,
    [bank],
  )
  // The section at the foot asks the same.
  const held = useQuery(trpc.profitAndLoss.getHeldBack.queryOptions(askedOf(subject)))
  const deferred = deferredFigure(held, { currencyCode: currency, today: frame.context.today })
  const columns = useMemo(
    () => settlementColumns({ companyId, currency, hasAccounts, bankStates }),
    [companyId, currency, hasAccounts, bankStates],
  )
  const table = useTable({
    id: 'reconciliation',
    columns,
    rows,
    rowId: ({ key }) => key,
    totals: rows.length === 0 ? undefined : rows === all ? total : totalRow(rows, 'Settlements shown'),
  })
  const opened =
    all.find(({ key, kind }) => kind === 'SETTLEMENT' && key === view.opened) ??
    rows.find(({ kind }) => kind === 'SETTLEMENT')
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      paperTitle={`Profit and loss, reconciliation in ${currency}`}
      named="The list of settlements"
      noun="settlement"
      basis={BASIS}
      tabs={<ProfitAndLossTabs />}
      isEmpty={shown.data !== undefined && all.length === 0}
      figures={
        <KeyFigures
          label="Reconciliation"
          size="slim"
          figures={figuresOf(shown.data === undefined ? undefined : all, total, currency, deferred)}
        />
      }
      exported={{
        name: `settlements-${currency.toLowerCase()}`,
        content: () => ({
          sheet: sheetOf(table.columns, rowsOf(table.lines), currency),
          facts: [['Currency', currency], ...segmentFacts(segments, rows.length)],
        }),
      }}
      inspector={
        isBridgeStep(view.explained) &&
        opened && (
          <Suspense>
            <BridgeRowsDrawer
              asked={askedOf(subject)}
              settlement={opened}
              currency={currency}
              step={view.explained}
              onClose={() => change({ explained: '' }, true)}
            />
          </Suspense>
        )
      }
      toolbar={(exportMenu) => (
        <TableToolbar
          label="Settlements"
          title={
            <>
              Settlements<small>what the file says against the sum of its lines</small>
            </>
          }
          segments={segments}
        >
          {currencies.length > SEGMENTS_MAX ? (
            <FilterSelect
              label="Currency"
              choices={currencies.map((code) => ({ value: code, label: code }))}
              value={currency}
              onChange={settleIn}
            />
          ) : (
            currencies.length > 1 && (
              <SegmentedControl
                label="Currency"
                options={currencies.map((code) => ({ value: code, label: code }))}
                value={currency}
                onChange={settleIn}
              />
            )
          )}
          {subject.asOf === undefined && (
            <Suspense>
              <PlacedLinesDialog companyId={companyId} refusal={refusal} />
            </Suspense>
          )}
          {exportMenu}
        </TableToolbar>
      )}
    >
      <Band className={styles.parts}>
        <PaperTables table={table}>
          {(part) => (
            <DataTable<SettlementRow>
              table={part}
              label="Settlements"
              maxHeight="max(16rem, calc(100dvh - 19rem))"
              isLoading={shown.data === undefined}
              openedRow={opened?.key ?? null}
              empty="Every settlement of these days is complete."
              rowClass={({ kind }) => (kind === 'MISSING' ? styles.missingRow : undefined)}
              onOpen={(row) => {
                if (row.kind === 'SETTLEMENT') change({ opened: row.key, explained: '' }, true)
              }}
            />
          )}
        </PaperTables>
        <div>
          <PayoutBridgeSection
            asked={askedOf(subject)}
            settlement={opened}
            onExplain={(explained) => change({ explained }, true)}
          />
          {subject.asOf === undefined && <VerificationSection companyId={companyId} />}
        </div>
      </Band>
      <Band>
        <HeldBackSection asked={askedOf(subject)} currency={currency} />
      </Band>
    </DashboardPage>
  )
}

/** What Amazon holds back now, whichever days the page is about, and when the next of it is due. */
function deferredFigure(
  { data, isError }: { data: readonly HeldBack[] | undefined; isError: boolean },
  { currencyCode, today }: { currencyCode: string; today: string },
): KeyFigure {
  const figure = {
    id: 'deferred',
    label: 'Still deferred',
    unit: { kind: 'money', currencyCode },
  } as const
  if (isError) return { ...figure, value: null, lack: { text: 'not read', isFailure: true } }
  if (data === undefined) return { ...figure, value: undefined }
  const deferred = data.find(({ currency }) => currency === currencyCode)?.deferred
  if (!deferred) return { ...figure, value: null, lack: { text: 'no transactions' } }
  const next = deferred.due.find(({ day }) => day !== null && day >= today)?.day
  return {
    ...figure,
    value: stillHeld(deferred),
    ...(next != null && { note: `next ${shortDayText(next)}` }),
  }
}

function figuresOf(
  rows: readonly SettlementRow[] | undefined,
  total: SettlementRow,
  currencyCode: string,
  deferred: KeyFigure,
): KeyFigure[] {
  const money = { kind: 'money', currencyCode } as const
  const count = { kind: 'count' } as const
  const of = <T,>(value: T) => (rows === undefined ? undefined : value)
  const days = rows ? missingDays(rows) : 0
  return [
    {
      id: 'settlements',
      label: 'Settlements',
      unit: count,
      value: of(String((rows ?? []).filter(({ kind }) => kind === 'SETTLEMENT').length)),
      ...(rows && { note: completeText(rows) }),
    },
    { id: 'deposits', label: 'Deposits', unit: money, value: of(total.deposit) },
    {
      id: 'difference',
      label: 'Difference',
      unit: money,
      value: of(total.difference),
      note: 'must be 0.00',
    },
    {
      id: 'missing',
      label: 'Missing',
      unit: { kind: 'count', unit: days === 1 ? 'day' : 'days' },
      value: of(String(days)),
      ...(days > 0 && { note: 'between settlements' }),
    },
    deferred,
    {
      id: 'unmapped',
      label: 'Not mapped',
      unit: money,
      value: of(total.unmapped),
      ...(total.unmapped !== null && isZero(total.unmapped) && { note: 'all lines are mapped' }),
    },
  ]
}
