import { Download } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { FORMAT_LABELS, JOURNAL_FORMATS } from '#contract/journal-accounts.ts'
import { CHOSEN_SETTLEMENTS_MAX } from '#contract/journal-states.ts'
import type { SettlementSummary } from '#contract/journals.ts'
import { settlementKey } from '#contract/reconciliation.ts'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { useRefusal } from '#web/settings/use-team.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { LeaveGuard } from '#web/shell/LeaveGuard.tsx'
import { Band } from '#web/shell/Page.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import { openSegments, segmentFacts } from '#web/table/segments.ts'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { EditStore } from '#web/table/edit-store.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { useTable } from '#web/table/use-table.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import type { AddedAccount } from './AccountsTable.tsx'
import { isOpen, settlementColumns } from './journal-columns.tsx'
import { BOOKED_NOW, journalsDashboard, partOf, partText, type JournalsView } from './journals-view.ts'
import { SettlementSection } from './SettlementSection.tsx'
import { useDownload } from './use-download.ts'
import styles from './JournalsPage.module.css'

// Each is opened by itself, and brings forms, dialogs or lines of files.
const AccountsTable = lazy(async () => ({ default: (await import('./AccountsTable.tsx')).AccountsTable }))
const ExchangeTable = lazy(async () => ({ default: (await import('./ExchangeTable.tsx')).ExchangeTable }))
const MonthDialog = lazy(async () => ({ default: (await import('./MonthDialog.tsx')).MonthDialog }))
const JournalRowsDrawer = lazy(async () => ({
  default: (await import('./JournalRowsDrawer.tsx')).JournalRowsDrawer,
}))

const TITLE = 'Journals'
const BASIS = 'What Amazon paid or charged, in the currency of each settlement, by local date.'

/** What each settlement is booked as, for the program in which the books are kept. */
export const JournalsPage = () => (
  <DashboardGate title={TITLE} noData="Import settlement reports to book them.">
    {(subject) => <Journals subject={subject} />}
  </DashboardGate>
)

const EXCHANGE_BASIS =
  'Journals in currencies other than that of the books, each at the rate of its own day, and their payouts at the rate of the day they arrived.'

function basisOf(part: JournalsView['part'], asOf: string | undefined): string {
  if (part === 'EXCHANGE') return EXCHANGE_BASIS
  return asOf === undefined ? BASIS : `${BASIS} Accounts are always the current ones.`
}

const NONE: readonly SettlementSummary[] = []

