import type { AnsweredDays, CoursePeriod, MetricCell } from '#contract/answer.ts'
import { COURSE_DAILY_MAX, coursePeriods, type CourseInterval } from '#contract/dashboards/course.ts'
import type { DateRange } from '#contract/date-range.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { Bucket } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import {
  answerWhole,
  cellsOf,
  cellsOfDays,
  type Answered,
  type ComparedPeriod,
  type Question,
} from './answer.ts'
import { answeredDays } from './listing.ts'
import { within } from './range-limit.ts'
import { daysOver, type ReportedDays } from './reported-days.ts'

/** The days, weeks or months of a range, cut at its ends. */
export function boundedPeriods(range: DateRange, interval: CourseInterval): Bucket[] {
  if (interval === 'DAILY') within({ startDate: range.start, endDate: range.end }, COURSE_DAILY_MAX)
  return coursePeriods(range, interval)
}

/** The same of the days that are over: one that is not has no report. */
export function periodsOver(range: DateRange, interval: CourseInterval, covered: ReportedDays): Bucket[] {
  const over = daysOver(range, covered)
  return over ? boundedPeriods(over, interval) : []
}

interface CourseQuestion<Id extends MetricId> extends Pick<Question, 'scope'> {
  metrics: readonly Id[]
  buckets: readonly Bucket[]
  /** What a period is compared with. */
  comparisonOf: (bucket: Bucket) => DateRange
}
type CellsOf<Id extends MetricId> = Record<Id, MetricCell>

export const comparedBuckets = ({
  buckets,
  comparisonOf,
}: Pick<CourseQuestion<MetricId>, 'buckets' | 'comparisonOf'>): ComparedPeriod[] =>
  buckets.map((bucket) => ({
    period: { start: bucket.start, end: bucket.end },
    comparison: comparisonOf(bucket),
  }))

/**
 * Metrics period by period, and of further days that are asked with them.
 * @param shareRead the share of the days of a period that is read
 */
export async function answerCourse<Id extends MetricId>(
  services: Services,
  company: Company,
  asked: CourseQuestion<Id> & {
    shareRead: (bucket: Bucket, answered: Answered) => number
    beside?: readonly ComparedPeriod[]
  },
  signal: AbortSignal | undefined,
): Promise<{ periods: CoursePeriod<CellsOf<Id>>[]; beside: Answered[] }> {
  const { scope, metrics, buckets, shareRead, beside = [] } = asked
  const periods = [...comparedBuckets(asked), ...beside]
  const answers = await answerWhole(services, company, { scope, metrics, periods }, signal)
  return {
    periods: buckets.map((bucket, index) => {
      const answered = answers[index]!
      return {
        startDate: bucket.start,
        endDate: bucket.end,
        isPartial: bucket.partial || shareRead(bucket, answered) < 1,
        metrics: cellsOf(metrics, answered),
      }
    }),
    beside: answers.slice(buckets.length),
  }
}

/** The same with the days all together: the periods add up to them. */
export async function answerPeriods<Id extends MetricId>(
  services: Services,
  company: Company,
  { days, covered, ...asked }: CourseQuestion<Id> & { days: ComparedPeriod; covered: ReportedDays },
  signal: AbortSignal | undefined,
): Promise<AnsweredDays & { periods: CoursePeriod<CellsOf<Id>>[]; total: CoursePeriod<CellsOf<Id>> }> {
  const coverage = covered.of(days.period)
  const { periods, beside } = await answerCourse(
    services,
    company,
    { ...asked, shareRead: (bucket) => covered.of(bucket).share, beside: [days] },
    signal,
  )
  const [whole] = beside as [Answered]
  return {
    periods,
    total: {
      startDate: days.period.start,
      endDate: days.period.end,
      isPartial: coverage.share < 1,
      metrics: cellsOfDays(asked.metrics, whole, days, covered.today),
    },
    ...answeredDays(days, whole, coverage),
  }
}
