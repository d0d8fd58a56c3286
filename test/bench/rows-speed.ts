import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createCompany, openVersion, publish, withCompanyLock, type Company } from '#server/accounts/index.ts'
import { BRAND_METRICS, BRAND_METRICS_OF_PRODUCT } from '#contract/dashboards/brand-manager.ts'
import { BUSINESS_METRICS, UNIT_ECONOMICS_METRICS } from '#contract/dashboards/unit-economics.ts'
import { isOfLedger } from '#contract/metrics/evaluate.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { writeRates } from '#server/ledger/currencies/rate-sets.ts'
import type { Services } from '#server/ledger/services.ts'
import { scopeOfOrders } from '#server/metrics/answer.ts'
import { rankedProducts, type RankingQuestion } from '#server/metrics/ranked-keys.ts'
import { fetched, newQuestion } from './fetched.ts'
import { inTurns, median, quantile, ratio, whole, type Section } from './measure.ts'
import { inTemporary, openAt, settled } from './place.ts'
import { signedIn } from './signed-in.ts'

const SIZES = [500_000, 5_000_000, 50_000_000]
const PRODUCTS = 50_000
const PAIRS = 9
const WARM_UP = 2
const SORT_AIM = 2
/** A year, before the end of the exchange rates that come with the program. */
export const RANGE = { start: '2025-04-01', end: '2026-03-31' }
const DAYS = 365
export const PLACES = [
  ['US', 'USD'],
  ['DE', 'EUR'],
  ['GB', 'GBP'],
] as const
const LINES = ['productSales', 'referralFees', 'fbaFulfilmentFees', 'unitsSold', 'salesVat']
const COUNTS = ['unitsSold']
const MEASURES = ['orderedProductSales', 'unitsOrdered', 'sessions', 'rows']

interface Question {
  what: string
  procedure: string
  input: object
  /** What puts the products in order, where the question is about their order. */
  ranking?: Pick<RankingQuestion, 'metric' | 'belowZeroOf' | 'listedBy'>
  /** What somebody with a SQL prompt would ask: floating point, no versions, no formulas. */
  bare: string
}

export const AMOUNT = `toFloat64(amount) * if(currency = '', 1, toFloat64(usd))`
export const RATES = `ANY LEFT JOIN (SELECT currency, day AS fx_day, usd FROM daily_rates WHERE company_id = {companyId:String}) AS rates`
const SCOPE = `company_id = {companyId:String} AND day BETWEEN {from:Date} AND {to:Date}`
const MEASURED = (table: string) =>
  `${table} AS l ${RATES} ON l.currency = rates.currency AND l.day = rates.fx_day`

const QUESTIONS: Question[] = [
  {
    what: 'Unit economics, 50 of the products by net margin',
    procedure: 'unitEconomics.getData',
    input: { sortBy: 'netMargin' },
    ranking: {
      metric: 'netMargin',
      belowZeroOf: 'unitProfit',
      listedBy: [...BUSINESS_METRICS, ...UNIT_ECONOMICS_METRICS].filter(isOfLedger),
    },
    bare: `SELECT sku, sum(${AMOUNT}) / nullIf(sumIf(${AMOUNT}, line = 'productSales'), 0) AS margin
      FROM ledger_by_day_sku ${RATES} USING (currency, fx_day)
      WHERE ${SCOPE} AND basis = 'ORDER' AND line != 'unitsSold' GROUP BY sku ORDER BY margin DESC LIMIT 50`,
  },
  {
    what: 'Brand manager, 50 of the products by conversion',
    procedure: 'brandManager.getProducts',
    input: { sortBy: 'unitSessionPercentage' },
    ranking: {
      metric: 'unitSessionPercentage',
      listedBy: [...BRAND_METRICS, ...BRAND_METRICS_OF_PRODUCT],
    },
    bare: `SELECT sku, sumIf(toFloat64(amount), measure = 'unitsOrdered') / nullIf(sumIf(toFloat64(amount), measure = 'sessions'), 0) AS rate
      FROM measures_by_product WHERE ${SCOPE} AND fact = 'traffic' GROUP BY sku ORDER BY rate DESC LIMIT 50`,
  },
  {
    what: 'Brand manager, cards',
    procedure: 'brandManager.getSummary',
    input: {},
    bare: `SELECT measure, sum(${AMOUNT}) AS total FROM ${MEASURED('measures_by_day')} WHERE ${SCOPE} GROUP BY measure`,
  },
  {
    what: 'Brand manager, twelve months of all cards',
    procedure: 'brandManager.getTimeSeries',
    input: { dateInterval: 'MONTHLY' },
    bare: `SELECT toStartOfMonth(day) AS month, measure, sum(${AMOUNT}) AS total FROM ${MEASURED('measures_by_day')}
      WHERE ${SCOPE} GROUP BY month, measure`,
  },
]

