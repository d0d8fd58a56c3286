/** Columns of a statement that somebody gave the dates of: what browser and server agree on. */
import { z } from 'zod'
import { daysIn } from './date-range.ts'
import { Id, IsoDate } from './fields.ts'
import { PNL_DAYS_MAX } from './periods.ts'

/** Each has columns of its own. */
export const SUMMARY_COLUMN_KINDS = ['TRANSACTION', 'ORDER', 'WBR'] as const
export type SummaryColumnKind = (typeof SUMMARY_COLUMN_KINDS)[number]

/** Where they are kept among what somebody saved of pages. */
export type SummaryColumnPlace = `summary-columns.${SummaryColumnKind}`
export const SUMMARY_COLUMN_PLACES = SUMMARY_COLUMN_KINDS.map(
  (kind): SummaryColumnPlace => `summary-columns.${kind}`,
)

const isRange = (start: string | undefined, end: string | undefined): boolean =>
  start !== undefined && end !== undefined && start <= end && daysIn({ start, end }) <= PNL_DAYS_MAX

const SummaryDates = z.object({
  mainDateRangeStart: IsoDate,
  mainDateRangeEnd: IsoDate,
  /** What the main range is compared with; both or neither. */
  comparisonDateRangeStart: IsoDate.optional(),
  comparisonDateRangeEnd: IsoDate.optional(),
})
type SummaryDates = z.infer<typeof SummaryDates>

const isMainRange = ({ mainDateRangeStart: start, mainDateRangeEnd: end }: SummaryDates) =>
  isRange(start, end)
const MAIN_RANGE = {
  message: `A range ends after it starts and has ${PNL_DAYS_MAX} days at most.`,
  path: ['mainDateRangeEnd'],
}
const isComparison = ({ comparisonDateRangeStart: start, comparisonDateRangeEnd: end }: SummaryDates) =>
  (start === undefined && end === undefined) || isRange(start, end)
const COMPARISON = { ...MAIN_RANGE, path: ['comparisonDateRangeEnd'] }

/** As a question names them. */
export const CustomSummary = SummaryDates.refine(isMainRange, MAIN_RANGE).refine(isComparison, COMPARISON)
export type CustomSummary = z.infer<typeof CustomSummary>

const Kind = z.object({ kind: z.enum(SUMMARY_COLUMN_KINDS) })
export const SummaryColumnsInput = Kind
export const CreateSummaryColumnInput = SummaryDates.extend(Kind.shape)
  .refine(isMainRange, MAIN_RANGE)
  .refine(isComparison, COMPARISON)
export const DeleteSummaryColumnInput = Kind.extend({ id: Id })

export const CustomSummaryColumn = SummaryDates.extend({
  /** The same of the same dates: nobody has a column twice. */
  id: Id,
  createdAt: z.iso.datetime(),
})
export type CustomSummaryColumn = z.infer<typeof CustomSummaryColumn>
