/** What an import holds is read once, however many come after it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCompany } from '#server/accounts/index.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { perImport } from './per-import.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

test('each import is asked for once, and those of a new version alone', async () => {
  const company = await server.company()
  const asked: number[][] = []
  let isAway = false
  let home = 'DE'
  const read = perImport(
    async () => ({ homes: [home] }),
    async (_services, _company, { live }) => {
      asked.push(live)
      // The second of three has no row.
      return isAway ? [] : live.filter((_, index) => index !== 1).map((id) => ({ importId: `${id}` }))
    },
  )
  const { services } = server
  const of = async () => read(services, (await getCompany(services.accounts, company.id))!)
  const costs = (sku: string) =>
    company.import(`${sku}.json`, {
      product_costs: [{ sku, valid_from: '2026-01-01', currency: 'EUR', manufacturing: '1' }],
    })
  for (const sku of ['A', 'B', 'C']) await costs(sku)
  const first = await of()
  expect(asked).toHaveLength(1)
  expect(asked[0]).toHaveLength(3)
  const [one, , three] = asked[0]!
  expect(first).toEqual([{ importId: `${one}` }, { importId: `${three}` }])
  // Of those without a row it is remembered as well.
  expect(await of()).toEqual(first)
  expect(asked).toHaveLength(1)
  // Where nothing at all was found it may be that nothing could be seen.
  isAway = true
  await costs('D')
  expect(await of()).toEqual(first)
  isAway = false
  const [four] = asked[1]!
  expect(await of()).toEqual([...first, { importId: `${four}` }])
  await of()
  expect(asked.slice(1)).toEqual([[expect.any(Number)], [expect.any(Number)]])
  expect(asked[1]).toEqual(asked[2])
  expect(asked[0]).not.toContain(four)
  // Where their rows are is said anew: all are read once more, and those of before are still known.
  home = 'FR'
  await of()
  home = 'DE'
  await of()
  expect(asked.slice(3)).toEqual([[...asked[0]!, four]])
})
