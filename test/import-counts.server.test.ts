/** What an import says of its rows holds for every kind of fact, also for the earlier file, and while others come and go. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { other, sale, v2File } from './support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** Kept, known, inactive and refused rows of every import, by its file. */
async function counts(company: TestCompany): Promise<Record<string, number[]>> {
  const { imports } = await server.operator.imports.list({ companyId: company.id })
  return Object.fromEntries(
    imports
      .filter(({ status }) => status === 'PUBLISHED')
      .map(({ fileName, counts: found }) => [
        fileName,
        [found!.kept, found!.known, found!.inactive, found!.refused],
      ]),
  )
}

const fact = (more: object) => ({
  posted_at: '2026-01-10T12:00:00Z',
  marketplace: 'DE',
  currency: 'EUR',
  ...more,
})
const settlement = v2File({
  id: '90000000001',
  start: '2026-01-01',
  end: '2026-01-15',
  currency: 'EUR',
  entries: [
    ...sale({ order: '302-1', at: '2026-01-10 12:00:00', amounts: { 'ItemPrice Principal': '100.00' } }),
    other('Storage Fee', '-20.00', '2026-01-12 12:00:00'),
  ],
})
const facts = {
  settlement_lines: [
    fact({
      order_id: '302-1',
      transaction_type: 'Order',
      amount_type: 'ItemPrice',
      amount_description: 'Principal',
      amount: '100.00',
    }),
    fact({
      transaction_type: 'other-transaction',
      amount_type: 'other-transaction',
      amount_description: 'Storage Fee',
      amount: '-20.00',
    }),
    // Of a month that no settlement covers.
    fact({
      order_id: '302-2',
      posted_at: '2026-02-10T12:00:00Z',
      transaction_type: 'Order',
      amount_type: 'ItemPrice',
      amount_description: 'Principal',
      amount: '50.00',
    }),
  ],
}

test('facts that give way to a settlement are inactive, whichever came first, and count again without it', async () => {
  const company = await server.company()
  await company.import('facts.json', facts, { account: 'Shop', marketplace: 'DE' })
  expect(await counts(company)).toEqual({ 'facts.json': [3, 0, 0, 0] })
  const { id } = await company.import('settlement.txt', settlement, { account: 'Shop', marketplace: 'DE' })
  expect(await counts(company)).toEqual({ 'facts.json': [1, 0, 2, 0], 'settlement.txt': [2, 0, 0, 0] })
  await company.import(
    'again.json',
    { settlement_lines: [...facts.settlement_lines, { note: 'no row' }] },
    { account: 'Shop', marketplace: 'DE' },
  )
  expect(await counts(company)).toMatchObject({ 'facts.json': [1, 0, 2, 0], 'again.json': [0, 3, 0, 1] })
  await company.undo(id)
  expect(await counts(company)).toEqual({ 'facts.json': [3, 0, 0, 0], 'again.json': [0, 3, 0, 1] })
})

test('orders, costs, rates and spend that another file holds are known, and the older file says so', async () => {
  const company = await server.company()
  const order = (id: string, price: string, updated: string) => ({
    order_id: id,
    order_item_id: `${id}-1`,
    sku: 'MUG',
    quantity: 1,
    item_price: price,
    marketplace: 'DE',
    currency: 'EUR',
    order_status: 'Shipped',
    purchased_at: '2026-01-05T10:00:00Z',
    last_updated_at: updated,
  })
  const cost = (validFrom: string, manufacturing: string) => ({
    sku: 'MUG',
    valid_from: validFrom,
    currency: 'EUR',
    manufacturing,
  })
  const spend = (cost_: string) => ({
    date: '2026-01-05',
    ad_type: 'SP',
    marketplace: 'DE',
    currency: 'EUR',
    cost: cost_,
  })
  const searched = (asin: string, clicks: number) => ({
    start_date: '2026-01-04',
    end_date: '2026-01-10',
    marketplace: 'DE',
    asin,
    search_query: 'mug',
    asin_clicks: clicks,
  })
  await company.import('old.json', {
    order_items: [order('302-1', '20', '2026-01-06T00:00:00Z'), order('302-2', '20', '2026-01-06T00:00:00Z')],
    product_costs: [cost('2026-01-01', '5'), cost('2026-02-01', '6')],
    ads_daily: [spend('3.00')],
    search_query_performance: [searched('B1', 3)],
    exchange_rates: [{ currency: 'EUR', rate_date: '2026-01-05', usd_per_unit: '1.10' }],
  })
  expect(await counts(company)).toEqual({ 'old.json': [7, 0, 0, 0] })
  const newer = await company.import('new.json', {
    order_items: [order('302-1', '18', '2026-01-09T00:00:00Z')],
    product_costs: [cost('2026-02-01', '7')],
    ads_daily: [spend('4.00')],
    search_query_performance: [searched('B1', 4), searched('B2', 1)],
    exchange_rates: [{ currency: 'EUR', rate_date: '2026-01-05', usd_per_unit: '1.11' }],
  })
  expect(await counts(company)).toEqual({ 'old.json': [2, 5, 0, 0], 'new.json': [6, 0, 0, 0] })
  await company.undo(newer.id)
  expect(await counts(company)).toEqual({ 'old.json': [7, 0, 0, 0] })
})

test('as many imports as are listed, with as many refused rows as are kept, make no long list', async () => {
  const company = await server.company()
  const { id } = await company.import('facts.json', {
    settlement_lines: [fact({ amount: 'none' }), fact({ transaction_type: 'Order', amount: '1' })],
  })
  await server.services.accounts.db.execute(sql`
    insert into imports (company_id, file_name, file_sha256, file_bytes, status, result, problem)
    select company_id, repeat('n', 200) || n, file_sha256 || n, 1, 'UNDONE',
      result || jsonb_build_object('refusedRows', (
        select jsonb_agg(jsonb_build_object('lineNumber', line, 'table', 'settlement_lines', 'reason', 'none', 'text', repeat('x', 2000)))
        from generate_series(1, 100) as line)),
      jsonb_build_object('code', 'UNKNOWN_HEADER', 'text', repeat('y', 2000))
    from imports, generate_series(1, 500) as n where imports.id = ${id}`)
  const { imports, total } = await server.operator.imports.list({ companyId: company.id, limit: 500 })
  expect([imports.length, total]).toEqual([500, 501])
  expect(JSON.stringify(imports).length).toBeLessThan(1_000_000)
  const [newest] = imports
  expect(newest).toMatchObject({ counts: { refused: 1 }, status: 'UNDONE' })
  const { refusedRows } = await server.operator.imports.get({ companyId: company.id, importId: newest!.id })
  expect(refusedRows).toHaveLength(100)
})
