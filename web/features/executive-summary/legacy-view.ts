import { addMonths } from '#contract/date-range.ts'
import { LEGACY_DAYS_MAX, LEGACY_MONTHS_AHEAD } from '#contract/dashboards/executive-summary.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'

const MONTHS_BACK = 6

/** Everything that decides what the page shows. The address holds all of it. */
export const legacySummary = defineDashboard({
  storageKey: (companyId) => `executive-summary-legacy.${companyId}`,
  filters: ['marketplaces', 'currency', 'dates'],
  fields: {},
  dates: {
    daysMax: LEGACY_DAYS_MAX,
    monthsAhead: LEGACY_MONTHS_AHEAD,
    defaultRange: ({ today }) => ({ start: addMonths(today, -MONTHS_BACK), end: today }),
  },
})
export type LegacyView = ViewOf<typeof legacySummary>
