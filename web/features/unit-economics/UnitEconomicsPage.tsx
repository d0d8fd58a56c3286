import { skipToken } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GroupBy } from '#contract/dashboards/grouping.ts'
import { BUSINESS_METRICS, UNIT_ECONOMICS_METRICS } from '#contract/dashboards/unit-economics.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { UnitEconomics, UnitEconomicsRow } from '#contract/unit-economics.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { searchApplied } from '#web/dashboard/applied.ts'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import { answerNotes } from '#web/dashboard/answer-notes.ts'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { SavedViews } from '#web/dashboard/SavedViews.tsx'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { scopeOf, useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { reportsOf } from '#web/explain/metric-reports.ts'
import { KeyedTable } from '#web/metrics/KeyedTable.tsx'
import { explainedAt, searchOf, skusIn } from '#web/metrics/keyed-rows.ts'
import { metricFigure } from '#web/metrics/metric-columns.tsx'
import { neighboursIn } from '#web/metrics/neighbours.ts'
import { numbersApplied } from '#web/metrics/number-filters.ts'
import { NumberFilters } from '#web/metrics/NumberFilters.tsx'
import { useKeyedTable } from '#web/metrics/use-keyed-table.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { ColumnChooser } from '#web/table/ColumnChooser.tsx'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { queryClient, trpc } from '#web/trpc.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { FilterPopover } from '#web/ui/FilterPopover.tsx'
import { FilterSet } from '#web/ui/FilterSelect.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { cellOf, unitEconomicsColumns } from './unit-economics-columns.tsx'
import { unitEconomics, unitEconomicsInput, type UnitEconomicsView } from './unit-economics-view.ts'
import { UnitDetail } from './UnitDetail.tsx'
import { UnitMap } from './UnitMap.tsx'
import styles from './UnitEconomicsPage.module.css'

const TITLE = 'Unit economics'
const BASIS =
  'Orders by order date, without VAT. Fees are as charged or estimated; storage is as billed, split by Amazon’s report.'

