import { daysIn } from '#contract/date-range.ts'
import { parseDecimal, percent, type Decimal } from '#contract/decimal.ts'
import { comparisonRange, isYearOrLonger } from '#contract/periods.ts'
import {
  BUSINESS_METRICS,
  UNIT_ECONOMICS_DAYS_MAX,
  UNIT_ECONOMICS_METRICS,
  type GroupBy,
} from '#contract/dashboards/unit-economics.ts'
import {
  SimulateInput,
  UnitEconomicsInput,
  type Simulation,
  type UnitEconomics,
  type UnitEconomicsRow,
} from '#contract/unit-economics.ts'
import type { Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { NO_IDENTITY, productsNamed, productsFound, type Identity } from '#server/ledger/products.ts'
import type { Services } from '#server/ledger/services.ts'
import { answerByKey, answerWhole, cellsOf, type Answered, type Question } from '#server/metrics/answer.ts'
import { rankedProducts } from '#server/metrics/ranked-keys.ts'
import { companyProcedure, LONG_LISTS, router } from '#server/trpc.ts'
import { simulated } from './simulation.ts'

const METRICS = [...BUSINESS_METRICS, ...UNIT_ECONOMICS_METRICS]

export const unitEconomicsRouter = router({
  getData: companyProcedure
    .meta(LONG_LISTS)
    .input(UnitEconomicsInput)
    .query(({ ctx: { services, company }, input, signal }) => getData(services, company, input, signal)),

  /** What one unit would leave if its price or a cost were otherwise. */
  simulate: companyProcedure
    .meta(LONG_LISTS)
    .input(SimulateInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<Simulation> => {
      const question = questionOf(input)
      if (input.groupBy === 'BRAND') throw new AppError('BRANDS_UNKNOWN')
      const by = input.groupBy === 'SKU' ? 'product' : 'marketplace'
      const { of } = await answerByKey(services, company, question, { by, keys: [input.key] }, signal)
      return simulated(of(input.key).now.figure, input)
    }),
})

/** UNIT-1: orders by their day, without VAT, with fees as they were charged or are expected. */
function questionOf(
  input: Pick<UnitEconomicsInput, 'startDate' | 'endDate' | 'contingency' | 'growthMetricType'> &
    Pick<Question['scope'], 'currencyCode' | 'marketplaces' | 'skus' | 'brandNames'>,
): Question {
  const period = { start: input.startDate, end: input.endDate }
  if (daysIn(period) > UNIT_ECONOMICS_DAYS_MAX)
    throw new AppError('DATE_RANGE_TOO_LONG', { days: UNIT_ECONOMICS_DAYS_MAX })
  const growthType = isYearOrLonger(period) ? 'YEAR_ON_YEAR' : (input.growthMetricType ?? 'MONTH_ON_MONTH')
  return {
    period,
    comparison: comparisonRange(period, growthType),
    metrics: METRICS,
    scope: {
      basis: 'ORDER',
      currencyCode: input.currencyCode,
      marketplaces: input.marketplaces,
      skus: input.skus,
      brandNames: input.brandNames,
      useAdjustedAdvertising: true,
      notAllocated: 'LEFT_OUT',
      settings: { contingency: percent(input.contingency) },
    },
  }
}

async function getData(
  services: Services,
  company: Company,
  input: UnitEconomicsInput,
  signal: AbortSignal | undefined,
): Promise<UnitEconomics> {
  const question = questionOf(input)
  const whole = await answerWhole(services, company, question, signal)
  const listed = await LISTS[input.groupBy](services, company, input, { question, whole }, signal)
  const { isCovered: _, isWhole: __, isComparable: ___, ...coverage } = whole.now.coverage
  const { period, comparison } = question
  return {
    ...listed,
    total: rowOf('', NO_IDENTITY, whole),
    pageCount: Math.ceil(listed.rowCount / input.pageSize),
    period: { startDate: period.start, endDate: period.end },
    comparison: { startDate: comparison.start, endDate: comparison.end },
    coverage,
    flags: whole.now.flags(),
  }
}

type Listed = Pick<UnitEconomics, 'rows' | 'notAllocated' | 'rowCount'>
type List = (
  services: Services,
  company: Company,
  input: UnitEconomicsInput,
  asked: { question: Question; whole: Answered },
  signal: AbortSignal | undefined,
) => Promise<Listed>

/** Thousands of products: the engine says which of them are on the page. */
const listProducts: List = async (services, company, input, { question }, signal) => {
  const found = await productsFound(services, company, input.searchText, signal)
  const { keys, total } = await rankedProducts(
    services,
    company,
    {
      ...question,
      metric: input.sortBy,
      order: input.sortOrder,
      listedBy: METRICS,
      among: found,
      limit: input.pageSize,
      offset: (input.pageNumber - 1) * input.pageSize,
    },
    signal,
  )
  // What has no product is in no selection of products.
  const asked = input.skus?.length ? keys : [...keys, '']
  const [{ of, keys: held }, names] = await Promise.all([
    answerByKey(services, company, question, { by: 'product', keys: asked }, signal),
    productsNamed(services, company, keys, signal),
  ])
  return {
    rows: keys.map((key) => rowOf(key, names.get(key) ?? { ...NO_IDENTITY, sku: key }, of(key))),
    notAllocated: held.includes('') ? rowOf('', NO_IDENTITY, of('')) : null,
    rowCount: total,
  }
}

const listMarketplaces: List = async (services, company, input, { question }, signal) => {
  const { of, keys } = await answerByKey(
    services,
    company,
    question,
    { by: 'marketplace', keys: 'ALL' },
    signal,
  )
  const rows = keys
    .filter((key) => key !== '')
    .map((key) => rowOf(key, { ...NO_IDENTITY, marketplace: key }, of(key)))
  return {
    ...pageOf(rows, input),
    notAllocated: keys.includes('') ? rowOf('', NO_IDENTITY, of('')) : null,
  }
}

/** No source names brands yet, so that everything is without one. */
const listBrands: List = (_services, _company, input, { whole }) =>
  Promise.resolve({ ...pageOf([rowOf('', NO_IDENTITY, whole)], input), notAllocated: null })

const LISTS: Record<GroupBy, List> = { SKU: listProducts, BRAND: listBrands, MARKETPLACE: listMarketplaces }

/** Of rows that are few. What has no value stands last, whichever way. */
function pageOf(
  rows: readonly UnitEconomicsRow[],
  { sortBy, sortOrder, pageNumber, pageSize }: UnitEconomicsInput,
): Pick<Listed, 'rows' | 'rowCount'> {
  const valueOf = ({ businessMetrics, unitEconomics }: UnitEconomicsRow): Decimal | null => {
    const text = { ...businessMetrics, ...unitEconomics }[sortBy].value
    return text === null ? null : parseDecimal(text)
  }
  const direction = sortOrder === 'ASC' ? 1 : -1
  const sorted = rows.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return one === other ? a.key.localeCompare(b.key) : direction * (one < other ? -1 : 1)
  })
  const first = (pageNumber - 1) * pageSize
  return { rows: sorted.slice(first, first + pageSize), rowCount: rows.length }
}

const rowOf = (key: string, identity: Identity, answered: Answered): UnitEconomicsRow => ({
  key,
  identity,
  businessMetrics: cellsOf(BUSINESS_METRICS, answered),
  unitEconomics: cellsOf(UNIT_ECONOMICS_METRICS, answered),
  flags: { unitsWithoutCost: answered.now.flags().unitsWithoutCost },
})
