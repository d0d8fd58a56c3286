import { writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createCompany, getCompany, setLicence, type Company } from '#server/accounts/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { fetched, newQuestion } from './fetched.ts'
import { importOnce } from './import-once.ts'
import { inTurns, median, quantile, ratio, whole, type Section } from './measure.ts'
import { inTemporary, openAt, settled } from './place.ts'
import { GERMAN, writeSettlement } from './settlement-file.ts'
import { signedIn } from './signed-in.ts'

const SIZES = [500_000, 5_000_000, 50_000_000]
const PAIRS = 7
const WARM_UP = 2
const RATIO_AIM = 1.5
/** Two weeks each: the last two years. */
const SETTLEMENTS = 52
/** The first of the generated settlements, whose rows are of these days. */
const NEWEST = '24871936502'
const YEAR = { startDate: '2025-03-01', endDate: '2026-02-28' }
const MONTH = { startDate: '2026-02-01', endDate: '2026-02-28' }
/** Long enough ago to be compared. */
const SETTLED = { startDate: '2026-01-01', endDate: '2026-01-31' }

const COMPANY = 'company_id = {companyId:String}'
const LEDGER = `FROM ledger WHERE ${COMPANY} AND basis = 'TRANSACTION'`
const RATES = `ANY LEFT JOIN (SELECT currency, day AS fx_day, usd FROM daily_rates WHERE ${COMPANY}) AS rates USING (currency, fx_day)`
const AMOUNT = `toFloat64(amount) * if(currency = '', 1, toFloat64(usd))`
const NET_SALES = `line IN ('productSales', 'shippingRevenue', 'giftWrapRevenue', 'productPromotions', 'shippingPromotions', 'refundedProductSales', 'refundedShipping', 'refundedGiftWrap', 'refundedPromotions', 'salesVat')`
const IN = ({ startDate, endDate }: typeof YEAR) => `day BETWEEN '${startDate}' AND '${endDate}'`

/** As many as a month of the ledger has lines, of days of the month that is compared. */
const ORDERS_MAX = 200_000
const LEDGER_MONTHS = 24

interface Question {
  what: string
  procedure: string
  input?: object
  /** Of the first row that another question is answered with. */
  ofFirstRow?: 'vatReport.getData' | 'stockValue.getData'
  /** What somebody with a SQL prompt would ask: floating point, no versions, no formulas. */
  bare: string
}