/** What one unit leaves, by product, brand or marketplace. */
export const UnitEconomicsPage = () => (
  <DashboardGate title={TITLE} days="ALL" noData="Import order reports to see what each unit earns.">
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
const SHOWN_AS = [
  { value: 'TABLE', label: 'Table' },
  { value: 'MAP', label: 'Map' },
] as const
const UNITS_AS = [
  { value: 'AMOUNT', label: 'Amount' },
  { value: 'SHARE', label: '% of net price' },
] as const

function UnitEconomicsOf({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(unitEconomics, subject)
  const { view, scope, change, drawer, context } = frame
  const asking = (asked: UnitEconomicsView) =>
    trpc.unitEconomics.getData.queryOptions(frame.isReady ? unitEconomicsInput(scope, asked) : skipToken)
  const query = useAnswerQuery(asking(view))
  const shown = useShownAnswer(view, query)
  const { data: answer } = shown
  const currencyCode = shown.view.currencyCode ?? scope.currencyCode
  // Of the days that are over.
  const period = answer
    ? { start: answer.period.startDate, end: answer.period.endDate }
    : { start: shown.view.startDate, end: shown.view.endDate }
  const { displays, unitsAs } = view
  const { groupBy, contingency } = shown.view
  const columns = useMemo(
    () => unitEconomicsColumns({ ...shown.view, displays, unitsAs }, currencyCode),
    [shown.view, displays, unitsAs, currencyCode],
  )
  const { table, paging } = useKeyedTable<UnitEconomicsRow>({
    id: `unit-economics.${groupBy}`,
    columns,
    answer,
    view,
    searchedText: shown.view.searchText,
    hasDetail: ({ kind, row }) => kind === 'row' && row?.unitEconomics.unitPrice.value != null,
    isOfBefore: shown.view !== view,
    onChange: (changes, isCorrected) => {
      const next = changes as Partial<UnitEconomicsView>
      // The server begins while the page is drawn anew.
      if (frame.isReady) void queryClient.prefetchQuery(asking({ ...view, ...next }))
      change(next, isCorrected)
    },
  })
  const isNarrowed = shown.view.numbers.length > 0 || (groupBy === 'SKU' && shown.view.searchText !== '')

  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      named="The table"
      noun="order"
      basis={BASIS}
      isByOrder
      reports={reportsOf(UNIT_ECONOMICS_METRICS)}
      {...answerNotes(answer, context.today)}
      narrowing={({ groupBy, searchText, numbers }) => [
        ...searchApplied(groupBy === 'SKU' ? searchText : ''),
        ...numbersApplied(numbers, currencyCode),
      ]}
      isEmpty={answer !== undefined && isEmpty(answer, shown.view)}
      exported={{
        name: 'unit-economics',
        hasMoreRows: (answer?.pageCount ?? 0) > 1,
        content: async (rows) => {
          const { keyedExport } = await import('#web/metrics/keyed-export.ts')
          const exported = await keyedExport({
            table,
            rows,
            rowCount: answer?.rowCount ?? 0,
            currencyCode,
            isNarrowed,
            read: (page) =>
              queryClient.fetchQuery(
                trpc.unitEconomics.getData.queryOptions(
                  { ...unitEconomicsInput(scope, shown.view), ...page },
                  { gcTime: 0 },
                ),
              ),
          })
          return { ...exported, facts: [['Contingency', `${contingency} %`], ...exported.facts!] }
        },
      }}
      products={skusIn(table.lines, groupBy)}
      explain={{
        scope: { contingency: view.contingency, basis: 'ORDER' },
        neighboursOf: (cell) =>
          neighboursIn(table, cell, (row, column) => explainedAt(row, column, groupBy, period)),
        // Days of which none is over are held against no whole one.
        comparisonOf: ({ end }) =>
          answer && end < context.today
            ? { start: answer.comparison.startDate, end: answer.comparison.endDate }
            : null,
      }}
      toolbar={(exportMenu) => (
        <>
          <KeyFigures
            label="All rows together"
            status={queryStatus(query)}
            figures={[
              ...FIGURES.map((metric) => ({
                ...metricFigure(metric, answer && cellOf(answer.total, metric), currencyCode, {
                  isCompared: shown.view.growthType !== null,
                }),
                // The contingency stands right below it.
                ...(metric === 'unitProfit' && { label: 'Profit per unit' }),
              })),
              lossFigure(answer, groupBy, isNarrowed),
            ]}
            {...(answer && {
              comparison: `vs ${compactRangeText(answer.comparison.startDate, answer.comparison.endDate)}`,
            })}
            onExplain={(id) => {
              // Shares are put in order by the margin, which is below zero where the profit is.
              const sortBy = unitsAs === 'SHARE' ? 'unitMargin' : 'unitProfit'
              if (id === LOSSES) change({ shownAs: 'TABLE', sortBy, sortOrder: 'ASC', page: 1 })
              else drawer.open({ metric: id as MetricId, ...period }, true)
            }}
          />
          <TableToolbar label="Table" {...searchOf(view.groupBy, view.searchText, change)}>
            <SegmentedControl
              label="Rows as"
              options={SHOWN_AS}
              value={view.shownAs}
              onChange={(shownAs) => change({ shownAs }, true)}
            />
            {view.shownAs === 'TABLE' && (
              <>
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
              </>
            )}
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
                    label="Percent of the net price set aside"
                    value={String(view.contingency)}
                    min="0"
                    max="100"
                    fractionDigits={[0, 2]}
                    onChange={(value) => value !== null && change({ contingency: Number(value) }, true)}
                  />
                </div>
              )}
            </FilterPopover>
            <NumberFilters
              metrics={METRICS}
              currencyCode={currencyCode}
              filters={view.numbers}
              onChange={(numbers) => change({ numbers: numbers as UnitEconomicsView['numbers'], page: 1 })}
              isDisabled={shown.isReading}
            />
            <SavedViews id="unit-economics" frame={frame} table={table} />
            {view.shownAs === 'TABLE' && <ColumnChooser table={table} />}
            {exportMenu}
          </TableToolbar>
        </>
      )}
    >
      {view.shownAs === 'MAP' ? (
        <UnitMap frame={frame} />
      ) : (
        <KeyedTable
          label={TITLE}
          table={table}
          paging={paging}
          groupBy={groupBy}
          period={period}
          drawer={drawer}
          searchText={view.searchText}
          found={answer}
          isLoading={answer === undefined}
          isReading={shown.isReading}
          detail={(row) => (
            // What is typed in is money of one currency.
            <UnitDetail
              key={currencyCode}
              row={row}
              scope={scopeOf(subject, shown.view, scope.skus ?? [])}
              view={shown.view}
            />
          )}
        />
      )}
    </DashboardPage>
  )
}

const LOSSES = 'losses'
const LOSING = {
  SKU: 'Products with a loss',
  BRAND: 'Brands with a loss',
  MARKETPLACE: 'Marketplaces with a loss',
} as const satisfies Record<GroupBy, string>

/** How many rows lose money with each unit; pressed, they come first. */
const lossFigure = (answer: UnitEconomics | undefined, groupBy: GroupBy, isNarrowed: boolean): KeyFigure => ({
  id: LOSSES,
  // All other figures are of what is not listed too.
  label: isNarrowed ? 'Listed with a loss' : LOSING[groupBy],
  unit: { kind: 'count' },
  value: answer && String(answer.lossCount),
})

const METRICS = [...BUSINESS_METRICS, ...UNIT_ECONOMICS_METRICS]

/** A search or filter that finds nothing is no period without data. */
const isEmpty = (
  { rowCount, notAllocated, unfiltered }: UnitEconomics,
  { searchText }: UnitEconomicsView,
): boolean => (unfiltered ?? { rowCount }).rowCount === 0 && notAllocated === null && searchText === ''
