import { EXPENSE_DAYS_MAX } from '#contract/dashboards/expenses.ts'
import { addMonths } from '#contract/date-range.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import { oneOf } from '#web/filters/filter-fields.ts'

/** Months before today that the range begins with. */
const MONTHS_SHOWN = 6
/** Days to come are planned, and on this page alone. */
const MONTHS_AHEAD = 12

export const EXPENSE_PARTS = ['ALL', 'RECURRING', 'ONE_OFF', 'UNSAVED'] as const

/** Everything that decides what the page shows. The address holds all of it. */
export const expensesDashboard = defineDashboard({
  storageKey: (companyId) => `expenses.${companyId}`,
  filters: ['marketplaces', 'currency', 'dates'],
  fields: {
    part: oneOf(EXPENSE_PARTS, 'ALL'),
    beside: oneOf(['RECURRING', 'VENDORS'], 'RECURRING', { isStored: true }),
  },
  dates: {
    daysMax: EXPENSE_DAYS_MAX,
    monthsAhead: MONTHS_AHEAD,
    isStored: true,
    defaultRange: ({ today }) => ({ start: addMonths(today, -MONTHS_SHOWN), end: today }),
  },
})

export type ExpensesView = ViewOf<typeof expensesDashboard>
