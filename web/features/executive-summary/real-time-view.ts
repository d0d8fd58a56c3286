import { keepPreviousData } from '@tanstack/react-query'
import type { DateRange } from '#contract/date-range.ts'
import { REAL_TIME_DAYS_MAX, TILE_COLUMNS, type TileColumn } from '#contract/dashboards/executive-summary.ts'
import type { RealTimeInput, SummaryInput, TileCell } from '#contract/executive-summary.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { lastDaysOf, OUTSIDE_OF_DATA } from '#web/filters/date-rules.ts'

/** Everything that decides what the page shows. The address holds all of it. */
export const realTimeSummary = defineDashboard({
  storageKey: (companyId) => `executive-summary.${companyId}`,
  filters: ['marketplaces', 'currency', 'presets', 'dates'],
  fields: {},
  dates: {
    daysMax: REAL_TIME_DAYS_MAX,
    presets: ['monthToDate', 'last7Days', 'last30Days'],
    defaultRange: ({ window, today }) =>
      lastDaysOf(window ?? { start: today, end: today }, REAL_TIME_DAYS_MAX),
    whenOutside: OUTSIDE_OF_DATA,
  },
})
export type RealTimeView = ViewOf<typeof realTimeSummary>
export type RealTimeFrame = DashboardFrame<RealTimeView>

/** What is of now alone. */
export const nowInput = ({
  scope: { companyId, currencyCode, marketplaces, asOf },
}: RealTimeFrame): RealTimeInput => ({
  companyId,
  currencyCode,
  marketplaces,
  ...(asOf !== undefined && { asOf }),
})

export const rangeInput = (frame: RealTimeFrame): SummaryInput => ({
  ...nowInput(frame),
  startDate: frame.view.startDate,
  endDate: frame.view.endDate,
})

/** The column of these days; what is projected is explained in none. */
export const columnOf = (
  cells: Record<TileColumn, TileCell> | undefined,
  { start, end }: DateRange,
): TileColumn | undefined =>
  TILE_COLUMNS.find((id) => {
    const period = id === 'PROJECTED' ? null : cells?.[id].period
    return period?.startDate === start && period.endDate === end
  })

/** The number of a row that is explained, by its days; null where it is none of these. */
export function markedIn(
  row: string,
  cells: Record<TileColumn, TileCell> | undefined,
  cell: ExplainedCell,
): { row: string; columns: string[] } | null {
  const column = cell.isNow && columnOf(cells, cell)
  return column ? { row, columns: [column] } : null
}

const FIVE_MINUTES_MS = 5 * 60_000

/** Numbers of now are read again while the page is looked at; those before stay until the new ones are there. */
export const LIVE = { refetchInterval: FIVE_MINUTES_MS, placeholderData: keepPreviousData } as const