interface Result {
  rows: number
  question: Question
  procedure: number[]
  bare: number[]
  order: number[]
}

/** The questions of pages with rows by product, beside what the engine takes for the like of them. */
export async function rowsSpeed({ small }: { small: boolean }): Promise<Section[]> {
  const results: Result[] = []
  for (const rows of small ? SIZES.slice(0, -1) : SIZES) results.push(...(await atSize(rows)))
  return [sectionOf(results)]
}

function atSize(rows: number): Promise<Result[]> {
  return inTemporary(async (directory) => {
    await using installation = await openAt(join(directory, 'data'))
    const { app, services } = installation
    const company = await fill(services, rows, await createCompany(services.accounts, { name: 'Bench' }))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const agent = new Agent({ keepAlive: true })
    const authorization = await signedIn(installation, address, company.id)
    const input = {
      companyId: company.id,
      currencyCode: 'USD',
      startDate: RANGE.start,
      endDate: RANGE.end,
    }
    try {
      const results: Result[] = []
      for (const question of QUESTIONS) {
        const url = () =>
          `${address}/trpc/${question.procedure}?input=${encodeURIComponent(JSON.stringify(newQuestion({ ...input, ...question.input })))}`
        const { ranking } = question
        const work = {
          procedure: () => fetched(url(), agent, authorization),
          bare: () => bare(services.analytics, company, question.bare),
          order: async () => ranking && ordered(services, company, ranking),
        }
        results.push({ rows, question, ...(await inTurns(work, { runs: PAIRS, warmUp: WARM_UP })) })
      }
      return results
    } finally {
      agent.destroy()
    }
  })
}

async function ordered(
  services: Services,
  company: Company,
  ranking: NonNullable<Question['ranking']>,
): Promise<void> {
  const scope = scopeOfOrders({ currencyCode: 'USD' })
  const page = { order: 'DESC', limit: 50, offset: 0 } as const
  const found = await rankedProducts(
    services,
    company,
    { ...ranking, ...page, scope, period: RANGE },
    undefined,
  )
  if (found.keys.length === 0) throw new Error('No product was put in order.')
}

async function bare(analytics: Analytics, company: Company, statement: string): Promise<void> {
  const found = await analytics.rows(statement, {
    params: { companyId: company.id, from: RANGE.start, to: RANGE.end },
  })
  if (found.length === 0) throw new Error('The bare statement gave nothing.')
}

