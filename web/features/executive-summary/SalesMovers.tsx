import { MOVERS_NAMED } from '#contract/dashboards/executive-summary.ts'
import type { SalesMovers as Answer } from '#contract/executive-summary.ts'
import { ChartExport } from '#web/charts/ChartExport.tsx'
import { moneyFormat } from '#web/charts/formats.ts'
import { RankedBars } from '#web/charts/RankedBars.tsx'
import type { RankedChange } from '#web/charts/ranked-changes.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { sheetFrom } from '#web/table/sheet.ts'
import { trpc } from '#web/trpc.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { LIVE, rangeInput, type RealTimeFrame } from './real-time-view.ts'

/** Which products made the difference of the days that are over. */
export function SalesMovers({ frame }: { frame: RealTimeFrame }) {
  const { drawer } = frame
  const question = {
    ...trpc.executiveSummary.realTimeData.getMovers.queryOptions(rangeInput(frame)),
    ...LIVE,
  }
  const { data, currencyCode, status, isCurrent } = useSectionAnswer(frame, question)
  const changes = data ? changesOf(data) : []
  return (
    <SectionFrame
      title="What moved sales"
      note={
        data && `${currencyCode}, whole days to ${compactRangeText(data.period.endDate, data.period.endDate)}`
      }
      height={320}
      skeleton="rows"
      status={
        data && changes.length === 0
          ? {
              kind: 'empty',
              title: 'Nothing to compare',
              text: data.isComparable
                ? 'No product sold more or less than before.'
                : 'Only complete days are compared. Either these days are not over yet, or an order report is missing for some of them or of the days before.',
            }
          : status
      }
      actions={
        <ChartExport
          title="What moved sales"
          isDisabled={!isCurrent || changes.length === 0}
          sheet={() =>
            sheetFrom(
              changes,
              [
                ['SKU', 'text', ({ id, count }) => (count === undefined ? id : '')],
                [
                  'Product',
                  'text',
                  ({ label, count }) => (count === undefined ? label : `${count} other products`),
                ],
                ['Change', 'money', ({ amount }) => amount],
              ],
              currencyCode,
            )
          }
        />
      }
    >
      <RankedBars
        summary="How much more or less each product sold"
        changes={changes}
        format={moneyFormat(currencyCode)}
        netLabel="Net change"
        noun={{ one: 'product', many: 'products' }}
        named={MOVERS_NAMED}
        better="more"
        onPress={([sku, ...others]) => {
          if (!data || sku === undefined || others.length > 0 || !data.rows.some((row) => row.sku === sku))
            return
          const { startDate: start, endDate: end } = data.period
          drawer.open({ metric: 'orderedAmount', start, end, of: { by: 'sku', key: sku } }, true)
        }}
      />
    </SectionFrame>
  )
}

/** Those that are listed, and the rest of them by direction. */
const changesOf = ({ rows, up, down, unknown }: Answer): RankedChange[] => [
  ...rows.map(({ sku, name, change }) => ({ id: sku, label: name, amount: change })),
  ...[up, down].flatMap(({ count, change }, index) =>
    count === 0 ? [] : [{ id: `rest ${index}`, label: 'One other product', amount: change, count }],
  ),
  ...Array.from({ length: unknown }, (_, index) => ({
    id: `unknown ${index}`,
    label: 'A product without an exchange rate',
    amount: null,
  })),
]
