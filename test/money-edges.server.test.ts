/** Money at its edges: what was found by looking for amounts that are wrong and look right, each with the value told by hand. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { sale, v2File } from './support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const JANUARY = { from: '2026-01-01', to: '2026-01-31', currency: 'EUR' } as const
const RANGE = { startDate: '2026-01-01', endDate: '2026-01-31', currencyCode: 'EUR' } as const
const NO_VAT = ['DE', 'FR'].map((marketplace) => ({ marketplace, rate: '0', valid_from: '2020-01-01' }))
const ACCOUNTS = ['One', 'Two'].map((name) => ({ name, region: 'EUROPE', home_marketplace: 'DE' }))
const COST = { sku: 'MUG', valid_from: '2025-01-01', currency: 'EUR', manufacturing: '5.00' }
const line = (more: object) => ({
  transaction_type: 'Order',
  order_item_id: '1',
  amount_type: 'ItemPrice',
  amount_description: 'Principal',
  posted_at: '2026-01-10T12:00:00Z',
  marketplace: 'DE',
  currency: 'EUR',
  sku: 'MUG',
  amount: '100.00',
  quantity: 1,
  ...more,
})
const fee = (description: string, more: object) =>
  line({ amount_type: 'ItemFees', amount_description: description, quantity: null, ...more })
const order = (more: object) => ({
  order_item_id: '1',
  purchased_at: '2026-01-20T12:00:00Z',
  order_status: 'Shipped',
  marketplace: 'DE',
  currency: 'EUR',
  fulfillment_channel: 'AFN',
  sku: 'MUG',
  quantity: 1,
  item_price: '20.00',
  ...more,
})
const back = (order_id: string, more: object = {}) => ({
  return_date: '2026-01-25',
  order_id,
  sku: 'MUG',
  quantity: 1,
  disposition: 'SELLABLE',
  ...more,
})
/** On the order basis. */
async function ordersOf({ id }: TestCompany) {
  const [row] = await server.operator.profitAndLoss.getOrderData({ companyId: id, ...RANGE })
  return row!.lines
}

describe('what comes back', () => {
  test.each([
    [
      'a settlement',
      { settlement_lines: [line({ order_id: 'S01-1', marketplace: 'Non-Amazon DE', amount: '0.00' })] },
    ],
    [
      'an order file',
      {
        order_items: [
          order({ order_id: 'S01-1', marketplace: '', sales_channel: 'Non-Amazon', item_price: null }),
        ],
      },
    ],
  ])('of another shop gives back no cost, which %s says before or after it', async (_, sold) => {
    const facts = { vat_rates: NO_VAT, product_costs: [COST], settlement_lines: [line({ order_id: '1-1' })] }
    for (const files of [
      [sold, { returns: [back('S01-1')] }],
      [{ returns: [back('S01-1')] }, sold],
    ]) {
      const company = await server.company()
      await company.import('sales.json', facts)
      for (const [index, file] of files.entries()) await company.import(`${index}.json`, file)
      expect((await company.pnl(JANUARY)).lines.cogs).toBe('-5')
      expect(Number((await ordersOf(company)).cogsReturned.value)).toBe(0)
    }
  })

  test('gives back what it cost where it was sold, whatever marketplace its own row names', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      vat_rates: NO_VAT,
      product_costs: [
        { ...COST, marketplace: 'FR', manufacturing: '7.00' },
        { ...COST, marketplace: 'DE' },
      ],
      settlement_lines: [line({ order_id: '1-1', marketplace: 'FR' })],
      returns: [back('1-1', { marketplace: 'DE' })],
    })
    expect((await company.pnl(JANUARY)).lines.cogs).toBe('0')
  })

  formTest('gives nothing back before its sale is released, and then the whole', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      vat_rates: NO_VAT,
      product_costs: [COST],
      settlement_lines: [line({ order_id: '0' }), line({ order_id: '1', status: 'DEFERRED' })],
      returns: [back('1')],
    })
    expect((await company.pnl(JANUARY)).lines.cogsReturned).toBe('0')
    await company.import('released.json', { settlement_lines: [line({ order_id: '1' })] })
    expect((await company.pnl(JANUARY)).lines).toMatchObject({ cogsManufacturing: '-10', cogsReturned: '5' })
  })

  formTest(
    'gives back by orders what the day of its order cost, and by transactions that of its shipment',
    async () => {
      const facts = {
        vat_rates: NO_VAT,
        product_costs: [COST, { ...COST, valid_from: '2026-01-15', manufacturing: '8.00' }],
        settlement_lines: [line({ order_id: '1-1', posted_at: '2026-01-16T12:00:00Z' })],
        returns: [back('1-1')],
      }
      const orders = { order_items: [order({ order_id: '1-1', purchased_at: '2026-01-10T12:00:00Z' })] }
      for (const files of [[{ ...facts, ...orders }], [facts, orders]]) {
        const company = await server.company()
        for (const [index, file] of files.entries()) await company.import(`${index}.json`, file)
        const { cogsManufacturing, cogsReturned } = await ordersOf(company)
        expect([cogsManufacturing.value, cogsReturned.value]).toEqual(['-5', '5'])
        expect((await company.pnl(JANUARY)).lines).toMatchObject({
          cogsManufacturing: '-8',
          cogsReturned: '8',
        })
      }
    },
  )

  test('a unit that a row of an order takes back takes its cost back', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      vat_rates: NO_VAT,
      product_costs: [COST],
      settlement_lines: [line({ order_id: '1' }), line({ order_id: '1', amount: '-100.00', quantity: -1 })],
    })
    expect((await company.pnl(JANUARY)).lines).toMatchObject({ unitsSold: '0', cogs: '0' })
  })
})