function Journals({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(journalsDashboard, subject)
  const { view, change, scope } = frame
  const { companyId, asOf } = scope
  const moment = { ...(asOf !== undefined && { asOf }) }
  const { format } = view
  const rights = useRefusal('keepBooks')
  const refusal = asOf === undefined ? rights : 'Past numbers cannot be changed.'
  const query = useAnswerQuery(trpc.journals.list.queryOptions({ companyId, format, ...moment }))
  const shown = useShownAnswer(view, query)
  const settlements = shown.data ?? NONE
  const { startDate, endDate } = shown.view
  const all = useMemo(
    () =>
      settlements.filter((one) => (one.startDate ?? '') <= endDate && (one.endDate ?? endDate) >= startDate),
    [settlements, startDate, endDate],
  )
  const open = useMemo(() => all.filter(isOpen), [all])
  const rows = view.show === 'OPEN' ? open : all
  const counts = shown.data && { all: all.length, open: open.length }
  const segments = openSegments('Which settlements', counts, view.show, (show) => change({ show }))
  const hasAccounts = new Set(all.map(({ account }) => account)).size > 1
  const columns = useMemo(() => settlementColumns(hasAccounts), [hasAccounts])
  const [store] = useState(() => new EditStore())
  const [added, setAdded] = useState<readonly AddedAccount[]>([])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const table = useTable({
    id: 'journals',
    columns,
    rows,
    rowId: settlementKey,
    selection: { selected, onSelect: setSelected },
  })
  // Of another page it may be one of other days.
  const opened =
    settlements.find((one) => settlementKey(one) === view.opened) ??
    (view.opened === '' ? rows[0] : undefined)
  const explained = partOf(view.explained)
  const download = useDownload(companyId)
  // Of those that other days have, the bar says nothing and the file has nothing.
  const chosen = rows.filter((one) => selected.has(settlementKey(one)))
  const ledTo = useRef<JournalsView['part']>(undefined)
  const lead = (part: JournalsView['part'], rest: { opened?: string } = {}) => {
    ledTo.current = part
    change({ part, explained: '', ...rest })
  }
  // What was pressed goes with its part: the focus would be lost with it.
  const landing = (controls: HTMLElement | null) => {
    if (controls === null || ledTo.current !== view.part) return
    ledTo.current = undefined
    controls.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()
  }
  const controls = (
    <>
      <div ref={landing}>
        <SegmentedControl
          label="Part of the page"
          options={[
            { value: 'SETTLEMENTS', label: 'Settlements' },
            { value: 'ACCOUNTS', label: 'Accounts' },
            { value: 'EXCHANGE', label: 'Exchange' },
          ]}
          value={view.part}
          onChange={(part) => lead(part)}
        />
      </div>
      {view.part !== 'EXCHANGE' && (
        <SegmentedControl
          label="Format"
          options={JOURNAL_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
          value={format}
          onChange={(value) => change({ format: value })}
        />
      )}
    </>
  )
  return (
    <>
      <LeaveGuard hasUnsaved={() => store.edits().typed.size > 0} />
      <DashboardPage
        frame={frame}
        answer={shown}
        title={TITLE}
        named="The list of settlements"
        noun="settlement"
        basis={basisOf(view.part, asOf)}
        isEmpty={view.part === 'SETTLEMENTS' && shown.data !== undefined && all.length === 0}
        {...(view.part === 'SETTLEMENTS' && {
          exported: {
            name: 'journals',
            content: () => ({
              sheet: sheetOf(table.columns, rowsOf(table.lines)),
              facts: segmentFacts(segments, rows.length),
            }),
          },
        })}
        inspector={
          explained &&
          opened && (
            <Suspense>
              <JournalRowsDrawer
                companyId={companyId}
                {...moment}
                settlement={opened}
                part={explained}
                takesFocus
                onClose={() => change({ explained: '' }, true)}
              />
            </Suspense>
          )
        }
        {...(view.part === 'SETTLEMENTS' && {
          toolbar: (exportMenu: React.ReactNode) => (
            <TableToolbar
              label="Settlements"
              lead={controls}
              segments={segments}
              chosen={{
                selected: new Set(chosen.map(settlementKey)),
                noun: 'settlement',
                onClear: () => setSelected(new Set()),
                actions: (
                  <Button
                    size="sm"
                    icon={Download}
                    isPending={download.isPending}
                    disabledReason={asOf === undefined ? refusalOf(chosen) : BOOKED_NOW}
                    onPress={() =>
                      download.mutate({
                        what: 'CHOSEN',
                        format,
                        settlements: chosen.map(({ account, settlementId }) => ({ account, settlementId })),
                      })
                    }
                  >
                    Download for {FORMAT_LABELS[format]}
                  </Button>
                ),
              }}
            >
              <Suspense>
                <MonthDialog
                  companyId={companyId}
                  format={format}
                  settlements={settlements}
                  refusal={asOf === undefined ? undefined : BOOKED_NOW}
                />
              </Suspense>
              {exportMenu}
            </TableToolbar>
          ),
        })}
      >
        {view.part === 'EXCHANGE' ? (
          <Suspense>
            <ExchangeTable
              asked={{ companyId, startDate: view.startDate, endDate: view.endDate, ...moment }}
              controls={controls}
              onSettlement={(row) => lead('SETTLEMENTS', { opened: settlementKey(row) })}
            />
          </Suspense>
        ) : view.part === 'ACCOUNTS' ? (
          <Suspense>
            <AccountsTable
              companyId={companyId}
              format={format}
              refusal={refusal}
              controls={controls}
              store={store}
              added={added}
              onAdded={setAdded}
            />
          </Suspense>
        ) : (
          <Band className={styles.parts}>
            <div>
              {download.isError && <Alert appearance="negative">{errorText(download.error)}</Alert>}
              <PaperTables table={table}>
                {(part) => (
                  <DataTable
                    table={part}
                    label="Settlements"
                    maxHeight="max(16rem, calc(100dvh - 15rem))"
                    isLoading={shown.data === undefined}
                    openedRow={opened ? settlementKey(opened) : null}
                    empty="Every settlement of these days can be booked."
                    onOpen={(row) => change({ opened: settlementKey(row), explained: '' }, true)}
                  />
                )}
              </PaperTables>
            </div>
            {/* What went wrong with one settlement is not said of another. */}
            <SettlementSection
              key={opened && settlementKey(opened)}
              companyId={companyId}
              {...moment}
              format={format}
              settlement={opened}
              explained={view.explained}
              onExplain={(part) => change({ explained: partText(part) }, true)}
              onAccounts={() => lead('ACCOUNTS')}
            />
          </Band>
        )}
      </DashboardPage>
    </>
  )
}

/** Why the chosen settlements cannot be downloaded together; undefined where they can. */
function refusalOf(chosen: readonly SettlementSummary[]): string | undefined {
  if (chosen.length > CHOSEN_SETTLEMENTS_MAX)
    return `Choose at most ${CHOSEN_SETTLEMENTS_MAX} settlements, or download a month.`
  const open = chosen.find(({ state }) => state !== 'BALANCED')
  return open && `Settlement ${open.settlementId} cannot be booked. See its state.`
}
