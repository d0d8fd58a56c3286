/**
 * What may be sent to a server that runs: right in form and extreme in what it says, for every procedure of the router,
 * and garbage for everything else. Nothing of it may stop the server, hold it up, or be answered as a failure of ours.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { SKU_LENGTH_MAX, SKUS_MAX } from '#contract/fields.ts'
import { createCompany } from '#server/accounts/index.ts'
import { configFrom, startServer } from '#server/main.ts'
import { PROCEDURES } from '#server/router.ts'
import { BATCH_CALLS_MAX } from '#server/trpc-routes.ts'
import { arbitraryOf } from './support/arbitrary-of.ts'
import { casesOf, formsOf, printedSeed } from './support/drawn-cases.ts'
import { enrolTotp, sdkClient, tokensFor } from './support/identity-sdk.ts'
import { importText } from './support/imported.ts'
import { v2File } from './support/settlement-file.ts'
import { accountOf } from './support/signed-in.ts'
import { spawnServer } from './support/spawned-server.ts'
import { seedInstallation } from './support/seeded.ts'

/** For every procedure; the long run draws a hundred thousand. */
const CASES = casesOf(3, 1_300)
/** Changes of a company wait for one another, so their time would be that of all before them. */
const atOnce = (path: string): number => (PROCEDURES[path]!._def.type === 'mutation' ? 1 : 4)
/** Against hanging alone: a machine with other work takes many times as long as a quiet one. */
const CALL_MS_MAX = 20_000
const CHANGE_MS_MAX = 60_000
/** How long nobody may hold up the others; the machine itself may, so what was under way then is asked again alone. */
const HEALTH_MS_MAX = 1_000
const CHANCES = 3

/** What takes away the company or the account of the one who calls it. */
const LAST_OF_ALL = [
  'companies.leaveUnconnectedCompanies',
  'companySettings.deleteCompany',
  'companySettings.permissions.changeRole',
  'companySettings.permissions.leave',
  'companySettings.permissions.removeMember',
  'companySettings.permissions.transferOwnership',
  'threefinAdmin.blockCompany',
  'userSettings.deleteAccount',
]
/** Would shut everybody out; it has a test of its own. */
const SWITCH = 'threefinAdmin.setMaintenance'

/** Twenty products in three months, ten orders of each. */
const REPORT = v2File({
  id: '90000000001',
  start: '2026-01-01',
  end: '2026-03-31',
  currency: 'EUR',
  entries: Array.from({ length: 200 }, (_, index) => ({
    type: 'Order',
    amountType: 'ItemPrice',
    description: 'Principal',
    amount: '10.00',
    at: `2026-0${1 + (index % 3)}-1${index % 9} 10:00:00`,
    order: `302-${index}`,
    item: `${index}`,
    sku: `SKU-${index % 20}`,
    quantity: 1,
    marketplace: 'Amazon.de',
    channel: 'AFN',
  })),
})

let dataDir: string
let child: ChildProcess
let address: string
let output: Promise<string>
let tokens: Record<'owner' | 'spare' | 'admin', string>
let ids: string[]
let companyId: string
let slowestHealth = 0
/** Calls not yet answered, and those that were not while the server took too long to say that it is there. */
const underWay = new Set<() => Promise<unknown>>()
const suspects = new Set<() => Promise<unknown>>()
const watching = new AbortController()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sextant-calls-'))
  await seedInstallation(dataDir)
  await prepare()
  const spawned = spawnServer(dataDir)
  ;({ child, output } = spawned)
  address = (await spawned.firstLine).replace('localhost', '127.0.0.1')
  void watchHealth()
}, 400_000)

afterAll(async () => {
  watching.abort()
  child?.stdin?.end()
  await output
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
}, 60_000)