describe('two accounts', () => {
  test('lose units of one product on one day', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      seller_accounts: ACCOUNTS,
      product_costs: [COST],
      inventory_ledger: ['One', 'Two'].map((account) => ({
        account,
        date: '2026-01-10',
        marketplace: 'DE',
        sku: 'MUG',
        fnsku: 'B000000001',
        disposition: 'SELLABLE',
        location: 'DE',
        lost: 2,
      })),
    })
    expect((await company.pnl(JANUARY)).lines.inventoryLosses).toBe('-20')
  })

  test('advertise one product in files of their own', async () => {
    const company = await server.company()
    for (const account of ['One', 'Two'])
      await company.import(`${account}.json`, {
        seller_accounts: ACCOUNTS,
        ads_daily: [
          {
            account,
            date: '2026-01-01',
            ad_type: 'SP',
            marketplace: 'DE',
            sku: 'MUG',
            currency: 'EUR',
            cost: '10.00',
          },
        ],
      })
    expect((await company.pnl(JANUARY)).lines.advertisingSp).toBe('-20')
  })

  test('have fees of their own', async () => {
    const company = await server.company()
    const preview = {
      sku: 'MUG',
      marketplace: 'DE',
      snapshot_date: '2026-01-01',
      price: '20.00',
      currency: 'EUR',
    }
    await company.import('facts.json', {
      seller_accounts: ACCOUNTS,
      vat_rates: NO_VAT,
      fee_estimates: [
        { ...preview, account: 'One', referral_fee: '3.00', fulfillment_fee: '3.00' },
        { ...preview, account: 'Two', referral_fee: '1.60', fulfillment_fee: '8.00' },
      ],
      order_items: [order({ account: 'One', order_id: '9-1' }), order({ account: 'Two', order_id: '9-2' })],
    })
    const { referralFees, fbaFulfilmentFees } = await ordersOf(company)
    expect([referralFees.value, fbaFulfilmentFees.value]).toEqual(['-4.6', '-11'])
  })

  test('of which one alone reports advertising do not look as if both did', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      seller_accounts: ACCOUNTS,
      vat_rates: NO_VAT,
      ads_daily: [
        {
          account: 'One',
          date: '2026-01-01',
          ad_type: 'SP',
          marketplace: 'DE',
          currency: 'EUR',
          cost: '10.00',
        },
      ],
      coverage: [
        {
          account: 'One',
          table_name: 'ads_daily',
          marketplace: 'DE',
          start_date: '2026-01-01',
          end_date: '2026-01-31',
        },
      ],
      settlement_lines: [
        line({ account: 'One', order_id: '1-1' }),
        line({ account: 'Two', order_id: '2-1' }),
        line({
          account: 'Two',
          transaction_type: 'ServiceFee',
          amount_type: 'Cost of Advertising',
          amount_description: 'TransactionTotalAmount',
          order_item_id: null,
          sku: null,
          quantity: null,
          amount: '-70.00',
        }),
      ],
    })
    const { row } = await company.pnl(JANUARY)
    expect(row.lines.netProfit.lacks).toContain('ADVERTISING')
  })
})

formTest(
  'what was charged for sending goods of another shop is no expected fee of an order on Amazon',
  async () => {
    const charged = {
      vat_rates: NO_VAT,
      settlement_lines: [1, 2, 3, 4, 5].flatMap((n) => [
        line({ order_id: `1-${n}`, amount: '20.00' }),
        fee('FBAPerUnitFulfillmentFee', { order_id: `1-${n}`, amount: '-3.00' }),
        fee('Commission', { order_id: `1-${n}`, amount: '-3.00' }),
        fee('FBAPerUnitFulfillmentFee', {
          order_id: `S01-${n}`,
          marketplace: 'Non-Amazon DE',
          amount: '-9.00',
        }),
      ]),
    }
    const ordered = { order_items: [order({ order_id: '9-1' })] }
    for (const files of [[{ ...charged, ...ordered }], [charged, ordered], [ordered, charged]]) {
      const company = await server.company()
      for (const [index, file] of files.entries()) await company.import(`${index}.json`, file)
      const { referralFees, fbaFulfilmentFees } = await ordersOf(company)
      expect([referralFees.value, fbaFulfilmentFees.value]).toEqual(['-3', '-3'])
    }
  },
)

