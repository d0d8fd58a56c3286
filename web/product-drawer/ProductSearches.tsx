import { useQuery } from '@tanstack/react-query'
import { PRODUCT_SEARCH_METRICS } from '#contract/dashboards/product-drawer.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { ProductSearches as Answer } from '#contract/product-drawer.ts'
import { metricText } from '#web/metrics/metric-text.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsFact, sheetFrom, typeOfUnit } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import type { AskedProduct } from './product-scope.ts'

type Row = NonNullable<Answer>['rows'][number]

/** Beside the query there is room for these. */
const SHOWN = {
  searchQueryVolume: 'Volume',
  sqpClicks: 'Clicks',
  sqpPurchases: 'Bought',
  purchaseShare: 'Share',
} as const

/** What shoppers searched for who saw the product. */
export function ProductSearches({ asked }: { asked: AskedProduct }) {
  const { contingency: _, ...question } = asked
  const query = useQuery(trpc.productDrawer.getSearches.queryOptions(question))
  const found = query.data
  const rows = found?.rows ?? []
  const columns: SimpleColumn<Row>[] = [
    {
      id: 'query',
      title: 'Query',
      kind: 'text',
      isName: true,
      cell: (row) => row.query,
      cellHint: (row) => row.query,
    },
    ...(Object.keys(SHOWN) as (keyof typeof SHOWN)[]).map((metric): SimpleColumn<Row> => ({
      id: metric,
      title: SHOWN[metric],
      kind: 'number',
      cell: ({ metrics }) => {
        const value = metrics[metric]
        return value === null ? <NoValue /> : metricText(metricOf(metric).unit, asked.currencyCode)(value)
      },
    })),
  ]
  return (
    <SectionFrame
      title="Search queries"
      note={
        found &&
        `${compactRangeText(found.period.startDate, found.period.endDate)}${found.total > rows.length ? `, ${rows.length} of ${found.total} by purchases` : ''}`
      }
      height={200}
      status={
        found !== undefined && rows.length === 0
          ? {
              kind: 'empty',
              title: 'No searches of this product',
              text: 'Reports of search query performance name the products that Amazon was asked about.',
            }
          : queryStatus(query)
      }
      actions={
        <ExportMenu
          fileName={`searches-${asked.sku}`}
          isDisabled={rows.length === 0}
          content={() => ({
            sheet: sheetFrom(rows, [
              ['Query', 'text', (row) => row.query],
              ...PRODUCT_SEARCH_METRICS.map(
                (metric) =>
                  [
                    metricOf(metric).label,
                    typeOfUnit(metricOf(metric).unit),
                    ({ metrics }: Row) => metrics[metric],
                  ] as const,
              ),
            ]),
            facts: [
              ['Dates', `${found!.period.startDate} to ${found!.period.endDate}`],
              rowsFact(rows.length, found!.total, 'those with most purchases'),
            ],
          })}
        />
      }
    >
      <SimpleTable label="Search queries" columns={columns} rows={rows} rowId={(row) => row.query} isDense />
    </SectionFrame>
  )
}