/** Two companies with data, and somebody for each part; the server that made them ends before the other begins. */
async function prepare(): Promise<void> {
  const env = { SEXTANT_DATA_DIR: dataDir, SEXTANT_RATES_URL: 'off', SEXTANT_PORT: '0', SEXTANT_DEMO: 'off' }
  const server = await startServer(configFrom(env), () => {})
  try {
    const { services, identity } = server.installation
    const companies = []
    for (const name of ['Ours', 'Spare', 'Of others'])
      companies.push(await createCompany(services.accounts, { name }))
    for (const { id } of companies) await importText(server, id, REPORT)
    const [ours, spare, others] = companies.map(({ id }) => id) as [string, string, string]
    const { poolId, clientId } = identity!
    const pool = { endpoint: `${server.address}/identity/`, poolId, clientId }
    const tokenOf = async (name: string, companyIds: string[]) => {
      const { email, password } = await accountOf(server, companyIds, {
        email: `${name}@example.com`,
        isAdmin: name === 'admin',
      })
      const client = sdkClient(pool)
      const { AccessToken } = await tokensFor(client, pool, email, password)
      if (name === 'admin') await enrolTotp(client, AccessToken)
      return AccessToken
    }
    tokens = {
      owner: await tokenOf('owner', [ours]),
      spare: await tokenOf('spare', [spare]),
      admin: await tokenOf('admin', []),
    }
    companyId = ours
    ids = [ours, spare, others, 'nobody', '00000000-0000-0000-0000-000000000000']
  } finally {
    await server.close()
  }
}

/** Asks all the while whether the server is there; it has to say so within the bound whatever else it does. */
async function watchHealth(): Promise<void> {
  while (!watching.signal.aborted) {
    const asked = [...underWay]
    const ms = await healthMs()
    slowestHealth = Math.max(slowestHealth, ms)
    if (ms > HEALTH_MS_MAX) for (const again of [...asked, ...underWay]) suspects.add(again)
    await sleep(50)
  }
}

async function healthMs(): Promise<number> {
  const began = performance.now()
  await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(60_000) }).catch(() => {})
  return performance.now() - began
}

/** Whether a call holds the server up each time: what the machine did besides does not come back with it. */
async function holdsUp(again: () => Promise<unknown>): Promise<boolean> {
  for (let chance = 0; chance < CHANCES; chance++) {
    const asked = again()
    const ms = await healthMs()
    await asked
    if (ms < HEALTH_MS_MAX) return false
  }
  return true
}

interface Answer {
  status: number
  body: string
  headers: Headers
}

