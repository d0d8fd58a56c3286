/** More is asked than can be answered: who comes too late is told so at once, and when to come again. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDataDir } from '#server/accounts/testing.ts'
import { openTestAnalytics } from '#server/analytics/testing.ts'
import { connectDataDir } from '#server/data-dir.ts'
import { engineOf } from './bench/processes.ts'
import { SpawnedServer } from './support/spawned-server.ts'

/** As `server/analytics/warehouse.ts` and `server/http.ts` have them. */
const READS_MAX = 8 + 400
const CALLS_MAX = 500

let dataDir: string
let server: SpawnedServer
let companyId: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sextant-overload-'))
  await seedDataDir(dataDir)
  server = await SpawnedServer.start(dataDir)
  companyId = (await server.call<{ id: string }>('companies.create', { name: 'Busy' }, 'mutation')).id
})
afterAll(async () => {
  await server?.kill({ group: true })
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

interface Answer {
  status: number | undefined
  retryAfter: string | undefined
  body: { error?: { message: string; data: { errorCode?: string } }; errorCode?: string }
}

const answerOf = async (response: IncomingMessage): Promise<Answer> => ({
  status: response.statusCode,
  retryAfter: response.headers['retry-after'],
  body: (await json(response)) as Answer['body'],
})

test('reads beyond what the engine answers are refused at once, and the others are answered', async () => {
  const connection = (await connectDataDir(dataDir))!
  const input = { companyId, startDate: '2026-01-01', endDate: '2026-01-31', currencyCode: 'EUR' }
  const ask = async (product: number) => {
    // Each is a question of its own about a product, so that none is answered from memory.
    const asked = JSON.stringify({ ...input, skus: [`SKU-${product}`] })
    return answerOf(
      await connection.request(`/trpc/profitAndLoss.getData?input=${encodeURIComponent(asked)}`),
    )
  }
  expect((await ask(0)).status).toBe(200)
  const beyond = 40
  const engine = engineOf(server.pid)
  process.kill(engine, 'SIGSTOP')
  const refused: Answer[] = []
  const all = Array.from({ length: READS_MAX + beyond }, (_, n) =>
    ask(n).then((answer) => {
      if (answer.status === 503) refused.push(answer)
      return answer
    }),
  )
  try {
    // While the engine stands still nothing else can be answered.
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(beyond)
  } finally {
    process.kill(engine, 'SIGCONT')
  }
  const answers = await Promise.all(all)
  for (const { retryAfter, body } of refused) {
    expect(retryAfter).toBe('5')
    expect(body.error?.data.errorCode).toBe('OVERLOADED')
    expect(body.error?.message).toContain('Try again in a few seconds')
  }
  // Nothing in between: an answer, or the sentence.
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  expect((await ask(1)).status).toBe(200)
})

test('calls beyond what the server has in hand are refused at once, but for whether it lives', async () => {
  const { port, hostname } = new URL(server.address)
  const held: Socket[] = []
  for (let n = 0; n < CALLS_MAX; n++) {
    const socket = connect(Number(port), hostname)
    held.push(socket)
    await once(socket, 'connect')
    socket.on('error', () => {})
    // A body that is announced and does not come.
    socket.write(
      'POST /trpc/session.getUser HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n',
    )
  }
  const get = (path: string) => fetch(`${server.address}${path}`)
  await expect.poll(async () => (await get('/meta')).status).toBe(503)
  for (const path of ['/meta', '/trpc/session.getUser', '/trpc/profitAndLoss.getData', '/']) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5'])
    expect(await answer.text()).toContain('This installation is overloaded')
  }
  expect((await get('/healthz')).status).toBe(200)
  for (const socket of held) socket.destroy()
  await expect.poll(async () => (await get('/meta')).status).toBe(200)
})

test('work in the background takes half as many of the engine’s slots as people have', async () => {
  await using analytics = await openTestAnalytics()
  await analytics.command('CREATE TABLE slots (n UInt8) ENGINE = Null')
  const work = Array.from({ length: 12 }, () =>
    analytics.command('INSERT INTO slots SELECT sleepEachRow(0.3) FROM numbers(1)'),
  )
  let isDone = false
  const done = Promise.all(work).then(() => (isDone = true))
  let most = 0
  while (!isDone) {
    const [row] = await analytics.rows<{ n: string }>(
      `SELECT count() AS n FROM system.processes WHERE current_database = currentDatabase() AND query LIKE 'INSERT INTO slots%'`,
    )
    most = Math.max(most, Number(row!.n))
  }
  await done
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(4)
})