const QUESTIONS: Question[] = [
  {
    what: 'Settlements against their payouts',
    procedure: 'profitAndLoss.getSettlements',
    bare: `SELECT settlement_id, sum(toFloat64(amount)) AS total FROM settlement_lines WHERE ${COMPANY} GROUP BY settlement_id`,
  },
  {
    what: 'What Amazon holds back, by month',
    procedure: 'profitAndLoss.getHeldBack',
    bare: `SELECT settlement_id, sumIf(toFloat64(amount), amount_description ILIKE '%reserve%') AS held FROM settlement_lines WHERE ${COMPANY} GROUP BY settlement_id`,
  },
  {
    what: 'From the profit of a settlement to its payout',
    procedure: 'profitAndLoss.getPayoutBridge',
    input: { account: 'Europe', settlementId: NEWEST },
    bare: `SELECT kind, line, sum(toFloat64(amount) * n) AS total ${LEDGER} AND (import_id, line_no, part) IN (
      SELECT import_id, line_no, part FROM settlement_lines WHERE ${COMPANY} AND settlement_id = '${NEWEST}') GROUP BY kind, line`,
  },
  {
    what: 'Orders that make the difference to transactions, of a month',
    procedure: 'audit.explainDifference',
    input: { ...SETTLED, currencyCode: 'USD', metricId: 'netSales', limit: 20 },
    bare: `SELECT order_id, ${['ORDER', 'TRANSACTION'].map((basis) => `sumIf(toFloat64(amount) * n * usd, basis = '${basis}' AND ${IN(SETTLED)}), minIf(day, basis = '${basis}'), maxIf(day, basis = '${basis}')`).join(', ')}
      FROM ledger ${RATES} WHERE ${COMPANY} AND ${NET_SALES} AND order_id IN (
        SELECT order_id FROM ledger ${RATES} WHERE ${COMPANY} AND ${IN(SETTLED)} AND order_id != '' AND ${NET_SALES}
        GROUP BY order_id ORDER BY abs(sum(toFloat64(amount) * n * usd * if(basis = 'ORDER', 1, -1))) DESC LIMIT 20)
      GROUP BY order_id`,
  },
  {
    what: 'Statement by order of a year, by months',
    procedure: 'profitAndLoss.getOrderData',
    input: { ...YEAR, currencyCode: 'USD', dateInterval: 'MONTHLY' },
    bare: `SELECT toStartOfMonth(day) AS month, line, sum(${AMOUNT}) AS total FROM ledger_by_day ${RATES} WHERE ${COMPANY} AND basis = 'ORDER' AND ${IN(YEAR)} GROUP BY month, line`,
  },
  {
    what: 'Lines behind a number of a month',
    procedure: 'audit.explainLines',
    input: { ...MONTH, currencyCode: 'USD', metricId: 'netSales' },
    bare: `SELECT day, order_id, sku, line, ${AMOUNT} AS converted, import_id, line_no, count() OVER () AS lines
      FROM ledger ${RATES} WHERE ${COMPANY} AND basis = 'TRANSACTION' AND ${NET_SALES} AND ${IN(MONTH)} ORDER BY day, import_id, line_no LIMIT 50`,
  },
  {
    what: 'Products behind a number of a month',
    procedure: 'audit.explainGroups',
    input: { ...MONTH, currencyCode: 'USD', metricId: 'netSales', by: 'product' },
    bare: `SELECT sku, sum(${AMOUNT} * n) AS total, sum(n) AS lines ${LEDGER} AND ${NET_SALES} AND ${IN(MONTH)} GROUP BY sku ORDER BY abs(total) DESC LIMIT 50`.replace(
      'FROM ledger',
      `FROM ledger ${RATES}`,
    ),
  },
  {
    what: 'Products behind a change between two months',
    procedure: 'audit.explainChange',
    input: {
      ...MONTH,
      comparisonStart: SETTLED.startDate,
      comparisonEnd: SETTLED.endDate,
      currencyCode: 'USD',
      metricId: 'netSales',
      by: 'product',
    },
    bare: `SELECT sku, sumIf(${AMOUNT}, ${IN(MONTH)}) - sumIf(${AMOUNT}, ${IN(SETTLED)}) AS change
      FROM ledger_by_day_sku ${RATES} WHERE ${COMPANY} AND basis = 'TRANSACTION' AND ${NET_SALES} AND day BETWEEN '${SETTLED.startDate}' AND '${MONTH.endDate}'
      GROUP BY sku ORDER BY abs(change) DESC LIMIT 20`,
  },
  {
    what: 'Journals of a settlement',
    procedure: 'journals.get',
    input: { account: 'Europe', settlementId: NEWEST },
    bare: `SELECT kind, line, marketplace, toStartOfMonth(day) AS month, sum(toFloat64(amount) * n) AS total ${LEDGER} AND (import_id, line_no, part) IN (
      SELECT import_id, line_no, part FROM settlement_lines WHERE ${COMPANY} AND settlement_id = '${NEWEST}') GROUP BY kind, line, marketplace, month`,
  },
  {
    what: 'A number of a month, with its first lines',
    procedure: 'audit.explainValue',
    input: { ...MONTH, currencyCode: 'USD', metricId: 'netSales' },
    bare: `SELECT day, order_id, sku, line, ${AMOUNT} AS converted, import_id, line_no, count() OVER () AS lines, sum(converted * n) OVER () AS total
      FROM ledger ${RATES} WHERE ${COMPANY} AND basis = 'TRANSACTION' AND ${NET_SALES} AND ${IN(MONTH)} ORDER BY day, import_id, line_no LIMIT 50`,
  },
  {
    what: 'Lines of one of its products',
    procedure: 'audit.explainLines',
    input: {
      ...MONTH,
      currencyCode: 'USD',
      metricId: 'netSales',
      group: { by: 'product', key: 'SX-00001-BLK' },
    },
    bare: `SELECT day, order_id, sku, line, ${AMOUNT} AS converted, import_id, line_no, count() OVER () AS lines
      FROM ledger ${RATES} WHERE ${COMPANY} AND basis = 'TRANSACTION' AND ${NET_SALES} AND ${IN(MONTH)} AND sku = 'SX-00001-BLK' ORDER BY day, import_id, line_no LIMIT 50`,
  },
  {
    what: 'Units without a cost, by product, with their first lines',
    procedure: 'audit.explainFlag',
    input: { ...MONTH, currencyCode: 'USD', flag: 'unitsWithoutCost' },
    bare: `SELECT sku, sum(toFloat64(amount) * n) AS units, sum(n) AS lines, sum(units) OVER () AS total FROM ledger
      WHERE ${COMPANY} AND basis = 'TRANSACTION' AND line = 'unitsWithoutCost' AND ${IN(MONTH)} GROUP BY sku ORDER BY units DESC LIMIT 50`,
  },
  {
    what: 'Lines behind a step from profit to payout',
    procedure: 'profitAndLoss.getPayoutBridgeRows',
    input: { account: 'Europe', settlementId: NEWEST, step: 'netProfit' },
    bare: `SELECT day, order_id, sku, line, toFloat64(amount) AS money, import_id, line_no, count() OVER () AS lines ${LEDGER} AND settlement_id = '${NEWEST}' ORDER BY day, import_id, line_no LIMIT 50`,
  },
  {
    what: 'Lines behind a line of a journal',
    procedure: 'journals.getRows',
    input: {
      account: 'Europe',
      settlementId: NEWEST,
      month: '2026-03',
      line: 'productSales',
      marketplace: 'DE',
    },
    bare: `SELECT day, order_id, sku, toFloat64(amount) AS money, import_id, line_no, count() OVER () AS lines ${LEDGER} AND line = 'productSales' AND day >= '2026-03-01' AND settlement_id = '${NEWEST}' AND marketplace = 'DE'
      ORDER BY day, import_id, line_no LIMIT 50`,
  },
  {
    what: 'What payouts of a year gained or lost',
    procedure: 'journals.getExchange',
    input: YEAR,
    bare: `SELECT settlement_id, sum(toFloat64(amount)) AS total, max(posted_at) AS last FROM settlement_lines WHERE ${COMPANY} GROUP BY settlement_id`,
  },
  {
    what: 'Lines of a row of the VAT report of a month',
    procedure: 'vatReport.getLines',
    ofFirstRow: 'vatReport.getData',
    input: { ...MONTH, currencyCode: 'EUR', limit: 50, offset: 0 },
    bare: `SELECT day, order_id, sku, line, toFloat64(amount) AS money, import_id, line_no, count() OVER () AS lines ${LEDGER} AND line = 'salesVat' AND ${IN(MONTH)} ORDER BY day, import_id, line_no LIMIT 50`,
  },
  {
    what: 'Rows of a product in the stock of a month',
    procedure: 'stockValue.getLines',
    ofFirstRow: 'stockValue.getData',
    input: { ...MONTH, limit: 50, offset: 0 },
    bare: `SELECT date, location, starting_balance, receipts, ending_balance, count() OVER () AS lines FROM inventory_ledger WHERE ${COMPANY} AND ${IN(MONTH).replace('day', 'date')} AND sku = 'SX-00001-BLK' ORDER BY date LIMIT 50`,
  },
  {
    what: 'VAT report of a month',
    procedure: 'vatReport.getData',
    input: { ...MONTH, currencyCode: 'EUR' },
    bare: `SELECT marketplace, line, rate, sum(toFloat64(amount) * n) AS total ${LEDGER} AND ${IN(MONTH)} GROUP BY marketplace, line, rate`,
  },
  {
    what: 'VAT report of a year',
    procedure: 'vatReport.getData',
    input: { ...YEAR, currencyCode: 'EUR' },
    bare: `SELECT marketplace, line, rate, sum(toFloat64(amount) * n) AS total ${LEDGER} AND ${IN(YEAR)} GROUP BY marketplace, line, rate`,
  },
  {
    what: 'Stock of a month, rolled forward',
    procedure: 'stockValue.getData',
    input: { ...MONTH, currencyCode: 'EUR' },
    bare: `SELECT sku, argMin(starting_balance, date) AS opening, argMax(ending_balance, date) AS closing, sum(receipts), sum(customer_shipments), sum(lost)
      FROM inventory_ledger WHERE ${COMPANY} AND ${IN(MONTH).replace('day', 'date')} GROUP BY sku ORDER BY closing DESC LIMIT 50`,
  },
  {
    what: 'Journals of all settlements',
    procedure: 'journals.list',
    bare: `SELECT settlement_id, toStartOfMonth(posted_at) AS month, transaction_type, amount_type, amount_description, sum(toFloat64(amount)) AS total
      FROM settlement_lines WHERE ${COMPANY} GROUP BY settlement_id, month, transaction_type, amount_type, amount_description`,
  },
  {
    what: 'Months to close',
    procedure: 'accounting.listMonths',
    input: { currencyCode: 'USD' },
    bare: `SELECT toStartOfMonth(day) AS month, line, sum(${AMOUNT}) AS total FROM ledger_by_day ${RATES} WHERE ${COMPANY} AND basis = 'TRANSACTION' GROUP BY month, line`,
  },
  {
    what: 'Payouts and a bank',
    procedure: 'bankMatch.getData',
    bare: `SELECT settlement_id, sum(toFloat64(amount)) AS total FROM settlement_lines WHERE ${COMPANY} GROUP BY settlement_id`,
  },
  {
    what: 'Expenses of a year',
    procedure: 'expenses.list',
    input: { ...YEAR, currencyCode: 'USD' },
    bare: `SELECT name, toStartOfMonth(day) AS month, sum(toFloat64(amount) / toDayOfMonth(toLastDayOfMonth(day)) * usd) AS total
      FROM (SELECT name, amount, currency, toDate(arrayJoin(range(toUInt32(toDate('${YEAR.startDate}')), toUInt32(toDate('${YEAR.endDate}')) + 1))) AS day FROM expenses WHERE ${COMPANY}) AS days
      ANY LEFT JOIN (SELECT toString(currency) AS currency, day, toFloat64(usd) AS usd FROM daily_rates WHERE ${COMPANY}) AS rates USING (currency, day) GROUP BY name, month`,
  },
  {
    what: 'Product master, products without a cost first',
    procedure: 'productMaster.list',
    input: { currencyCode: 'USD' },
    bare: `SELECT sku, groupUniqArray(marketplace) AS places, any(landed) AS cost,
        sumIf(toFloat64(amount), basis = 'TRANSACTION' AND line = 'unitsWithoutCost' AND day BETWEEN '2026-03-03' AND '2026-04-01') AS units
      FROM ledger_by_day_sku ANY LEFT JOIN (SELECT toString(sku) AS sku, max(manufacturing) AS landed FROM product_costs WHERE ${COMPANY} GROUP BY sku) AS costs USING (sku)
      WHERE ${COMPANY} AND sku != '' GROUP BY sku ORDER BY cost, units DESC LIMIT 50`,
  },
]

