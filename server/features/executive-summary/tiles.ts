import {
  COURSE_DAYS,
  HOURLY_METRICS,
  TILE_COLUMNS,
  TILE_METRICS,
  type HourlyMetric,
  type TileColumn,
  type TileMetric,
} from '#contract/dashboards/executive-summary.ts'
import {
  addDays,
  addMonths,
  asDates,
  asRange,
  daysOf,
  earlier,
  endOfMonth,
  startOfMonth,
  type DateRange,
} from '#contract/date-range.ts'
import type { RealTimeInput, TileCell, Tiles } from '#contract/executive-summary.ts'
import type { Decimal } from '#contract/decimal.ts'
import { isAdditive } from '#contract/metrics/evaluate.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { comparisonRange } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import type { PeriodCoverage } from '#server/ledger/coverage/covered-days.ts'
import type { Services } from '#server/ledger/services.ts'
import {
  uncompared,
  answerWhole,
  cellOf,
  scopeOfOrders,
  type Answered,
  type ComparedPeriod,
  baseOf,
} from '#server/metrics/answer.ts'
import { valueOf } from '#server/metrics/cells.ts'
import { coveredAdvertising, coveredTransactions, type ReportedDays } from '#server/metrics/reported-days.ts'
import {
  isUneven,
  partsProjected,
  projectedFrom,
  projectedTogether,
  type ProjectedFrom,
} from '#server/metrics/forecast.ts'
import { cutByTheClock, daysBeforeLast, reachOf, readNow, withDays, type Now } from './now.ts'
import { readOrderClock, type OrderClock } from './order-clock.ts'

export async function tiles(
  services: Services,
  company: Company,
  input: RealTimeInput,
  signal: AbortSignal | undefined,
): Promise<Tiles> {
  const now = await readNow(services, company, input, signal)
  const plan = planTiles(now)
  const courseOf = daysOf({ start: addDays(now.lastDayOver, 1 - COURSE_DAYS), end: now.lastDayOver })
  const days = courseOf.map((day) => uncompared({ start: day, end: day }))
  const [answers, transactions, advertising, clock] = await Promise.all([
    answerWhole(
      services,
      company,
      { scope: scopeOfOrders(input), metrics: TILE_METRICS, periods: [...plan.asked, ...days] },
      signal,
    ),
    coveredTransactions(services, company, input),
    coveredAdvertising(services, company, input),
    plan.cutDays.length === 0
      ? undefined
      : readOrderClock(services, company, { scope: input, reach: now, days: plan.cutDays }, signal),
  ])
  const together = projectedOn(plan, answers)
  const uneven = PROJECTED_METRICS.filter((id) => isUneven(id, together))
  const apart =
    uneven.length === 0
      ? undefined
      : await partsProjected(
          services,
          company,
          { scope: scopeOfOrders(input), metrics: uneven, today: now.today },
          signal,
        )
  const cells = Object.fromEntries(
    TILE_METRICS.map((metric) => {
      const parts = uneven.includes(metric) ? apart : undefined
      const found = tileCells(metric, plan, answers, { clock, parts })
      return [metric, whereOver(found, NOT_OF_ORDERS.has(metric) ? now.isRunningIn : now.isLackingIn)]
    }),
  ) as Tiles['cells']
  const ofDays = answers.slice(plan.asked.length)
  const adsAreTold = ofDays.some(({ now: { figure } }) => figure('adSpend').value !== null)
  const course = (metric: TileMetric) =>
    ofDays.map(({ now: { figure } }, index): string | null => {
      const isUnread =
        metric === 'refunds'
          ? !transactions.of(days[index]!.period).isCovered
          : AFTER_ADS.has(metric) && adsAreTold && figure('adSpend').value === null
      return isUnread ? null : valueOf(figure(metric))
    })
  const afterAds = (of: Cells) => afterAdvertising(of, plan, advertising, cells.adSpend)
  return {
    ...reachOf(now),
    cells: {
      ...cells,
      refunds: whereRead(cells.refunds, plan, transactions),
      contributionMargin3: afterAds(cells.contributionMargin3),
      contributionMargin3Percent: afterAds(cells.contributionMargin3Percent),
    },
    courseOf,
    courses: Object.fromEntries(TILE_METRICS.map((metric) => [metric, course(metric)])) as Tiles['courses'],
  }
}

