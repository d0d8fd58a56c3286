import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT_CARDS, PRODUCT_STEPS } from '#contract/dashboards/product-drawer.ts'
import { daysOf } from '#contract/date-range.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
let company: TestCompany
const TODAY = '2026-07-01'
const JUNE = { startDate: '2026-06-01', endDate: '2026-06-30' }
const DAYS = daysOf({ start: '2026-03-01', end: '2026-06-30' })
const SOLD_OUT = ['2026-06-10', '2026-06-11']
/** Half of its visitors less see the own offer. */
const OFFER_LOST = '2026-06-20'
const STRANDED = ['2026-06-04', '2026-06-06']

const gb = { marketplace: 'GB', currency: 'GBP' }
/** The mug sells one a day while there are some, the cup two every other day. */
const unitsOn = (sku: string, day: string): number =>
  sku === 'MUG' ? (SOLD_OUT.includes(day) ? 0 : 1) : Number(day.slice(8)) % 2 === 1 ? 2 : 0
const SKUS = ['MUG', 'CUP']
const eachDay = <T>(of: (sku: string, day: string) => T[]) =>
  SKUS.flatMap((sku) => DAYS.flatMap((day) => of(sku, day)))

beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date(`${TODAY}T12:00:00Z`)
  company = await server.company()
  const record = await company.import('facts.json', {
    sales_traffic_asin_day: eachDay((sku, date) => {
      const units = unitsOn(sku, date)
      const isVisited = sku === 'CUP' || units > 0
      return [
        {
          ...gb,
          date,
          child_asin: `B0${sku}`,
          sku,
          ordered_product_sales: String(12 * units),
          units_ordered: units,
          sessions: isVisited ? 10 : 0,
          page_views: isVisited ? 20 : 0,
          buy_box_percentage: sku === 'MUG' && date === OFFER_LOST ? '40' : '90',
        },
      ]
    }),
    order_items: eachDay((sku, day) => {
      const quantity = unitsOn(sku, day)
      return quantity === 0
        ? []
        : [
            {
              ...gb,
              order_id: `O-${sku}-${day}`,
              order_item_id: '1',
              purchased_at: `${day}T09:00:00Z`,
              order_status: 'Shipped',
              quantity,
              item_price: String(12 * quantity),
              item_tax: String(2 * quantity),
              fulfillment_channel: 'AFN',
              sku,
              asin: `B0${sku}`,
              title: sku === 'MUG' ? 'Steel mug' : 'Clay cup',
            },
          ]
    }),
    product_costs: SKUS.map((sku) => ({
      sku,
      valid_from: '2026-01-01',
      currency: 'GBP',
      manufacturing: '3.00',
    })),
    fee_estimates: SKUS.map((sku) => ({
      ...gb,
      sku,
      snapshot_date: '2026-01-01',
      price: '12.00',
      referral_fee: '1.80',
      fulfillment_fee: '2.50',
    })),
    inventory_snapshots: eachDay((sku, date) => [
      {
        marketplace: 'GB',
        date,
        sku,
        available: sku === 'MUG' && SOLD_OUT.includes(date) ? 0 : 50,
        inbound_shipped: 7,
        reserved_customer_orders: 0,
        reserved_fc_transfer: 0,
        reserved_fc_processing: 0,
      },
    ]),
    stranded_inventory: STRANDED.map((date) => ({
      marketplace: 'GB',
      date,
      sku: 'CUP',
      reason: 'No listing',
      units: 50,
    })),
    ads_daily: [
      // A pound a day, also while it is sold out.
      ...DAYS.map((date) => ({
        ...gb,
        date,
        ad_type: 'SP',
        campaign_id: 'C1',
        sku: 'MUG',
        clicks: 2,
        cost: '1.00',
        sales_7d: '4.00',
        purchases_7d: 1,
      })),
      // Search terms state the same spend once more: 12 clicks without an order, 9, and 12 with one.
      ...[
        { search_term: 'cheap cup', clicks: 6, cost: '2.00', purchases_7d: 0 },
        { search_term: 'blue cup', clicks: 4, cost: '1.00', purchases_7d: 0 },
        { search_term: 'cup', clicks: 6, cost: '2.00', purchases_7d: 1 },
      ].flatMap((term) =>
        ['2026-06-24', '2026-06-25'].map((date) => ({
          ...gb,
          ...term,
          date,
          ad_type: 'SP',
          campaign_id: 'C2',
          level: 'SEARCH_TERM',
          sku: 'CUP',
        })),
      ),
    ],
    inventory_ledger: [
      {
        date: '2026-05-10',
        marketplace: 'GB',
        sku: 'MUG',
        fnsku: 'X1',
        disposition: 'SELLABLE',
        location: 'LTN1',
        lost: 3,
      },
      // Due on 29 June, to which no report of reimbursements reaches.
      {
        date: '2026-05-30',
        marketplace: 'GB',
        sku: 'MUG',
        fnsku: 'X1',
        disposition: 'SELLABLE',
        location: 'LTN1',
        lost: 5,
      },
    ],
    reimbursements: [
      {
        date: '2026-05-20',
        reimbursement_id: 'R1',
        reason: 'Lost_Warehouse',
        marketplace: 'GB',
        sku: 'MUG',
        currency: 'GBP',
        amount: '4.00',
        quantity_cash: 1,
      },
      // Of an order, it pays for no loss; the report reaches to its day.
      {
        date: '2026-06-25',
        reimbursement_id: 'R2',
        reason: 'CustomerReturn',
        order_id: 'O-MUG-2026-06-01',
        marketplace: 'GB',
        sku: 'MUG',
        currency: 'GBP',
        amount: '4.00',
        quantity_cash: 1,
      },
    ],
    search_query_performance: [
      { search_query: 'mug', total_purchases: 50, asin_purchases: 5 },
      { search_query: 'steel mug', total_purchases: 10, asin_purchases: 6 },
    ].map((row) => ({
      ...row,
      start_date: '2026-06-14',
      end_date: '2026-06-20',
      marketplace: 'GB',
      asin: 'B0MUG',
      sku: 'MUG',
      search_query_volume: 1000,
      total_impressions: 5000,
      asin_impressions: 100,
      total_clicks: 400,
      asin_clicks: 20,
    })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
})
afterAll(() => server[Symbol.asyncDispose]())

const asked = (sku = 'MUG', companyId = company.id) => ({ companyId, sku, currencyCode: 'GBP' as const })

test('a product says who it is and how its last 30 days with reports were', async () => {
  const found = (await server.operator.productDrawer.getProduct(asked()))!
  expect(found.identity).toEqual({
    sku: 'MUG',
    asin: 'B0MUG',
    name: 'Steel mug',
    customName: '',
    brandName: '',
    category: '',
    tags: [],
    hasPicture: false,
    marketplaces: ['GB'],
  })
  expect([found.period, found.comparison]).toEqual([JUNE, { startDate: '2026-05-02', endDate: '2026-05-31' }])
  const { cards } = found
  expect(Object.keys(cards)).toEqual([...PRODUCT_CARDS])
  // 28 days of 12, after 30: as many days before as in June.
  expect(cards.orderedProductSales).toMatchObject({ value: '336', previous: '360' })
  expect(cards.unitsOrdered).toMatchObject({ value: '28', previous: '30' })
  // 10 without VAT, less 3 of cost, 1.80 of commission and 2.50 of fulfilment, for 28 and before for 30; and 30 of advertising.
  expect(cards.netProfit).toMatchObject({ value: '45.6', previous: '51' })
  expect(cards.unitSessionPercentage.value).toBe('0.1')
  // 27 days of 18 views of 20, and one of 8.
  expect(cards.buyBoxPercentage.value).toBe('0.882143')
  // 28 units in 28 days in stock, and 50 left.
  expect(cards.daysOfCover.value).toBe('50')
  expect([found.stock.available.value, found.stock.inbound.value, found.stock.dailyVelocity.value]).toEqual([
    '50',
    '7',
    '1',
  ])
  expect(found.snapshotDay).toBe('2026-06-30')
})

test('when to reorder, by the lead times of the company', async () => {
  const told = async () => {
    const { stockStatus, days, reordering, stock } =
      (await server.operator.productDrawer.getProduct(asked()))!
    const { reorderPoint, reorderInDays, reorderQuantity, stockoutDate } = reordering
    const values = [reorderPoint, reorderInDays, reorderQuantity, stockoutDate].map(({ value }) => value)
    expect(stock.dailyVelocity.value).toBe('1')
    return [stockStatus, days.leadTime, ...values]
  }
  // 50 to sell and 7 on their way, one a day: 60 days of lead time and 14 of safety; 60 more are wanted.
  expect(await told()).toEqual(['ORDER_NOW', 60, '74', '0', '77', '50'])
  await company.set({
    replenishment: { leadTimeDays: 30, safetyDays: 20, targetCoverDays: 40, marketplaceLeadTimeDays: {} },
  })
  expect(await told()).toEqual(['ORDER_SOON', 30, '50', '7', '33', '50'])
  // One of its marketplaces takes longer.
  await company.set({
    replenishment: {
      leadTimeDays: 20,
      safetyDays: 20,
      targetCoverDays: 40,
      marketplaceLeadTimeDays: { GB: 36 },
    },
  })
  expect(await told()).toEqual(['ORDER_SOON', 36, '56', '1', '39', '50'])
  const { formula } = await server.operator.audit.explainValue({
    companyId: company.id,
    metricId: 'reorderPoint',
    ...JUNE,
    currencyCode: 'GBP',
    skus: ['MUG'],
  })
  expect(formula).toBe('Daily velocity × lead time (36 days) + Safety stock, up to a whole unit')
  const { outOfStockDays, inStockRate } = (await server.operator.productDrawer.getProduct(asked()))!
    .reordering
  expect([outOfStockDays.value, inStockRate.value]).toEqual(['2', '0.933333'])
})

test('what the seller sends out is in no snapshot, and its stock asks for nothing', async () => {
  const other = await server.company()
  await other.import('own-stock.json', {
    order_items: DAYS.flatMap((date) =>
      ['MUG', 'FBM'].map((sku) => ({
        ...gb,
        order_id: `O-${sku}-${date}`,
        order_item_id: '1',
        purchased_at: `${date}T09:00:00Z`,
        order_status: 'Shipped',
        quantity: 1,
        item_price: '12.00',
        sku,
      })),
    ),
    sales_traffic_asin_day: DAYS.map((date) => ({
      ...gb,
      date,
      child_asin: 'B0FBM',
      sku: 'FBM',
      ordered_product_sales: '12',
      units_ordered: 1,
    })),
    inventory_snapshots: DAYS.map((date) => ({
      marketplace: 'GB',
      date,
      sku: 'MUG',
      available: 50,
      inbound_shipped: 0,
      reserved_fc_transfer: 0,
      reserved_fc_processing: 0,
    })),
  })
  const of = async (sku: string) => (await server.operator.productDrawer.getProduct(asked(sku, other.id)))!
  const own = await of('FBM')
  expect(own.cards.unitsOrdered.value).toBe('30')
  expect([own.snapshotDay, own.stock.dailyVelocity.value, own.stockStatus]).toEqual([null, null, null])
  expect((await of('MUG')).stockStatus).toBe('ORDER_NOW')
})

test('stock is worth what its units cost, each with the entry that says so', async () => {
  const explained = async (metricId: MetricId, more: object = {}, of = company) => {
    const { value, lacks, rows } = await server.operator.audit.explainValue({
      companyId: of.id,
      metricId,
      ...JUNE,
      currencyCode: 'GBP',
      ...more,
    })
    return { value, lacks, rows }
  }
  const mug = { skus: ['MUG'] }
  // 50 to sell and 7 on their way, at 3 each; of two products.
  expect((await explained('inventoryValueCost')).value).toBe('342')
  const { value, rows } = await explained('inventoryValueCost', mug)
  expect([value, rows.map(({ converted }) => converted)]).toEqual(['171', ['0', '21', '150']])
  for (const { costEntry, day } of rows)
    expect([day, (JSON.parse(costEntry!.rawLine!) as { sku: string }).sku]).toEqual(['2026-06-30', 'MUG'])
  expect((await explained('landedUnitCost', mug)).value).toBe('3')
  // The last report of stranded stock is of the sixth.
  expect((await explained('strandedValue')).value).toBe('150')
  const slow = { ...mug, startDate: '2026-06-10', endDate: '2026-06-10' }
  expect((await explained('overstockValue', slow)).value).toBe('0')
  const other = await server.company()
  await other.import('stock.json', {
    inventory_snapshots: [
      { marketplace: 'DE', date: '2026-06-30', sku: 'KNOWN', available: 4 },
      { marketplace: 'DE', date: '2026-06-30', sku: 'UNKNOWN', available: 9 },
      { marketplace: 'DE', date: '2026-06-30', sku: 'GONE', available: 0 },
    ],
    product_costs: [
      { sku: 'KNOWN', valid_from: '2026-01-01', currency: 'USD', manufacturing: '1.00', freight: '0.50' },
      { sku: 'KNOWN', marketplace: 'DE', valid_from: '2026-06-30', currency: 'USD', manufacturing: '2.00' },
    ],
    exchange_rates: [{ rate_date: '2026-06-30', currency: 'GBP', usd_per_unit: '1.25' }],
  })
  // Four at two dollars, which are 1.60 pounds.
  expect(await explained('inventoryValueCost', {}, other)).toMatchObject({ value: '6.4', lacks: ['COSTS'] })
  expect(await explained('inventoryValueCost', { skus: ['UNKNOWN'] }, other)).toMatchObject({
    value: null,
    lacks: ['COSTS'],
    rows: [],
  })
  // Nothing of what has no cost is worth nothing.
  expect((await explained('inventoryValueCost', { skus: ['GONE'] }, other)).value).toBe('0')
})

test('the steps from price to profit add up to what a unit leaves', async () => {
  const { steps } = (await server.operator.productDrawer.getProduct(asked()))!
  const [price, ...taken] = PRODUCT_STEPS.filter((id) => id !== 'unitProfit').map((id) =>
    parseDecimal(steps[id].value!),
  )
  const left = taken.reduce((sum, one) => sum - one, price!)
  expect(toText(left, 5)).toBe(toText(parseDecimal(steps.unitProfit.value!), 5))
  expect([steps.unitPrice.value, steps.unitVat.value, steps.unitCogs.value]).toEqual(['12', '2', '3'])
  // 0.5 percent of 10.
  expect(steps.unitContingency.value).toBe('0.05')
})

test('a product that no file names is none, and one of another company is not seen', async () => {
  const other = await server.company()
  expect(await server.operator.productDrawer.getProduct(asked('NONE'))).toBeNull()
  expect(await server.operator.productDrawer.getProduct(asked('MUG', other.id))).toBeNull()
  await expect(server.operator.productDrawer.getProduct(asked('MUG', 'no-such-company'))).rejects.toThrow()
})

test('its days and weeks add up', async () => {
  const daily = await server.operator.productDrawer.getCourse(asked())
  expect(daily.periods).toHaveLength(30)
  const sum = daily.periods.reduce(
    (all, { metrics }) => all + parseDecimal(metrics.orderedProductSales.value!),
    ZERO,
  )
  expect(toText(sum)).toBe('336')
  const weekly = await server.operator.productDrawer.getCourse({ ...asked(), dateInterval: 'WEEKLY' })
  expect(weekly.periods).toHaveLength(26)
  // The last of them is cut: 30 June is a Tuesday.
  expect(weekly.periods.at(-1)).toMatchObject({ startDate: '2026-06-29', isPartial: true })
  expect(weekly.periods.at(-2)!.metrics).toMatchObject({
    unitsOrdered: { value: '7' },
    adSpend: { value: '7' },
    acos: { value: '0.25' },
  })
})

test('searches are those that were bought after most', async () => {
  const found = (await server.operator.productDrawer.getSearches(asked()))!
  expect([found.total, found.rows.map(({ query }) => query)]).toEqual([2, ['steel mug', 'mug']])
  expect(found.rows[1]!.metrics).toMatchObject({
    searchQueryVolume: '1000',
    sqpPurchases: '5',
    purchaseShare: '0.1',
    clickShare: '0.05',
  })
  const other = await server.company()
  expect(await server.operator.productDrawer.getSearches(asked('MUG', other.id))).toBeNull()
})

test('what a product could have left is told cause by cause', async () => {
  const lost = await server.operator.productDrawer.getLostContribution(asked())
  expect(lost).toEqual({
    period: JUNE,
    causes: [
      // Three were lost and one was paid for; they cost 3 each.
      { cause: 'UNREIMBURSED', amount: '6', products: 1, skus: ['MUG'], units: '2', unitAmount: '3' },
      // A unit a day for two days. It leaves 2.70, less a pound of advertising on each day in stock.
      {
        cause: 'OUT_OF_STOCK',
        amount: '3.4',
        products: 1,
        skus: ['MUG'],
        days: 2,
        units: '2',
        unitAmount: '1.7',
      },
      // Ten visitors, half of whom did not see the offer, and one of ten buys.
      {
        cause: 'FEATURED_OFFER',
        amount: '0.85',
        products: 1,
        skus: ['MUG'],
        days: 1,
        units: '0.5',
        unitAmount: '1.7',
      },
    ],
    total: '10.25',
    netProfit: '45.6',
    productsWithoutMargin: 0,
    clicksWithoutRate: [],
    products: { lookedAt: 1, all: 1 },
    isCut: { clicks: false, losses: false },
  })
})

test('stock without an offer, and clicks that nobody bought after', async () => {
  const { causes, total } = await server.operator.productDrawer.getLostContribution(asked('CUP'))
  expect(causes).toEqual([
    // Two days of the one a day that it sells.
    { cause: 'STRANDED', amount: '5.4', products: 1, skus: ['CUP'], days: 2, units: '2', unitAmount: '2.7' },
    {
      cause: 'WASTED_CLICKS',
      amount: '4',
      products: 1,
      skus: ['CUP'],
      clicks: { count: 12, places: 1, level: 'SEARCH_TERM' },
    },
  ])
  expect(total).toBe('9.4')
})

test('all products together lost the sum of what each did', async () => {
  const lost = await server.operator.allInOne.getLostContribution({
    companyId: company.id,
    currencyCode: 'GBP',
    ...JUNE,
  })
  expect(lost.causes.map(({ cause, amount, skus }) => [cause, amount, ...skus])).toEqual([
    ['UNREIMBURSED', '6', 'MUG'],
    ['STRANDED', '5.4', 'CUP'],
    ['WASTED_CLICKS', '4', 'CUP'],
    ['OUT_OF_STOCK', '3.4', 'MUG'],
    ['FEATURED_OFFER', '0.85', 'MUG'],
  ])
  expect(lost).toMatchObject({ total: '19.65', products: { lookedAt: 2, all: 2 } })
  const other = await server.company()
  expect(
    await server.operator.allInOne.getLostContribution({ companyId: other.id, currencyCode: 'GBP', ...JUNE }),
  ).toMatchObject({ causes: [], total: null })
})

test('without a cost nobody knows what was lost, and that is said', async () => {
  const bare = await server.company()
  const record = await bare.import('facts.json', {
    order_items: DAYS.filter((day) => !SOLD_OUT.includes(day)).map((day) => ({
      ...gb,
      order_id: `O-${day}`,
      order_item_id: '1',
      purchased_at: `${day}T09:00:00Z`,
      order_status: 'Shipped',
      quantity: 1,
      item_price: '12.00',
      fulfillment_channel: 'AFN',
      sku: 'MUG',
    })),
    inventory_snapshots: DAYS.map((date) => ({
      marketplace: 'GB',
      date,
      sku: 'MUG',
      available: SOLD_OUT.includes(date) ? 0 : 50,
    })),
  })
  expect(record.status).toBe('PUBLISHED')
  expect(await server.operator.productDrawer.getLostContribution(asked('MUG', bare.id))).toMatchObject({
    causes: [],
    total: null,
    productsWithoutMargin: 1,
  })
})

const lostOn = (
  date: string,
  sku: string,
  lost: number,
  more: { location?: string; found?: number } = {},
) => ({
  date,
  marketplace: 'GB',
  sku,
  fnsku: `X-${sku}`,
  disposition: 'SELLABLE',
  location: 'LTN1',
  lost,
  ...more,
})
const paidOn = (date: string, sku: string, quantity: number) => ({
  date,
  reimbursement_id: `R-${sku}-${date}`,
  reason: 'Lost_Warehouse',
  marketplace: 'GB',
  sku,
  currency: 'GBP',
  amount: '4.00',
  quantity_cash: quantity,
})
const costOf = (sku: string, valid_from: string) => ({
  sku,
  valid_from,
  currency: 'GBP',
  manufacturing: '3.00',
})
const lostOfAll = (companyId: string, range = JUNE) =>
  server.operator.allInOne.getLostContribution({ companyId, currencyCode: 'GBP', ...range })

test('each loss in the warehouse is at the cost of its marketplace and the rate of its day', async () => {
  const other = await server.company()
  const record = await other.import('facts.json', {
    inventory_ledger: [lostOn('2026-05-10', 'MUG', 3), lostOn('2026-05-11', 'MUG', 1)],
    reimbursements: [paidOn('2026-06-25', 'CUP', 1)],
    product_costs: [
      { sku: 'MUG', valid_from: '2026-01-01', currency: 'GBP', manufacturing: '3.00' },
      { sku: 'MUG', marketplace: 'GB', valid_from: '2026-01-01', currency: 'GBP', manufacturing: '5.00' },
      { sku: 'CUP', valid_from: '2026-01-01', currency: 'GBP', manufacturing: '9.00' },
    ],
    exchange_rates: [
      { currency: 'GBP', rate_date: '2026-05-10', usd_per_unit: '1.2' },
      { currency: 'GBP', rate_date: '2026-05-11', usd_per_unit: '1.3' },
    ],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const lost = await server.operator.productDrawer.getLostContribution({
    ...asked('MUG', other.id),
    currencyCode: 'USD',
  })
  // 3 × 5 × 1.2 + 1 × 5 × 1.3
  expect(lost).toMatchObject({
    causes: [{ cause: 'UNREIMBURSED', amount: '24.5', units: '4' }],
    total: '24.5',
  })
})

test('losses are told up to the last day that was asked for, where Amazon paid nothing', async () => {
  const other = await server.company()
  const record = await other.import('facts.json', {
    inventory_ledger: [lostOn('2026-05-10', 'MUG', 3), lostOn('2026-05-20', 'MUG', 2)],
    product_costs: [costOf('MUG', '2026-01-01')],
    coverage: [
      { table_name: 'reimbursements', marketplace: 'GB', start_date: '2026-01-01', end_date: '2026-06-15' },
    ],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  // The two of 20 May came due on 19 June.
  expect(await lostOfAll(other.id)).toMatchObject({
    causes: [{ cause: 'UNREIMBURSED', amount: '9', units: '3' }],
  })
})

test('losses whose cost nobody knows are counted, and beside them what is known', async () => {
  const other = await server.company()
  const record = await other.import('facts.json', {
    // The mug has a cost from 11 May, the cup has none.
    inventory_ledger: [
      lostOn('2026-05-10', 'MUG', 3),
      lostOn('2026-05-11', 'MUG', 2),
      lostOn('2026-05-10', 'CUP', 4),
      lostOn('2026-05-12', 'CUP', 1),
    ],
    reimbursements: [paidOn('2026-06-25', 'PAN', 1)],
    product_costs: [costOf('MUG', '2026-05-11')],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  // 2 × 3, and of both products something is left out.
  expect(await lostOfAll(other.id)).toMatchObject({
    causes: [{ cause: 'UNREIMBURSED', amount: '6', products: 1, skus: ['MUG'], units: '2', unitAmount: '3' }],
    total: '6',
    productsWithoutMargin: 2,
  })
  expect(await server.operator.productDrawer.getLostContribution(asked('CUP', other.id))).toMatchObject({
    causes: [],
    total: null,
    productsWithoutMargin: 1,
  })
})

test('what came back long after makes good the oldest loss, whatever was lost since', async () => {
  const other = await server.company()
  const record = await other.import('facts.json', {
    inventory_ledger: [
      lostOn('2026-01-05', 'MUG', 4),
      lostOn('2026-01-20', 'MUG', 5),
      // Of other months, in two places of the warehouse.
      lostOn('2026-03-01', 'MUG', 7),
      lostOn('2026-04-01', 'MUG', 0, { found: 2, location: 'LTN2' }),
      lostOn('2026-05-01', 'MUG', 0, { found: 1 }),
    ],
    reimbursements: [paidOn('2026-04-10', 'MUG', 2), paidOn('2026-06-01', 'CUP', 1)],
    product_costs: [costOf('MUG', '2026-01-01')],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  // Both came due in February: nine less two and one found and two paid for, at 3 each.
  expect(await lostOfAll(other.id, { startDate: '2026-02-01', endDate: '2026-02-28' })).toMatchObject({
    causes: [{ cause: 'UNREIMBURSED', amount: '12', units: '4' }],
  })
  // Of the four of 5 January, which came due on the 4th, none is left; nor did any come due in January.
  expect(await lostOfAll(other.id, { startDate: '2026-02-01', endDate: '2026-02-10' })).toMatchObject({
    causes: [],
  })
  // The seven of March came due on the 31st, after all five that came back.
  expect(await lostOfAll(other.id, { startDate: '2026-03-01', endDate: '2026-03-31' })).toMatchObject({
    causes: [{ cause: 'UNREIMBURSED', amount: '21', units: '7' }],
  })
})

test('more than is read at once is said to be left out', async () => {
  const other = await server.company()
  const skus = Array.from({ length: 1_001 }, (_, index) => `S${index}`)
  const record = await other.import('facts.json', {
    // The last of them lost least.
    inventory_ledger: skus.map((sku, index) => lostOn('2026-05-10', sku, index === 1_000 ? 1 : 2)),
    reimbursements: [paidOn('2026-06-25', 'PAN', 1)],
    product_costs: skus.map((sku) => costOf(sku, '2026-01-01')),
    ads_daily: Array.from({ length: 10_001 }, (_, index) => ({
      ...gb,
      date: '2026-06-25',
      ad_type: 'SP',
      campaign_id: 'C1',
      level: 'SEARCH_TERM',
      search_term: `term ${index}`,
      sku: 'PAN',
      clicks: 10,
      cost: index === 10_000 ? '1.00' : '2.00',
      purchases_7d: 0,
    })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  expect(await lostOfAll(other.id)).toMatchObject({
    causes: [
      { cause: 'WASTED_CLICKS', amount: '20000', clicks: { count: 100_000, places: 10_000 } },
      // 1,000 × 2 × 3
      { cause: 'UNREIMBURSED', amount: '6000', products: 1_000, units: '2000' },
    ],
    isCut: { clicks: true, losses: true },
  })
})

test('what a unit leaves is told of more products than are asked for at once', async () => {
  const other = await server.company()
  const days = daysOf({ start: '2026-06-01', end: '2026-06-30' })
  const skus = Array.from({ length: 21 }, (_, index) => `S${String(index).padStart(2, '0')}`)
  /** Each is sold out on a day of its own, and sells one on every other. */
  const eachOf = <T>(of: (sku: string, day: string, isSoldOut: boolean) => T[]) =>
    skus.flatMap((sku, index) => days.flatMap((day, at) => of(sku, day, at === index + 5)))
  const record = await other.import('facts.json', {
    order_items: eachOf((sku, day, isSoldOut) =>
      isSoldOut
        ? []
        : [
            {
              ...gb,
              order_id: `O-${sku}-${day}`,
              order_item_id: '1',
              purchased_at: `${day}T09:00:00Z`,
              order_status: 'Shipped',
              quantity: 1,
              item_price: '12.00',
              item_tax: '2.00',
              fulfillment_channel: 'AFN',
              sku,
            },
          ],
    ),
    sales_traffic_asin_day: eachOf((sku, date, isSoldOut) => [
      {
        ...gb,
        date,
        child_asin: `B0${sku}`,
        sku,
        ordered_product_sales: isSoldOut ? '0' : '12',
        units_ordered: isSoldOut ? 0 : 1,
      },
    ]),
    inventory_snapshots: eachOf((sku, date, isSoldOut) => [
      { marketplace: 'GB', date, sku, available: isSoldOut ? 0 : 50 },
    ]),
    product_costs: skus.map((sku, index) => ({
      ...costOf(sku, '2026-01-01'),
      manufacturing: index === 20 ? '4.00' : '3.00',
    })),
    fee_estimates: skus.map((sku) => ({
      ...gb,
      sku,
      snapshot_date: '2026-01-01',
      price: '12.00',
      referral_fee: '1.80',
      fulfillment_fee: '2.50',
    })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  // A unit each: 20 × 2.70, and 1.70 of the one that costs a pound more.
  expect(await lostOfAll(other.id)).toMatchObject({
    causes: [{ cause: 'OUT_OF_STOCK', amount: '55.7', products: 21, days: 21, units: '21' }],
    productsWithoutMargin: 0,
  })
})
