import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addDays, type DateRange } from '#contract/date-range.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { UNIT_ECONOMICS_PAGE_SIZE } from '#contract/dashboards/unit-economics.ts'
import type { UnitEconomics, UnitEconomicsInput, UnitEconomicsRow } from '#contract/unit-economics.ts'
import { KeyFigures } from '#web/charts/KeyFigures.tsx'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import { hasGaps, missingNotes } from '#web/dashboard/missing-days.ts'
import { useDashboard, type DashboardSubject } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { flagNotes } from '#web/explain/flag-notes.ts'
import { metricFigure } from '#web/metrics/metric-columns.tsx'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { ColumnChooser } from '#web/table/ColumnChooser.tsx'
import { DataTable, ROW_HEIGHTS, type Reach, type TableCell } from '#web/table/DataTable.tsx'
import { sheetOf } from '#web/table/sheet.ts'
import { TablePager } from '#web/table/TablePager.tsx'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { TOTALS } from '#web/table/use-table.ts'
import { usePagedTable } from '#web/table/use-paged-table.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { FilterPopover } from '#web/ui/FilterPopover.tsx'
import { FilterSet } from '#web/ui/FilterSelect.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { cellOf, metricOfColumn, unitEconomicsColumns, type TableRow } from './unit-economics-columns.tsx'
import { unitEconomics, unitEconomicsInput, type UnitEconomicsView } from './unit-economics-view.ts'
import { UnitDetail } from './UnitDetail.tsx'
import styles from './UnitEconomicsPage.module.css'

const TITLE = 'Unit economics'
const BASIS = 'Orders by their day, without VAT; fees as they were charged, or as they are expected.'

/** What one unit leaves, by product, brand or marketplace. */
export const UnitEconomicsPage = () => (
  <DashboardGate
    title={TITLE}
    noData="Import order reports, and what one unit leaves is worked out from them."
  >
    {(subject) => <UnitEconomicsOf subject={subject} />}
  </DashboardGate>
)

const FIGURES = [
  'unitsSold',
  'netPrice',
  'unitCogs',
  'unitCm2',
  'unitCm3',
  'unitProfit',
  'unitMargin',
] as const

const DISPLAY_CHOICES = [
  { value: 'businessMetrics', label: 'Business metrics' },
  { value: 'unitEconomics', label: 'Unit economics' },
] as const
const UNITS_AS = [
  { value: 'AMOUNT', label: 'Amount' },
  { value: 'SHARE', label: '% of net price' },
] as const

function UnitEconomicsOf({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(unitEconomics, subject)
  const { view, scope, change, drawer, context } = frame
  const query = useQuery({
    ...trpc.unitEconomics.getData.queryOptions(frame.isReady ? unitEconomicsInput(scope, view) : skipToken),
    placeholderData: keepPreviousData,
  })
  const shown = useShownAnswer(view, query)
  const { data: answer } = shown
  const currencyCode = shown.view.currencyCode ?? scope.currencyCode
  const period = { start: shown.view.startDate, end: shown.view.endDate }
  const { table, paging } = useUnitTable(answer, shown.view, view, currencyCode, change)
  const yesterday = addDays(context.today, -1)

  const explain = ({ row, column }: TableCell<TableRow>, reach: Reach) => {
    const cell = explainedAt(row, column.id, view.groupBy, period)
    if (!cell || !row.row) return
    if (reach === 'follow') drawer.follow(cell)
    else drawer.open(cell, reach === 'enter')
  }
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      named="The table"
      noun="order"
      basis={BASIS}
      hasGaps={answer !== undefined && hasGaps([answer.coverage], yesterday)}
      notes={answer ? [...missingNotes([answer.coverage], yesterday), ...flagNotes(answer.flags)] : []}
      isEmpty={answer !== undefined && isEmpty(answer, view)}
      exported={{
        name: 'unit-economics',
        content: async () => ({
          sheet: sheetOf(table.columns, await allLines(unitEconomicsInput(scope, shown.view))),
          facts: [['Contingency', `${view.contingency} %`]],
        }),
      }}
      explain={{
        scope: { contingency: view.contingency },
        comparisonOf: () =>
          answer ? { start: answer.comparison.startDate, end: answer.comparison.endDate } : null,
      }}
      toolbar={(exportMenu) => (
        <>
          <KeyFigures
            label="All rows together"
            figures={FIGURES.map((metric) =>
              metricFigure(metric, answer && cellOf(answer.total, metric), currencyCode, {
                isCompared: view.growthType !== null,
              }),
            )}
            {...(answer && {
              comparison: `vs ${compactRangeText(answer.comparison.startDate, answer.comparison.endDate)}`,
            })}
            onExplain={(metric) => drawer.open({ metric: metric as MetricId, ...period }, true)}
          />
          <TableToolbar
            label="Table"
            {...(view.groupBy === 'SKU' && {
              search: {
                label: 'Search name, SKU, ASIN',
                value: view.searchText,
                onChange: (searchText: string) => change({ searchText, page: 1 }, true),
              },
            })}
          >
            <FilterSet
              label="Show"
              choices={DISPLAY_CHOICES}
              values={view.displays}
              onChange={(displays) => change({ displays })}
            />
            <SegmentedControl
              label="Values of a unit"
              options={UNITS_AS}
              value={view.unitsAs}
              onChange={(unitsAs) => change({ unitsAs }, true)}
            />
            <FilterPopover
              label="Contingency"
              isLabelShown
              shown={`${view.contingency} %`}
              placement="bottom end"
              load={() => Promise.resolve()}
            >
              {() => (
                <div className={styles.contingency}>
                  <NumberField
                    label="Percent of the net price that is set aside"
                    value={String(view.contingency)}
                    min="0"
                    max="100"
                    fractionDigits={[0, 2]}
                    onChange={(value) => value !== null && change({ contingency: Number(value) }, true)}
                  />
                </div>
              )}
            </FilterPopover>
            <ColumnChooser table={table} />
            {exportMenu}
          </TableToolbar>
        </>
      )}
    >
      <PaperTables table={table}>
        {(part) => (
          <DataTable
            table={part}
            label={TITLE}
            rowHeight={view.groupBy === 'SKU' ? ROW_HEIGHTS.picture : ROW_HEIGHTS.normal}
            rowClass={({ kind }) => (kind === 'row' ? undefined : styles[kind])}
            isLoading={answer === undefined}
            marked={markedCell(drawer.cell, period)}
            detail={{
              render: ({ row }) => row && <UnitDetail row={row} scope={scope} view={view} />,
            }}
            empty={
              <StateMessage place="section" title="No products match">
                Nothing has “{view.searchText}” in its name, SKU or ASIN.
              </StateMessage>
            }
            onExplain={explain}
            onLeave={drawer.close}
          />
        )}
      </PaperTables>
      <TablePager paging={paging} label="Pages" isBusy={shown.isReading} />
    </DashboardPage>
  )
}

