import { skipToken } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { ROLL_FORWARD_LABELS, STOCK_ORDERS, type StockRow, type StockValue } from '#contract/stock-value.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { searchApplied } from '#web/dashboard/applied.ts'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useOpenedRow } from '#web/dashboard/use-opened-row.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import type { PageReport } from '#web/explain/reports.ts'
import { tableRow, totalIn, type TableRow } from '#web/metrics/keyed-rows.ts'
import { OpenProduct, PicturedSkus } from '#web/metrics/product-cell.tsx'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { Band } from '#web/shell/Page.tsx'
import { ColumnChooser } from '#web/table/ColumnChooser.tsx'
import { DataTable, ROW_HEIGHTS } from '#web/table/DataTable.tsx'
import { amountFact, type Facts } from '#web/table/sheet.ts'
import { TablePager } from '#web/table/TablePager.tsx'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { usePagedTable } from '#web/table/use-paged-table.ts'
import { ROWS_PAGE_SIZE } from '#contract/dashboards/grouping.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import { neighboursIn } from '#web/ui/neighbours.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { leftOutText, stockColumns } from './stock-columns.tsx'
import { BASIS, stockNotes } from './stock-notes.ts'
import { stockValue, stockValueInput } from './stock-value-view.ts'
import { RollForward, statedLines, StockTie, tieFacts, withoutValueFact } from './StockSums.tsx'
import styles from './StockValuePage.module.css'

const StockLinesDrawer = lazy(async () => ({
  default: (await import('./StockLinesDrawer.tsx')).StockLinesDrawer,
}))

const TITLE = 'Stock value'

/** What stock at Amazon was worth at first and at last, and what became of it between. */
export const StockValuePage = () => (
  <DashboardGate
    title={TITLE}
    days="ALL"
    noData="Import Amazon’s inventory ledger to see what your stock was worth."
  >
    {(subject) => <Stock subject={subject} />}
  </DashboardGate>
)

type Row = TableRow<StockRow>

function Stock({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(stockValue, subject)
  const { view, scope, change, isReady, drawer } = frame
  const { companyId, asOf } = scope
  const query = useAnswerQuery(
    trpc.stockValue.getData.queryOptions(isReady ? stockValueInput(scope, view) : skipToken),
  )
  const shown = useShownAnswer(view, query)
  const { data: answer } = shown
  const currencyCode = answer?.currencyCode ?? scope.currencyCode
  const hasAccounts = (answer?.days.length ?? 0) > 1
  const withoutValue = answer?.withoutValue ?? 0
  const columns = useMemo(
    () => stockColumns(currencyCode, { hasAccounts, withoutValue }),
    [currencyCode, hasAccounts, withoutValue],
  )
  const rows = useMemo(() => (answer?.rows ?? []).map(tableRow), [answer])
  const isNarrowed = shown.view.searchText !== ''
  const totals = useMemo(() => (answer && answer.rowCount > 0 ? totalIn(answer, true) : undefined), [answer])
  const { table, paging } = usePagedTable<Row>({
    id: 'stock-value',
    columns,
    rows,
    rowId: ({ id }) => id,
    totals,
    query: {
      page: view.page - 1,
      sort: { column: view.sortBy === 'sku' ? 'name' : view.sortBy, isDescending: view.sortOrder === 'DESC' },
      search: view.searchText,
    },
    onQuery: ({ page, sort }, isCorrected) => {
      const sortBy = STOCK_ORDERS.find((order) => order === orderOf(sort?.column)) ?? 'closingValue'
      change({ page: page + 1, sortBy, sortOrder: sort && !sort.isDescending ? 'ASC' : 'DESC' }, isCorrected)
    },
    pageSize: ROWS_PAGE_SIZE,
    total: answer?.rowCount,
    isOfBefore: shown.view !== view,
  })
  const drawerOfRow = useOpenedRow(view.opened, (key) => change({ opened: key }, true))
  const listed = answer?.rows ?? []
  const opened = listed.find(({ key }) => key === view.opened)
  const skus = [...new Set(listed.map(({ identity }) => identity.sku))]
  const openProduct = (sku: string) => {
    change({ opened: '' }, true)
    drawer.openProduct(sku, skus, false)
  }
  const pictured = useMemo(
    () =>
      (answer?.rows ?? []).flatMap(({ identity }) => (identity.hasPicture ? [identity.sku] : [])).toSorted(),
    [answer],
  )
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      named="The stock"
      noun="product"
      basis={BASIS}
      reports={REPORTS}
      isEmpty={answer !== undefined && answer.products === 0}
      notes={answer ? stockNotes(answer) : []}
      narrowing={({ searchText }) => searchApplied(searchText)}
      products={skus}
      figures={
        <KeyFigures label="All products together" size="slim" figures={figuresOf(answer, currencyCode)} />
      }
      exported={{
        name: 'stock-value',
        hasMoreRows: (answer?.pageCount ?? 0) > 1,
        content: async (which) => {
          const { keyedExport } = await import('#web/metrics/keyed-export.ts')
          const exported = await keyedExport<StockRow>({
            table,
            rows: which,
            rowCount: answer?.rowCount ?? 0,
            currencyCode,
            isNarrowed,
            read: (page) =>
              queryClient.fetchQuery(
                trpc.stockValue.getData.queryOptions(
                  { ...stockValueInput(scope, shown.view), ...page },
                  { gcTime: 0 },
                ),
              ),
          })
          return { ...exported, facts: [...(answer ? factsOf(answer) : []), ...exported.facts!] }
        },
      }}
      inspector={
        opened && (
          <Suspense>
            <StockLinesDrawer
              row={opened}
              takesFocus={drawerOfRow.takesFocus}
              currencyCode={currencyCode}
              asked={{
                companyId,
                startDate: shown.view.startDate,
                endDate: shown.view.endDate,
                ...(asOf !== undefined && { asOf }),
              }}
              neighbours={neighboursIn(
                listed.map(({ key }) => key),
                opened.key,
                drawerOfRow.step,
              )}
              onProduct={() => openProduct(opened.identity.sku)}
              onClose={drawerOfRow.close}
            />
          </Suspense>
        )
      }
      toolbar={(exportMenu) => (
        <TableToolbar
          label={TITLE}
          title={
            <>
              By product<small>press a row for the lines of Amazon’s ledger</small>
            </>
          }
          search={{
            label: 'Search name, SKU, ASIN',
            value: view.searchText,
            onChange: (searchText) => change({ searchText, page: 1 }, true),
          }}
        >
          <ColumnChooser table={table} />
          {exportMenu}
        </TableToolbar>
      )}
    >
      <PicturedSkus value={pictured}>
        <OpenProduct value={openProduct}>
          <Band>
            <PaperTables table={table}>
              {(part) => (
                <DataTable<Row>
                  table={part}
                  label={TITLE}
                  rowHeight={ROW_HEIGHTS.picture}
                  maxHeight="max(16rem, calc(100dvh - 22rem))"
                  isLoading={answer === undefined}
                  openedRow={opened ? `row ${opened.key}` : null}
                  empty={
                    <StateMessage place="section" title="No products match">
                      Nothing has the text in its name, SKU or ASIN.
                    </StateMessage>
                  }
                  onOpen={({ kind, row }, reach) => {
                    if (kind !== 'row' || !row) return
                    if (drawer.product !== null) drawer.close()
                    drawerOfRow.open(row.key, reach)
                  }}
                  onLeave={() => (drawer.product === null ? drawerOfRow.close() : drawer.close())}
                />
              )}
            </PaperTables>
            <TablePager paging={paging} label="Pages" isBusy={shown.isReading} />
          </Band>
        </OpenProduct>
      </PicturedSkus>
      <Band className={styles.sums}>
        <RollForward answer={answer} days={{ start: shown.view.startDate, end: shown.view.endDate }} />
        <StockTie answer={answer} />
      </Band>
    </DashboardPage>
  )
}

