import type { MetricCell } from '#contract/answer.ts'
import type { BrandCard, BrandCourse, BrandCourseInput } from '#contract/brand-manager.ts'
import { brandCards, COURSE_PARTS_MAX } from '#contract/dashboards/brand-manager.ts'
import { courseComparison } from '#contract/dashboards/course.ts'
import { addDays, endOfMonth, type DateRange } from '#contract/date-range.ts'
import { parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { growthOf } from '#contract/metrics/comparisons.ts'
import { isAdditive } from '#contract/metrics/evaluate.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { Bucket } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import { brandsOf, UNBRANDED } from '#server/ledger/catalogue.ts'
import { productsNamed } from '#server/ledger/products.ts'
import type { Services } from '#server/ledger/services.ts'
import {
  scopeOfOrders,
  answerByKey,
  answerWhole,
  cellsOf,
  isNothing,
  type Answered,
  type Question,
} from '#server/metrics/answer.ts'
import { coveredSales } from '#server/metrics/covered-reports.ts'
import type { KeysAsked } from '#server/metrics/facts/ledger.ts'
import { rankedProducts } from '#server/metrics/ranked-keys.ts'
import { daysOf, periodsOf } from './question.ts'

const BY = { PRODUCT: 'product', MARKETPLACE: 'marketplace', BRAND: 'brand' } as const
const NO_BRAND = '(no brand)'

type Part = BrandCourse['parts'][number]

/** How cards moved over a range, undivided or told apart by marketplace, brand or product. */
export async function course(
  services: Services,
  company: Company,
  input: BrandCourseInput,
  signal: AbortSignal | undefined,
): Promise<BrandCourse> {
  const covered = await coveredSales(services, company, input)
  const days = daysOf(input, covered)
  const buckets = bucketsIn(input, covered.today)
  const metrics: readonly BrandCard[] =
    input.dimension === 'NONE' ? brandCards(input.showB2BMetrics) : [input.metric]
  const question: Question = {
    scope: scopeOfOrders(input),
    metrics,
    periods: [
      ...buckets.map((bucket) => ({
        period: { start: bucket.start, end: bucket.end },
        comparison: courseComparison(bucket, input.dateInterval, input.growthType),
      })),
      days,
    ],
  }
  const cells = (answers: readonly Answered[]): Pick<Part, 'cells' | 'range'> => {
    const all = answers.map((one) => cellsOf(metrics, one))
    return { cells: all.slice(0, -1), range: all.at(-1)! }
  }
  const whole = async (): Promise<Part> => ({
    key: '',
    kind: 'WHOLE',
    name: '',
    ...cells(await answerWhole(services, company, question, signal)),
  })
  const parts =
    input.dimension === 'NONE'
      ? [await whole()]
      : await partsOf(
          services,
          company,
          {
            input: { ...input, dimension: input.dimension },
            question,
            period: days.period,
            whole: await whole(),
          },
          cells,
          signal,
        )
  return {
    periods: buckets.map((bucket) => ({
      startDate: bucket.start,
      endDate: bucket.end,
      state: stateOf(bucket, covered.today, covered.of(bucket).share),
    })),
    parts,
  }
}

const bucketsIn = ({ startDate, endDate, dateInterval }: BrandCourseInput, today: string): Bucket[] =>
  periodsOf({ start: startDate, end: endDate }, dateInterval).map((bucket) =>
    // What is forecast is a month, wherever the range ends in it.
    dateInterval === 'MONTHLY' && bucket.start > today
      ? { ...bucket, end: endOfMonth(bucket.start), partial: false }
      : bucket,
  )

const stateOf = (
  { start, end, partial }: Bucket,
  today: string,
  share: number,
): BrandCourse['periods'][number]['state'] => {
  if (start > addDays(today, -1)) return 'FUTURE'
  return partial || end >= today || share < 1 ? 'PARTIAL' : 'WHOLE'
}

interface Divided {
  input: BrandCourseInput & { dimension: keyof typeof BY }
  question: Question
  /** Whose numbers say which parts are the largest. */
  period: DateRange
  whole: Part
}

/** The largest parts, what belongs to none, and what all others come to. */
async function partsOf(
  services: Services,
  company: Company,
  { input, question, period, whole }: Divided,
  cells: (answers: readonly Answered[]) => Pick<Part, 'cells' | 'range'>,
  signal: AbortSignal | undefined,
): Promise<Part[]> {
  const by = BY[input.dimension]
  const parentOf = by === 'brand' ? await brandsOf(services, company) : undefined
  if (parentOf?.size === 0) return [{ ...whole, kind: 'PART', name: NO_BRAND }]
  const keys =
    by !== 'product'
      ? 'ALL'
      : (
          await rankedProducts(
            services,
            company,
            {
              scope: question.scope,
              period,
              metric: input.metric,
              order: 'DESC',
              listedBy: [input.metric],
              limit: COURSE_PARTS_MAX,
              offset: 0,
            },
            signal,
          )
        ).keys
  const asked: KeysAsked = { by, keys, ...(parentOf && { parentOf }) }
  const { of, keys: held } = await answerByKey(services, company, question, asked, signal)
  const names = by === 'product' ? await productsNamed(services, company, held, signal) : undefined
  const nameOf = (key: string) =>
    key === UNBRANDED
      ? NO_BRAND
      : (names ? names.get(key)?.name : marketplaceOf(key)?.label) || key || 'Not allocated'
  const all = held
    .filter((key) => key !== '' || by !== 'product')
    .filter((key) => (key !== '' && by !== 'brand') || of(key).some((one) => !isNothing(one, [input.metric])))
    .map((key): Part => ({
      key: key === UNBRANDED ? '' : key,
      kind: key === '' ? 'NOT_ALLOCATED' : 'PART',
      name: nameOf(key),
      ...cells(of(key)),
    }))
    .toSorted((a, b) => sizeOf(b, input.metric) - sizeOf(a, input.metric) || a.key.localeCompare(b.key))
  const largest = all.slice(0, COURSE_PARTS_MAX)
  const others = otherOf(whole, largest, input.metric)
  return others ? [...largest, others] : largest
}

const sizeOf = ({ range }: Part, metric: BrandCard): number => Number(range[metric]?.value ?? 0)

/** What a whole has beside its largest parts; undefined where there is nothing, or where parts do not add up. */
function otherOf(whole: Part, largest: readonly Part[], metric: BrandCard): Part | undefined {
  if (!isAdditive(metric)) return undefined
  const rest = (cellIn: (part: Part) => MetricCell) => {
    const less = (pick: (cell: MetricCell) => string | null) => {
      const value = pick(cellIn(whole))
      if (value === null) return null
      return toText(largest.reduce((left, part) => left - parsed(pick(cellIn(part))), parsed(value)))
    }
    const value = less((cell) => cell.value)
    const previous = less((cell) => cell.previous)
    const isComparable = cellIn(whole).growth !== null && value !== null && previous !== null
    const growth = isComparable ? growthOf(metricOf(metric), parsed(value), parsed(previous)) : null
    return { [metric]: { ...cellIn(whole), value, previous, growth } }
  }
  const cells = whole.cells.map((_, index) => rest((part) => part.cells[index]![metric]!))
  const isAny = cells.some((cell) => parsed(cell[metric]!.value) !== ZERO)
  return isAny
    ? { key: '', kind: 'OTHER', name: 'Other', cells, range: rest((part) => part.range[metric]!) }
    : undefined
}

const parsed = (value: string | null): Decimal => (value === null ? ZERO : parseDecimal(value))