/** A search that finds nothing is no period without data. */
const isEmpty = ({ rowCount, notAllocated }: UnitEconomics, { searchText }: UnitEconomicsView): boolean =>
  rowCount === 0 && notAllocated === null && searchText === ''

const tableRow = (row: UnitEconomicsRow): TableRow => ({ id: `row ${row.key}`, kind: 'row', row })
const totalIn = ({ total, rowCount }: UnitEconomics): TableRow => ({
  id: 'total',
  kind: 'total',
  row: total,
  count: rowCount,
})
const notAllocatedIn = ({ notAllocated }: UnitEconomics): TableRow[] =>
  notAllocated ? [{ id: 'not allocated', kind: 'notAllocated', row: notAllocated }] : []

/** So many rows of one call, and so many of one file. */
const EXPORT_PAGE = 200
const EXPORTED_MAX = 10_000

/** The rows of all pages, in the order of the table. */
async function allLines(input: UnitEconomicsInput): Promise<{ row: TableRow }[]> {
  const read = (pageNumber: number) =>
    queryClient.fetchQuery(
      trpc.unitEconomics.getData.queryOptions({ ...input, pageNumber, pageSize: EXPORT_PAGE }),
    )
  const first = await read(1)
  const rows = [...first.rows]
  for (let page = 2; page <= first.pageCount && rows.length < EXPORTED_MAX; page++)
    rows.push(...(await read(page)).rows)
  return [totalIn(first), ...rows.map(tableRow), ...notAllocatedIn(first)].map((row) => ({ row }))
}

const rowIdOf = ({ id }: TableRow): string => id

function useUnitTable(
  answer: UnitEconomics | undefined,
  /** Of the answer, which may still be that of the view before. */
  shownView: UnitEconomicsView,
  view: UnitEconomicsView,
  currencyCode: string,
  change: (changes: Partial<UnitEconomicsView>, replace?: boolean) => void,
) {
  const { groupBy, growthType } = shownView
  const { displays, unitsAs } = view
  const columns = useMemo(
    () => unitEconomicsColumns({ ...shownView, groupBy, displays, unitsAs, growthType }, currencyCode),
    [shownView, groupBy, displays, unitsAs, growthType, currencyCode],
  )
  // Where a search finds nothing there is nothing to stand over or below it.
  const found = answer && (answer.rowCount > 0 || shownView.searchText === '') ? answer : undefined
  const rows = useMemo(() => (found ? [...found.rows.map(tableRow), ...notAllocatedIn(found)] : []), [found])
  const totals = useMemo(() => found && totalIn(found), [found])
  return usePagedTable<TableRow>({
    id: `unit-economics.${groupBy}`,
    columns,
    rows,
    rowId: rowIdOf,
    totals,
    hasDetail: ({ kind, row }) => kind === 'row' && row?.unitEconomics.unitPrice.value != null,
    query: {
      page: view.page - 1,
      sort: { column: view.sortBy, isDescending: view.sortOrder === 'DESC' },
      search: view.searchText,
    },
    onQuery: ({ page, sort }) => {
      const sortBy = sort && metricOfColumn(sort.column)
      change({
        page: page + 1,
        ...(sortBy && { sortBy, sortOrder: sort.isDescending ? 'DESC' : 'ASC' }),
      })
    },
    pageSize: UNIT_ECONOMICS_PAGE_SIZE,
    total: answer?.rowCount,
  })
}

/** Which number a cell of the table shows; null where it shows none of its own. */
function explainedAt(
  { kind, row }: TableRow,
  column: string,
  groupBy: UnitEconomicsView['groupBy'],
  period: DateRange,
): ExplainedCell | null {
  const metric = metricOfColumn(column.replace(/\.growth$/, ''))
  if (!metric || !row) return null
  if (kind === 'total' || groupBy === 'BRAND') return { metric, ...period }
  if (groupBy === 'SKU') return { metric, ...period, of: { by: 'sku', key: row.key } }
  return kind === 'row' ? { metric, ...period, of: { by: 'marketplace', key: row.key } } : null
}

function markedCell(cell: ExplainedCell | null, { start, end }: DateRange) {
  if (!cell || cell.start !== start || cell.end !== end) return null
  const row = !cell.of ? TOTALS : cell.of.key === '' ? 'not allocated' : `row ${cell.of.key}`
  return { row, columns: [cell.metric] }
}
