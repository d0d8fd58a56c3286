/** What every request gets and leaves behind: its number, its line in the log, and who may come at all. */
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { webRoot } from '#server/assets.ts'
import { openLog } from '#server/log.ts'
import type { Installation } from '#server/main.ts'
import { seededInstallation } from './support/installation.ts'

const NUMBER = /^[\da-f]{8}-[\da-f-]{27}$/
const { open } = seededInstallation()
let installation: Installation
let lines: Record<string, unknown>[] = []

beforeAll(async () => {
  const env = {
    SEXTANT_HOST: '0.0.0.0',
    SEXTANT_PUBLIC_URL: 'https://sextant.example.com',
    SEXTANT_TRUSTED_PROXIES: '10.1.0.0/16',
  }
  const log = openLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  installation = await open(env, log)
})
afterAll(() => installation.close())

function get(
  url: string,
  headers: Record<string, string> = {},
  from = '127.0.0.1',
  method: 'GET' | 'HEAD' = 'GET',
) {
  lines = []
  return installation.app.inject({
    method,
    url,
    remoteAddress: from,
    headers: { host: 'localhost', ...headers },
  })
}
const PROXIED = {
  host: 'sextant.example.com',
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'https',
}

test.each([
  '/trpc/session.getUser',
  '/files/imports/1/original?companyId=1',
  '/no/such/page',
  '/app-config.json',
])('the answer of %s carries a number of ours, which its line in the log has too', async (url) => {
  const answer = await get(url, { 'x-request-id': 'chosen-by-a-stranger' })
  const number = answer.headers['x-request-id']
  expect(number).toMatch(NUMBER)
  expect(lines).toMatchObject([
    {
      requestId: number,
      status: answer.statusCode,
      address: '127.0.0.1',
      msg: `GET ${url.replace(/\?.*/, '')}`,
    },
  ])
})

test('a proxy of ours may have given the number, and only it', async () => {
  const given = { 'x-request-id': 'proxy-0123456789' }
  expect((await get('/meta', { ...PROXIED, ...given }, '10.1.2.3')).headers['x-request-id']).toBe(
    'proxy-0123456789',
  )
  const strange = { ...PROXIED, 'x-request-id': 'white space\u00e4' }
  expect((await get('/meta', strange, '10.1.2.3')).headers['x-request-id']).toMatch(NUMBER)
})

test('a failure of ours names its number, and the log has the failure under it', async () => {
  const { db } = installation.services.accounts
  await db.execute('alter table maintenance rename to maintenance_elsewhere')
  try {
    for (const url of ['/meta?ticket=hush', '/trpc/observability.status.get?ticket=hush']) {
      // What was read a moment ago is kept for a moment.
      const answer = await vi.waitFor(
        async () => {
          const tried = await get(url)
          expect(tried.statusCode).toBe(500)
          return tried
        },
        { timeout: 30_000 },
      )
      const number = String(answer.headers['x-request-id'])
      expect(answer.body).toContain(`Unexpected Error (request ${number})`)
      expect(answer.body).not.toContain('maintenance')
      expect(lines).toMatchObject([
        { level: 'error', requestId: number, err: { message: expect.stringContaining('maintenance') } },
        { level: 'info', requestId: number, status: 500 },
      ])
      expect(JSON.stringify(lines)).not.toContain('hush')
    }
  } finally {
    await db.execute('alter table maintenance_elsewhere rename to maintenance')
  }
})

test('nothing that lets somebody in stands in a line about a request', async () => {
  await get('/files/imports/7/original?companyId=1&ticket=hush')
  expect(lines).toMatchObject([{ msg: 'GET /files/imports/7/original' }])
  expect(JSON.stringify(lines)).not.toContain('hush')
})

test('where others reach the port, only this machine and the proxies are answered', async () => {
  expect((await get('/meta', PROXIED, '10.1.2.3')).statusCode).toBe(200)
  expect((await get('/healthz')).statusCode).toBe(200)
  for (const stranger of ['10.2.0.1', '203.0.113.9', '2001:db8::1']) {
    const answer = await get('/meta', PROXIED, stranger)
    expect({ status: answer.statusCode, body: answer.body }).toEqual({
      status: 403,
      body: expect.stringContaining('through its proxy only'),
    })
  }
})

test.each(['GET', 'HEAD'] as const)('the start page is there for programs, too: %s', async (method) => {
  if (!existsSync(webRoot)) return
  for (const headers of [{}, { accept: '*/*' }, { accept: 'text/html' }] as Record<string, string>[]) {
    const answer = await get('/', headers, '127.0.0.1', method)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
  }
  // A program that asks for a file that is not there, or for data, gets no page.
  expect((await get('/assets/gone.js', { accept: '*/*' }, '127.0.0.1', method)).statusCode).toBe(404)
  expect((await get('/', { accept: 'application/json' }, '127.0.0.1', method)).statusCode).toBe(404)
})
