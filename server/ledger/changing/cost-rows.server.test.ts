/** Costs that change by themselves say of every line what importing everything anew says of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type FileContent, type TestCompany, type TestServer } from '#test/support/server.ts'
import { refund, sale, v2File } from '#test/support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const SKUS = ['CUP', 'MUG', 'JAR'] as const
const AMOUNTS = { 'ItemPrice Principal': '119.00', 'ItemFees Commission': '-15.00' }
const day = (of: number) => `2026-03-${String(of).padStart(2, '0')}`
/** Of each product one is sent by Amazon and one by the seller, before and after the middle of the month. */
const SALES = SKUS.flatMap((sku, nth) =>
  [5, 20].map((of) => ({
    order: `028-000000${nth}-00000${of}`,
    sku,
    of,
    channel: of === 5 ? 'AFN' : 'MFN',
    marketplace: nth === 1 ? 'GB' : 'DE',
  })),
)
const FILES: Record<string, FileContent> = {
  'settlement.txt': v2File({
    id: '90000000001',
    start: day(1),
    end: day(28),
    currency: 'EUR',
    entries: [
      ...SALES.flatMap(({ order, sku, of, channel, marketplace }) =>
        sale({
          order,
          sku,
          at: `${day(of)} 12:00:00`,
          units: 2,
          channel,
          marketplace: marketplace === 'GB' ? 'Amazon.co.uk' : 'Amazon.de',
          amounts: AMOUNTS,
        }),
      ),
      ...refund({
        order: SALES[0]!.order,
        sku: 'CUP',
        at: `${day(25)} 12:00:00`,
        marketplace: 'Amazon.de',
        amounts: { 'ItemPrice Principal': '-59.50' },
      }),
    ],
  }),
  'facts.json': {
    settlement_lines: SKUS.map((sku) => ({
      transaction_type: 'Order',
      posted_at: `${day(12)}T12:00:00Z`,
      order_id: `028-1111111-${sku}`,
      sku,
      quantity: 3,
      marketplace: 'DE',
      amount_type: 'ItemPrice',
      amount_description: 'Principal',
      amount: '30.00',
      currency: 'EUR',
      fulfillment_channel: 'MFN',
    })),
    order_items: SALES.map(({ order, sku, of, channel, marketplace }) => ({
      order_id: order,
      order_item_id: '1',
      purchased_at: `${day(of - 1)}T12:00:00Z`,
      order_status: 'Shipped',
      marketplace,
      currency: 'EUR',
      fulfillment_channel: channel,
      sku,
      quantity: 2,
      item_price: '119.00',
    })),
    returns: SALES.map(({ order, sku }) => ({
      return_date: day(27),
      order_id: order,
      sku,
      quantity: 1,
      disposition: 'SELLABLE',
      marketplace: 'DE',
    })),
    inventory_ledger: SKUS.map((sku) => ({
      date: day(9),
      sku,
      disposition: 'SELLABLE',
      location: 'DE',
      lost: -4,
    })),
  },
}

const cost = (sku: string, validFrom: string, more: object) => ({
  sku,
  valid_from: validFrom,
  currency: 'EUR',
  ...more,
})
const COSTS: Record<string, FileContent> = {
  'first.json': {
    product_costs: [
      cost('CUP', '2026-01-01', { manufacturing: '4.00', freight: '0.50' }),
      cost('LAMP', '2026-01-01', { manufacturing: '1.00' }),
    ],
  },
  'sent.json': {
    product_costs: [cost('CUP', day(15), { marketplace: 'DE', manufacturing: '5.00', fbm_shipping: '3.90' })],
  },
  'ended.json': {
    product_costs: [
      cost('MUG', '2026-01-01', { valid_to: day(10), manufacturing: '2.00', duty: '0.01' }),
      cost('JAR', '2026-01-01', { manufacturing: '0.00' }),
    ],
  },
}

async function imported(names: readonly string[]): Promise<TestCompany> {
  const company = await server.company({ establishmentCountry: 'DE', defaultCurrency: 'EUR' })
  for (const name of names)
    await company.import(name, { ...COSTS, ...FILES }[name]!, { account: 'Shop', marketplace: 'DE' })
  return company
}

test('costs that come, go and are said again leave the ledger that all files give, in whatever order', async () => {
  const company = await imported(Object.keys(FILES))
  const ids = new Map<string, number>()
  const steps: [name: string, counting?: string[]][] = [
    ['first.json'],
    ['sent.json'],
    ['ended.json', ['first.json', 'sent.json', 'ended.json']],
    ['sent.json', ['first.json', 'ended.json']],
    ['first.json'],
    ['ended.json', []],
  ]
  for (const [name, counting] of steps) {
    const known = ids.get(name)
    if (known === undefined) ids.set(name, (await company.import(name, COSTS[name]!)).id)
    else await company.undo(known)
    if (!counting) continue
    // There they come before what they are costs of, which is derived with them.
    const anew = await imported([...counting, ...Object.keys(FILES)])
    expect([name, await company.checksums()]).toEqual([name, await anew.checksums()])
  }
})

test('what units cost is what is said of their day, place and sender', async () => {
  const company = await imported([...Object.keys(FILES), ...Object.keys(COSTS)])
  const { lines } = await company.pnl({ from: day(1), to: day(31), currency: 'EUR', skus: ['CUP'] })
  // 2 and 3 units at 4.00 + 0.50, 2 at 5.00 and 3.90 for sending them.
  expect([lines.cogsManufacturing, lines.cogsFreight, lines.fbmShippingCosts]).toEqual([
    '-30',
    '-2.5',
    '-7.8',
  ])
  // A unit of each order came back; four were lost before the middle of the month.
  expect([lines.cogsReturned, lines.inventoryLosses]).toEqual(['9.5', '-18'])
  const { lines: mug, row } = await company.pnl({ from: day(1), to: day(31), currency: 'EUR', skus: ['MUG'] })
  // Of 7 sold units, 2 while there was a cost.
  expect([mug.cogsManufacturing, mug.cogsDuty]).toEqual(['-4', '-0.02'])
  expect(row.flags.unitsWithoutCost).toBe(5)
})

test('a name that is longer than any product has costs its units too', async () => {
  const sku = `CUP-${'É'.repeat(97)}`
  const company = await imported(Object.keys(FILES))
  const [sold] = (FILES['facts.json'] as { settlement_lines: object[] }).settlement_lines
  await company.import('long.json', { settlement_lines: [{ ...sold, order_id: '028-2222222-LONG', sku }] })
  const cogs = async () => {
    const { lines } = await company.pnl({ from: day(1), to: day(31), currency: 'EUR' })
    return lines.cogsManufacturing
  }
  expect(await cogs()).toBe('0')
  await company.import('of-long.json', {
    product_costs: [cost(sku, '2026-01-01', { manufacturing: '7.00' })],
  })
  expect(await cogs()).toBe('-21')
})
