import { expect, test } from 'vitest'
import { startTestServer } from '#test/support/server.ts'

const REPORT = {
  name: 'TypeError',
  stack: 'TypeError: secret of Acme\n    at load (http://localhost/a.js?x=1:1:2)',
  browserPathname: '/7/import',
  clientCompanyId: '7',
  reconciliationId: 'b2f0',
}

test('a crash is one line in the log without its message, and too many are left out', async () => {
  await using server = await startTestServer()
  const { send } = server.guest.observability.crashReport
  expect(await send(REPORT)).toEqual({ isLogged: true })
  expect(server.log).toHaveLength(1)
  expect(server.log[0]).toContain('"browserPathname":"/7/import"')
  expect(server.log[0]).not.toContain('secret')
  expect(server.log[0]).not.toContain('x=1')
  for (let i = 0; i < 40; i++) await send(REPORT)
  expect(server.log).toHaveLength(30)

  server.now = new Date(server.now.getTime() + 60_000)
  expect(await send(REPORT)).toEqual({ isLogged: true })
})

test('a report that is too long is refused', async () => {
  await using server = await startTestServer()
  const { send } = server.guest.observability.crashReport
  await expect(send({ ...REPORT, stack: 'x'.repeat(10_001) })).rejects.toThrow('stack')
})
