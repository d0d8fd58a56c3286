import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { sale, v2File } from '#test/support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const SKU_SOLD = 'MUG-1'
const sold = v2File({
  id: '92000000001',
  start: '2026-03-01',
  end: '2026-03-15',
  currency: 'EUR',
  entries: sale({
    order: '302-0000000-0000001',
    at: '2026-03-02 10:11:12',
    sku: SKU_SOLD,
    units: 2,
    marketplace: 'Amazon.de',
    amounts: { 'ItemPrice Principal': '40.00' },
  }),
})

/** A company that sold two units of one product. */
async function companyWithSales(settings: Parameters<TestServer['company']>[0] = {}): Promise<TestCompany> {
  const company = await server.company(settings)
  await company.import('settlement.txt', sold)
  return company
}
const costOf = async (company: TestCompany) =>
  (await company.pnl({ from: '2026-03-01', to: '2026-03-31', currency: 'EUR' })).lines.cogs

const answer = (company: TestCompany, importId: number, rest: object) =>
  server.operator.imports.answer({ companyId: company.id, importId, ...rest })

test('a list of costs waits until its columns are confirmed, then counts, and goes when it is undone', async () => {
  const company = await companyWithSales({ defaultCurrency: 'EUR' })
  const before = await company.checksums()
  const asked = await company.import('prices.csv', `SKU;EK\n${SKU_SOLD};1,25\n`)
  expect(asked).toMatchObject({
    status: 'NEEDS_ANSWER',
    problem: { code: 'COSTS_UNCLEAR' },
    accountChoices: [],
    costQuestion: {
      headings: ['SKU', 'EK'],
      rows: [[SKU_SOLD, '1,25']],
      guess: { skuColumn: 0, costColumn: 1, currency: 'EUR' },
    },
  })
  expect(await company.checksums()).toEqual(before)

  const { guess } = asked.costQuestion!
  await answer(company, asked.id, { costs: guess })
  await server.queue.ended(company.id, asked.id)
  expect(await company.importRecord(asked.id)).toMatchObject({
    status: 'PUBLISHED',
    reportType: 'price_list',
    costQuestion: { headings: ['SKU', 'EK'] },
    costs: guess,
    counts: { read: 1, kept: 1, refused: 0 },
  })
  expect(await costOf(company)).toBe('-2.5')

  // What was said of the file is said to every later reading of it.
  expect((await server.operator.operator.rebuild({ companyId: company.id })).changed).toEqual([])
  expect(await costOf(company)).toBe('-2.5')

  await company.undo(asked.id)
  expect(await company.checksums()).toEqual(before)
})

test('costs in yuan count at the rate that the central bank published for the day of the sale', async () => {
  const company = await companyWithSales({ defaultCurrency: 'EUR' })
  const asked = await company.import('prices.csv', `SKU;Cost (CNY)\n${SKU_SOLD};20,00\n`)
  expect(asked.costQuestion).toMatchObject({ guess: { currency: 'CNY' } })
  await answer(company, asked.id, { costs: asked.costQuestion!.guess })
  await server.queue.ended(company.id, asked.id)
  // Two units; 8.0512 yuan for a euro on 2 March 2026 (eurofxref-hist.csv).
  expect(Number(await costOf(company))).toBeCloseTo(-40 / 8.0512, 6)
})

test('costs that nothing can convert are refused with what to do, and taken once there are rates', async () => {
  const company = await companyWithSales({ defaultCurrency: 'EUR' })
  const before = await company.checksums()
  const template = `sku,valid_from,currency,manufacturing\n${SKU_SOLD},2026-01-01,TWD,20.00\n`
  const refused = {
    status: 'REFUSED',
    problem: { text: expect.stringContaining('Costs are in TWD, of which there are no exchange rates here') },
  }
  expect(await company.import('costs.csv', template)).toMatchObject(refused)
  const asked = await company.import('prices.csv', `SKU;Cost\n${SKU_SOLD};20,00\n`)
  await answer(company, asked.id, { costs: { ...asked.costQuestion!.guess, currency: 'TWD' } })
  await server.queue.ended(company.id, asked.id)
  expect(await company.importRecord(asked.id)).toMatchObject(refused)
  expect(await company.checksums()).toEqual(before)

  await company.import('rates.csv', 'Date,USD,TWD,\n2026-03-02,1.2,8,\n')
  expect(await company.import('costs.csv', template)).toMatchObject({ status: 'PUBLISHED' })
  expect(await costOf(company)).toBe('-5')
})

test('the currency is nobody’s guess, and an answer without one is refused', async () => {
  const company = await companyWithSales()
  const asked = await company.import('prices.csv', `SKU;EK\n${SKU_SOLD};1,25\n`)
  const { guess } = asked.costQuestion!
  expect(guess.currency).toBeNull()
  await expect(answer(company, asked.id, { costs: guess })).rejects.toThrow('Say which currency')
  await expect(
    answer(company, asked.id, { costs: { ...guess, currency: 'EUR', costColumn: 7 } }),
  ).rejects.toThrow('no such column')
  await expect(answer(company, asked.id, {})).rejects.toThrow('Answer with')
  expect(await company.importRecord(asked.id)).toMatchObject({ status: 'NEEDS_ANSWER' })
  await answer(company, asked.id, { costs: { ...guess, currency: 'EUR' } })
  await server.queue.ended(company.id, asked.id)
  expect(await costOf(company)).toBe('-2.5')
})

test('an import that asks for an account takes no columns', async () => {
  const company = await server.company()
  for (const account of ['One', 'Two'])
    await company.import(
      `${account}.txt`,
      sold.replace('92000000001', account === 'One' ? '92000000002' : '92000000003'),
      { account },
    )
  const asked = await company.import('third.txt', sold.replace('92000000001', '92000000004'))
  expect(asked).toMatchObject({ status: 'NEEDS_ANSWER', costQuestion: null, accountChoices: ['One', 'Two'] })
  const columns = {
    skuColumn: 0,
    costColumn: 1,
    currencyColumn: null,
    currency: 'EUR',
    validFromColumn: null,
    validFrom: '2026-01-01',
    validToColumn: null,
    marketplaceColumn: null,
    dateOrder: null,
  }
  await expect(answer(company, asked.id, { costs: columns })).rejects.toThrow('asks for no columns')
})
