import { addDays, earlier, later } from '#contract/date-range.ts'
import { PNL_DAYS_MAX } from '#contract/periods.ts'
import { defineDashboard } from '#web/dashboard/dashboard-view.ts'
import { monthsTo } from '#web/filters/date-rules.ts'
import { oneOf } from '#web/filters/filter-fields.ts'
import { textField } from '#web/filters/typed-fields.ts'

const OPENED_LENGTH_MAX = 250
const MONTHS_SHOWN = 6
/** Amazon pays some days after what it pays for. */
const ARRIVED_AFTER_DAYS = 7

/** Everything that decides what the page shows. The address holds all of it. */
export const bankMatchView = defineDashboard({
  storageKey: (companyId) => `bank-match.${companyId}`,
  filters: ['dates'],
  fields: {
    show: oneOf(['ALL', 'OPEN'], 'ALL'),
    /** The payout whose rows are shown. */
    opened: textField(OPENED_LENGTH_MAX),
  },
  dates: {
    daysMax: PNL_DAYS_MAX,
    isStored: true,
    defaultRange: ({ window, today }) =>
      monthsTo(
        window ? earlier(addDays(window.end, ARRIVED_AFTER_DAYS), later(today, window.end)) : today,
        MONTHS_SHOWN,
      ),
  },
})