interface Result {
  rows: number
  question: Question
  procedure: number[]
  bare: number[]
}

/** The calls of the pages about money, beside what the engine takes for the like of them. */
export async function moneySpeed({ small }: { small: boolean }): Promise<Section[]> {
  const results: Result[] = []
  for (const rows of small ? SIZES.slice(0, -1) : SIZES) results.push(...(await atSize(rows)))
  return [sectionOf(results)]
}

function atSize(rows: number): Promise<Result[]> {
  return inTemporary(async (directory) => {
    await using installation = await openAt(join(directory, 'data'))
    const { app, services } = installation
    services.now = () => new Date('2026-04-01T12:00:00Z')
    const created = await createCompany(services.accounts, { name: 'Bench' })
    const current = async (): Promise<Company> => (await getCompany(services.accounts, created.id))!
    const path = join(directory, 'settlement.txt')
    for (let nth = 0; nth < SETTLEMENTS; nth++) {
      await writeSettlement(path, GERMAN, Math.floor(rows / SETTLEMENTS), { nth })
      await importOnce(services, path, await current())
    }
    const facts = join(directory, 'facts.json')
    const orders = Math.min(ORDERS_MAX, Math.floor(rows / LEDGER_MONTHS))
    for (const one of [FACTS, { order_items: Array.from({ length: orders }, (_, index) => order(index)) }]) {
      await writeFile(facts, JSON.stringify(one))
      await importOnce(services, facts, await current())
    }
    await setLicence(services.accounts, created.id, {
      licence: 'ORDER_PROFIT_AND_LOSS',
      isOn: true,
      now: services.now(),
    })
    await settled(services.analytics)
    const company = await current()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const agent = new Agent({ keepAlive: true })
    const authorization = await signedIn(installation, address, company.id)
    try {
      const results: Result[] = []
      for (const question of QUESTIONS) {
        const urlOf = (procedure: string, input: object) =>
          `${address}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(newQuestion({ companyId: company.id, ...input })))}`
        const key = question.ofFirstRow && {
          key: await firstKey(
            urlOf(question.ofFirstRow, { currencyCode: 'EUR', ...question.input }),
            authorization,
          ),
        }
        const url = () => urlOf(question.procedure, { ...question.input, ...key })
        const work = {
          procedure: () => fetched(url(), agent, authorization),
          bare: () => bare(services.analytics, company, question),
        }
        results.push({ rows, question, ...(await inTurns(work, { runs: PAIRS, warmUp: WARM_UP })) })
      }
      return results
    } finally {
      agent.destroy()
    }
  })
}