async function call(
  path: string,
  input: unknown,
  as: keyof typeof tokens | 'guest' = 'owner',
  msMax = PROCEDURES[path]!._def.type === 'mutation' ? CHANGE_MS_MAX : CALL_MS_MAX,
): Promise<Answer> {
  const response = await fetch(`${address}/trpc/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(as !== 'guest' && { authorization: `Bearer ${tokens[as]}` }),
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(msMax),
  })
  return { status: response.status, body: await response.text(), headers: response.headers }
}

/** The same, and no answer is one too. */
const answered = (...asked: Parameters<typeof call>): Promise<Answer> =>
  call(...asked).catch((error: unknown) => ({ status: 599, body: String(error), headers: new Headers() }))

/** Undefined when the answer is none of a server that is well. */
function complaint({ status, body, headers }: Answer): string | undefined {
  if (status < 500 || status === 507) return undefined
  if (status === 503 && headers.has('retry-after')) return undefined
  return `${status} ${body.slice(0, 500)}`
}

const isAlive = () => child.exitCode === null && child.signalCode === null

function inputOf(path: string): fc.Arbitrary<unknown> {
  const { inputs } = PROCEDURES[path]!._def as unknown as { inputs: z.ZodType[] }
  const known = { ids, texts: ['SKU-1', 'owner@example.com', 'Ours', '2026-02-28'] }
  const drawn = inputs.map((schema) => arbitraryOf(schema, known))
  return fc.tuple(...drawn).map((parts) => {
    const input = Object.assign({}, ...parts) as Record<string, unknown>
    // A stranger's company says no more than that it is none; half of the calls should get further.
    if ('companyId' in input && JSON.stringify(input).length % 2 === 0) input['companyId'] = companyId
    return input
  })
}

const paths = Object.keys(PROCEDURES).filter((path) => path !== SWITCH)
const inOrder = [...paths.filter((path) => !LAST_OF_ALL.includes(path)), ...LAST_OF_ALL]

const PERIOD = { currencyCode: 'EUR', startDate: '2026-01-01', endDate: '2026-03-31' }
const statement = (input: object) => call('profitAndLoss.getData', { companyId, ...PERIOD, ...input })

test('a statement of the last day that there is has its columns', async () => {
  for (const dateInterval of ['MONTHLY', 'WEEKLY', 'DEFAULT']) {
    for (const day of ['1970-01-01', '2100-12-31']) {
      const answer = await statement({
        startDate: day,
        endDate: day,
        dateInterval,
        summaryViews: { priorTwelveMonths: true },
      })
      expect([answer.status, answer.body.slice(0, 200)]).toEqual([200, expect.stringContaining(day)])
    }
    const beyond = await statement({ startDate: '9999-12-31', endDate: '9999-12-31', dateInterval })
    expect([beyond.status, beyond.body]).toEqual([
      400,
      expect.stringContaining('startDate: Give a date as 2026-03-31'),
    ])
  }
})

test('as many products as a filter takes, with the longest names, are found', async () => {
  const others = Array.from({ length: SKUS_MAX - 1 }, (_, index) =>
    `${index}`.padEnd(SKU_LENGTH_MAX, '\u20AC'),
  )
  const answer = await statement({ skus: [...others, 'SKU-1'] })
  const { result } = JSON.parse(answer.body) as {
    result: { data: { lines: { productSales: { value: string } } }[] }
  }
  expect(result.data[0]!.lines.productSales.value).toBe('100')
  // Six statements, each with three megabytes of names.
  const question = { companyId, ...PERIOD, lineId: 'productSales', skus: [...others, 'SKU-1'] }
  const explained = await call('audit.explainValue', question, 'owner', CHANGE_MS_MAX)
  expect(explained.status).toBe(200)
})

test.each([
  ['NUL in an id', 'imports.list', { companyId: 'a\0b' }, 'companyId'],
  ['NUL in a name', 'companies.set', { name: 'Na\0me' }, 'name'],
  ['half of a pair of surrogates in a name', 'companies.set', { name: 'Na\uD800me' }, 'name'],
  ['NUL in a search', 'productMaster.getProducts', { searchText: 'a\0' }, 'searchText'],
  ['half of a pair in a list', 'sqp.setBrandAliases', { brandAliases: ['ab', 'cd\uDC00'] }, 'brandAliases.1'],
  ['a moment that is none', 'imports.list', { asOf: 'not a date' }, 'asOf'],
  ['a moment beyond the calendar', 'imports.list', { asOf: '9999-12-31T23:59:59-12:00' }, 'asOf'],
  ['a version that is none', 'imports.list', { asOf: -1 }, 'asOf'],
])('%s is wrong input with the name of its field', async (_, path, input, field) => {
  const { status, body } = await call(path, { companyId, ...input })
  const { error } = JSON.parse(body) as {
    error: { message: string; data: { fields: Record<string, string[]> } }
  }
  expect([status, error.message.split(': ')[0]]).toEqual([400, field])
  expect(Object.keys(error.data.fields)).toContain(field.split('.')[0])
})

test('a version shows the numbers of its time', async () => {
  const before = JSON.parse((await statement({ asOf: 0 })).body) as {
    result: { data: { lines: { productSales: { value: unknown } } }[] }
  }
  expect(before.result.data[0]!.lines.productSales.value).toBeNull()
  expect((await statement({ asOf: 9_000_000 })).body).toBe((await statement({})).body)
})

test('what is searched for stays text, in the warehouse and in the relational store', async () => {
  const injections = [
    "'",
    "') OR 1=1 --",
    "' UNION ALL SELECT * FROM system.tables --",
    '{companyId:String}',
    "\\') OR ('1'='1",
    "'; DROP TABLE ledger; --",
    "file('/etc/passwd')",
    '$1; DELETE FROM companies; --',
    '%',
    '_',
  ]
  const before = (await statement({})).body
  const searches: [path: string, as: 'owner' | 'admin', inputOf: (text: string) => object][] = [
    ['profitAndLoss.getData', 'owner', (text) => ({ ...PERIOD, companyId, skus: [text] })],
    ['audit.explainValue', 'owner', (text) => ({ ...PERIOD, companyId, lineId: 'netSales', skus: [text] })],
    [
      'audit.explainChange',
      'owner',
      (text) => ({
        ...PERIOD,
        companyId,
        metricId: 'netSales',
        by: 'product',
        comparisonStart: PERIOD.startDate,
        comparisonEnd: PERIOD.endDate,
        skus: [text],
      }),
    ],
    [
      'audit.explainDifference',
      'owner',
      (text) => ({ ...PERIOD, companyId, metricId: 'netSales', skus: [text] }),
    ],
    [
      'audit.explainFlag',
      'owner',
      (text) => ({ ...PERIOD, companyId, flag: 'unitsWithoutCost', skus: [text] }),
    ],
    [
      'audit.explainGroups',
      'owner',
      (searchText) => ({ ...PERIOD, companyId, lineId: 'netSales', by: 'kind', searchText }),
    ],
    [
      'audit.explainLines',
      'owner',
      (text) => ({
        ...PERIOD,
        companyId,
        lineId: 'netSales',
        searchText: text,
        group: { by: 'kind', key: text },
      }),
    ],
    ['productMaster.getProducts', 'owner', (searchText) => ({ companyId, searchText })],
    ['productMaster.getProducts', 'owner', (text) => ({ companyId, skus: [text] })],
    ['brandManager.getProducts', 'owner', (searchText) => ({ ...PERIOD, companyId, searchText })],
    ['brandManager.getProducts', 'owner', (text) => ({ ...PERIOD, companyId, skus: [text] })],
    ['brandManager.getMarketplaces', 'owner', (text) => ({ ...PERIOD, companyId, skus: [text] })],
    ['brandManager.getSummary', 'owner', (text) => ({ ...PERIOD, companyId, skus: [text] })],
    [
      'brandManager.getTimeSeries',
      'owner',
      (text) => ({ ...PERIOD, companyId, skus: [text], dimension: 'PRODUCT' }),
    ],
    ['brandManager.getSalesAndTraffic', 'owner', (text) => ({ ...PERIOD, companyId, skus: [text] })],
    [
      'trends.getSalesAndTraffic',
      'owner',
      (text) => ({ ...PERIOD, companyId, skus: [text], metrics: ['sessions'], splitBy: 'PRODUCT' }),
    ],
    [
      'trends.getAdvertising',
      'owner',
      (text) => ({ ...PERIOD, companyId, skus: [text], metrics: ['adSpend'], splitBy: 'PRODUCT' }),
    ],
    ['brandManager.getForecast', 'owner', (text) => ({ ...PERIOD, companyId, skus: [text] })],
    ['unitEconomics.getData', 'owner', (searchText) => ({ ...PERIOD, companyId, searchText })],
    ['unitEconomics.getData', 'owner', (text) => ({ ...PERIOD, companyId, skus: [text] })],
    ['unitEconomics.simulate', 'owner', (key) => ({ ...PERIOD, companyId, key })],
    ['savedViews.save', 'owner', (name) => ({ companyId, page: 'unit-economics', name, view: name })],
    ['savedViews.delete', 'owner', (name) => ({ companyId, page: 'unit-economics', name })],
    ['threefinAdmin.getCompanies', 'admin', (search) => ({ search })],
    ['threefinAdmin.getJobs', 'admin', (search) => ({ search })],
    ['threefinAdmin.getAuditLog', 'admin', (person) => ({ person })],
  ]
  for (const [path, as, inputOf] of searches) {
    const nothing = await call(path, inputOf('in no file'), as)
    expect([path, nothing.status]).toEqual([path, 200])
    for (const text of formsOf(injections, 3)) {
      const answer = await call(path, inputOf(text), as)
      expect([path, text, withoutSql(answer.body)]).toEqual([path, text, withoutSql(nothing.body)])
    }
  }
  expect((await statement({})).body).toBe(before)
})

/** The copied statement quotes what was asked; pasted, it finds nothing either, as the metrics' own tests show. */
const withoutSql = (body: string): string => body.replace(/,"sql":"(?:[^"\\]|\\.)*"/, '')

test('a batch holds a few calls, and no more', async () => {
  const batch = (count: number) =>
    fetch(`${address}/trpc/${Array(count).fill('session.getUser').join(',')}?batch=1`, {
      signal: AbortSignal.timeout(CALL_MS_MAX),
    })
  const few = await batch(BATCH_CALLS_MAX)
  expect([few.status, ((await few.json()) as unknown[]).length]).toEqual([200, BATCH_CALLS_MAX])
  expect((await batch(BATCH_CALLS_MAX + 1)).status).toBe(400)
  expect([400, 414]).toContain((await batch(400)).status)
})

test('an input is as large as its procedure takes it', async () => {
  const announced = (path: string, bytes: number) =>
    exchanged(`POST /trpc/${path} HTTP/1.1\r\n${HEAD}${JSON_TYPE}Content-Length: ${bytes}\r\n\r\n`)
  expect(await announced('imports.list', 300_000)).toMatch(/^HTTP\/1\.1 413 /)
  expect(await announced('profitAndLoss.getData', 5_000_000)).toMatch(/^HTTP\/1\.1 413 /)
  expect((await statement({ padding: 'x'.repeat(300_000) })).status).toBe(200)
})

test('a long answer goes out as it did before, in whatever form it is asked for, and to nobody else', async () => {
  const input = {
    companyId,
    currencyCode: 'EUR',
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    dateInterval: 'MONTHLY',
  }
  const asked = async (
    { query = '', ...headers }: Record<string, string> = {},
    as: keyof typeof tokens = 'owner',
  ) => {
    const batched = query === '' ? input : { 0: input }
    const answer = await fetch(
      `${address}/trpc/profitAndLoss.getData?${query}input=${encodeURIComponent(JSON.stringify(batched))}`,
      { headers: { authorization: `Bearer ${tokens[as]}`, 'accept-encoding': 'br', ...headers } },
    )
    return { encoding: answer.headers.get('content-encoding'), text: await answer.text() }
  }
  const [first, again] = [await asked(), await asked()]
  expect(first).toMatchObject({ encoding: 'br', text: expect.stringContaining('netSales') as string })
  expect(again).toEqual(first)
  expect((await asked({ 'accept-encoding': 'gzip' })).text).toBe(first.text)
  expect(JSON.parse((await asked({ query: 'batch=1&' })).text)).toEqual([JSON.parse(first.text)])
  // Piece by piece, in lines of its own.
  const pieces = await asked({ query: 'batch=1&', 'trpc-accept': 'application/jsonl' })
  expect(pieces.text).toContain('netSales')
  expect(pieces.text.startsWith('{"result"')).toBe(false)
  expect((await asked({}, 'spare')).text).not.toContain('netSales')
  expect(await asked()).toEqual(first)
})

test('nothing that is not a file of the build is kept by anybody on the way', async () => {
  const headers = { authorization: `Bearer ${tokens.owner}` }
  for (const [path, status] of [
    ['/trpc/session.getUser', 200],
    ['/trpc/nothing.here', 404],
    [`/trpc/imports.list?input=${encodeURIComponent(JSON.stringify({ companyId }))}`, 200],
    ['/trpc/imports.list', 400],
    ['/files/imports/1/original?companyId=nobody', 404],
    ['/files/imports/1/refused.csv?companyId=a%00b', 400],
    ['/imports?companyId=nobody', 404],
    ['/app-config.json', 200],
    ['/identity/', 404],
    ['/meta', 200],
    ['/healthz', 200],
    ['/security-check', 200],
    ['/nothing/here', 404],
    ['/%ff', 400],
  ] as const) {
    const answer = await fetch(`${address}${path}`, { headers })
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, status, 'no-store'])
  }
  const upload = await fetch(`${address}/imports?companyId=nobody&fileName=a.txt`, {
    method: 'POST',
    body: 'a',
    headers,
  })
  expect([upload.status, upload.headers.get('cache-control')]).toEqual([404, 'no-store'])
  const keys = JSON.parse(await (await fetch(`${address}/app-config.json`)).text()) as { userPoolId: string }
  const keySet = await fetch(`${address}/identity/${keys.userPoolId}/.well-known/jwks.json`)
  expect(keySet.headers.get('cache-control')).toBe('public, max-age=300')
})

const HEAD = 'Host: 127.0.0.1\r\nConnection: close\r\n'
const JSON_TYPE = 'Content-Type: application/json\r\n'
const body = (text: string, head = JSON_TYPE, path = '/trpc/session.getUser') =>
  `POST ${path} HTTP/1.1\r\n${HEAD}${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`

const GARBAGE: [what: string, bytes: string][] = [
  ['no HTTP', 'hello\r\n\r\n'],
  ['an unknown method', `BREW /trpc/session.getUser HTTP/1.1\r\n${HEAD}\r\n`],
  ['TRACE', `TRACE /trpc/session.getUser HTTP/1.1\r\n${HEAD}\r\n`],
  ['PROPFIND', `PROPFIND / HTTP/1.1\r\n${HEAD}\r\n`],
  ['DELETE', `DELETE /trpc/session.getUser HTTP/1.1\r\n${HEAD}\r\n`],
  ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`],
  ['a header of 64 kB', `GET /healthz HTTP/1.1\r\n${HEAD}X-A: ${'a'.repeat(65_536)}\r\n\r\n`],
  ['ten thousand headers', `GET /healthz HTTP/1.1\r\n${HEAD}${'X-A: a\r\n'.repeat(10_000)}\r\n`],
  ['an address of 64 kB', `GET /${'a'.repeat(65_536)} HTTP/1.1\r\n${HEAD}\r\n`],
  ['NUL in the address', `GET /trpc/a%00b HTTP/1.1\r\n${HEAD}\r\n`],
  ['half an escape', `GET /trpc/%f HTTP/1.1\r\n${HEAD}\r\n`],
  ['bytes that are no UTF-8', `GET /trpc/%ff%fe HTTP/1.1\r\n${HEAD}\r\n`],
  ['input that is no JSON', `GET /trpc/imports.list?input=%7B HTTP/1.1\r\n${HEAD}\r\n`],
  ['a batch of nothing', `GET /trpc/?batch=1 HTTP/1.1\r\n${HEAD}\r\n`],
  ['a batch with holes', `GET /trpc/,,,?batch=1&input=[] HTTP/1.1\r\n${HEAD}\r\n`],
  ['a body that is no JSON', body('{"a":')],
  ['an empty body', body('')],
  ['JSON that is nested a hundred thousand deep', body('['.repeat(100_000))],
  ['a body that is called gzip', body('{}', `${JSON_TYPE}Content-Encoding: gzip\r\n`)],
  ['a form', body('a=b', 'Content-Type: application/x-www-form-urlencoded\r\n')],
  ['a form of parts without its parts', body('x', 'Content-Type: multipart/form-data\r\n')],
  ['a type that is none', body('{}', 'Content-Type: ;;;\r\n')],
  ['a stream of bytes', body('\u0000', 'Content-Type: application/octet-stream\r\n')],
  [
    'prototypes',
    body('{"__proto__":{"a":1},"constructor":{"prototype":{}}}', JSON_TYPE, '/trpc/companies.set'),
  ],
  ['a call of a prototype', `GET /trpc/__proto__.toString HTTP/1.1\r\n${HEAD}\r\n`],
  ['a call of a constructor', `GET /trpc/constructor HTTP/1.1\r\n${HEAD}\r\n`],
  [
    'an upload without a company',
    body('x', 'Content-Type: text/plain\r\n', '/imports?companyId=a%00&fileName=%00'),
  ],
  [
    'an upload with names given twice',
    body('x', 'Content-Type: text/plain\r\n', '/imports?companyId=a&companyId=b&fileName=c'),
  ],
  ['a download of no number', `GET /files/imports/1e99/original?companyId=a HTTP/1.1\r\n${HEAD}\r\n`],
  [
    'a download above the sky',
    `GET /files/imports/..%2f..%2fsecret.key/original?companyId=a HTTP/1.1\r\n${HEAD}\r\n`,
  ],
  [
    'a token that is none',
    `GET /trpc/imports.list HTTP/1.1\r\n${HEAD}Authorization: Bearer ${'a.'.repeat(3_000)}\r\n\r\n`,
  ],
  [
    'an answer to no security check',
    body(
      '{"challenge":{"parameters":{"__proto__":1},"signature":""},"solution":{"counter":1e308,"derivedKey":"\\ud800"}}',
      JSON_TYPE,
      '/security-check',
    ),
  ],
  ['a range that is none', `GET / HTTP/1.1\r\n${HEAD}Accept: text/html\r\nRange: bytes=9-1,-,x\r\n\r\n`],
  [
    'an odd date to compare with',
    `GET / HTTP/1.1\r\n${HEAD}If-Modified-Since: never\r\nIf-None-Match: ${'"a",'.repeat(2_000)}\r\n\r\n`,
  ],
]

test.each(GARBAGE)('%s is refused, and the server goes on', async (_, bytes) => {
  const answer = await exchanged(bytes)
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
  expect(answer === '' || status < 500, answer.slice(0, 300)).toBe(true)
  expect((await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(CALL_MS_MAX) })).status).toBe(200)
})

