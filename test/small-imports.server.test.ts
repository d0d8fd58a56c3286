/** An import costs what it brings: what its statements read does not grow with what the company holds already. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCompany, liveImports } from '#server/accounts/index.ts'
import { readHoldings } from '#server/ledger/settlements/settlement-holdings.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { refund, sale, v2File, type Entry } from './support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const MARKETPLACE = 'Amazon.de'
const AMOUNTS = {
  'ItemPrice Principal': '40.00',
  'ItemPrice Shipping': '4.00',
  'ItemFees Commission': '-6.00',
  'ItemFees FBAPerUnitFulfillmentFee': '-3.00',
}
const orderId = (month: number, nth: number) =>
  `302-${String(month).padStart(7, '0')}-${String(nth).padStart(7, '0')}`

const shipment = (month: number, nth: number): Entry[] =>
  sale({
    order: orderId(month, nth),
    at: `2026-0${month}-10 10:00:00`,
    sku: `SKU-${nth % 50}`,
    marketplace: MARKETPLACE,
    amounts: AMOUNTS,
  })

const settlement = (month: number, entries: Entry[]): string =>
  v2File({
    id: `9000000000${month}`,
    start: `2026-0${month}-01`,
    end: `2026-0${month}-28`,
    currency: 'EUR',
    entries,
  })

/** Rows that the engine has read for statements since it started. */
async function rowsRead(): Promise<number> {
  const [row] = await server.services.analytics.rows<{ value: string }>(
    `SELECT value FROM system.events WHERE event = 'SelectedRows'`,
  )
  return Number(row!.value)
}

/** Of each four lines are held, which become a dozen rows of the ledger. */
const ORDERS = 12_000
/** As many as are in four granules of a table, of which those that are held fill twenty. */
const ROWS_READ_MAX = 32_768

const numbers = Array.from({ length: ORDERS }, (_, nth) => nth)

async function companyOfJanuary(): Promise<TestCompany> {
  const company = await server.company({ defaultCurrency: 'EUR' })
  await company.import(
    'january.txt',
    settlement(
      1,
      numbers.flatMap((nth) => shipment(1, nth)),
    ),
  )
  return company
}

/** Units sold and what they cost, of all products, some times each: two thirds less than where lines of settlements are read again. */
const COST_ROWS_READ_MAX = 24 * ORDERS

const ordered = (month: number, nth: number, day = '10') => ({
  order_id: orderId(month, nth),
  order_item_id: '1',
  purchased_at: `2026-0${month}-${day}T10:00:00Z`,
  order_status: 'Shipped',
  marketplace: 'DE',
  currency: 'EUR',
  fulfillment_channel: 'AFN',
  sku: `SKU-${nth % 50}`,
  quantity: 1,
  item_price: '40.00',
})

test('an import of a few lines reads little, of settlements, of returns and of orders, however many are held', async () => {
  const company = await companyOfJanuary()
  const returned = (month: number, nth: number) => ({
    return_date: `2026-0${month}-20`,
    order_id: orderId(month, nth),
    sku: `SKU-${nth % 50}`,
    quantity: 1,
    disposition: 'SELLABLE',
    marketplace: 'DE',
  })
  await company.import('returns.json', { returns: numbers.map((nth) => returned(1, nth)) })

  const readBy = async (name: string, content: string | object) => {
    const before = await rowsRead()
    await company.import(name, content)
    return (await rowsRead()) - before
  }
  const statement = (month: number) =>
    settlement(month, [
      ...shipment(month, 1),
      ...refund({
        // Nobody holds its shipment.
        order: orderId(9, 77),
        at: `2026-0${month}-11 10:00:00`,
        sku: 'SKU-27',
        marketplace: MARKETPLACE,
        amounts: { 'ItemPrice Principal': '-40.00', 'ItemFees Commission': '6.00' },
      }),
    ])
  const read = {
    settlement: await readBy('april.txt', statement(4)),
    returns: await readBy('april-returns.json', { returns: [returned(4, 1)] }),
    orders: await readBy('april-orders.json', { order_items: [ordered(4, 1)] }),
  }
  expect(read.settlement).toBeLessThan(ROWS_READ_MAX)
  expect(read.returns).toBeLessThan(ROWS_READ_MAX)
  expect(read.orders).toBeLessThan(ROWS_READ_MAX)

  // As after an upgrade: what imports hold is kept of none, so that the lines say it, once.
  const { analytics } = server.services
  const its = (await getCompany(server.services.accounts, company.id))!
  const attempts = (await liveImports(server.services.accounts, its)).map(
    ({ attemptVersion }) => attemptVersion!,
  )
  const held = async () => {
    const { lines, missing } = await readHoldings(analytics, company.id, attempts)
    return { lines: lines.toSorted((a, b) => a.importId - b.importId), missing }
  }
  const before = await held()
  expect(before).toMatchObject({ missing: [] })
  await analytics.command('TRUNCATE TABLE {{local settlement_holdings}}', { onEveryNode: 'ALL' })
  expect(await held()).toEqual({ ...before, missing: attempts })
  const part = settlement(
    1,
    numbers.slice(0, 10).flatMap((nth) => shipment(1, nth)),
  )
  const { counts } = await company.import('part-of-january.txt', part)
  expect(counts).toMatchObject({ read: 40, known: 40, kept: 0 })
  expect(await readBy('may.txt', statement(5))).toBeLessThan(ROWS_READ_MAX)
})

test('another cost of a product reads what was sold of it, and cuts many products into parts', async () => {
  const company = await companyOfJanuary()
  await company.import('orders.json', {
    // Of the days of January, one is more than is compared at once, and one is less.
    order_items: numbers.map((nth) => ordered(1, nth, nth % 2 === 0 ? '09' : '10')),
  })
  const costsFile = (products: number, amount: string) => ({
    product_costs: Array.from({ length: products }, (_, nth) => ({
      sku: `SKU-${nth}`,
      valid_from: '2026-01-01',
      currency: 'EUR',
      manufacturing: amount,
    })),
  })
  const costs = async () => {
    const january = {
      companyId: company.id,
      startDate: '2026-01-01',
      endDate: '2026-01-31',
      currencyCode: 'EUR' as const,
    }
    const { getData, getOrderData } = server.operator.profitAndLoss
    const [[posted], [ordered]] = await Promise.all([getData(january), getOrderData(january)])
    return [posted, ordered].map((row) => row!.lines.cogsManufacturing.value)
  }
  await company.import('all.json', costsFile(50, '2.00'))
  expect(await costs()).toEqual(['-24000', '-24000'])

  const before = await rowsRead()
  await company.import('one.json', costsFile(1, '5.00'))
  expect((await rowsRead()) - before).toBeLessThan(COST_ROWS_READ_MAX)
  expect(await costs()).toEqual(['-24720', '-24720'])
})