/** What is not known of a day before its advertising is, where there are reports of it at all. */
const AFTER_ADS: ReadonlySet<TileMetric> = new Set(['contributionMargin3', 'contributionMargin3Percent'])

type Cells = Record<TileColumn, TileCell>
type Plan = ReturnType<typeof planTiles>

/**
 * What is left after advertising is not known before its report is there, where there are such reports at all, and compared
 * with nothing where one of its days is not.
 */
function afterAdvertising(cells: Cells, plan: Plan, advertising: ReportedDays, adSpend: Cells): Cells {
  if (TILE_COLUMNS.every((column) => adSpend[column].value === null)) return cells
  return readBy(advertising, plan, cells, (column) => adSpend[column].value === null)
}

/** Orders alone say nothing of refunds: days that no transactions are read of are not days without any. */
const whereRead = (cells: Cells, plan: Plan, transactions: ReportedDays): Cells =>
  readBy(transactions, plan, cells, (column, { isCovered, isWhole }) =>
    column === 'PROJECTED' ? !isWhole : !isCovered,
  )

/** What other reports tell. */
const NOT_OF_ORDERS: ReadonlySet<MetricId> = new Set(['adSpend', 'refunds'])

/** Columns of days that are less than those they are compared with. What the month will come to is not. */
export function whereOver(cells: Cells, isLessIn: (days: DateRange) => boolean): Cells {
  const over = (column: TileColumn): TileCell => {
    const cell = cells[column]
    const isLess = column !== 'PROJECTED' && cell.period !== null && isLessIn(asRange(cell.period))
    return isLess ? { ...cell, growth: null, lacks: withDays(cell.lacks) } : cell
  }
  return Object.fromEntries(TILE_COLUMNS.map((column) => [column, over(column)])) as Cells
}

const UNREAD = { value: null, growth: null, lacks: ['DAYS'] } satisfies Partial<TileCell>

/** What only the days of another source tell: where some of them are missing it is so much less, and compared with nothing. */
function readBy(
  { of }: ReportedDays,
  { columns, month }: Plan,
  cells: Cells,
  isUnread: (column: TileColumn, read: PeriodCoverage) => boolean,
): Cells {
  const recent = columns.recent!.period
  return Object.fromEntries(
    TILE_COLUMNS.map((column): [TileColumn, TileCell] => {
      const cell = cells[column]
      const { period, comparison } = cell
      if (!period || !comparison) return [column, cell]
      const read = of(
        column === 'PROJECTED'
          ? { start: earlier(recent.start, month.start), end: recent.end }
          : { start: period.startDate, end: period.endDate },
      )
      const isBase = of({ start: comparison.startDate, end: comparison.endDate }).isBase
      return [
        column,
        {
          ...cell,
          ...(!isBase && { growth: null, previous: null }),
          ...(!read.isWhole && { growth: null, lacks: withDays(cell.lacks) }),
          ...(isUnread(column, read) && UNREAD),
        },
      ]
    }),
  ) as Cells
}

type Name =
  'today' | 'yesterday' | 'lastWeek' | 'monthOfOrders' | 'monthThatIsOver' | 'others' | 'recent' | 'over'

/** Which days the columns are of. All are asked at once. */
export function planTiles({ today, lastDay, lastDayOver }: Pick<Now, 'today' | 'lastDay' | 'lastDayOver'>) {
  const yesterday = addDays(today, -1)
  const start = startOfMonth(today)
  const monthTo = (end: string): ComparedPeriod | undefined => {
    const period = { start, end }
    return end < start ? undefined : { period, comparison: comparisonRange(period, 'MONTH_ON_MONTH') }
  }
  const day = (date: string): DateRange => ({ start: date, end: date })
  const { recent, toDate } = projectedFrom(today)
  const monthOfOrders = monthTo(lastDay)
  const others = monthOfOrders && daysBeforeLast(monthOfOrders.comparison)
  const isToday = lastDay === today
  const columns: Partial<Record<Name, ComparedPeriod>> = {
    today: { period: day(today), comparison: day(addDays(today, -7)) },
    yesterday: { period: day(yesterday), comparison: day(addDays(yesterday, -7)) },
    lastWeek: {
      period: { start: addDays(lastDayOver, -6), end: lastDayOver },
      comparison: { start: addDays(lastDayOver, -13), end: addDays(lastDayOver, -7) },
    },
    /** Up to where orders reach, and up to the last day that is over. */
    ...(monthOfOrders && { monthOfOrders }),
    ...optional('monthThatIsOver', monthTo(lastDayOver)),
    ...(others && isToday && { others: uncompared(others) }),
    /** From which the month is projected, and the month before it. */
    recent: { period: recent, comparison: { start: addMonths(start, -1), end: addDays(start, -1) } },
    over: uncompared(toDate),
  }
  const names = Object.keys(columns) as Name[]
  return {
    today,
    columns,
    asked: names.map((name) => columns[name]!),
    placeOf: (name: Name) => names.indexOf(name),
    month: { start, end: endOfMonth(start) },
    isToday,
    /** What is compared with today, of which no more counts than had come in by then. */
    cutDays: isToday ? [addDays(today, -7), monthOfOrders!.comparison.end] : [],
  }
}

