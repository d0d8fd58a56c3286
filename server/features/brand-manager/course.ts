import type { CoursePart } from '#contract/answer.ts'
import type { BrandCard, BrandCourse, BrandCourseInput } from '#contract/brand-manager.ts'
import { brandCards, BRAND_MANAGER_DAYS_MAX } from '#contract/dashboards/brand-manager.ts'
import { courseComparison } from '#contract/dashboards/course.ts'
import { endOfMonth } from '#contract/date-range.ts'
import type { Bucket } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import type { OfProducts } from '#server/ledger/products/catalogue.ts'
import type { Services } from '#server/ledger/services.ts'
import { cellsOfDays, scopeOfOrders } from '#server/metrics/answer.ts'
import { partsOf } from '#server/metrics/course-parts.ts'
import { answerCourse, boundedPeriods, comparedBuckets } from '#server/metrics/course.ts'
import { coveredSales, daysReported } from '#server/metrics/reported-days.ts'

/** How cards moved over a range, undivided or told apart by marketplace, brand or product. */
export async function course(
  services: Services,
  company: Company,
  input: OfProducts<BrandCourseInput>,
  signal: AbortSignal | undefined,
): Promise<BrandCourse> {
  const { dimension, metric, dateInterval, growthType } = input
  const covered = await coveredSales(services, company, input)
  const days = daysReported(input, covered, BRAND_MANAGER_DAYS_MAX)
  const buckets = bucketsIn(input, covered.today)
  const metrics: readonly BrandCard[] = dimension === 'NONE' ? brandCards(input.showB2BMetrics) : [metric]
  const comparisonOf = (bucket: Bucket) => courseComparison(bucket, dateInterval, growthType)
  const scope = scopeOfOrders(input)
  const asked = { scope, metrics, buckets, comparisonOf }
  const { periods, beside } = await answerCourse(
    services,
    company,
    { ...asked, shareRead: (bucket) => covered.of(bucket).share, beside: [days] },
    signal,
  )
  const whole: CoursePart<BrandCard> = {
    key: '',
    kind: 'WHOLE',
    name: '',
    cells: periods.map(({ metrics: cells }) => cells),
    range: cellsOfDays(metrics, beside[0]!, days, covered.today),
  }
  const divided = { dimension, metric, scope, periods: [...comparedBuckets(asked), days], whole }
  const parts =
    dimension === 'NONE' ? [whole] : await partsOf(services, company, { ...divided, dimension }, signal)
  return {
    periods: periods.map(({ startDate, endDate, isPartial }) => ({
      startDate,
      endDate,
      state:
        startDate >= covered.today ? 'FUTURE' : isPartial || endDate >= covered.today ? 'PARTIAL' : 'WHOLE',
    })),
    parts: parts.map((part) => ({
      ...part,
      cells: part.cells.map((cells, index) =>
        buckets[index]!.end < covered.today ? cells : withoutGrowth(cells),
      ),
    })),
  }
}

/** What it is compared with is whole: beside it stands a period that is not over, and nothing of it has fallen. */
const withoutGrowth = (
  cells: CoursePart<BrandCard>['cells'][number],
): CoursePart<BrandCard>['cells'][number] =>
  Object.fromEntries(Object.entries(cells).map(([metric, cell]) => [metric, { ...cell, growth: null }]))

const bucketsIn = ({ startDate, endDate, dateInterval }: BrandCourseInput, today: string): Bucket[] =>
  boundedPeriods({ start: startDate, end: endDate }, dateInterval).map((bucket) =>
    // What is forecast is a month, wherever the range ends in it.
    dateInterval === 'MONTHLY' && bucket.start > today
      ? { ...bucket, end: endOfMonth(bucket.start), partial: false }
      : bucket,
  )