test('a tax of 0.00 says of a sale no more than no tax does', async () => {
  const amounts = { 'ItemPrice Principal': '119.00' }
  for (const told of [amounts, { ...amounts, 'ItemPrice Tax': '0.00' }]) {
    const company = await server.company()
    const entries = sale({
      order: '302-1',
      at: '2026-01-10 12:00:00',
      marketplace: 'Amazon.de',
      amounts: told,
    })
    await company.import(
      's.txt',
      v2File({ id: '9', start: '2026-01-01', end: '2026-01-31', currency: 'EUR', entries }),
    )
    expect((await company.pnl(JANUARY)).lines).toMatchObject({ salesVat: '-19', netSales: '100' })
  }
})

test('what India has Amazon collect at source leaves the tax of a sale with the seller, and is in the memo', async () => {
  const company = await server.company()
  const sold = { order_id: '402-1', marketplace: 'IN', currency: 'INR' }
  const collected = (amount_description: string) =>
    line({ ...sold, amount_type: 'ItemWithheldTax', amount_description, amount: '-0.50', quantity: null })
  await company.import('facts.json', {
    settlement_lines: [line({ ...sold, amount: '118.00' }), collected('TCS-CGST'), collected('TCS-SGST')],
  })
  expect((await company.pnl({ ...JANUARY, currency: 'INR' })).lines).toMatchObject({
    salesVat: '-18',
    netSales: '100',
    memoFacilitatorTax: '-1',
  })
})

describe('the page of expenses', () => {
  const RENT = {
    id: 'new-1',
    name: 'Rent',
    amount: '3100.00',
    currency: 'EUR' as const,
    frequency: 'MONTHLY' as const,
    startDate: '2026-01-01',
    endDate: null,
    marketplace: null,
    categoryId: 'new-rent',
    vendorId: null,
    note: '',
  }
  const createdCategories = [{ id: 'new-rent', name: 'Rent' }]
  const expenses = () => server.operator.expenses
  const listOf = ({ id }: TestCompany, marketplaces: ('DE' | 'FR')[] = []) =>
    expenses().list({ companyId: id, ...RANGE, marketplaces })

  test('an expense without a rate leaves nothing behind when it is deleted or put right', async () => {
    for (const isDeleted of [true, false]) {
      const company = await server.company()
      const save = (changes: object) =>
        expenses().save({ companyId: company.id, saveId: randomUUID(), ...changes } as never)
      await save({
        createdCategories,
        created: [RENT, { ...RENT, id: 'new-2', name: 'Cairo', currency: 'EGP' }],
      })
      const before = await listOf(company)
      expect(before.total).toBeNull()
      const { id, entered, ...cairo } = before.rows.find(({ name }) => name === 'Cairo')!
      const { revision, categoryId, vendorId } = entered!
      const { name, frequency, startDate, endDate, invoiceId, brandName, note } = cairo
      const said = {
        name,
        frequency,
        startDate,
        endDate,
        marketplace: null,
        invoiceId,
        brandName,
        note,
        categoryId,
        vendorId,
      }
      await save(
        isDeleted
          ? { deleted: [{ id, revision }] }
          : { updated: [{ ...said, id, revision, currency: 'EUR', amount: '31.00' }] },
      )
      const after = await listOf(company)
      expect([after.total, after.byVendor.length]).toEqual([isDeleted ? '3100' : '3131', 1])
      expect((await company.pnl(JANUARY)).lines.operatingExpenses).toBe(`-${after.total}`)
    }
  })

  test('an expense that says what a file says is on the page, to be changed', async () => {
    const company = await server.company()
    const rent = { amount: '3100.00', currency: 'EUR', frequency: 'MONTHLY' } as const
    await company.import('f.json', {
      expenses: [{ ...rent, name: 'Rent', start_date: '2026-01-01', category: 'Rent' }],
    })
    await server.operator.expenses.save({
      companyId: company.id,
      saveId: randomUUID(),
      createdCategories: [{ id: 'new-rent', name: 'Rent' }],
      created: [
        {
          ...rent,
          id: 'new-1',
          name: 'Rent',
          startDate: '2026-01-01',
          endDate: null,
          marketplace: null,
          categoryId: 'new-rent',
          vendorId: null,
          note: '',
        },
      ],
    })
    const { rows, total } = await server.operator.expenses.list({ companyId: company.id, ...RANGE })
    // The same expense, and not a second one.
    expect(total).toBe('3100')
    expect(rows.map(({ name, entered }) => [name, entered !== null])).toEqual([['Rent', true]])
  })

  formTest('says of all marketplaces what the statement says', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      vat_rates: NO_VAT,
      settlement_lines: [line({ order_id: '1' }), line({ order_id: '2', marketplace: 'FR' })],
    })
    await expenses().save({
      companyId: company.id,
      saveId: randomUUID(),
      createdCategories,
      created: [RENT],
    } as never)
    for (const [marketplaces, total] of [
      [['DE', 'FR'], '3100'],
      [['DE'], '0'],
    ] as const) {
      expect((await listOf(company, [...marketplaces])).total).toBe(total)
      const { lines } = await company.pnl({ ...JANUARY, marketplaces: [...marketplaces] })
      expect(Number(lines.operatingExpenses ?? 0) + Number(total)).toBe(0)
    }
  })
})
