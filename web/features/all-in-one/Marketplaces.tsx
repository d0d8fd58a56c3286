import { skipToken } from '@tanstack/react-query'
import type { MarketplaceRow } from '#contract/all-in-one.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { changeOf } from '#web/charts/change.ts'
import { ChartExport } from '#web/charts/ChartExport.tsx'
import { moneyFormat } from '#web/charts/formats.ts'
import { SizedBars } from '#web/charts/SizedBars.tsx'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { comparable } from '#web/metrics/metric-charts.ts'
import { sheetFrom } from '#web/table/sheet.ts'
import { trpc } from '#web/trpc.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { allInOneInput, type AllInOneView } from './all-in-one-view.ts'

const SALES = 'orderedProductSales'
const nameOf = ({ key }: MarketplaceRow): string => marketplaceOf(key)?.label ?? 'Not allocated'

/** Where the sales of the days come from. */
export function Marketplaces({ frame }: { frame: DashboardFrame<AllInOneView> }) {
  const { view, scope, isReady, drawer } = frame
  const question = trpc.allInOne.getMarketplaces.queryOptions(
    isReady ? allInOneInput(scope, view) : skipToken,
  )
  const { data: answer, currencyCode, status, isCurrent } = useSectionAnswer(frame, question)
  const rows = answer ? [...answer.rows, ...(answer.notAllocated ? [answer.notAllocated] : [])] : []
  const changeIn = ({ sales }: MarketplaceRow) =>
    changeOf(comparable(SALES, sales), sales.previous, { better: 'more' })
  return (
    <SectionFrame
      title="Sales by marketplace"
      note={
        answer &&
        `${currencyCode}, growth against ${compactRangeText(answer.comparison.startDate, answer.comparison.endDate)}`
      }
      height={120}
      skeleton="rows"
      status={
        answer && rows.length === 0
          ? {
              kind: 'empty',
              title: 'No sales for these days',
              text: 'Import reports of sales and traffic to see where they come from.',
            }
          : status
      }
      actions={
        <ChartExport
          title="Sales by marketplace"
          isDisabled={!isCurrent || rows.length === 0}
          sheet={() =>
            sheetFrom(
              rows,
              [
                ['Marketplace', 'text', nameOf],
                ['Sales', 'money', ({ sales }) => sales.value],
                ['Share of sales', 'share', ({ salesShare }) => salesShare],
                ['Growth', 'share', ({ sales }) => sales.growth],
              ],
              currencyCode,
            )
          }
        />
      }
    >
      {answer && (
        <SizedBars
          summary="Sales by marketplace, the largest first"
          heads={{ name: 'Marketplace', value: 'Sales' }}
          bars={rows.map((row) => ({
            id: row.key,
            label: nameOf(row),
            icon: <Flag country={row.key} />,
            value: row.sales.value,
            share: row.salesShare,
            change: changeIn(row),
          }))}
          total={{
            label: 'All marketplaces',
            value: answer.total.sales.value,
            change: changeIn(answer.total),
          }}
          tone="sales"
          format={moneyFormat(currencyCode)}
          onExplain={(key) =>
            drawer.open(
              {
                metric: SALES,
                start: answer.period.startDate,
                end: answer.period.endDate,
                ...(key === '' && { isLeftOut: true }),
                ...(key && { of: { by: 'marketplace', key } }),
              },
              true,
            )
          }
        />
      )}
    </SectionFrame>
  )
}
