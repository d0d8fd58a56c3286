import { CURRENCY_CODES } from '#contract/currencies.ts'
import { PNL_DAYS_MAX } from '#contract/periods.ts'
import { defineDashboard } from '#web/dashboard/dashboard-view.ts'
import { monthsTo } from '#web/filters/date-rules.ts'
import { oneOf, oneOfOrNone } from '#web/filters/filter-fields.ts'
import { textField } from '#web/filters/typed-fields.ts'

/** Longer than any name of an account with any number of a settlement. */
const OPENED_LENGTH_MAX = 250
const EXPLAINED_LENGTH_MAX = 100
const MONTHS_SHOWN = 6

/** Everything that decides what the page shows. The address holds all of it. */
export const reconciliation = defineDashboard({
  storageKey: (companyId) => `reconciliation.${companyId}`,
  filters: ['dates'],
  fields: {
    /** Amounts are never converted here, so settlements of one currency are looked at. */
    settledIn: oneOfOrNone(CURRENCY_CODES, null),
    show: oneOf(['ALL', 'OPEN'], 'ALL'),
    /** The settlement whose bridge is drawn, by `settlementKey`. */
    opened: textField(OPENED_LENGTH_MAX),
    /** The number of the bridge whose lines are shown, a `BridgeStep`. */
    explained: textField(EXPLAINED_LENGTH_MAX),
  },
  dates: {
    daysMax: PNL_DAYS_MAX,
    isStored: true,
    defaultRange: ({ window, today }) => monthsTo(window?.end ?? today, MONTHS_SHOWN),
  },
})
