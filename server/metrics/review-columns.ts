import { isReviewed, REVIEW_METRICS, type ReviewMetric } from '#contract/dashboards/weekly-review.ts'
import { asDates, type DateRange } from '#contract/date-range.ts'
import type { ReviewCell, ReviewColumn } from '#contract/weekly-review.ts'
import type { PnlCoverage, PnlFlags } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { answerWhole, cellsOf, scopeOfOrders, type Answered } from './answer.ts'
import { coverageCell } from './cells.ts'

/** A period and what it is held against; null where there is nothing to hold it against. */
export interface AskedColumn {
  period: DateRange
  before: DateRange | null
  yearAgo: DateRange | null
  /** Cut by the range. */
  isCut?: boolean
}

export interface ReviewColumns {
  columns: ReviewColumn[]
  /** Of one of the periods that were asked. */
  said: (index: number) => { coverage: PnlCoverage; flags: PnlFlags }
}

const TOLD = REVIEW_METRICS.filter(isReviewed)

const NOTHING: ReviewCell = { value: null, growth: null, previous: null, yearAgo: null, yearGrowth: null }
const UNTOLD = Object.fromEntries(
  REVIEW_METRICS.filter((metric) => !isReviewed(metric)).map((metric) => [metric, NOTHING]),
) as Record<ReviewMetric, ReviewCell>

/** Every metric of some periods, as one question to the stores. */
export async function reviewColumns(
  services: Services,
  company: Company,
  scope: Parameters<typeof scopeOfOrders>[0],
  asked: readonly AskedColumn[],
  signal: AbortSignal | undefined,
): Promise<ReviewColumns> {
  const question = {
    scope: scopeOfOrders(scope),
    metrics: TOLD,
    // Each of them twice, once for each of what it is held against: the stores add up its days once.
    periods: asked.flatMap(({ period, before, yearAgo }) => [
      { period, comparison: before ?? period },
      { period, comparison: yearAgo ?? period },
    ]),
  }
  const answers = await answerWhole(services, company, question, signal)
  const of = (index: number) => answers.slice(2 * index, 2 * index + 2) as [Answered, Answered]
  return {
    columns: asked.map(({ period, before, yearAgo, isCut = false }, index) => {
      const [short, long] = of(index)
      const cells = cellsOf(TOLD, short)
      const past = cellsOf(TOLD, long)
      const metrics = TOLD.map((metric): [ReviewMetric, ReviewCell] => [
        metric,
        {
          ...cells[metric],
          ...(before === null && { previous: null, growth: null }),
          yearAgo: yearAgo && past[metric].previous,
          yearGrowth: yearAgo && past[metric].growth,
        },
      ])
      return {
        startDate: period.start,
        endDate: period.end,
        isPartial: isCut || short.now.coverageOf('orderedProductSales').share < 1,
        before: before && asDates(before),
        yearAgo: yearAgo && asDates(yearAgo),
        metrics: { ...UNTOLD, ...Object.fromEntries(metrics) },
      }
    }),
    said: (index) => {
      const [{ now }] = of(index)
      return { coverage: coverageCell(now.coverage), flags: now.flags() }
    },
  }
}