async function firstKey(url: string, authorization: string): Promise<string> {
  const answer = await fetch(url, { headers: { authorization } })
  const { result } = (await answer.json()) as { result: { data: { rows: { key: string }[] } } }
  return result.data.rows[0]!.key
}

async function bare(analytics: Analytics, company: Company, { what, bare }: Question): Promise<void> {
  const found = await analytics.rows(bare, { params: { companyId: company.id } })
  if (found.length === 0) throw new Error(`${what}: the bare statement gave nothing.`)
}

const order = (index: number) => ({
  order_id: `9-${index}`,
  order_item_id: '1',
  purchased_at: `2026-01-${String((index % 31) + 1).padStart(2, '0')}T12:00:00Z`,
  order_status: 'Shipped',
  marketplace: 'DE',
  currency: 'EUR',
  fulfillment_channel: 'AFN',
  sku: `SX-${String(index % 2_000).padStart(5, '0')}-BLK`,
  quantity: 1,
  item_price: '20.00',
})

/** What a company enters beside its settlements. */
const FACTS = {
  coverage: [
    { table_name: 'order_items', start_date: '2026-01-01', end_date: '2026-03-31', marketplace: 'DE' },
  ],
  expenses: Array.from({ length: 40 }, (_, index) => ({
    name: `Expense ${index}`,
    amount: '100.00',
    currency: 'EUR',
    frequency: 'MONTHLY',
    start_date: '2024-01-01',
    category: `Category ${index % 5}`,
  })),
  inventory_ledger: Array.from({ length: 1_000 * 28 }, (_, index) => ({
    date: `2026-02-${String((index % 28) + 1).padStart(2, '0')}`,
    marketplace: 'DE',
    location: 'DE',
    sku: `SX-${String(Math.floor(index / 28)).padStart(5, '0')}-BLK`,
    disposition: 'SELLABLE',
    starting_balance: 100,
    receipts: 5,
    customer_shipments: -5,
    lost: index % 997 === 0 ? 1 : 0,
    ending_balance: 100,
  })),
  product_costs: Array.from({ length: 1_000 }, (_, index) => ({
    sku: `SX-${String(index).padStart(5, '0')}-BLK`,
    valid_from: '2024-01-01',
    currency: 'EUR',
    manufacturing: '3.00',
  })),
}

