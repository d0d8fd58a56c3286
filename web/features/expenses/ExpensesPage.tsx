import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { EnteredGate, useEntryRefusal } from '#web/dashboard/EnteredGate.tsx'
import { scopeOf as askedIn, useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { LeaveGuard } from '#web/shell/LeaveGuard.tsx'
import { Band } from '#web/shell/Page.tsx'
import type { CellPlace } from '#web/table/cell-edits.ts'
import { ColumnChooser } from '#web/table/ColumnChooser.tsx'
import { DataTable, ROW_HEIGHTS } from '#web/table/DataTable.tsx'
import { EditStore } from '#web/table/edit-store.ts'
import { ChangesBar } from '#web/table/SaveBar.tsx'
import { narrowedTo, type Segments } from '#web/table/segments.ts'
import { rowsFact, rowsOf, unsavedFacts, type Facts } from '#web/table/sheet.ts'
import { tableEditor } from '#web/table/table-editor.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { countText, priceText } from '#web/ui/numbers.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { allocationSheet } from './allocation-sheet.ts'
import { editsOf, expenseColumns, valueColumns } from './expense-columns.tsx'
import { Effect, problemText, RowActions, RowState } from './ExpenseCells.tsx'
import { ExpenseOverview } from './ExpenseOverview.tsx'
import { ExpenseFigures } from './ExpenseFigures.tsx'
import { plus, sumOf, totalsLine, type ExpenseDraft, type ExpenseLine } from './expense-lines.ts'
import { remarksOf, savedSheet } from './expense-sheet.ts'
import { expensesDashboard, type ExpensesView } from './expenses-view.ts'
import { effectRows } from './overview.ts'
import { scopeOf, useExpenseEdits, type ExpenseEdits } from './use-expense-edits.ts'
import { useProfits } from './use-profits.ts'
import styles from './ExpensesPage.module.css'

// Both are opened seldom, and they bring what dialogs need.
const GroupsDialog = lazy(async () => ({ default: (await import('./GroupsDialog.tsx')).GroupsDialog }))
const HistoryDialog = lazy(async () => ({ default: (await import('./HistoryDialog.tsx')).HistoryDialog }))

const ExpenseImport = lazy(async () => ({ default: (await import('./ExpenseImport.tsx')).ExpenseImport }))

/** In pixels: under its state three lines say why it cannot be saved. */
const ROW_WITH_REASON = 72

/** Parameters of the address that decide which rows are there. */
const LOCKED = ['marketplaces', 'currencyCode', 'startDate', 'endDate']

const TITLE = 'Expenses'
const BASIS = 'Amounts spread evenly over their days; days after today are planned, and in no statement yet.'

/** What a month costs before anything is sold, and what an edit does to profit. */
export const ExpensesPage = () => (
  // Rent is paid before the first sale.
  <EnteredGate title={TITLE} days="TRANSACTIONS">
    {(subject) => <Expenses key={subject.company.id} subject={subject} />}
  </EnteredGate>
)

function Expenses({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(expensesDashboard, subject)
  const { view, change, scope, isReady } = frame
  const refusal = useEntryRefusal(scope.asOf)
  const query = useAnswerQuery(trpc.expenses.list.queryOptions(isReady ? scopeOf(scope, view) : skipToken))
  const shown = useShownAnswer(view, query)
  const { data: list } = shown
  // While another question is asked, the numbers are those of the one before.
  const shownScope = askedIn(subject, shown.view, [])
  const { currencyCode } = shownScope
  const profits = useProfits(frame.scope, view, frame.context.today)

  const { data: brands } = useQuery(
    trpc.productMaster.getBrandNames.queryOptions({ companyId: scope.companyId }),
  )
  const [store] = useState(() => new EditStore())
  const typedColumns = useMemo(
    () =>
      valueColumns({
        store,
        categories: (list?.categories ?? []).map(({ name }) => name),
        vendors: (list?.vendors ?? []).map(({ name }) => name),
        brands: brands ?? [],
      }),
    [store, list?.categories, list?.vendors, brands],
  )
  const edits = useExpenseEdits(list, {
    scope,
    view,
    shownView: shown.view,
    store,
    edits: useMemo(() => editsOf(typedColumns), [typedColumns]),
  })
  const { drafts, deleted, preview } = edits
  const inRangeAfter = (line: ExpenseLine): string | null | undefined => {
    if (deleted.has(line.id)) return '0'
    const draft = drafts.get(line.id)
    if (!draft || draft.problems.length > 0) return line.saved?.inRange ?? null
    return preview?.rows.find(({ id }) => id === line.id)?.inRange
  }
  const parts = {
    ALL: () => true,
    RECURRING: ({ values }: ExpenseLine) => values.frequency !== 'ONE_TIME',
    ONE_OFF: ({ values }: ExpenseLine) => values.frequency === 'ONE_TIME',
    UNSAVED: ({ id }: ExpenseLine) => drafts.has(id) || deleted.has(id),
  }
  const count = edits.lines.length
  const counted = (part: ExpensesView['part']) => list && { count: edits.lines.filter(parts[part]).length }
  const segments: Segments<ExpensesView['part']> = {
    label: 'Which expenses',
    options: [
      { value: 'ALL', label: 'All', ...(list && { count }) },
      { value: 'RECURRING', label: 'Recurring', ...counted('RECURRING') },
      { value: 'ONE_OFF', label: 'One-off', ...counted('ONE_OFF') },
      { value: 'UNSAVED', label: 'Not saved', ...counted('UNSAVED') },
    ],
    value: view.part,
    onChange: (part) => change({ part }, true),
  }
  const lines = edits.lines.filter((line) => line.kind === 'new' || parts[view.part](line))
  const isNarrowed = view.part !== 'ALL'
  const savedLines = lines.filter(({ saved }) => saved)
  const totalWas = isNarrowed ? sumOf(savedLines, ({ saved }) => saved!.inRange) : list?.total
  const allAfter =
    list && preview
      ? [preview.toToday, preview.planned, preview.closed?.change ?? '0'].reduce(plus, list.total)
      : list?.total
  // A new row that cannot be saved yet counts nowhere.
  const lasting = lines.filter(({ id, saved }) => saved || drafts.get(id)?.problems.length === 0)
  const total = isNarrowed ? sumOf(lasting, inRangeAfter) : allAfter
  const columns = expenseColumns(typedColumns, currencyCode, {
    inRangeValue: (line) => (line.kind === 'totals' ? (total ?? null) : (inRangeAfter(line) ?? null)),
    inRange: (line) => {
      const after = line.kind === 'totals' ? total : inRangeAfter(line)
      const was = line.kind === 'totals' ? totalWas : line.saved?.inRange
      if (after == null) return <NoValue />
      return (
        <>
          {was != null && was !== after && <s className={styles.was}>{priceText(was)}</s>}
          {was != null && was !== after ? <b>{priceText(after)}</b> : priceText(after)}
        </>
      )
    },
    state: (line) => <RowState line={line} edits={edits} />,
    actions: (line) => <RowActions line={line} edits={edits} refusal={refusal} />,
  })

  const table = useTable<ExpenseLine>({
    id: 'expenses',
    columns,
    rows: lines,
    rowId: idOf,
    totals: list && lines.length > 0 ? totalsLine(lines.length, count, edits.count > 0) : undefined,
  })
  const [wrongCell, setWrongCell] = useState<CellPlace | null>(null)
  const goTo = ({ line, problems: [problem] }: ExpenseDraft) => {
    if (!lines.some(({ id }) => id === line.id)) change({ part: 'ALL' }, true)
    setWrongCell({ row: line.id, column: problem!.column })
  }
  const save = () => {
    if (edits.problems.length === 0) return void edits.save()
    edits.tellAll()
    const shownFirst = table.lines.map(({ id }) => edits.problems.find(({ line }) => line.id === id))
    goTo(shownFirst.find((wrong) => wrong !== undefined) ?? edits.problems[0]!)
  }
  const isOfShown = profits.view === shown.view
  const effect =
    edits.preview === null
      ? null
      : edits.preview && isOfShown
        ? effectRows(edits.preview, profits.months)
        : undefined
  const remarks = list ? remarksOf(list) : []
  const remarkFacts: Facts = [
    ...unsavedFacts(edits.count, countText(edits.count, 'change')),
    ...remarks.map((text) => ['Note', text] as const),
  ]
  const isLocked = edits.existing > 0
  return (
    <>
      <LeaveGuard
        hasUnsaved={() => edits.count > 0 || store.edits().typed.size > 0}
        held={isLocked ? LOCKED : []}
        onDiscard={edits.discard}
      />
      <DashboardPage
        frame={frame}
        answer={shown}
        title={TITLE}
        named="The expenses"
        noun="expense"
        basis={BASIS}
        isLocked={isLocked}
        figures={
          <>
            {isLocked && (
              <p className={styles.locked}>
                <Icon of={Lock} size={14} />
                <span>
                  Marketplaces, currency and dates are locked, because{' '}
                  {countText(edits.existing, 'saved row')} {edits.existing === 1 ? 'has' : 'have'} changes
                  that are not saved.
                </span>
                <span className={styles.space} />
                <span className={styles.muted}>Save or discard to open them</span>
              </p>
            )}
            <ExpenseFigures
              list={list}
              currencyCode={currencyCode}
              netSales={isOfShown ? profits.netSales : undefined}
              netSalesLacks={profits.netSalesLacks}
            />
          </>
        }
        exported={{
          name: 'expenses',
          content: () => ({
            sheet: savedSheet(table.columns, rowsOf(table.lines), {
              total: totalWas ?? null,
              shown: savedLines.length,
              count: list!.rows.length,
            }),
            facts: [
              ...narrowedTo(segments),
              rowsFact(savedLines.length, list!.rows.length, 'those shown'),
              ...remarkFacts,
            ],
          }),
          more: {
            label: 'Daily allocation (CSV)',
            name: 'expenses-by-day',
            content: async () => ({ sheet: await allocationSheet(shownScope, shown.view), isReadNow: true }),
          },
        }}
      >
        {(exportMenu) => (
          <>
            <Band>
              <ExpenseOverview
                list={list}
                view={shown.view}
                currencyCode={currencyCode}
                onBeside={(beside) => change({ beside }, true)}
                effect={effect}
                closedMonths={edits.preview?.closed?.months ?? []}
                validCount={drafts.size + deleted.size - edits.problems.length}
                facts={remarkFacts}
                problemNames={edits.problems.map(({ values, line }) => values.name ?? line.id)}
              />
            </Band>
            <TableToolbar label="Expenses" segments={segments}>
              <Suspense>
                <GroupsDialog edits={edits} refusal={refusal} />
                <ExpenseImport
                  companyId={scope.companyId}
                  refusal={refusal}
                  reason={edits.count > 0 ? 'Save or discard your changes first.' : undefined}
                />
                <HistoryDialog companyId={scope.companyId} refusal={refusal} />
              </Suspense>
              <ColumnChooser table={table} />
              {exportMenu}
              <Button size="sm" icon={Plus} disabledReason={refusal} onPress={() => edits.add()}>
                Create new
              </Button>
            </TableToolbar>
            <PaperTables table={table}>
              {(part) => (
                <DataTable
                  table={part}
                  label="Expenses"
                  // A new row keeps its height while it is typed into. Before there are rows, all are as high as most.
                  rowHeight={
                    lines.length === 0
                      ? ROW_HEIGHTS.dense
                      : ({ id, kind }) =>
                          kind === 'new' || (drafts.get(id)?.problems.length ?? 0) > 0
                            ? ROW_WITH_REASON
                            : ROW_HEIGHTS.dense
                  }
                  isLoading={!list}
                  rowClass={(line) => rowClassOf(line, edits)}
                  empty={
                    count > 0
                      ? 'No expenses of this kind.'
                      : 'No expenses yet. Add rent, software or salaries to see net profit.'
                  }
                  goTo={wrongCell}
                  {...(refusal === undefined && { editor: tableEditor(table, store) })}
                />
              )}
            </PaperTables>
            {remarks.length > 0 && (
              <Band>
                <p className={styles.remark}>{remarks.join(' ')}</p>
              </Band>
            )}
            {edits.count > 0 && (
              <ChangesBar
                {...edits.bar}
                reason={undefined}
                saveLabel="Save all"
                onDiscard={edits.discard}
                onSave={save}
                effect={<Effect edits={edits} currencyCode={currencyCode} today={list?.today} />}
              >
                <output className={styles.count}>{countText(edits.count, 'change')} not saved</output>
                {edits.errors[0] && (
                  <>
                    <span className={styles.problem}>{countText(edits.errors.length, 'error')}</span>
                    <output className={styles.why}>{whyNot(edits.errors[0])}</output>
                    <Button kind="tertiary" size="sm" onPress={() => goTo(edits.errors[0]!)}>
                      Go to it
                    </Button>
                  </>
                )}
              </ChangesBar>
            )}
          </>
        )}
      </DashboardPage>
    </>
  )
}

const idOf = ({ id }: ExpenseLine) => id

/** Of a row that cannot be saved, and by what it is known. */
const whyNot = ({ line, values, problems: [problem] }: ExpenseDraft): string =>
  `${values.name ?? line.id}: ${problemText(problem!)}`

function rowClassOf({ id, kind }: ExpenseLine, { drafts, deleted }: ExpenseEdits): string | undefined {
  if (deleted.has(id)) return styles.gone
  const draft = drafts.get(id)
  if (!draft) return undefined
  // A row that was just added is not wrong yet.
  if (draft.problems.length > 0 && kind !== 'new') return styles.mend
  return kind === 'new' ? styles.new : styles.changed
}
