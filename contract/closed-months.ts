/** Months whose numbers stay as they are: `accounting.listMonths`, `closeMonths`, `reopenMonth` and `getAfterClosing`. */
import { z } from 'zod'
import { endOfMonth, monthsIn, startOfMonth, type DateRange } from './date-range.ts'
import { CompanyId, Currency, Month, text } from './fields.ts'
import type { PnlCell } from './profit-and-loss.ts'

/** Of one company: fifty years. */
export const CLOSED_MONTHS_MAX = 600
/** Of one call. */
const MONTHS_AT_ONCE_MAX = 120
export const REASON_LENGTH_MAX = 500

/** A month is read as it was at a version, whatever came to its days since. */
export interface ClosedMonth {
  month: string
  /** The published version that it was closed at. */
  version: number
  closedAt: string
  /** Whom the audit log names. */
  closedBy: string
}

export const CloseMonthsInput = z.object({
  companyId: CompanyId,
  months: z.array(Month).min(1).max(MONTHS_AT_ONCE_MAX, `At most ${MONTHS_AT_ONCE_MAX} months at once.`),
  /** The version whose numbers the person has seen: what came to the months since is not closed unseen. */
  seenVersion: z.int().min(0).optional(),
})

export const ReopenMonthInput = z.object({
  companyId: CompanyId,
  month: Month,
  reason: text(REASON_LENGTH_MAX)
    .transform((reason) => reason.trim())
    .refine((reason) => reason !== '', 'Say why the month is reopened.'),
})

export const AfterClosingInput = z.object({ companyId: CompanyId, month: Month, currencyCode: Currency })
export const MonthsInput = z.object({ companyId: CompanyId, currencyCode: Currency })

/** What a month came to, in the asked currency, and what that is without. */
export type MonthProfit = Pick<PnlCell, 'value' | 'lacks' | 'unconverted'>

/** A month of a company, the newest first. */
export interface MonthState {
  month: string
  /** The published version that it is told at. */
  version: number
  /** It may be closed: it is over in every marketplace. */
  isOver: boolean
  netProfit: MonthProfit
  closed: null | {
    at: string
    /** As people call them; null where nobody is known. */
    by: string | null
    version: number
    /** What net profit would be were it open. */
    newestNetProfit: MonthProfit
    /** Whether anything at all came to its days since. */
    hasChanged: boolean
  }
}

export const daysOfMonth = (month: string): DateRange => {
  const start = startOfMonth(`${month}-01`)
  return { start, end: endOfMonth(start) }
}

/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** The version at which the last month of a range was closed; null where one of its months is open. */
export function closedAt(closedMonths: readonly ClosedMonth[], range: DateRange): number | null {
  if (closedMonths.length === 0) return null
  const [first, last] = [monthOf(range.start), monthOf(range.end)]
  const within = closedMonths.filter(({ month }) => month >= first && month <= last)
  if (within.length < monthsIn(range)) return null
  return Math.max(...within.map(({ version }) => version))
}