const optional = (name: Name, period: ComparedPeriod | undefined) => (period ? { [name]: period } : {})

const NO_DAYS: TileCell = { value: null, growth: null, previous: null, period: null, comparison: null }

const isHourly = (metric: MetricId): metric is HourlyMetric =>
  HOURLY_METRICS.some((hourly) => hourly === metric)

const isProjected = (metric: MetricId): boolean => isAdditive(metric) || isHourly(metric)
const PROJECTED_METRICS = TILE_METRICS.filter(isProjected)

/** What the month is projected from. */
export const projectedOn = ({ placeOf }: Plan, answers: readonly Answered[]): ProjectedFrom => ({
  recent: answers[placeOf('recent')]!.now,
  toDate: answers[placeOf('over')]!.now,
})

/**
 * The columns of one metric. Only what is counted by the hour is compared on a day that is not over.
 * @param parts the marketplaces that it is projected of, where their reports begin or end on different days
 */
export function tileCells(
  metric: MetricId,
  plan: Plan,
  answers: readonly Answered[],
  { clock, parts }: { clock?: OrderClock | undefined; parts?: readonly ProjectedFrom[] | undefined } = {},
): Record<TileColumn, TileCell> {
  const { today, columns, placeOf, month, isToday } = plan
  const cell = (name: Name, cut?: (answer: Answered, asked: ComparedPeriod) => Decimal | null): TileCell => {
    const asked = columns[name]
    if (!asked) return NO_DAYS
    const answer = answers[placeOf(name)]!
    const { now, before } = answer
    const base = baseOf(before, metric)
    const held = cut ? { ...base, value: cut(answer, asked) } : base
    return {
      ...cellOf(metric, now.figure(metric), held, now.coverageOf(metric).isComparable),
      period: asDates(asked.period),
      comparison: asDates(asked.comparison),
    }
  }
  const byTheClock =
    (others?: Answered) =>
    ({ before }: Answered, { comparison }: ComparedPeriod): Decimal | null =>
      isHourly(metric)
        ? cutByTheClock(metric, { whole: before, others: others?.now, last: comparison.end }, clock)
        : null
  const monthToDate = () => {
    if (!isHourly(metric)) return cell('monthThatIsOver')
    return cell('monthOfOrders', isToday ? byTheClock(answers[placeOf('others')]) : undefined)
  }
  return {
    TODAY: cell('today', byTheClock()),
    YESTERDAY: cell('yesterday'),
    LAST_7_DAYS: cell('lastWeek'),
    MONTH_TO_DATE: monthToDate(),
    PROJECTED: projectedCell(),
  }

  function projectedCell(): TileCell {
    const { now: recent, before: lastMonth } = answers[placeOf('recent')]!
    const { value, isPart } = isProjected(metric)
      ? projectedTogether(metric, parts ?? [projectedOn(plan, answers)], today)
      : { value: null, isPart: false }
    const figure = recent.figure(metric)
    // Days that are not covered are what it is projected for.
    const lacks = new Set([
      ...[...figure.lacks].filter((lack) => lack !== 'DAYS'),
      ...(isPart ? (['DAYS'] as const) : []),
    ])
    return {
      ...cellOf(metric, { ...figure, value, lacks }, baseOf(lastMonth, metric), true),
      period: asDates(month),
      comparison: asDates(columns.recent!.comparison),
    }
  }
}