/** Half of the rows are lines of orders, half are numbers of traffic reports; both as their roll-ups hold them. */
export async function fill(
  services: Services,
  rows: number,
  created: Company,
  products = PRODUCTS,
): Promise<Company> {
  const { accounts, analytics } = services
  const { company, version } = await withCompanyLock(accounts, created.id, async () => {
    const opened = await openVersion(accounts, created)
    return {
      company: await publish(accounts, { company: created, version: opened, kind: 'EDIT' }),
      version: opened,
    }
  })
  await writeRates(services, { analytics, company, version }, [], 'DAILY')
  const params = {
    id: company.id,
    version,
    start: RANGE.start,
    marketplaces: PLACES.map(([code]) => code),
    currencies: PLACES.map(([, currency]) => currency),
    lines: LINES,
    counts: COUNTS,
    measures: MEASURES,
  }
  const numbered = `SELECT number, cityHash64(number) AS hash, toDate({start:String}) + hash % ${DAYS} AS d, number % 3 AS m,
      concat('SX-', toString(number % ${products})) AS product FROM numbers(${Math.floor(rows / 2)})`
  await analytics.command(
    `INSERT INTO ledger_by_day_sku (company_id, basis, day, fx_day, sku, marketplace, line, currency, amount, row_count, unmapped_count, version)
     SELECT {id:String}, 'ORDER', d, d, product, arrayElement({marketplaces:Array(String)}, m + 1),
       arrayElement({lines:Array(String)}, intDiv(number, ${products}) % ${LINES.length} + 1) AS name,
       if(has({counts:Array(String)}, name), '', arrayElement({currencies:Array(String)}, m + 1)),
       if(endsWith(name, 'Fees'), -1, 3) * toDecimal64(toInt64(hash % 10000), 9) / 100, 1, 0, {version:UInt64}
     FROM (${numbered})`,
    { params },
  )
  await analytics.command(
    `INSERT INTO ledger_by_day (company_id, basis, day, fx_day, marketplace, line, currency, amount, row_count, unmapped_count, version)
     SELECT company_id, basis, day, fx_day, marketplace, line, currency, sum(amount), sum(row_count), 0, version
     FROM ledger_by_day_sku GROUP BY ALL`,
  )
  await analytics.command(
    `INSERT INTO measures_by_product (company_id, account_id, fact, level, measure, day, marketplace, sku, asin, currency, amount, row_count, version)
     SELECT {id:String}, 'A1', 'traffic', 'PRODUCT',
       arrayElement({measures:Array(String)}, intDiv(number, ${products}) % ${MEASURES.length} + 1) AS name,
       d, arrayElement({marketplaces:Array(String)}, m + 1), product, '',
       if(name = 'orderedProductSales', arrayElement({currencies:Array(String)}, m + 1), ''), toDecimal128(hash % 900, 9), 1, {version:UInt64}
     FROM (${numbered})`,
    { params },
  )
  await analytics.command(
    `INSERT INTO measures_by_day (company_id, account_id, fact, level, measure, day, marketplace, currency, amount, row_count, version)
     SELECT company_id, account_id, fact, 'ACCOUNT', measure, day, marketplace, currency, sum(amount), sum(row_count), version
     FROM measures_by_product GROUP BY ALL`,
  )
  await settled(analytics)
  return company
}

/** Rows of so many other companies beside those of one. */
export async function fillNeighbours(analytics: Analytics, company: Company, count: number): Promise<void> {
  for (const table of ['ledger_by_day_sku', 'ledger_by_day', 'measures_by_product', 'measures_by_day'])
    await analytics.command(
      `INSERT INTO ${table} SELECT * EXCEPT (n) REPLACE (concat('neighbour-', toString(n)) AS company_id) FROM ${table}
       CROSS JOIN (SELECT number AS n FROM numbers({count:UInt32})) AS numbered WHERE company_id = {id:String}`,
      { params: { id: company.id, count } },
    )
  await settled(analytics)
}

function sectionOf(results: readonly Result[]): Section {
  const ms = (value: number) => value.toFixed(1)
  const pairs = (times: readonly number[], { bare: of }: Result) =>
    median(times.map((time, index) => time / of[index]!))
  const sorting = results.filter(({ question }) => question.ranking)
  return {
    title: 'Rows by product, cards and courses',
    text: [
      `One company with ${whole(PRODUCTS)} products, three marketplaces in three currencies and a year of orders and traffic reports, shown in dollars with the year before. Each procedure through HTTP on loopback against bare SQL that answers the like of it in floating point, through the same client: for a table the fifty products that its order begins with, for cards and courses the sums. The procedure puts the products in order, reads every number of the rows of the page and of all rows together, and names the products; the order alone stands beside it. Medians of ${PAIRS} runs in turns; ratios are medians of the pairs.`,
    ],
    table: [
      [
        'Roll-up rows',
        'What',
        'procedure ms',
        'p95 ms',
        'order ms',
        'bare ms',
        'procedure/bare',
        'order/bare',
      ],
      ...results.map((result) => [
        whole(result.rows),
        result.question.what,
        ms(median(result.procedure)),
        ms(quantile(result.procedure, 0.95)),
        result.question.ranking ? ms(median(result.order)) : '',
        ms(median(result.bare)),
        ratio(pairs(result.procedure, result)),
        result.question.ranking ? ratio(pairs(result.order, result)) : '',
      ]),
    ],
    aims: [
      {
        what: `putting ${whole(PRODUCTS)} products in order by a ratio, against the bare query, at each size`,
        wanted: `at most ${SORT_AIM}`,
        found: sorting.map((result) => ratio(pairs(result.order, result))).join(', '),
        met: sorting.every((result) => pairs(result.order, result) <= SORT_AIM),
      },
    ],
  }
}
