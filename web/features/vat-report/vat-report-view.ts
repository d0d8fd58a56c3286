import { VAT_DAYS_MAX } from '#contract/vat-report.ts'
import { defineDashboard } from '#web/dashboard/dashboard-view.ts'
import { monthsTo } from '#web/filters/date-rules.ts'
import { oneOf } from '#web/filters/filter-fields.ts'
import { textField } from '#web/filters/typed-fields.ts'

/** Longer than any key of a row. */
const OPENED_LENGTH_MAX = 1000

/** Whose tax is shown. */
export const OWED_BY = ['ALL', 'SELLER', 'MARKETPLACE', 'OTHERS'] as const
export type OwedBy = (typeof OWED_BY)[number]

/** Everything that decides what the page shows. The address holds all of it. */
export const vatReport = defineDashboard({
  storageKey: (companyId) => `vat-report.${companyId}`,
  filters: ['currency', 'dates'],
  fields: {
    owedBy: oneOf(OWED_BY, 'ALL'),
    /** The row whose lines are shown. */
    opened: textField(OPENED_LENGTH_MAX),
  },
  dates: {
    daysMax: VAT_DAYS_MAX,
    isStored: true,
    defaultRange: ({ window, today }) => monthsTo(window?.end ?? today, 1),
  },
})
