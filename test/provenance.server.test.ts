/** What a file says of where its numbers come from. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '#server/version.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

test('versions, rules and rates are those of the moment', async () => {
  const company = await server.company()
  const ask = () => server.operator.audit.getProvenance({ companyId: company.id })
  expect(await ask()).toMatchObject({ dataVersion: 0, publishedAt: null, rates: [] })
  await company.import(
    'facts.json',
    JSON.stringify({
      settlement_lines: [
        {
          settlement_id: '1',
          transaction_type: 'Order',
          order_id: '1-1',
          amount_type: 'ItemPrice',
          amount_description: 'Principal',
          posted_at: '2026-06-09T12:00:00Z',
          marketplace: 'DE',
          amount: '20.00',
          currency: 'EUR',
        },
      ],
    }),
  )
  const first = await ask()
  expect(first).toMatchObject({
    programVersion: VERSION,
    mappingVersion: 3,
    placedNames: 0,
    fxPolicy: 'DAILY',
    rates: [{ currency: 'EUR', newestDay: expect.stringMatching(/^2026-/) as string }],
  })
  expect(first.rateSet).toBeLessThanOrEqual(first.dataVersion)
  expect(Date.parse(first.publishedAt!)).not.toBeNaN()
  await company.set({ fxPolicy: 'LATEST' })
  const second = await ask()
  expect(second.dataVersion).toBeGreaterThan(first.dataVersion)
  expect(second.fxPolicy).toBe('LATEST')

  await server.operator.accounting.closeMonths({
    companyId: company.id,
    months: ['2026-05', '2026-06', '2026-08'],
  })
  const { dataVersion: version } = second
  expect((await ask()).closedMonths).toEqual([
    { first: '2026-05', last: '2026-06', version },
    { first: '2026-08', last: '2026-08', version },
  ])
})
