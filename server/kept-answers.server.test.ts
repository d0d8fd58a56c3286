import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addMember, getCompany, removeMember } from '#server/accounts/index.ts'
import { answerOnce } from './kept-answers.ts'
import type { Sending } from './compressed-bodies.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { v2File } from '#test/support/settlement-file.ts'

const PAIRS = 10

let server: TestServer
/** That the engine was asked. */
let questions = 0
beforeAll(async () => {
  server = await startTestServer()
  const { analytics } = server.services
  const run = analytics.run.bind(analytics)
  analytics.run = (query, ...rest) => {
    questions++
    return run(query, ...rest)
  }
})
afterAll(() => server[Symbol.asyncDispose]())

/** A settlement with one sale, VAT in its price. */
const sale = (id: number, amount: string) =>
  v2File({
    id: `${id}`,
    start: '2026-03-01',
    end: '2026-03-15',
    currency: 'EUR',
    entries: [
      {
        type: 'Order',
        amountType: 'ItemPrice',
        description: 'Principal',
        amount,
        at: '2026-03-02 10:00:00',
        order: `order-${id}`,
        item: '1',
        sku: 'CUP',
        quantity: 1,
        marketplace: 'Amazon.ie',
      },
    ],
  })
const MARCH = { from: '2026-03-01', to: '2026-03-31', currency: 'EUR' } as const
const input = (companyId: string) => ({
  companyId,
  startDate: MARCH.from,
  endDate: MARCH.to,
  currencyCode: MARCH.currency,
})

/** How many questions the engine is asked meanwhile. */
async function questionsOf(call: () => Promise<unknown>): Promise<number> {
  questions = 0
  await call()
  return questions
}

test('the engine is asked once, until there is another version, another day or another question', async () => {
  const company = await server.company()
  await company.import('one.txt', sale(1, '20.00'))
  // Of a product: sums of all of them come from days that are kept.
  const asked = { ...input(company.id), skus: ['CUP'] }
  const calls = {
    statement: () => server.operator.profitAndLoss.getData(asked),
    unitEconomics: () => server.operator.unitEconomics.getData(asked),
    cards: () => server.operator.brandManager.getSummary(asked),
    products: () => server.operator.brandManager.getProducts(asked),
  }
  for (const [name, call] of Object.entries(calls)) {
    expect(await questionsOf(call), name).toBeGreaterThan(0)
    expect(await questionsOf(call), name).toBe(0)
  }
  expect(
    await questionsOf(() => server.operator.profitAndLoss.getData({ ...asked, endDate: '2026-03-30' })),
  ).toBeGreaterThan(0)
  expect(await questionsOf(calls.statement)).toBe(0)

  const now = server.now
  server.now = new Date('2026-11-16T00:00:01Z')
  expect(await questionsOf(calls.statement)).toBeGreaterThan(0)
  server.now = now
  await company.import('two.txt', sale(2, '30.00'))
  expect(await questionsOf(calls.statement)).toBeGreaterThan(0)
})

test('no answer is older than the last change that was acknowledged', async () => {
  const company = await server.company({ establishmentCountry: 'IE', vatRates: [] })
  const file = await company.import('one.txt', sale(1, '20.00'))
  const before = (await company.pnl(MARCH)).lines.productSales
  await company.undo(file.id)
  expect((await company.pnl(MARCH)).lines.productSales).not.toBe(before)

  const other = await server.company()
  await other.import('one.txt', sale(1, '100.00'))
  for (let pair = 0; pair < PAIRS; pair++) {
    const rate = pair % 2 === 0 ? '0.25' : '0'
    await other.set({ vatRates: [{ marketplace: 'IE', validFrom: '2026-01-01', rate }] })
    expect((await other.pnl(MARCH)).lines.netSales, `pair ${pair}`).toBe(rate === '0' ? '100' : '80')
  }
})

test('an answer that is there is for those who may have it', async () => {
  const company = await server.company()
  await company.import('one.txt', sale(1, '20.00'))
  const { user, calls } = await server.person()
  const statement = () => calls.profitAndLoss.getData(input(company.id))
  await company.pnl(MARCH)
  await expect(statement()).rejects.toThrow()
  await addMember(server.services.accounts, company, user, 'VIEWER')
  expect(await statement()).toHaveLength(1)
  await removeMember(server.services.accounts, company, user.id)
  await expect(statement()).rejects.toThrow()

  const { operator } = server
  await operator.profitAndLoss.getOrderData(input(company.id))
  await operator.threefinAdmin.setCompanyLicence({
    companyId: company.id,
    licence: 'ORDER_PROFIT_AND_LOSS',
    isOn: false,
  })
  await expect(operator.profitAndLoss.getOrderData(input(company.id))).rejects.toThrow('licen')
})

test('what fails is asked again', async () => {
  const company = await server.company()
  await company.import('one.txt', sale(1, '20.00'))
  const { analytics } = server.services
  vi.spyOn(analytics, 'run').mockRejectedValue(new Error('away'))
  await expect(company.pnl(MARCH)).rejects.toThrow()
  vi.restoreAllMocks()
  expect((await company.pnl(MARCH)).lines.netSales).not.toBeNull()
})

test('an answer that is too large is not kept, whatever its first row says, and bodies count too', async () => {
  const { services } = server
  const { id } = await server.company()
  const company = (await getCompany(services.accounts, id))!
  let answers = 0
  const ask = async (rows: string[], sending?: Sending) => {
    answers = 0
    const answer = async () => ({ ok: true, data: rows, answered: answers++ })
    await answerOnce({ services, company, sending }, 'a path', rows.length, answer)
    return answers
  }
  const small = ['x']
  const large = ['x', ...Array.from({ length: 11 }, () => 'y'.repeat(100_000))]
  expect([await ask(small), await ask(small)]).toEqual([1, 0])
  expect([await ask(large), await ask(large)]).toEqual([1, 1])
  const sending: Sending = {}
  expect(await ask(small, sending)).toBe(0)
  sending.keep!(10, Buffer.alloc(10))
  const again: Sending = {}
  expect(await ask(small, again)).toBe(0)
  expect(again.body).toHaveLength(10)
  sending.keep!(10, Buffer.alloc(1_000_000))
  expect(await ask(small)).toBe(1)
})

test('an input that is nested by the thousands is refused and no failure of ours', async () => {
  const company = await server.company()
  const logged = server.log.length
  const nested = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown
  for (const call of [server.operator.profitAndLoss.getData, server.operator.companies.get])
    await expect(
      (call as (input: object) => Promise<unknown>)({ ...input(company.id), other: nested }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'The input is nested too deeply.' })
  expect(server.log).toHaveLength(logged)
})
