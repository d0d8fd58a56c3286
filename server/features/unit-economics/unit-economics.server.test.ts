import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { SORT_ORDERS } from '#contract/answer.ts'
import { NUMBER_COMPARISONS, passes, type NumberFilter } from '#contract/dashboards/number-filters.ts'
import { daysOf } from '#contract/date-range.ts'
import { multiply, parseDecimal, percent, toText } from '#contract/decimal.ts'
import { BUSINESS_METRICS, UNIT_ECONOMICS_METRICS } from '#contract/dashboards/unit-economics.ts'
import type { SimulateInput, UnitEconomicsInput, UnitEconomicsRow } from '#contract/unit-economics.ts'
import { putsInOrder } from '#contract/metrics/evaluate.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { getCompany } from '#server/accounts/index.ts'
import { rankedProducts } from '#server/metrics/ranked-keys.ts'
import { startTestServer, valuesOf, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

let orders = 0
const order = (sku: string, day: string, more: object = {}) => ({
  order_id: `O-${++orders}`,
  order_item_id: '1',
  purchased_at: `${day}T09:00:00Z`,
  order_status: 'Shipped',
  quantity: 1,
  item_price: '12.00',
  item_tax: '2.00',
  currency: 'GBP',
  marketplace: 'GB',
  fulfillment_channel: 'AFN',
  sku,
  ...more,
})
const preview = (sku: string) => ({
  sku,
  marketplace: 'GB',
  snapshot_date: '2025-01-01',
  currency: 'GBP',
  price: '12.00',
  referral_fee: '1.80',
  fulfillment_fee: '2.75',
})
const cost = (sku: string, manufacturing = '2.00') => ({
  sku,
  valid_from: '2025-01-01',
  currency: 'GBP',
  manufacturing,
  freight: '0.50',
})

const JUNE = { startDate: '2025-06-01', endDate: '2025-06-30', currencyCode: 'GBP' } as const
const ask = (company: TestCompany, more: Partial<UnitEconomicsInput> = {}) =>
  server.operator.unitEconomics.getData({ companyId: company.id, ...JUNE, ...more })
const simulate = (company: TestCompany, more: Partial<SimulateInput> & { key: string }) =>
  server.operator.unitEconomics.simulate({ companyId: company.id, ...JUNE, ...more })

const comparing = (a: bigint, b: bigint) => (a < b ? -1 : Number(a > b))
const cellsIn = ({ businessMetrics, unitEconomics }: UnitEconomicsRow) => ({
  ...businessMetrics,
  ...unitEconomics,
})
const valuesIn = (row: UnitEconomicsRow) =>
  Object.fromEntries(Object.entries(cellsIn(row)).map(([id, { value }]) => [id, value]))

describe('three products, an account fee and advertising', () => {
  let company: TestCompany
  beforeAll(async () => {
    company = await server.company()
    const record = await company.import('facts.json', {
      order_items: [
        order('MUG', '2025-05-01', { asin: 'B000000001', title: 'Stoneware mug' }),
        order('MUG', '2025-06-03', {
          quantity: 2,
          item_price: '24.00',
          item_tax: '4.00',
          item_promotion_discount: '2.40',
        }),
        order('MUG', '2025-06-04', { quantity: 2, item_price: '24.00', item_tax: '4.00' }),
        order('CUP', '2025-06-05', { title: 'Cup', item_price: '6.00', item_tax: '1.00' }),
        order('BOWL', '2025-06-06', {
          marketplace: 'DE',
          currency: 'EUR',
          item_price: '11.90',
          item_tax: '1.90',
        }),
      ],
      fee_estimates: [preview('MUG')],
      product_costs: [cost('MUG'), cost('BOWL', '3.00')],
      ads_daily: [
        { date: '2025-06-03', ad_type: 'SP', marketplace: 'GB', sku: 'MUG', currency: 'GBP', cost: '1.00' },
        { date: '2025-06-03', ad_type: 'SB', marketplace: 'GB', currency: 'GBP', cost: '0.70' },
      ],
      exchange_rates: [
        '2025-05-01',
        '2025-06-01',
        '2025-06-06',
        '2025-06-10',
        '2025-06-20',
        '2025-06-30',
      ].flatMap((rate_date) => [
        { rate_date, currency: 'GBP', usd_per_unit: '1.25' },
        { rate_date, currency: 'EUR', usd_per_unit: '1.00' },
      ]),
      vat_rates: [{ marketplace: 'GB', rate: '0.20', valid_from: '2011-01-04', valid_to: null }],
      sales_traffic_date: [
        {
          date: '2025-06-03',
          marketplace: 'GB',
          currency: 'GBP',
          ordered_product_sales: '60.00',
          units_ordered: 5,
          sessions: 40,
        },
      ],
      sales_traffic_asin_day: [
        {
          date: '2025-06-03',
          marketplace: 'GB',
          currency: 'GBP',
          child_asin: 'B000000001',
          sku: 'MUG',
          ordered_product_sales: '48.00',
          units_ordered: 4,
          sessions: 32,
        },
      ],
    })
    expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  })

  test('what one unit leaves, by hand', async () => {
    const { rows, rowCount, pageCount } = await ask(company)
    expect([rowCount, pageCount]).toEqual([3, 1])
    const mug = rows.find(({ key }) => key === 'MUG')!
    expect(mug.identity).toMatchObject({ sku: 'MUG', asin: 'B000000001', name: 'Stoneware mug' })
    // 4 units: 40.00 of sales and 2.00 of promotions without VAT; 15 % of 45.60 with VAT is the referral fee.
    expect(valuesIn(mug)).toMatchObject({
      unitsSold: '4',
      netSales: '38',
      unitPrice: '11.9',
      unitVat: '1.9',
      unitPromotion: '0.5',
      netPrice: '9.5',
      unitManufacturing: '2',
      unitFreight: '0.5',
      unitCogs: '2.5',
      unitCm1: '7',
      unitReferralFee: '1.71',
      unitFulfilmentFee: '2.75',
      unitCm2: '2.54',
      unitAdvertising: '0.25',
      unitCm3: '2.29',
      unitContingency: '0.0475',
      unitProfit: '2.2425',
      unitRoi: '0.897',
      breakEvenAcos: '0.211667',
    })
    expect(mug.businessMetrics.unitsSold).toMatchObject({ previous: '1', growth: 3 })
    expect(
      valuesIn((await ask(company, { contingency: 10 })).rows.find(({ key }) => key === 'MUG')!),
    ).toMatchObject({
      unitContingency: '0.95',
      unitProfit: '1.34',
    })
  })

  test('what other facts state stands beside it: of a product from the report by product, of all from that by day', async () => {
    const { rows, total } = await ask(company)
    const mug = rows.find(({ key }) => key === 'MUG')!
    expect(valuesIn(mug)).toMatchObject({
      sessions: '32',
      orderedProductSales: '48',
      unitSessionPercentage: '0.125',
      adSpend: '1',
      orders: '2',
    })
    expect(valuesIn(total)).toMatchObject({
      sessions: '40',
      orderedProductSales: '60',
      adSpend: '1.7',
      orders: '4',
    })
    expect(
      (await ask(company, { groupBy: 'MARKETPLACE' })).rows.find(({ key }) => key === 'GB')!.businessMetrics
        .sessions.value,
    ).toBe('40')
    expect((await ask(company, { skus: ['MUG'] })).total.businessMetrics.sessions.value).toBe('32')
  })

  test('a product without a cost has no number from the first margin on', async () => {
    const { rows } = await ask(company, { sortBy: 'unitsSold' })
    const cup = rows.find(({ key }) => key === 'CUP')!
    expect(cup.flags.unitsWithoutCost).toBe(1)
    expect(valuesIn(cup)).toMatchObject({
      netPrice: '5',
      unitCogs: null,
      unitCm1: null,
      unitProfit: null,
      unitRoi: null,
    })
  })

  test('products and what belongs to none add up to the total, and so do marketplaces', async () => {
    for (const groupBy of ['SKU', 'MARKETPLACE', 'BRAND'] as const) {
      const { rows, notAllocated, total } = await ask(company, { groupBy })
      for (const id of ['unitsSold', 'netSales', 'netProfit'] as const) {
        const sum = [...rows, ...(notAllocated ? [notAllocated] : [])].reduce(
          (all, { businessMetrics }) => all + parseDecimal(businessMetrics[id].value!),
          0n,
        )
        expect([groupBy, id, toText(sum)]).toEqual([groupBy, id, total.businessMetrics[id].value])
      }
    }
    const { rows, notAllocated } = await ask(company, { groupBy: 'MARKETPLACE' })
    expect(rows.map(({ key, identity }) => [key, identity.marketplace])).toEqual([
      ['DE', 'DE'],
      ['GB', 'GB'],
    ])
    // Brand advertising is of a marketplace and of no product.
    expect(notAllocated).toBeNull()
    expect((await ask(company)).notAllocated?.businessMetrics.netProfit.value).toBe('-0.7')
  })

  test('margins of a unit are those of the statement, divided by units', async () => {
    const [statement] = await server.operator.profitAndLoss.getOrderData({ companyId: company.id, ...JUNE })
    const { total } = await ask(company)
    const units = parseDecimal(statement!.lines.unitsSold.value!)
    for (const [unit, line] of [
      ['unitCm2', 'contributionMargin2'],
      ['unitCm3', 'contributionMargin3'],
    ] as const) {
      const perUnit = parseDecimal(total.unitEconomics[unit].value!)
      expect(
        Math.abs(Number(toText(multiply(perUnit, units) - parseDecimal(statement!.lines[line].value!), 6))),
      ).toBeLessThan(0.00001)
    }
    expect(total.businessMetrics.netProfit.value).toBe(statement!.lines.netProfit.value)
  })

  test('each number is explained as it stands, whatever basis the question names', async () => {
    const { rows } = await ask(company, { contingency: 2 })
    const mug = rows.find(({ key }) => key === 'MUG')!
    for (const id of UNIT_ECONOMICS_METRICS) {
      const {
        value,
        basis: _,
        ...explained
      } = {
        basis: '',
        ...(await server.operator.audit.explainValue({
          companyId: company.id,
          ...JUNE,
          skus: ['MUG'],
          metricId: id,
          contingency: 2,
        })),
      }
      expect([id, value]).toEqual([id, mug.unitEconomics[id].value])
      expect(explained.rows.length).toBeGreaterThan(0)
    }
    const { rows: ofVat } = await server.operator.audit.explainValue({
      companyId: company.id,
      ...JUNE,
      skus: ['MUG'],
      metricId: 'unitVat',
    })
    expect(ofVat.map(({ line, kind }) => [line, kind])).toContainEqual(['salesVat', 'SALES_VAT'])
  })

  test('a product is found by its name, and the total stays that of all', async () => {
    const { rows, rowCount, total } = await ask(company, { searchText: ' stoneware ' })
    expect([rows.map(({ key }) => key), rowCount]).toEqual([['MUG'], 1])
    expect(total.businessMetrics.unitsSold.value).toBe('6')
    expect((await ask(company, { searchText: '%' })).rowCount).toBe(0)
  })

  test('rows are left out by their numbers, as these are written, and the total stays that of all', async () => {
    const found = async (
      comparison: NumberFilter['comparison'],
      value: string,
      { metric = 'unitProfit', to, and = [], ...more }: FilterCase = {},
    ) => {
      const numbers = [{ metric, comparison, value, ...(to && { to }) }, ...and]
      const { rows, rowCount, unfiltered } = await ask(company, { ...more, numbers })
      expect([rowCount, unfiltered!.rowCount]).toEqual([rows.length, unfiltered!.rowCount])
      const keys = rows.map(({ key }) => key).toSorted()
      return [keys.join(' '), unfiltered!.rowCount, unfiltered!.withoutNumber]
    }
    type FilterCase = Partial<Omit<UnitEconomicsInput, 'numbers'>> & {
      metric?: UnitEconomicsInput['numbers'][number]['metric']
      to?: string
      and?: UnitEconomicsInput['numbers']
    }
    const units = { metric: 'unitsSold' } as const
    expect(await found('AT_LEAST', '2', units)).toEqual(['MUG', 3, 0])
    // The mug leaves 2.2425 of 9.50, which is written 0.236053; what the cup leaves nobody knows.
    expect(await found('AT_LEAST', '2.2425')).toEqual(['BOWL MUG', 3, 1])
    expect(await found('AT_MOST', '2.2425')).toEqual(['MUG', 3, 1])
    expect(await found('BELOW', '2.2425')).toEqual(['', 3, 1])
    expect(await found('ABOVE', '2.2425')).toEqual(['BOWL', 3, 1])
    expect(await found('BETWEEN', '2.2425', { to: '2.2425' })).toEqual(['MUG', 3, 1])
    const margin = { metric: 'unitMargin' } as const
    expect(await found('BETWEEN', '0.236053', { to: '0.236053', ...margin })).toEqual(['MUG', 3, 1])
    expect(await found('ABOVE', '-999999999999.999999', margin)).toEqual(['BOWL MUG', 3, 1])
    // All must hold, whatever puts the rows in order and is searched for.
    const less = [{ metric: 'unitsSold', comparison: 'BELOW', value: '4' }] as const
    expect(await found('ABOVE', '0', { and: [...less], sortBy: 'sessions' })).toEqual(['BOWL', 3, 1])
    expect(await found('ABOVE', '0', { and: [...less], searchText: 'mug' })).toEqual(['', 1, 0])
    // No report says how many sessions May had, so there are not fewer than five.
    const may = { startDate: '2025-05-01', endDate: '2025-05-31', metric: 'sessions' } as const
    expect(await found('BELOW', '5', may)).toEqual(['', 1, 1])
    expect(await found('BELOW', '5', { metric: 'sessions' })).toEqual(['BOWL CUP', 3, 0])
    expect(await found('AT_LEAST', '2', { ...units, groupBy: 'MARKETPLACE' })).toEqual(['GB', 2, 0])
    expect(await found('AT_LEAST', '7', { ...units, groupBy: 'BRAND' })).toEqual(['', 1, 0])

    const { total, notAllocated } = await ask(company, { numbers: [{ ...less[0], value: '2' }] })
    expect([total.businessMetrics.unitsSold.value, notAllocated]).toEqual(['6', null])
  })

  test('a selection of products has no advertising of no product', async () => {
    const { total, notAllocated, rows } = await ask(company, { skus: ['MUG'] })
    expect(notAllocated).toBeNull()
    expect(valuesIn(total)).toEqual(valuesIn(rows[0]!))
  })

  test('what nothing is changed about is what it is, and a change is worked through', async () => {
    const mug = (await ask(company)).rows.find(({ key }) => key === 'MUG')!
    const same = await simulate(company, { key: 'MUG' })
    for (const id of [
      'netPrice',
      'unitProfit',
      'unitMargin',
      'unitRoi',
      'breakEvenAcos',
      'minimumPrice',
    ] as const)
      expect([id, Number(same[id]).toFixed(5)]).toEqual([id, Number(mug.unitEconomics[id].value).toFixed(5)])
    // Twice the price: 19.00 net, 3.42 of referral fee, 0.095 of contingency.
    expect(await simulate(company, { key: 'MUG', price: '22.80' })).toMatchObject({
      price: '22.8',
      netPrice: '19',
      unitProfit: '9.985',
    })
    expect(
      await simulate(company, {
        key: 'MUG',
        landedCost: '1',
        advertising: '0',
        referralFee: '1',
        fulfilmentFee: '2',
      }),
    ).toMatchObject({ unitProfit: '5.4525' })
    // A unit that is sold for its price at zero profit earns nothing.
    const { unitProfit } = await simulate(company, { key: 'MUG', price: same.minimumPrice! })
    expect(Number(unitProfit)).toBeCloseTo(0, 5)
    expect(await simulate(company, { key: 'NOBODY' })).toMatchObject({ price: null, unitProfit: null })
  })

  test('what is too long or not known is refused', async () => {
    await expect(ask(company, { startDate: '2024-06-01', endDate: '2025-06-30' })).rejects.toThrow('365')
    await expect(ask(company, { brandNames: ['Acme'] })).rejects.toMatchObject({
      cause: { code: 'BRANDS_UNKNOWN' },
    })
    await expect(ask(company, { contingency: 101 })).rejects.toThrow('contingency')
    await expect(ask(company, { pageSize: 100_000 })).rejects.toThrow('pageSize')
    await expect(ask(company, { sortBy: 'available' as 'sessions' })).rejects.toThrow('sortBy')
    const above = { metric: 'unitsSold', comparison: 'ABOVE', value: '1' } as const
    for (const wrong of [
      { metric: 'available' as 'sessions' },
      { metric: 'orderedProductSalesB2B' as 'sessions' },
      { comparison: '>= 0 OR 1 = 1 --' as 'ABOVE' },
      { comparison: 'BETWEEN' },
      { to: '2' },
      { comparison: 'BETWEEN', to: '0' },
      { value: '1e3' },
      { value: '1'.repeat(13) },
      { value: '0.0000001' },
      { value: 'NaN' },
    ] as const)
      await expect(ask(company, { numbers: [{ ...above, ...wrong }] })).rejects.toThrow('numbers')
    await expect(ask(company, { numbers: Array(6).fill(above) })).rejects.toThrow('numbers')
    expect((await ask(company, { pageNumber: 99 })).rows).toEqual([])
  })
})

describe('fees that nobody expects of an order', () => {
  const cups = order('MUG', '2025-06-03', { quantity: 4, item_price: '48.00', item_tax: '8.00' })
  const line = (id: string, amount_description: string, amount: string, more: object = {}) => ({
    settlement_id: 'S1',
    line_id: id,
    posted_at: '2025-06-12T10:00:00Z',
    marketplace: 'GB',
    currency: 'GBP',
    transaction_type: 'ServiceFee',
    amount_description,
    amount,
    status: 'RELEASED',
    ...more,
  })
  const ofOrder = (id: string, amount_type: string, description: string, amount: string) =>
    line(id, description, amount, {
      transaction_type: 'Shipment',
      order_id: cups.order_id,
      amount_type,
      sku: 'MUG',
      ...(amount_type === 'ItemPrice' && { quantity: 4 }),
    })
  const ofMug = { sku: 'MUG' }
  const SALE = {
    vat_rates: [{ marketplace: 'GB', rate: '0.20', valid_from: '2011-01-04', valid_to: null }],
    order_items: [cups],
    fee_estimates: [preview('MUG')],
    product_costs: [cost('MUG')],
    coverage: [
      { table_name: 'order_items', start_date: '2025-06-01', end_date: '2025-06-30', marketplace: 'GB' },
    ],
  }
  const settled = (...lines: object[]) => ({
    coverage: [
      { table_name: 'settlement_lines', start_date: '2025-05-01', end_date: '2025-06-30', marketplace: 'GB' },
    ],
    settlement_lines: [
      ofOrder('1', 'ItemPrice', 'Principal', '48.00'),
      ofOrder('2', 'ItemFees', 'Commission', '-7.20'),
      ofOrder('3', 'ItemFees', 'FBAPerUnitFulfillmentFee', '-11.00'),
      ...lines,
    ],
  })
  const FEES = settled(
    ofOrder('4', 'ItemFees', 'DigitalServicesFee', '-0.24'),
    line('5', 'FBAInboundPlacementFee', '-1.20', ofMug),
    line('6', 'FBARemovalFee', '-0.40', ofMug),
    line('7', 'FBAAgedInventorySurcharge', '-0.80', ofMug),
    // Amazon holds it back.
    line('8', 'FBARemovalFee', '-9.00', { ...ofMug, status: 'DEFERRED' }),
    // Before any order.
    line('9', 'FBAInboundPlacementFee', '-5.00', { ...ofMug, posted_at: '2025-05-20T10:00:00Z' }),
  )
  const companyWith = async (...files: object[]) => {
    const company = await server.company()
    for (const file of files)
      expect(await company.import('facts.json', file)).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
    return company
  }
  const ofUnit = async (company: TestCompany) => valuesIn((await ask(company)).rows[0]!)

  test('are in the numbers of a unit, and the statement by order is without them', async () => {
    const company = await companyWith(SALE, settled())
    const byOrder = async (days: object = {}) =>
      valuesOf(
        (await server.operator.profitAndLoss.getOrderData({ companyId: company.id, ...JUNE, ...days }))[0]!,
      )
    const statement = await byOrder()
    const without = { unitStorageFee: '0', unitOtherFees: '0', unitCm2: '2.95', unitProfit: '2.9' }
    expect(await ofUnit(company)).toMatchObject(without)
    const record = await company.import('fees.json', FEES)
    // 0.24 of digital services, 1.20 of inbound and 0.40 of removal for four units, and 0.80 for what lay long.
    const charged = {
      unitReferralFee: '1.8',
      unitFulfilmentFee: '2.75',
      unitStorageFee: '0.2',
      unitOtherFees: '0.46',
      unitCm2: '2.29',
      unitCm3: '2.29',
      unitProfit: '2.24',
      unitMargin: '0.224',
      // 9.16 of 48.00.
      breakEvenAcos: '0.190833',
      // 5.91 of costs that do not grow with the price; 0.995 of it without a fifth of VAT, less 15 %, is left for them.
      minimumPrice: '8.701840',
    }
    const { minimumPrice, ...rest } = charged
    const mug = (await ask(company)).rows[0]!
    expect(valuesIn(mug)).toMatchObject(rest)
    expect(Number(mug.unitEconomics.minimumPrice.value)).toBeCloseTo(Number(minimumPrice), 5)
    expect([mug.unitEconomics.unitOtherFees.lacks, mug.unitEconomics.unitStorageFee.lacks]).toEqual([
      undefined,
      undefined,
    ])
    expect(await simulate(company, { key: 'MUG' })).toMatchObject({ unitProfit: '2.24' })

    expect(await byOrder()).toEqual(statement)
    expect((await byOrder({ startDate: '2025-05-01', endDate: '2025-05-31' })).netProfit).toBeNull()
    expect(await company.pnl({ from: JUNE.startDate, to: JUNE.endDate, currency: 'GBP' })).toMatchObject({
      lines: {
        digitalServicesFees: '-0.24',
        agedInventoryFees: '-0.8',
        inboundFees: '-1.2',
        removalFees: '-0.4',
      },
    })

    expect((await server.operator.operator.rebuild({ companyId: company.id })).changed).toEqual([])
    expect(await ofUnit(company)).toMatchObject(rest)
    await company.undo(record.id)
    expect(await ofUnit(company)).toMatchObject(without)
  })

  test('lead to the lines of the settlement, whichever file came first', async () => {
    const company = await companyWith(SALE, FEES)
    const ledgers = await Promise.all(
      [company, await companyWith(FEES, SALE)].map(async (one) =>
        (await one.checksums()).filter(({ table }) => table.startsWith('ledger')),
      ),
    )
    expect(ledgers[1]).toEqual(ledgers[0])
    for (const [metricId, lines] of [
      ['unitOtherFees', ['digitalServicesFees -0.24', 'inboundFees -1.2', 'removalFees -0.4']],
      ['unitStorageFee', ['agedInventoryFees -0.8']],
    ] as const) {
      const { rows } = await server.operator.audit.explainValue({ companyId: company.id, ...JUNE, metricId })
      expect(
        rows
          .flatMap(({ line: shown, converted }) => (shown === 'unitsSold' ? [] : `${shown} ${converted}`))
          .toSorted(),
      ).toEqual(lines)
    }
  })

  test('are not known where no settlement reaches', async () => {
    const company = await companyWith(SALE)
    const { unitOtherFees, unitStorageFee, unitCm2 } = (await ask(company)).rows[0]!.unitEconomics
    for (const cell of [unitOtherFees, unitStorageFee, unitCm2]) expect(cell.lacks).toContain('REFUNDS')
  })

  test('of stock that lay long are borne by the products that the report names, and by none that it does not', async () => {
    const aged = (sku: string, amount: string) => ({
      date: '2025-06-15',
      marketplace: 'GB',
      currency: 'GBP',
      tier: '271-300',
      sku,
      amount,
    })
    const company = await companyWith(
      { ...SALE, order_items: [cups, order('CUP', '2025-06-05')] },
      settled(line('7', 'FBAAgedInventorySurcharge', '-0.80')),
    )
    const storage = async () => {
      const { rows, total } = await ask(company, { sortBy: 'unitsSold', sortOrder: 'DESC' })
      return [total, ...rows].map(
        ({
          unitEconomics: {
            unitStorageFee: { value, lacks = [] },
          },
        }) => `${value}${lacks.includes('STORAGE') ? '?' : ''}`,
      )
    }
    // Of five units together; whose it is nobody knows.
    expect(await storage()).toEqual(['0.16', '0?', '0?'])
    const { id } = await company.import('aged.json', {
      aged_fees: [aged('MUG', '3.00'), aged('CUP', '1.00')],
    })
    expect(await storage()).toEqual(['0.16', '0.15', '0.2'])
    expect((await server.operator.operator.rebuild({ companyId: company.id })).changed).toEqual([])
    expect(await storage()).toEqual(['0.16', '0.15', '0.2'])
    await company.undo(id)
    expect(await storage()).toEqual(['0.16', '0?', '0?'])
  })
})

test('what belongs to no product is there without a number where its money has no rate', async () => {
  const company = await server.company()
  const record = await company.import('facts.json', {
    order_items: [order('MUG', '2025-06-03')],
    ads_daily: [
      { date: '2025-06-03', ad_type: 'SB', marketplace: 'GB', currency: 'EGP', cost: '10.00' },
      { date: '2025-09-03', ad_type: 'SP', marketplace: 'GB', currency: 'GBP', sku: 'MUG', cost: '1.00' },
    ],
    exchange_rates: [{ rate_date: '2025-06-01', currency: 'GBP', usd_per_unit: '1.25' }],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const profitOfNone = async (more: Partial<UnitEconomicsInput>) =>
    (await ask(company, more)).notAllocated?.businessMetrics.netProfit
  expect(await profitOfNone({ currencyCode: 'EGP' })).toMatchObject({ value: '-10' })
  expect(await profitOfNone({})).toMatchObject({
    value: null,
    lacks: expect.arrayContaining(['RATES']),
    unconverted: [{ currency: 'EGP', amount: '-10' }],
  })
  // Nothing of the kind, and days without any report.
  for (const [startDate, endDate] of [
    ['2025-09-01', '2025-09-30'],
    ['2024-01-01', '2024-01-31'],
  ] as const)
    expect(await profitOfNone({ startDate, endDate })).toBeUndefined()
})

test('the engine puts products in the order of what they are', { timeout: 300_000 }, async () => {
  const company = await server.company()
  const [products] = fc.sample(
    fc.array(
      fc.record({
        units: fc.integer({ min: 1, max: 30 }),
        price: fc.integer({ min: 1, max: 9_000 }),
        discount: fc.integer({ min: 0, max: 200 }),
        cost: fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: null }),
        ads: fc.option(fc.integer({ min: 1, max: 3_000 }), { nil: null }),
        sessions: fc.option(fc.integer({ min: 0, max: 500 }), { nil: null }),
        hasPreview: fc.boolean(),
      }),
      { minLength: 40, maxLength: 40 },
    ),
    { numRuns: 1, seed: 20261122 },
  ) as [
    {
      units: number
      price: number
      discount: number
      cost: number | null
      ads: number | null
      sessions: number | null
      hasPreview: boolean
    }[],
  ]
  expect(products).toHaveLength(40)
  const sku = (index: number) => `P-${index}`
  const money = (cents: number) => (cents / 100).toFixed(2)
  await company.import('facts.json', {
    order_items: products.map(({ units, price, discount }, index) =>
      order(sku(index), '2025-06-10', {
        quantity: units,
        item_price: money(price * units),
        item_tax: '0',
        item_promotion_discount: money(discount),
      }),
    ),
    product_costs: products.flatMap(({ cost: cents }, index) =>
      cents === null ? [] : [{ ...cost(sku(index), money(cents)), freight: '0' }],
    ),
    ads_daily: products.flatMap(({ ads }, index) =>
      ads === null
        ? []
        : [
            {
              date: '2025-06-10',
              ad_type: 'SP',
              marketplace: 'GB',
              sku: sku(index),
              currency: 'GBP',
              cost: money(ads),
              // Spend without a sale has no ACOS, which is the worst one to have.
              sales_7d: ads % 3 === 0 ? '0' : '20.00',
            },
          ],
    ),
    // Where sessions are not said, the report has its row all the same.
    sales_traffic_asin_day: products.map(({ sessions, units }, index) => ({
      date: '2025-06-10',
      marketplace: 'GB',
      currency: 'GBP',
      child_asin: `B-${index}`,
      sku: sku(index),
      units_ordered: units,
      ordered_product_sales: '10.00',
      ...(sessions !== null && { sessions }),
    })),
    fee_estimates: products.flatMap(({ hasPreview }, index) => (hasPreview ? [preview(sku(index))] : [])),
  })
  const all = (await ask(company, { pageSize: 200 })).rows
  expect(all).toHaveLength(40)
  const record = (await getCompany(server.services.accounts, company.id))!
  const ranking = {
    scope: {
      basis: 'ORDER',
      currencyCode: 'GBP',
      useAdjustedAdvertising: true,
      notAllocated: 'LEFT_OUT',
      settings: { contingency: percent(0.5) },
    },
    period: { start: JUNE.startDate, end: JUNE.endDate },
    listedBy: ['unitsSold'],
    limit: 100,
    offset: 0,
  } as const
  for (const metric of [...BUSINESS_METRICS, ...UNIT_ECONOMICS_METRICS].filter(putsInOrder))
    for (const sortOrder of SORT_ORDERS) {
      const { keys, total } = await rankedProducts(
        server.services,
        record,
        { ...ranking, metric, order: sortOrder },
        undefined,
      )
      expect([metric, sortOrder, total, new Set(keys).size]).toEqual([metric, sortOrder, 40, 40])
      const values = keys.map((key) => {
        const cells = cellsIn(all.find((row) => row.key === key)!)
        const { value } = cells[metric]
        if (value !== null) return Number(value)
        return metricOf(metric).nullSorts === 'worst' && Number(cells.adSpend.value) > 0 ? Infinity : null
      })
      const known = values.filter((value) => value !== null)
      // What has no value stands last, whichever way.
      expect([metric, sortOrder, values.slice(known.length)]).toEqual([
        metric,
        sortOrder,
        Array(40 - known.length).fill(null),
      ])
      const direction = sortOrder === 'ASC' ? 1 : -1
      const outOfOrder = known.filter(
        (value, index) => index > 0 && direction * (value - known[index - 1]!) < -1e-6,
      )
      expect([metric, sortOrder, outOfOrder]).toEqual([metric, sortOrder, []])
    }
  // What a filter by a number leaves is what holds of the numbers themselves, at those where it matters.
  for (const [at, metric] of [...BUSINESS_METRICS, ...UNIT_ECONOMICS_METRICS].filter(putsInOrder).entries()) {
    const figures = all.map((row) => {
      const { value } = cellsIn(row)[metric]
      return { key: row.key, figure: value === null ? null : parseDecimal(value) }
    })
    const known = figures.flatMap(({ figure }) => (figure === null ? [] : [figure])).toSorted(comparing)
    const comparison = NUMBER_COMPARISONS[at % NUMBER_COMPARISONS.length]!
    const [value, to] = [0.3, 0.6].map((part) => toText(known[Math.floor(known.length * part)] ?? 0n))
    const filter: NumberFilter = {
      metric,
      comparison,
      value: value!,
      ...(comparison === 'BETWEEN' && { to }),
    }
    const answer = await rankedProducts(
      server.services,
      record,
      { ...ranking, metric: 'unitsSold', order: 'ASC', numbers: [filter] },
      undefined,
    )
    const passing = figures.filter(({ figure }) => passes(filter, figure)).map(({ key }) => key)
    expect([filter, answer.keys.toSorted()]).toEqual([filter, passing.toSorted()])
    expect([filter, answer.total, answer.unfiltered, answer.withoutNumber]).toEqual([
      filter,
      passing.length,
      40,
      40 - known.length,
    ])
  }
  // Counted over all pages, whatever puts them in order.
  const losses = all.filter(({ unitEconomics: { unitProfit } }) => Number(unitProfit.value) <= -0.005).length
  expect(losses).toBeGreaterThan(0)
  expect(losses).toBeLessThan(40)
  for (const more of [{ pageSize: 1 }, { sortBy: 'sessions', pageSize: 7 }] as const)
    expect([more, (await ask(company, more)).lossCount]).toEqual([more, losses])
  const pages = await Promise.all([1, 2, 3].map((pageNumber) => ask(company, { pageNumber, pageSize: 15 })))
  expect(pages.flatMap(({ rows }) => rows.map(({ key }) => key))).toEqual(all.map(({ key }) => key))
  expect(pages.map(({ rowCount, pageCount, rows }) => [rowCount, pageCount, rows.length])).toEqual([
    [40, 3, 15],
    [40, 3, 15],
    [40, 3, 10],
  ])
})

formTest(
  'a month in progress is held against as many days as are over, and a day in progress against nothing',
  async () => {
    await using own = await startTestServer()
    own.now = new Date('2025-06-13T12:00:00Z')
    const company = await own.company()
    await company.import('facts.json', {
      order_items: daysOf({ start: '2025-05-01', end: '2025-06-13' }).map((day) => order('MUG', day)),
    })
    const told = async (startDate: string, endDate: string) => {
      const { period, comparison, total } = await own.operator.unitEconomics.getData({
        companyId: company.id,
        currencyCode: 'GBP',
        startDate,
        endDate,
      })
      const { value, previous, growth } = total.businessMetrics.unitsSold
      return [period.endDate, comparison.endDate, value, previous, growth]
    }
    expect(await told('2025-06-01', '2025-06-30')).toEqual(['2025-06-12', '2025-05-12', '12', '12', 0])
    expect(await told('2025-06-13', '2025-06-13')).toEqual(['2025-06-13', '2025-06-12', '1', null, null])
  },
)
