import { skipToken } from '@tanstack/react-query'
import type { GroupBy } from '#contract/dashboards/grouping.ts'
import type { UnitEconomicsRow } from '#contract/unit-economics.ts'
import { ChartExport } from '#web/charts/ChartExport.tsx'
import { countFormat, moneyFormat, ratioFormat } from '#web/charts/formats.ts'
import { isPlaceable, type ScatterPoint } from '#web/charts/scatter.ts'
import { ScatterChart } from '#web/charts/ScatterChart.tsx'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { NOUNS, rowName } from '#web/metrics/key-column.tsx'
import { explainedAt, tableRow } from '#web/metrics/keyed-rows.ts'
import { sheetFrom } from '#web/table/sheet.ts'
import { trpc } from '#web/trpc.ts'
import { countText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { unitEconomicsInput, type UnitEconomicsView } from './unit-economics-view.ts'

/** More circles hide each other. */
const POINTS_MAX = 200

/** Where rows stand by units and margin, and what to do about each quarter. */
export function UnitMap({ frame }: { frame: DashboardFrame<UnitEconomicsView> }) {
  const question = trpc.unitEconomics.getData.queryOptions(
    frame.isReady
      ? {
          ...unitEconomicsInput(frame.scope, frame.view),
          sortBy: 'unitsSold',
          sortOrder: 'DESC',
          pageNumber: 1,
          pageSize: POINTS_MAX,
        }
      : skipToken,
  )
  const { data: answer, view, currencyCode, status, isCurrent } = useSectionAnswer(frame, question)
  const { groupBy } = view
  const rows = answer?.rows ?? []
  const points = rows.map((row) => pointOf(row, groupBy))
  const placeable = points.filter(isPlaceable)
  const lacking = points.length - placeable.length
  const units = placeable.map(({ x }) => Number(x)).toSorted((a, b) => a - b)
  return (
    <SectionFrame
      title="Margin by units"
      note={[
        `circle area is net profit, red is a loss`,
        ...(answer && answer.rowCount > POINTS_MAX
          ? [`the ${countText(POINTS_MAX, NOUNS[groupBy])} with the most units`]
          : []),
        ...(lacking > 0
          ? [`${countText(lacking, NOUNS[groupBy])} not shown because units, a cost or a rate is missing`]
          : []),
      ].join(' · ')}
      height={320}
      actions={
        <ChartExport
          title="Margin by units"
          sheet={() =>
            sheetFrom(
              points,
              [
                ['Key', 'text', ({ id }) => id],
                ['Name', 'text', ({ name }) => name],
                ['Units', 'count', ({ x }) => x],
                ['Margin per unit', 'share', ({ y }) => y],
                ['Net profit', 'money', ({ size }) => size],
              ],
              currencyCode,
            )
          }
          isDisabled={!isCurrent}
        />
      }
      status={
        answer && placeable.length === 0
          ? {
              kind: 'empty',
              title: 'Nothing to draw',
              text: 'A margin needs units that were sold, and their cost.',
            }
          : status
      }
    >
      <ScatterChart
        summary={`Margin per unit of each ${NOUNS[groupBy]} by the units that it sold`}
        points={points}
        x={{ label: 'Units', format: countFormat }}
        y={{ label: 'Margin per unit', format: ratioFormat }}
        size={{ label: 'Net profit', format: moneyFormat(currencyCode) }}
        split={{
          x: units.length > 0 ? String(units[Math.floor(units.length / 2)]) : null,
          y: answer?.total.unitEconomics.unitMargin.value ?? null,
          names: {
            topLeft: 'Push',
            topRight: 'Keep',
            bottomLeft: 'Let go',
            bottomRight: 'Fix price or cost',
          },
        }}
        onExplain={(id) => {
          const row = rows.find(({ key }) => key === id)
          if (!answer || !row) return
          const { startDate: start, endDate: end } = answer.period
          const cell = explainedAt(tableRow(row), 'unitMargin', groupBy, { start, end })
          if (cell) frame.drawer.open(cell, true)
        }}
      />
    </SectionFrame>
  )
}

const pointOf = (row: UnitEconomicsRow, groupBy: GroupBy): ScatterPoint => ({
  id: row.key,
  name: rowName(row, groupBy),
  x: row.businessMetrics.unitsSold.value,
  y: row.unitEconomics.unitMargin.value,
  size: row.businessMetrics.netProfit.value,
})
