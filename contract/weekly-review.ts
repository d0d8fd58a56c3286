/** `wbr.*`: what browser and server agree on. */
import { z } from 'zod'
import type { Movers } from './all-in-one.ts'
import type { AnsweredDays, MetricCell } from './answer.ts'
import { CustomSummary } from './custom-summary-columns.ts'
import { COURSE_INTERVALS, type CourseInterval } from './dashboards/course.ts'
import {
  ANNOTATION_LENGTH_MAX,
  NOTE_LENGTH_MAX,
  type ReviewMetric,
  type ToDate,
} from './dashboards/weekly-review.ts'
import { isDay, startOfWeek } from './date-range.ts'
import { CompanyId, Id, IsoDate, Moment, text } from './fields.ts'
import type { Driver } from './metrics/variance.ts'
import { CUSTOM_SUMMARIES_MAX } from './periods.ts'
import { ordered, ORDERED, PnlScope } from './profit-and-loss.ts'

const Scope = PnlScope.omit({ notAllocated: true, useAdjustedAdvertising: true })

const Range = z.object({ startDate: IsoDate, endDate: IsoDate }).refine(ordered, ORDERED)

/** A metric of a period, against the period before (`previous`, `growth`) and against the year before or own dates. */
export interface ReviewCell extends MetricCell {
  /** Null where that is not wholly known. */
  yearAgo: string | null
  /** As `growth`. */
  yearGrowth: number | null
}

type Days = AnsweredDays['period']

export interface ReviewColumn {
  startDate: string
  endDate: string
  /** Cut by the range, in progress, or not wholly read. */
  isPartial: boolean
  /** What it is compared with; null where that is nothing. */
  before: Days | null
  yearAgo: Days | null
  metrics: Record<ReviewMetric, ReviewCell>
}

export const ReviewInput = Scope.extend({
  /** The one that holds by itself where it is absent, or where the range does not allow it (WBR-1). */
  dateInterval: z.enum(COURSE_INTERVALS).optional(),
  /** In place of the year before: its first period stands beside the first of the range. */
  comparison: Range.optional(),
}).refine(ordered, ORDERED)
export type ReviewInput = z.infer<typeof ReviewInput>

export type ReviewOverview = Pick<AnsweredDays, 'coverage' | 'flags'> & {
  dateInterval: CourseInterval
  /** Of the days that are over. */
  periods: ReviewColumn[]
  /** Null where no day of the range is over. */
  total: ReviewColumn | null
}

export const SixTwelveInput = Scope.omit({ startDate: true, endDate: true }).extend({
  /** Any day of the week that is reviewed; where it is absent or not over, the last week that is. */
  anchorWeek: IsoDate.optional(),
  /** Columns of these dates beside the others. */
  customSummaries: z.array(CustomSummary).max(CUSTOM_SUMMARIES_MAX).optional(),
})
export type SixTwelveInput = z.infer<typeof SixTwelveInput>

export type SixTwelve = Pick<AnsweredDays, 'coverage' | 'flags'> & {
  /** The last of them is the week of the review. */
  weeks: ReviewColumn[]
  months: ReviewColumn[]
  toDate: Record<ToDate, ReviewColumn>
  /** In the order in which they were asked, compared with their own dates where they have any. */
  customs: ReviewColumn[]
}

export const ContributorsInput = Scope.extend({ comparison: Range }).refine(ordered, ORDERED)
export type ContributorsInput = z.infer<typeof ContributorsInput>

/** Products whose sales changed most, up and down, and what made all of the change. */
export type Contributors = Movers & {
  /** Decimal text; together the change of the total. Null where that is not known. */
  drivers: Record<Driver, string> | null
}

export const Week = IsoDate.refine(
  // What is no day is refused already.
  (day) => !isDay(day) || startOfWeek(day) === day,
  'A week begins on a Monday.',
)

export const NoteText = text(NOTE_LENGTH_MAX).trim()
export const AnnotationText = text(ANNOTATION_LENGTH_MAX).trim().min(1, 'Say what happened.')

export const NotesInput = z
  .object({ companyId: CompanyId, startDate: IsoDate, endDate: IsoDate })
  .refine(ordered, ORDERED)

export interface ReviewNote {
  /** Its Monday. */
  week: string
  text: string
  updatedAt: string
  /** An address, or a name of the program's own. */
  updatedBy: string
}

export const SaveNoteInput = z.object({
  companyId: CompanyId,
  week: Week,
  /** Nothing deletes it. */
  text: NoteText,
  /** Of the note that was changed; null where there was none. */
  updatedAt: Moment.nullable(),
})
export type SaveNoteInput = z.infer<typeof SaveNoteInput>

export const AnnotationsInput = z.object({ companyId: CompanyId })

export interface ReviewAnnotation {
  id: string
  date: string
  text: string
  createdAt: string
  createdBy: string
}

export const SaveAnnotationInput = z.object({
  companyId: CompanyId,
  date: IsoDate,
  text: AnnotationText,
})
export type SaveAnnotationInput = z.infer<typeof SaveAnnotationInput>

export const DeleteAnnotationInput = z.object({ companyId: CompanyId, id: Id })
