import type { CoursePart } from '#contract/answer.ts'
import { AD_TYPES, CUSTOMERS, type KindSplit } from '#contract/dashboards/trends.ts'
import type { DateRange } from '#contract/date-range.ts'
import { evaluator, measuresOf, type Figure } from '#contract/metrics/evaluate.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { ofBusinesses } from '#contract/metrics/told-apart.ts'
import { ZERO } from '#contract/decimal.ts'
import type { Company } from '#server/accounts/index.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { cellsOfDays, type Question } from './answer.ts'
import { readMeasured } from './facts/measured.ts'
import type { MeasuredAnswer } from './facts/measured-answer.ts'

interface Divided<Id extends MetricId> extends Pick<Question, 'scope' | 'periods'> {
  by: KindSplit
  metric: Id
}

/** What each kind is called, and what a measure comes to of it. */
interface Kind {
  key: string
  name: string
  figure: (measure: Measure, range: DateRange) => Figure
}

/**
 * A metric by the kind of who buys, or of the ad: everything that it is made of is told of each kind, so that sums add up to
 * the whole and ratios are those of its sums. The last of the periods is of the days all together, whose numbers say which
 * parts are the largest.
 */
export async function partsByKind<Id extends MetricId>(
  services: Services,
  company: Company,
  { by, metric, scope, periods }: Divided<Id>,
  signal: AbortSignal | undefined,
): Promise<CoursePart<Id>[]> {
  const measures = [...measuresOf([metric])]
  const read = (asked: { by: 'marketplace' | 'adType'; measures: Measure[] }): Promise<MeasuredAnswer> =>
    readMeasured(
      services,
      company,
      {
        ...asked,
        currencyCode: scope.currencyCode,
        marketplaces: scope.marketplaces ?? [],
        skus: scope.skus ?? [],
        periods,
      },
      signal,
    )
  const measured =
    by === 'AD_TYPE'
      ? await read({ by: 'adType', measures })
      : await read({ by: 'marketplace', measures: [...measures, ...measures.map(ofBusinesses)] })
  const buckets = periods.slice(0, -1).map(({ period }) => period)
  const parts = KINDS[by](measured, buckets).map(({ key, name, figure }): CoursePart<Id> => {
    const of = (range: DateRange) => ({
      figure: evaluator((measure) => figure(measure, range)),
      coverageOf: () => measured.coverage(measures, range),
    })
    const cells = periods.map(({ period, comparison }) =>
      cellsOfDays([metric], { now: of(period), before: of(comparison) }, { period }, today(services)),
    )
    return { key, kind: 'PART', name, cells: cells.slice(0, -1), range: cells.at(-1)! }
  })
  const sizeOf = ({ range }: CoursePart<Id>) => Number(range[metric]?.value ?? 0)
  return parts.toSorted((a, b) => sizeOf(b) - sizeOf(a) || a.name.localeCompare(b.name))
}

const KINDS: Record<KindSplit, (measured: MeasuredAnswer, buckets: readonly DateRange[]) => Kind[]> = {
  AD_TYPE: (measured) =>
    measured.keys().map((key) => ({
      key,
      name: AD_TYPES[key] ?? (key || 'Kind not named'),
      figure: (measure, range) => measured.figure(measure, range, key),
    })),
  CUSTOMER: (measured, buckets) => {
    const businesses = (measure: Measure, range: DateRange): Figure => {
      const found = measured.figure(ofBusinesses(measure), range)
      return isTold(measured, measure, [range, ...within(buckets, range)]) ? found : { ...found, value: null }
    }
    return [
      { key: 'B2B', name: CUSTOMERS.B2B, figure: businesses },
      {
        key: 'B2C',
        name: CUSTOMERS.B2C,
        figure: (measure, range) => less(measured.figure(measure, range), businesses(measure, range)),
      },
    ]
  },
}

const within = (buckets: readonly DateRange[], { start, end }: DateRange): DateRange[] =>
  buckets.filter((bucket) => bucket.start >= start && bucket.end <= end)

/** Whether business customers are told of in each marketplace and period that sold anything: the rest would be taken for others. */
const isTold = (measured: MeasuredAnswer, measure: Measure, ranges: readonly DateRange[]): boolean =>
  ranges.every((range) =>
    measured
      .keys()
      .every(
        (marketplace) =>
          (measured.figure(measure, range, marketplace).value ?? ZERO) === ZERO ||
          measured.figure(ofBusinesses(measure), range, marketplace).value !== null,
      ),
  )

/** What is left of a whole; not known where a report does not tell the part. */
const less = (whole: Figure, part: Figure): Figure => ({
  ...whole,
  value: whole.value === null || part.value === null ? null : whole.value - part.value,
  lacks: new Set([...whole.lacks, ...part.lacks]),
})
