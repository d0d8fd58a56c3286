import { skipToken } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { BrandListing, BrandRow } from '#contract/brand-manager.ts'
import { BRAND_METRICS, BRAND_METRICS_B2B } from '#contract/dashboards/brand-manager.ts'
import { courseComparison } from '#contract/dashboards/course.ts'
import type { GroupBy, RowsBy } from '#contract/dashboards/grouping.ts'
import { searchApplied } from '#web/dashboard/applied.ts'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import { paramsOf } from '#web/dashboard/dashboard-view.ts'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { SavedViews } from '#web/dashboard/SavedViews.tsx'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { isMarketplaceCode } from '#web/filters/filter-fields.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import { KeyedTable } from '#web/metrics/KeyedTable.tsx'
import { explainedAt, searchOf, skusIn } from '#web/metrics/keyed-rows.ts'
import { neighboursIn } from '#web/metrics/neighbours.ts'
import { numbersApplied } from '#web/metrics/number-filters.ts'
import { NumberFilters } from '#web/metrics/NumberFilters.tsx'
import { useKeyedTable } from '#web/metrics/use-keyed-table.ts'
import { PATHS } from '#web/paths.ts'
import type { SearchParams } from '#web/search-params.ts'
import { ColumnChooser } from '#web/table/ColumnChooser.tsx'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { queryClient, trpc } from '#web/trpc.ts'
import { compactRangeText, rangeText } from '#web/ui/dates.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { BrandCards } from './BrandCards.tsx'
import { BrandCourse } from './BrandCourse.tsx'
import { brandManagerColumns } from './brand-manager-columns.tsx'
import { BASIS, BrandManagerTabs, brandNotes, REPORTS, TITLE } from './brand-manager-frame.tsx'
import { brandListInput, brandManager, rowsBy, type BrandManagerView } from './brand-manager-view.ts'
import styles from './BrandManagerPage.module.css'

/** What the rows of each tab are, and who answers for them. */
const TABS = {
  MARKETPLACE: {
    title: 'Marketplaces',
    path: PATHS.brandManagerMarketplace,
    dimension: 'MARKETPLACE',
    ask: trpc.brandManager.getMarketplaces,
  },
  BRAND: {
    title: 'Brands',
    path: PATHS.brandManagerBrand,
    dimension: 'BRAND',
    ask: trpc.brandManager.getBrands,
  },
  SKU: {
    title: 'Products',
    path: PATHS.brandManagerProduct,
    dimension: 'PRODUCT',
    ask: trpc.brandManager.getProducts,
  },
} as const satisfies Record<GroupBy, unknown>

const brandManagerPage = (groupBy: GroupBy) =>
  function BrandManagerPage() {
    return (
      <DashboardGate
        title={TITLE}
        tabs={<BrandManagerTabs />}
        days="ALL"
        noData="Import sales and traffic reports to see them by marketplace, brand and product."
      >
        {(subject) => <BrandManager subject={subject} groupBy={groupBy} />}
      </DashboardGate>
    )
  }

export const MarketplacesPage = brandManagerPage('MARKETPLACE')
export const BrandsPage = brandManagerPage('BRAND')
export const ProductsPage = brandManagerPage('SKU')

