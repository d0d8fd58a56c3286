import type { AnsweredDays, Identity, KeyedRow, Listing, SORT_ORDERS } from '#contract/answer.ts'
import type { RowsBy } from '#contract/dashboards/grouping.ts'
import { passes, type NumberFilter } from '#contract/dashboards/number-filters.ts'
import { asDates } from '#contract/date-range.ts'
import { parseDecimal, ZERO, type Decimal } from '#contract/decimal.ts'
import { partsOf } from '#contract/metrics/evaluate.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import { brandsOf, UNBRANDED } from '#server/ledger/products/catalogue.ts'
import { childrenOf } from '#server/ledger/products/parents.ts'
import { NO_IDENTITY, productsFound, productsNamed } from '#server/ledger/products/products.ts'
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
import { rankedProducts } from './ranked-keys.ts'
import { SHOWN_BELOW_ZERO } from './ranking-query.ts'

/** A page of rows by product, brand or marketplace, with their total and what belongs to none of them. */
export interface ListQuestion extends Omit<Question, 'periods'> {
  /** Whose numbers put the rows in order. */
  days: ComparedPeriod
  groupBy: RowsBy
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

type RowOf<Row> = (key: string, identity: Identity, answered: Answered, products?: readonly string[]) => Row

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
  const row = ({ key, identity, answered, products }: Keyed) => rowOf(key, identity, answered, products)
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
  period: asDates(period),
  comparison: asDates(comparison),
  coverage: coverageCell(coverage),
  flags: now.flags(),
})

interface Keyed {
  key: string
  identity: Identity
  answered: Answered
  /** Of a parent: the SKUs of its products in the selection. */
  products?: readonly string[]
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
async function rankedPage(
  services: Services,
  company: Company,
  asked: ListQuestion,
  signal: AbortSignal | undefined,
) {
  const { scope, days, pageNumber, pageSize, searchText } = asked
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
      among: await productsFound(services, company, searchText, signal),
      ...(asked.groupBy === 'PARENT' && { byParent: { searchText } }),
      limit: pageSize,
      offset: (pageNumber - 1) * pageSize,
    },
    signal,
  )
  return { keys, rowCount: total, belowZero, unfiltered: { rowCount: unfiltered, withoutNumber } }
}

/** What has no product is in no selection of products, but for what is spent on brands that are chosen. */
const withNone = ({ scope }: ListQuestion, skus: readonly string[]) =>
  scope.skus?.length && !scope.ownsBrandExpenses ? skus : [...skus, '']

const listProducts: List = async (services, company, asked, signal) => {
  const { keys, ...counts } = await rankedPage(services, company, asked, signal)
  const by = { by: 'product', keys: withNone(asked, keys) } as const
  const [{ of, keys: held }, names] = await Promise.all([
    answerByKey(services, company, asked.question, by, signal),
    productsNamed(services, company, keys, signal),
  ])
  return {
    rows: keys.map((key) => ({
      key,
      identity: names.get(key) ?? { ...NO_IDENTITY, sku: key },
      answered: of(key)[0]!,
    })),
    notAllocated: held.includes('') ? of('')[0]! : null,
    ...counts,
  }
}

/** Products put together by their parent: a ratio of it is one of the sums of its products. */
const listParents: List = async (services, company, asked, signal) => {
  const { keys, ...counts } = await rankedPage(services, company, asked, signal)
  const children = await childrenOf(services, company, keys, asked.scope.skus, signal)
  const parentOf = new Map(
    [...children].flatMap(([parent, skus]) => skus.map((sku): [string, string] => [sku, parent])),
  )
  const by = { by: 'product', keys: withNone(asked, [...parentOf.keys()]), parentOf } as const
  const [{ of, keys: held }, names] = await Promise.all([
    answerByKey(services, company, asked.question, by, signal),
    // No file names a parent: it is called as the first of its products.
    productsNamed(
      services,
      company,
      [...children.values()].flatMap(([first]) => first ?? []),
      signal,
    ),
  ])
  return {
    rows: keys.map((key) => {
      const products = children.get(key)!
      const named = names.get(products[0] ?? '') ?? NO_IDENTITY
      const more = products.length - 1
      const one =
        more === 0 ? named : { ...NO_IDENTITY, name: `${named.name || products[0]} and ${more} more` }
      return {
        key,
        identity: { ...one, asin: named.asin ? key : '' },
        answered: of(key)[0]!,
        products,
      }
    }),
    notAllocated: held.includes('') ? of('')[0]! : null,
    ...counts,
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

/** Products put together by their brand, and those without one. Where no product has any, everything is without. */
const listBrands: List = async (services, company, asked, signal) => {
  const parentOf = await brandsOf(services, company)
  if (parentOf.size === 0) {
    const answered = await asked.whole
    return { ...pageOf([{ key: '', identity: NO_IDENTITY, answered }], asked), notAllocated: null }
  }
  const by = { by: 'brand', keys: 'ALL', parentOf } as const
  const { of, keys } = await answerByKey(services, company, asked.question, by, signal)
  const rows = keys
    .filter((key) => key !== '')
    .map((key) => {
      const brandName = key === UNBRANDED ? '' : key
      return { key: brandName, identity: { ...NO_IDENTITY, brandName }, answered: of(key)[0]! }
    })
  return { ...pageOf(rows, asked), notAllocated: keys.includes('') ? of('')[0]! : null }
}

const LISTS: Record<RowsBy, List> = {
  SKU: listProducts,
  PARENT: listParents,
  BRAND: listBrands,
  MARKETPLACE: listMarketplaces,
}

/** Of a ratio that has no number because there is nothing to divide by, though something was spent: as products are put in order. */
function isWorst(id: MetricId, { now }: Answered): boolean {
  const { formula, nullSorts } = metricOf(id)
  if (nullSorts !== 'worst' || formula.kind !== 'ratio') return false
  const [over, under] = partsOf(id).map((part) => now.figure(part).value)
  return under === ZERO && over != null && over > ZERO
}

/** Of rows that are few. What has no value stands last, whichever way. */
function pageOf(
  all: readonly Keyed[],
  { sortBy, belowZeroOf = sortBy, sortOrder, numbers, pageNumber, pageSize }: ListQuestion,
) {
  const valueOf = ({ answered }: Keyed, id = sortBy) => answered.now.figure(id).value
  const rows = all.filter((row) => numbers.every((filter) => passes(filter, valueOf(row, filter.metric))))
  const direction = sortOrder === 'ASC' ? 1 : -1
  const worst = rows.reduce((most: Decimal, row) => {
    const value = valueOf(row)
    return value !== null && value >= most ? value + 1n : most
  }, ZERO)
  const placeOf = (row: Keyed) => (isWorst(sortBy, row.answered) ? worst : valueOf(row))
  const sorted = rows.toSorted((a, b) => {
    const [one, other] = [placeOf(a), placeOf(b)]
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