/** Sends bytes as they are; what came back until the connection ended. */
async function exchanged(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
  socket.on('error', () => {})
  socket.setTimeout(CALL_MS_MAX, () => socket.destroy(new Error('no answer')))
  socket.write(bytes)
  await new Promise((closed) => socket.on('close', closed))
  return answer
}

test('requests at random are refused, and the server goes on', async () => {
  const seed = printedSeed()
  const cases = casesOf(100, 20_000)
  const line = fc.string({ unit: 'binary-ascii', maxLength: 200 })
  const drawn = fc.sample(
    fc.tuple(fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'OPTIONS'), line, line, line),
    { seed, numRuns: cases },
  )
  let sent = 0
  for (const [method, path, header, text] of drawn) {
    const answer = await exchanged(
      `${method} /${path.replace(/[\r\n ]/g, '')} HTTP/1.1\r\n${HEAD}X: ${header.replace(/[\r\n\0]/g, '')}\r\n${JSON_TYPE}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    )
    expect(answer.startsWith('HTTP/1.1 5'), answer.slice(0, 300)).toBe(false)
    sent++
  }
  expect(sent).toBe(cases)
  expect(isAlive()).toBe(true)
})

test(
  'a call that its schema takes is answered, whatever it says',
  async () => {
    const seed = printedSeed()
    const counts = new Map<number, number>()
    const problems: string[] = []
    let calls = 0
    for (const path of inOrder) {
      const isLast = LAST_OF_ALL.includes(path)
      const as = path.startsWith('threefinAdmin.') ? 'admin' : isLast ? 'spare' : 'owner'
      const waiting = fc.sample(inputOf(path), { seed, numRuns: CASES })
      await Promise.all(
        Array.from({ length: atOnce(path) }, async () => {
          for (let input = waiting.pop(); input !== undefined; input = waiting.pop()) {
            const ask = () => answered(path, input, as)
            underWay.add(ask)
            const answer = await ask()
            underWay.delete(ask)
            calls++
            counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
            const problem = complaint(answer)
            if (problem) problems.push(`${path} ${JSON.stringify(input).slice(0, 300)}: ${problem}`)
          }
        }),
      )
    }
    console.info(
      `${calls} calls: ${JSON.stringify(Object.fromEntries(counts))}; slowest /healthz ${Math.round(slowestHealth)} ms`,
    )
    expect(problems).toEqual([])
    expect(calls).toBe(inOrder.length * CASES)
    // The draw is worth something only while many of its calls get through.
    expect(counts.get(200)).toBeGreaterThan(calls / 4)
    expect(isAlive()).toBe(true)
    for (const again of suspects) expect(await holdsUp(again)).toBe(false)
  },
  CASES * 60_000,
)

test('under maintenance calls are told when to come again', async () => {
  const note = await call(SWITCH, { isOn: true, note: 'a\0' }, 'admin')
  expect(note.status).toBe(400)
  expect((await call(SWITCH, { isOn: true }, 'admin')).status).toBe(200)
  const closed = await call('imports.list', { companyId })
  const download = await fetch(`${address}/files/imports/1/original?companyId=${companyId}`)
  expect([closed.status, download.status]).toEqual([503, 503])
  expect(closed.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(download.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await call(SWITCH, { isOn: false }, 'admin')).status).toBe(200)
})

test('none of it was a failure of ours', async () => {
  expect(isAlive()).toBe(true)
  watching.abort()
  child.stdin!.end()
  const said = (await output).replace(/^http.*\n/, '')
  expect(
    said.split('\n').filter((text) => /failed|Error|rejection/i.test(text) && !/A page crashed/.test(text)),
  ).toEqual([])
})
