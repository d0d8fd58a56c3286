import { isDay } from '#contract/date-range.ts'
import { JOURNAL_FORMATS } from '#contract/journal-accounts.ts'
import { PNL_DAYS_MAX } from '#contract/periods.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import { monthsTo } from '#web/filters/date-rules.ts'
import { oneOf } from '#web/filters/filter-fields.ts'
import { textField } from '#web/filters/typed-fields.ts'

/** Longer than any name of an account with any number of a settlement. */
const OPENED_LENGTH_MAX = 250
const EXPLAINED_LENGTH_MAX = 100
const MONTHS_SHOWN = 6

/** Everything that decides what the page shows. The address holds all of it. */
export const journalsDashboard = defineDashboard({
  storageKey: (companyId) => `journals.${companyId}`,
  filters: ['dates'],
  fields: {
    part: oneOf(['SETTLEMENTS', 'ACCOUNTS', 'EXCHANGE'], 'SETTLEMENTS'),
    show: oneOf(['ALL', 'OPEN'], 'ALL'),
    format: oneOf(JOURNAL_FORMATS, 'CSV', { isStored: true }),
    /** The settlement whose journals are shown, by `settlementKey`. */
    opened: textField(OPENED_LENGTH_MAX),
    /** The part of a journal whose rows are shown, by `partText`. */
    explained: textField(EXPLAINED_LENGTH_MAX),
  },
  dates: {
    daysMax: PNL_DAYS_MAX,
    isStored: true,
    defaultRange: ({ window, today }) => monthsTo(window?.end ?? today, MONTHS_SHOWN),
  },
})

export type JournalsView = ViewOf<typeof journalsDashboard>

/** Why no file for a program is made as of a moment. */
export const BOOKED_NOW = 'Journals can only be downloaded as they are now. Go back to now first.'

/** `2026-03.productSales.DE`: what is booked of a line and marketplace in a month; `….taxKept` where Amazon collects the tax. */
export interface JournalPart {
  month: string
  line: string
  marketplace: string
  isTaxKept: boolean
}

export const partText = ({ month, line, marketplace, isTaxKept }: JournalPart): string =>
  [month, line, marketplace, ...(isTaxKept ? ['taxKept'] : [])].join('.')

export function partOf(text: string): JournalPart | null {
  const [, month, line, marketplace = '', taxKept] =
    /^(\d{4}-\d{2})\.(\w+)\.(\w*)(\.taxKept)?$/.exec(text) ?? []
  return month && line && isDay(`${month}-01`)
    ? { month, line, marketplace, isTaxKept: taxKept !== undefined }
    : null
}
