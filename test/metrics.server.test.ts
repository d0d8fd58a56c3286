/** What an operator watches an installation by. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany, queueImport, recordAudit } from '#server/accounts/index.ts'
import type { Installation } from '#server/main.ts'
import { v2File } from './support/settlement-file.ts'
import { seededInstallation } from './support/installation.ts'

const TOKEN = 'a-token-of-the-operator'
const { open } = seededInstallation()
let installation: Installation

beforeAll(async () => {
  installation = await open({ SEXTANT_METRICS_TOKEN: TOKEN })
})
afterAll(() => installation.close())

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  installation.app.inject({ url, remoteAddress, headers: { host: 'localhost', ...headers } })

/** The value of a line, by its name and labels as they are written. */
async function figure(name: string): Promise<number | undefined> {
  const { body } = await get('/metrics')
  const line = body.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length))
}

test('the figures are for this machine and for whoever has the token', async () => {
  const here = await get('/metrics')
  expect(here.statusCode).toBe(200)
  expect(here.headers['content-type']).toContain('text/plain; version=0.0.4')
  expect(here.body).toMatch(/^process_cpu_seconds_total \d/m)

  const strangers: [Record<string, string>, string?][] = [
    [{ 'x-forwarded-for': '203.0.113.9' }],
    [{ forwarded: 'for=203.0.113.9' }],
    [{ via: '1.1 proxy' }],
    [{}, '203.0.113.9'],
    [{ authorization: 'Bearer a-token-of-somebody-els' }, '203.0.113.9'],
    [{ authorization: `Basic ${TOKEN}` }, '203.0.113.9'],
  ]
  for (const [headers, from] of strangers) expect((await get('/metrics', headers, from)).statusCode).toBe(404)
  const known = await get('/metrics', { authorization: `Bearer ${TOKEN}` }, '203.0.113.9')
  expect(known.statusCode).toBe(200)
})

test('calls are counted by procedure and outcome, and what nobody knows under no name of its own', async () => {
  const calls = (outcome: string) =>
    figure(
      `sextant_procedure_duration_seconds_count{procedure="companies.getUserCompanyOptions",outcome="${outcome}"}`,
    )
  const before = (await calls('refused')) ?? 0
  expect((await get('/trpc/companies.getUserCompanyOptions')).statusCode).toBe(401)
  expect((await get('/trpc/there.isNone')).statusCode).toBe(404)
  expect(await calls('refused')).toBe(before + 1)
  expect((await get('/metrics')).body).not.toContain('isNone')
})

test('sizes, imports, the queue, the last backup and the rates are there', async () => {
  const { accounts, files } = installation.services
  const company = await createCompany(accounts, { name: 'Watched Ltd' })
  expect(await figure('sextant_last_backup_timestamp_seconds')).toBe(0)
  const stored = await files.put(
    company.id,
    Readable.from([
      Buffer.from(
        v2File({ id: '70000000001', start: '2026-03-01', end: '2026-03-15', currency: 'EUR', entries: [] }),
      ),
    ]),
  )
  const record = await queueImport(accounts, company, {
    fileName: 'one.txt',
    fileSha256: stored.sha256,
    fileBytes: stored.bytes,
    requested: {},
  })
  expect(await figure('sextant_queue_waiting')).toBe(1)
  await installation.queue.add(company.id, record.id)
  await recordAudit(accounts, { actor: 'operator', action: 'installation.backup' })

  expect(await figure('sextant_queue_waiting')).toBe(0)
  expect(await figure('sextant_companies')).toBe(1)
  expect(await figure('sextant_store_bytes{store="files"}')).toBe(stored.bytes)
  expect(await figure('sextant_store_bytes{store="accounts"}')).toBeGreaterThan(0)
  expect(await figure('sextant_disk_free_bytes')).toBeGreaterThan(0)
  expect(await figure('sextant_last_backup_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 600)
  expect(await figure('sextant_oldest_rate_timestamp_seconds')).toBeGreaterThan(
    Date.parse('2025-01-01') / 1000,
  )
  const { body } = await get('/metrics')
  expect(body).toMatch(/^sextant_imports\{status="[A-Z_]+"\} 1$/m)
  expect(body).toMatch(/^sextant_import_duration_seconds_count\{status="[A-Z_]+"\} 1$/m)
  expect(body).toMatch(/^sextant_warehouse_rows \d+$/m)
  expect(body).toMatch(/^sextant_engine_restarts_total 0$/m)
  expect(body).toMatch(/^sextant_mails_failed_total 0$/m)
  expect(body).not.toContain('Watched')
})

test('health carries the version, and readiness asks the stores and the disk', async () => {
  expect((await get('/healthz')).json()).toEqual({
    ok: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
  const ready = await get('/readyz')
  expect({ status: ready.statusCode, ...ready.json<object>() }).toEqual({
    status: 200,
    ok: true,
    accounts: true,
    analytics: true,
    disk: true,
  })
  const { accounts } = installation.services
  const healthy = accounts.db.execute.bind(accounts.db)
  accounts.db.execute = (() => Promise.reject(new Error('gone'))) as never
  const unready = await get('/readyz')
  accounts.db.execute = healthy
  expect({ status: unready.statusCode, ...unready.json<object>() }).toMatchObject({
    status: 503,
    ok: false,
    accounts: false,
    analytics: true,
  })
})