/** Names put rows in the order of their SKUs. */
const orderOf = (column: string | undefined) => (column === 'name' ? 'sku' : column)

const REPORTS: readonly PageReport[] = [
  {
    kind: { name: 'inventory ledger', tables: ['inventory_ledger'], guide: 'inventory_ledger' },
    needed: ['Stock'],
  },
]

/** What the file says besides its rows. */
const factsOf = (answer: StockValue): Facts => [
  ...statedLines(answer).map(({ id, value }) => amountFact(ROLL_FORWARD_LABELS[id], value)),
  ...answer.untold.map((account) => ['No inventory ledger of', account || 'the account'] as const),
  withoutValueFact(answer),
  ...tieFacts(answer),
  ...answer.days.map(
    ({ account, startDate, endDate, count }) =>
      [
        'Days with an inventory ledger',
        [account, `${count} of ${answer.dayCount}, ${startDate} to ${endDate}`].filter(Boolean).join(', '),
      ] as const,
  ),
]

function figuresOf(answer: StockValue | undefined, currencyCode: string): KeyFigure[] {
  const unit = { kind: 'money', currencyCode } as const
  const figure = (id: string, label: string, value: string | null | undefined): KeyFigure => ({
    id,
    label,
    unit,
    value,
    ...(value === null
      ? { lack: { text: isStated(id) ? 'not known' : 'no row states it' } }
      : answer !== undefined &&
        answer.withoutValue > 0 &&
        id !== 'writtenOff' && { lack: { text: leftOutText(answer.withoutValue) } }),
  })
  const isStated = (id: string) => answer?.rollForward.find((line) => line.id === id)?.units !== null
  const rolled = (id: StockValue['rollForward'][number]['id']) =>
    answer && (answer.rollForward.find((line) => line.id === id)?.value ?? null)
  const lost = answer?.tie.writtenOff
  return [
    figure('opening', 'Opening value', rolled('opening')),
    figure('receipts', 'Received', rolled('receipts')),
    figure('customer_shipments', 'Shipped to customers', rolled('customer_shipments')),
    figure('writtenOff', 'Written off', answer && (lost ?? null)),
    figure('closing', 'Closing value', rolled('closing')),
    figure('sellable', 'Of which sellable', answer?.closing.sellable),
  ]
}
