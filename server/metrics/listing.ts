import type { AnsweredDays, Identity, KeyedRow, Listing, SORT_ORDERS } from '#contract/answer.ts'
import type { GroupBy } from '#contract/dashboards/grouping.ts'
import { passes, type NumberFilter } from '#contract/dashboards/number-filters.ts'
import { parseDecimal, ZERO } from '#contract/decimal.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import { NO_IDENTITY, productsFound, productsNamed } from '#server/ledger/products.ts'
import type { Services } from '#server/ledger/services.ts'
import {
  answerByKey,
  answerWhole,
  isNothing,
  type Answered,
  type ComparedPeriod,
  type Question,
} from './answer.ts'
import { coverageCell } from './cells.ts'
import { rankedProducts, SHOWN_BELOW_ZERO } from './ranked-keys.ts'

/** A page of rows by product, brand or marketplace, with their total and what belongs to none of them. */
export interface ListQuestion extends Omit<Question, 'periods'> {
  /** Whose numbers put the rows in order. */
  days: ComparedPeriod
  groupBy: GroupBy
  /** A product is listed that has rows in any of these. */
  listedBy: readonly MetricId[]
  sortBy: MetricId
  /** Of this one it is counted how many rows are below zero; of `sortBy` when absent. */
  belowZeroOf?: MetricId
  sortOrder: (typeof SORT_ORDERS)[number]
  searchText: string
  /** Rows are listed of which all of these hold. */
  numbers: readonly NumberFilter[]
  pageNumber: number
  pageSize: number
}

type RowOf<Row> = (key: string, identity: Identity, answered: Answered) => Row

export async function listed<Row extends KeyedRow>(
  services: Services,
  company: Company,
  asked: ListQuestion,
  rowOf: RowOf<Row>,
  signal: AbortSignal | undefined,
): Promise<Listing<Row> & AnsweredDays & { belowZero: number }> {
  const { numbers } = asked
  const metrics = [...new Set([...asked.metrics, ...numbers.map(({ metric }) => metric)])]
  const question = { ...asked, metrics, periods: [asked.days] }
  const answered = answerWhole(services, company, question, signal).then(([whole]) => whole!)
  const [whole, { rows, notAllocated, rowCount, belowZero, unfiltered }] = await Promise.all([
    answered,
    LISTS[asked.groupBy](services, company, { ...asked, question, whole: answered }, signal),
  ])
  const row = ({ key, identity, answered }: Keyed) => rowOf(key, identity, answered)
  // What belongs to no row is none that a number could be asked of.
  const isAny = notAllocated !== null && numbers.length === 0 && !isNothing(notAllocated, asked.metrics)
  return {
    rows: rows.map(row),
    total: rowOf('', NO_IDENTITY, whole),
    notAllocated: isAny ? rowOf('', NO_IDENTITY, notAllocated) : null,
    rowCount,
    belowZero,
    pageCount: Math.ceil(rowCount / asked.pageSize),
    ...(numbers.length > 0 && { unfiltered }),
    ...answeredDays(asked.days, whole),
  }
}

/** What an answer says of its days. */
export const answeredDays = (
  { period, comparison }: ComparedPeriod,
  { now }: Answered,
  coverage = now.coverage,
): AnsweredDays => ({
  period: { startDate: period.start, endDate: period.end },
  comparison: { startDate: comparison.start, endDate: comparison.end },
  coverage: coverageCell(coverage),
  flags: now.flags(),
})

interface Keyed {
  key: string
  identity: Identity
  answered: Answered
}

type List = (
  services: Services,
  company: Company,
  asked: ListQuestion & { question: Question; whole: Promise<Answered> },
  signal: AbortSignal | undefined,
) => Promise<{
  rows: Keyed[]
  notAllocated: Answered | null
  rowCount: number
  belowZero: number
  unfiltered: { rowCount: number; withoutNumber: number }
}>

/** Thousands of products: the engine says which of them are on the page. */
const listProducts: List = async (services, company, asked, signal) => {
  const { question, scope, days, pageNumber, pageSize } = asked
  const found = await productsFound(services, company, asked.searchText, signal)
  const { keys, total, belowZero, unfiltered, withoutNumber } = await rankedProducts(
    services,
    company,
    {
      scope,
      period: days.period,
      metric: asked.sortBy,
      belowZeroOf: asked.belowZeroOf,
      numbers: asked.numbers,
      order: asked.sortOrder,
      listedBy: asked.listedBy,
      among: found,
      limit: pageSize,
      offset: (pageNumber - 1) * pageSize,
    },
    signal,
  )
  // What has no product is in no selection of products.
  const read = scope.skus?.length ? keys : [...keys, '']
  const [{ of, keys: held }, names] = await Promise.all([
    answerByKey(services, company, question, { by: 'product', keys: read }, signal),
    productsNamed(services, company, keys, signal),
  ])
  return {
    rows: keys.map((key) => ({
      key,
      identity: names.get(key) ?? { ...NO_IDENTITY, sku: key },
      answered: of(key)[0]!,
    })),
    notAllocated: held.includes('') ? of('')[0]! : null,
    rowCount: total,
    belowZero,
    unfiltered: { rowCount: unfiltered, withoutNumber },
  }
}

const listMarketplaces: List = async (services, company, asked, signal) => {
  const by = { by: 'marketplace', keys: 'ALL' } as const
  const { of, keys } = await answerByKey(services, company, asked.question, by, signal)
  const rows = keys
    .filter((key) => key !== '')
    .map((key) => ({ key, identity: { ...NO_IDENTITY, marketplace: key }, answered: of(key)[0]! }))
  return { ...pageOf(rows, asked), notAllocated: keys.includes('') ? of('')[0]! : null }
}

/** No source names brands yet, so that everything is without one. */
const listBrands: List = async (_services, _company, asked) => ({
  ...pageOf([{ key: '', identity: NO_IDENTITY, answered: await asked.whole }], asked),
  notAllocated: null,
})

const LISTS: Record<GroupBy, List> = { SKU: listProducts, BRAND: listBrands, MARKETPLACE: listMarketplaces }

/** Of rows that are few. What has no value stands last, whichever way. */
function pageOf(
  all: readonly Keyed[],
  { sortBy, belowZeroOf = sortBy, sortOrder, numbers, pageNumber, pageSize }: ListQuestion,
) {
  const valueOf = ({ answered }: Keyed, id = sortBy) => answered.now.figure(id).value
  const rows = all.filter((row) => numbers.every((filter) => passes(filter, valueOf(row, filter.metric))))
  const direction = sortOrder === 'ASC' ? 1 : -1
  const sorted = rows.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return one === other ? a.key.localeCompare(b.key) : direction * (one < other ? -1 : 1)
  })
  const first = (pageNumber - 1) * pageSize
  return {
    rows: sorted.slice(first, first + pageSize),
    rowCount: rows.length,
    belowZero: rows.filter((row) => (valueOf(row, belowZeroOf) ?? ZERO) <= parseDecimal(SHOWN_BELOW_ZERO))
      .length,
    unfiltered: {
      rowCount: all.length,
      withoutNumber: all.filter((row) => numbers.some(({ metric }) => valueOf(row, metric) === null)).length,
    },
  }
}
