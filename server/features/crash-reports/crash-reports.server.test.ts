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
  expect(await send(REPORT)).toMatchObject({ isLogged: true })
  expect(server.log).toHaveLength(1)
  expect(server.log[0]).toContain('"browserPathname":"/7/import"')
  expect(server.log[0]).not.toContain('secret')
  expect(server.log[0]).not.toContain('x=1')
  for (let i = 0; i < 40; i++) await send(REPORT)
  expect(server.log).toHaveLength(30)

  server.now = new Date(server.now.getTime() + 60_000)
  expect(await send(REPORT)).toMatchObject({ isLogged: true })
})

test('a report that is too long is refused', async () => {
  await using server = await startTestServer()
  const { send } = server.guest.observability.crashReport
  await expect(send({ ...REPORT, stack: 'x'.repeat(10_001) })).rejects.toThrow('stack')
})

test('reports of one crash are one entry, found by the reconciliation id and free of messages', async () => {
  await using server = await startTestServer()
  server.now = new Date('2026-11-16T12:00:00Z')
  const { send } = server.guest.observability.crashReport
  const { getCrashReports, getCrashOccurrences } = server.operator.threefinAdmin
  await send(REPORT)
  const later = new Date(server.now.getTime() + 1_000)
  server.now = later
  await send({ ...REPORT, reconciliationId: 'c3\0d4', browserPathname: '/7/team', causeName: 'AbortError' })
  await send({ ...REPORT, name: 'RangeError', reconciliationId: 'unredacted-browser' })

  const all = await getCrashReports({})
  expect(all.total).toBe(2)
  expect(all.crashes.map(({ name, count }) => [name, count])).toEqual([
    ['RangeError', 1],
    ['TypeError', 2],
  ])
  expect(all.crashes[0]!.stack).toContain('secret of Acme')
  const { crashes } = await getCrashReports({ reconciliationId: 'b2f0' })
  expect(crashes).toEqual([
    expect.objectContaining({
      browserCount: 2,
      browserPathname: '/7/team',
      lastAt: later.toISOString(),
      firstAt: '2026-11-16T12:00:00.000Z',
      stack: 'TypeError: [redacted]\n    at load (http://localhost/a.js:1:2)',
    }),
  ])
  const occurrences = await getCrashOccurrences({ fingerprint: crashes[0]!.fingerprint })
  expect(occurrences.map(({ reconciliationId }) => reconciliationId)).toEqual(['c3d4', 'b2f0'])
  expect(server.log.join()).not.toContain('secret')

  server.now = new Date('2026-12-20T12:00:00Z')
  await send({ ...REPORT, name: 'Newest' })
  expect((await getCrashReports({})).crashes.map(({ name }) => name)).toEqual(['Newest'])
})