function sectionOf(results: readonly Result[]): Section {
  const ms = (value: number) => value.toFixed(1)
  const share = ({ procedure, bare: of }: Result) => median(procedure.map((time, index) => time / of[index]!))
  return {
    title: 'Pages about money',
    text: [
      `One company with ${SETTLEMENTS} German settlements of two weeks each, imported, with 2,000 products, costs of a thousand of them, forty monthly expenses and a month of orders (as many as a month has lines, ${whole(ORDERS_MAX)} at most). Each procedure through HTTP on loopback against bare SQL that answers the like of it in floating point, through the same client. A question is a new one each time, where answers are kept; what a version says once is remembered, as it is for whoever opens the page. Medians of ${PAIRS} runs in turns; ratios are medians of the pairs.`,
    ],
    table: [
      ['Settlement rows', 'What', 'procedure ms', 'p95 ms', 'bare ms', 'procedure/bare'],
      ...results.map((result) => [
        whole(result.rows),
        result.question.what,
        ms(median(result.procedure)),
        ms(quantile(result.procedure, 0.95)),
        ms(median(result.bare)),
        ratio(share(result)),
      ]),
    ],
    aims: [
      {
        what: 'a procedure against bare SQL, each at each size',
        wanted: `at most ${RATIO_AIM}`,
        found: results.map((result) => ratio(share(result))).join(', '),
        met: results.every((result) => share(result) <= RATIO_AIM),
      },
    ],
  }
}
