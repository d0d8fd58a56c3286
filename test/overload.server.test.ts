/** More is asked than can be answered: who comes too late is told so at once, and when to come again. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestAnalytics } from '#server/analytics/testing.ts'
import { connectDataDir } from '#server/data-dir.ts'
import { engineOf } from './bench/processes.ts'
import { SpawnedServer } from './support/spawned-server.ts'
import { seedInstallation } from './support/seeded.ts'

/** As `server/analytics/warehouse.ts` and `server/http.ts` have them. */
const READS_MAX = 8 + 400
const CALLS_OF_ONE_MAX = 100
const BYTES_OF_ONE_MAX = 16_000_000

let dataDir: string
let server: SpawnedServer
let companyId: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sextant-overload-'))
  await seedInstallation(dataDir)
  server = await SpawnedServer.start(dataDir, { SEXTANT_TRUSTED_PROXIES: 'loopback' })
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

/** Calls from a network whose body is announced and does not come. */
async function held(
  network: string,
  count: number,
  { bytes = 2, path = 'productMaster.saveCosts' } = {},
): Promise<Socket[]> {
  const { port, hostname } = new URL(server.address)
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.on('error', () => {})
      socket.write(
        `POST /trpc/${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${network}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
      )
      return socket
    }),
  )
}
const statusFrom = async (network: string, path: string) => {
  const answer = await fetch(`${server.address}${path}`, { headers: { 'x-forwarded-for': network } })
  return [answer.status, answer.headers.get('retry-after'), await answer.text()] as const
}
const CALL = '/trpc/session.getUser'

test('who holds as many calls as one may is refused more, and nobody else is: others call, pages load', async () => {
  const sockets = await held('198.51.100.1', CALLS_OF_ONE_MAX)
  await expect.poll(async () => (await statusFrom('198.51.100.1', CALL))[0]).toBe(429)
  const [, retryAfter, body] = await statusFrom('198.51.100.1', CALL)
  expect([retryAfter, body]).toEqual(['5', expect.stringContaining('Too many requests from you')])
  expect((await statusFrom('198.51.100.2', CALL))[0]).toBe(200)
  for (const path of ['/meta', '/', '/healthz', '/identity/test/.well-known/jwks.json'])
    expect([path, (await statusFrom('198.51.100.1', path))[0]]).not.toEqual([
      path,
      expect.toBeOneOf([429, 503]),
    ])
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await statusFrom('198.51.100.1', CALL))[0]).toBe(200)
})

test.each([',', '%2C'])('calls of one request that %s parts count as several', async (comma) => {
  const path = `${Array.from({ length: 10 }, () => 'session.getUser').join(comma)}?batch=1`
  const sockets = await held('198.51.100.3', CALLS_OF_ONE_MAX / 10, { path })
  await expect.poll(async () => (await statusFrom('198.51.100.3', CALL))[0]).toBe(429)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await statusFrom('198.51.100.3', CALL))[0]).toBe(200)
})

test('bodies of one that would fill the memory are refused before they are read', async () => {
  const bytes = 4_000_000
  const sockets = await held('198.51.100.1', BYTES_OF_ONE_MAX / bytes, { bytes })
  const post = async (
    network: string,
    body: string | Uint8Array<ArrayBuffer> = JSON.stringify('x'.repeat(1_000)),
    headers: Record<string, string> = {},
  ) => {
    const answer = await fetch(`${server.address}${CALL}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': network, 'content-type': 'application/json', ...headers },
      body,
    })
    return answer.status
  }
  await expect.poll(() => post('198.51.100.1')).toBe(429)
  expect(await post('198.51.100.2')).not.toBe(429)
  // What brings nothing goes on.
  expect((await statusFrom('198.51.100.1', CALL))[0]).toBe(200)
  // Some bytes that would become as many are not unpacked.
  const packed = gzipSync(JSON.stringify('x'.repeat(bytes)))
  expect(await post('198.51.100.2', packed, { 'content-encoding': 'gzip' })).toBe(415)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => post('198.51.100.1')).not.toBe(429)
})

test('calls beyond what the server has in hand are refused at once, and pages and signing in have places of their own', async () => {
  const sockets: Socket[] = []
  const crowd = async (from: number, to: number, each: number) => {
    for (let n = from; n <= to; n++) sockets.push(...(await held(`203.0.113.${n}`, each)))
  }
  // A few who hold as many as they can take no place of another's; it needs many.
  await crowd(1, 6, CALLS_OF_ONE_MAX)
  expect((await statusFrom('198.51.100.1', CALL))[0]).toBe(200)
  await crowd(7, 40, 30)
  await expect.poll(async () => (await statusFrom('198.51.100.1', CALL))[0]).toBe(503)
  for (const path of [CALL, '/trpc/profitAndLoss.getData', '/files/imports/1/original']) {
    const [status, retryAfter, body] = await statusFrom('198.51.100.1', path)
    expect([path, status, retryAfter]).toEqual([path, 503, '5'])
    expect(body).toContain('This installation is overloaded')
  }
  // Where nothing is built, the page is not there.
  for (const path of ['/meta', '/', '/healthz'])
    expect([200, 404]).toContain((await statusFrom('198.51.100.1', path))[0])
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await statusFrom('198.51.100.1', CALL))[0]).toBe(200)
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