function BrandManager({ subject, groupBy }: { subject: DashboardSubject; groupBy: GroupBy }) {
  const frame = useDashboard(brandManager, subject)
  const { view, scope, change, drawer, context } = frame
  const { title, ask, dimension } = TABS[groupBy]
  const query = useAnswerQuery(
    ask.queryOptions(frame.isReady ? brandListInput(scope, view, groupBy) : skipToken),
  )
  const shown = useShownAnswer(view, query)
  const { data: answer } = shown
  const currencyCode = shown.view.currencyCode ?? scope.currencyCode
  const hasGrowth = shown.view.growthType !== null
  const hasB2B = shown.view.showB2BMetrics
  const rows = rowsBy(groupBy, shown.view)
  const period = answer
    ? { start: answer.period.startDate, end: answer.period.endDate }
    : { start: view.startDate, end: view.endDate }

  const columns = useMemo(
    () =>
      brandManagerColumns({
        groupBy: rows,
        currencyCode,
        hasGrowth,
        hasB2B,
        shareMax: Math.max(0, ...(answer?.rows ?? []).map(({ salesShare }) => salesShare ?? 0)),
        courseOf: answer?.courseOf ?? [],
        linked: (row, name) => <DrillLink row={row} groupBy={rows} name={name} />,
      }),
    [rows, currencyCode, hasGrowth, hasB2B, answer],
  )
  const { table, paging } = useKeyedTable<BrandRow>({
    id: `brand-manager.${groupBy}`,
    columns,
    answer,
    view,
    searchedText: groupBy === 'SKU' ? shown.view.searchText : '',
    isOfBefore: shown.view !== view,
    onChange: (changes, isCorrected) => change(changes as Partial<BrandManagerView>, isCorrected),
  })
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      paperTitle={`${TITLE}, ${title.toLowerCase()}${rows === 'PARENT' ? ' by parent' : ''}`}
      tabs={<BrandManagerTabs />}
      named="The table"
      noun="report"
      basis={BASIS}
      reports={REPORTS}
      {...brandNotes(answer, context.today, subject.sources)}
      narrowing={({ searchText, numbers }) => [
        ...searchApplied(groupBy === 'SKU' ? searchText : ''),
        ...numbersApplied(numbers, currencyCode),
      ]}
      isEmpty={answer !== undefined && isEmpty(answer)}
      exported={{
        name: `brand-manager-${rows === 'PARENT' ? 'parents' : title.toLowerCase()}`,
        hasMoreRows: (answer?.pageCount ?? 0) > 1,
        content: async (which) => {
          const { keyedExport } = await import('#web/metrics/keyed-export.ts')
          const exported = await keyedExport({
            table,
            rows: which,
            rowCount: answer?.rowCount ?? 0,
            currencyCode,
            isNarrowed: shown.view.numbers.length > 0 || (groupBy === 'SKU' && shown.view.searchText !== ''),
            read: (page) =>
              queryClient.fetchQuery(
                ask.queryOptions({ ...brandListInput(scope, shown.view, groupBy), ...page }, { gcTime: 0 }),
              ),
          })
          return {
            ...exported,
            facts: [
              ['Days with reports', rangeText(period.start, period.end)],
              ...(rows === 'PARENT'
                ? [['Rows are', 'Parent ASINs, each the sum of its products'] as const]
                : []),
              ...exported.facts!,
            ],
          }
        },
      }}
      products={skusIn(table.lines, rows)}
      explain={{
        scope: { basis: 'ORDER' },
        neighboursOf: (cell) =>
          neighboursIn(table, cell, (row, column) => explainedAt(row, column, rows, period)),
        comparisonOf: (cell) => {
          if (!answer || !hasGrowth) return null
          // A period that is not over is held against no whole one.
          if (cell.end >= context.today) return null
          const isOfTable = cell.start === period.start && cell.end === period.end
          if (isOfTable) return { start: answer.comparison.startDate, end: answer.comparison.endDate }
          return courseComparison({ start: cell.start, end: cell.end }, shown.view.interval, 'YEAR_ON_YEAR')
        },
      }}
      toolbar={(exportMenu) => (
        <>
          <BrandCards frame={frame} />
          <BrandCourse frame={frame} dimension={dimension} />
          <TableToolbar
            label="Table"
            title={
              <>
                {title}
                <small>{compactRangeText(period.start, period.end)}</small>
                <Link
                  to={PATHS.salesAndTraffic}
                  from={TABS[groupBy].path}
                  search={(previous: SearchParams) => ({ ...previous, explain: undefined })}
                  className={styles.other}
                >
                  By {AXES[view.interval]}
                </Link>
              </>
            }
            {...searchOf(groupBy, view.searchText, change)}
          >
            {groupBy === 'SKU' && (
              <Switch
                isSelected={view.groupByParent}
                onChange={(groupByParent) => change({ groupByParent, page: 1 })}
              >
                By parent
              </Switch>
            )}
            <Switch
              isSelected={view.showB2BMetrics}
              onChange={(showB2BMetrics) => change({ showB2BMetrics })}
            >
              B2B
            </Switch>
            <NumberFilters
              metrics={[...BRAND_METRICS, ...(view.showB2BMetrics ? BRAND_METRICS_B2B : [])]}
              currencyCode={currencyCode}
              filters={view.numbers}
              onChange={(numbers) => change({ numbers: numbers as BrandManagerView['numbers'], page: 1 })}
              isDisabled={shown.isReading}
            />
            <SavedViews id={`brand-manager.${groupBy}`} frame={frame} table={table} />
            <ColumnChooser table={table} />
            {exportMenu}
          </TableToolbar>
        </>
      )}
    >
      <KeyedTable
        label={title}
        table={table}
        paging={paging}
        groupBy={rows}
        period={period}
        drawer={drawer}
        searchText={view.searchText}
        found={answer}
        isLoading={answer === undefined}
        isReading={shown.isReading}
      />
    </DashboardPage>
  )
}

/** A marketplace leads to its brands, a brand to its products, a parent to its own; the browser's back button returns. */
function DrillLink({ row, groupBy, name }: { row: BrandRow; groupBy: RowsBy; name: React.ReactNode }) {
  const next = NEXT[groupBy](row)
  if (!next) return name
  return (
    <Link
      to={TABS[next.tab].path}
      from={TABS[groupBy === 'PARENT' ? 'SKU' : groupBy].path}
      className={styles.drill}
      search={(previous: SearchParams) => ({
        ...previous,
        // What filters rows of one kind by their numbers is another question of the next.
        ...paramsOf(brandManager, { page: 1, numbers: [], ...next.view }),
      })}
    >
      {name}
    </Link>
  )
}

type Next = { tab: GroupBy; view: Partial<BrandManagerView> } | null
const NEXT: Record<RowsBy, (row: BrandRow) => Next> = {
  MARKETPLACE: ({ key }) => ({ tab: 'BRAND', view: { marketplaces: isMarketplaceCode(key) ? [key] : [] } }),
  BRAND: ({ key }) => ({ tab: 'SKU', view: key === '' ? {} : { brandNames: [key] } }),
  // A selection holds no more than these.
  PARENT: ({ products }) =>
    products && products.count <= products.skus.length
      ? {
          tab: 'SKU',
          view: { groupByParent: false, products: products.skus, tags: [], categories: [], searchText: '' },
        }
      : null,
  SKU: () => null,
}

const isEmpty = ({ rows, notAllocated, total }: BrandListing): boolean =>
  notAllocated === null &&
  Object.values(total.metrics).every(({ value }) => value === null) &&
  rows.every(({ key }) => key === '')
