import { daysIn, type IsoDate } from '#contract/date-range.ts'
import { AppError } from '#server/errors.ts'

/** The question, unless it spans more days than are answered at once. */
export function within<Q extends { startDate: IsoDate; endDate: IsoDate }>(question: Q, days: number): Q {
  if (daysIn({ start: question.startDate, end: question.endDate }) > days)
    throw new AppError('DATE_RANGE_TOO_LONG', { days })
  return question
}
