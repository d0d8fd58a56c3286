import { expect, test } from 'vitest'
import { saveCrashReport } from '#server/accounts/index.ts'
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

test('what one sends too much of takes nothing from others: neither their turn, nor their place, nor the log', async () => {
  await using server = await startTestServer()
  server.now = new Date('2027-01-01T12:00:00Z')
  const { user, calls } = await server.person()
  const sendBy = (from: typeof calls, name: string) =>
    from.observability.crashReport.send({ ...REPORT, name })
  const stranger = server.guestFrom('203.0.113.1')
  await sendBy(server.guestFrom('198.51.100.7'), 'OfAnother')
  await sendBy(calls, 'OfAPerson')

  // Two days of one stranger, who may send two hundred in each.
  let sent = 0
  for (let minute = 0; minute < 48 * 60; minute += 60) {
    for (let n = 0; n < 40; n++) if ((await sendBy(stranger, 'Flood')).isLogged) sent++
    server.now = new Date(server.now.getTime() + 3_600_000)
  }
  expect(sent).toBe(400)
  expect(server.log).toHaveLength(402)
  expect(await sendBy(server.guestFrom('198.51.100.7'), 'OfAnother')).toMatchObject({ isLogged: true })
  expect(await sendBy(calls, 'OfAPerson')).toMatchObject({ isLogged: true })
  const { crashes } = await server.operator.threefinAdmin.getCrashReports({})
  expect(crashes.map(({ name, count }) => [name, count])).toEqual([
    ['OfAPerson', 2],
    ['OfAnother', 2],
    ['Flood', 200],
  ])

  // Strangers from everywhere fill what is kept of strangers, and who sent most makes room.
  const kept = { ofSender: 5, ofPeople: 5, ofStrangers: 8 }
  for (let n = 0; n < 20; n++)
    for (const sender of [{ network: `crowd-${n}` }, { network: 'loud' }])
      await saveCrashReport(server.services.accounts, { ...REPORT, name: 'Crowd' }, sender, server.now, kept)
  const rows = await server.services.accounts.db.query.crashReports.findMany()
  expect(rows.filter(({ sender }) => sender === `person ${user.id}`)).toHaveLength(2)

  const long = { ...REPORT, stack: `TypeError: x\n${'    at load (a.js:1:2)\n'.repeat(400)}` }
  server.log.length = 0
  await calls.observability.crashReport.send(long)
  expect(server.log[0]!.length).toBeLessThan(3_000)
}, 60_000)
