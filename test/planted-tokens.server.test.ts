/**
 * A seller is connected at an Amazon that remembers every secret that it was told or gave, and that quotes them in its
 * errors. Then all that leaves the server, or stays, is searched for them.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxEndpoints } from '#amazon/index.ts'
import type { ConnectionProvider } from '#contract/connections.ts'
import { sellersOf, startSandbox } from '#sandbox/index.ts'
import { addMember, listConnections, tables } from '#server/accounts/index.ts'
import { writeBackup } from '#server/backup.ts'
import { openAmazonApps } from '#server/connections/amazon-apps.ts'
import { aboutToken } from '#server/connections/connections.ts'
import { serveReturns } from '#server/connections/return-routes.ts'
import { exportCompany } from '#server/ledger/export.ts'
import { openLog } from '#server/log.ts'
import { logRequests } from '#server/request-log.ts'
import { QuotingAmazon } from './support/quoting-amazon.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'

const NOW = new Date('2026-11-24T06:30:00Z')
const TURNS_MAX = 200
const LOGIN = /^POST \/auth\/o2\/token$/
const REPORTS = /^POST \/reports\/2021-06-30\/reports$/
const REPORT = /^GET \/reports\/2021-06-30\/reports\/./
const AD_REPORTS = /^POST \/reporting\/reports$/
const PATHS = { SELLING_PARTNER: '/redirects/spRedirect', ADVERTISING: '/redirects/adsRedirect' }
const APPLICATION = {
  applicationId: 'amzn1.sp.solution.test',
  clientId: 'amzn1.application-oa2-client.test',
  clientSecret: 'planted-client-secret-of-this-installation',
  isDraft: false,
  redirectUris: Object.values(PATHS).map((path) => `https://sextant.example${path}`),
}
const [SELLER] = sellersOf({ ids: ['harbour-hearth'], firstDay: '2026-11-01' })

let directory: string
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let amazon: QuotingAmazon
let server: TestServer
let app: FastifyInstance
/** The log of the requests, as it is written. */
const lines: string[] = []
let moment = NOW
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sextant-planted-tokens-'))
  sandbox = await startSandbox({
    port: 0,
    sellers: [SELLER!],
    applications: [APPLICATION],
    now: () => moment,
    speed: 10_000,
  })
  amazon = await QuotingAmazon.start(sandbox.origin)
  server = await startTestServer({
    amazon: openAmazonApps({
      endpoints: sandboxEndpoints(amazon.origin),
      isSandbox: true,
      sellingPartner: APPLICATION,
      advertising: APPLICATION,
      now: () => moment,
    }),
    sliceMs: 500,
  })
  server.now = NOW
  app = Fastify()
  logRequests(app, openLog('debug', { write: (line) => void lines.push(line) }))
  serveReturns(app, server.connections, {
    ...({} as Parameters<typeof serveReturns>[2]),
    called: async () => {},
    isNeeded: async () => false,
  })
})
afterAll(async () => {
  await app.close()
  await server[Symbol.asyncDispose]()
  await amazon[Symbol.asyncDispose]()
  await sandbox.close()
  await rm(directory, { recursive: true })
})

/** All files of a directory, by name, as text. */
async function filesIn(place: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
    files.set(path, (isPacked ? gunzipSync(bytes) : bytes).toString('latin1'))
  }
  return files
}

/** Every row of every table of the relational store, jobs and the user pool included. */
async function storeRows(): Promise<Map<string, string>> {
  const { db } = server.services.accounts
  const names = await db
    .select({ name: sql<string>`format('%I.%I', table_schema, table_name)` })
    .from(sql`information_schema.tables`)
    .where(sql`table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
  const held = new Map<string, string>()
  for (const { name } of names) {
    const rows = await db
      .select({ text: sql<string | null>`string_agg(row_to_json(held)::text, ' ')` })
      .from(sql`${sql.raw(name)} held`)
    held.set(`table ${name}`, rows[0]!.text ?? '')
  }
  return held
}

test('no secret of a connection is anywhere in the open', async () => {
  const company: TestCompany = await server.company()
  const { user, calls } = await server.person()
  await addMember(server.services.accounts, company, user, 'OWNER')
  const of = { companyId: company.id }
  const { region } = SELLER!.regions[0]!
  const passing: string[] = []
  const refusals: unknown[] = []

  const connect = async (provider: ConnectionProvider) => {
    const isAds = provider === 'ADVERTISING'
    const input = { region, redirectUrl: '/connections' as const, ...of }
    const begun = isAds
      ? await calls.amazon.generateAdsOAuthStateParameter(input)
      : await calls.amazon.generateSPOAuthStateParameter(input)
    const { headers } = await fetch(begun.consentUrl, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ seller: SELLER!.id, decision: 'approve' }),
    })
    const query = Object.fromEntries(new URL(headers.get('location')!).searchParams)
    const answer = await app.inject({ url: PATHS[provider], query })
    const ref = new URL(String(answer.headers['location']), 'https://sextant.example').searchParams.get(
      'ref',
    )!
    passing.push(begun.state, begun.browserState, ref, query['spapi_oauth_code'] ?? query['code']!)
    const verified = { ...of, ref, state: begun.browserState }
    await (isAds ? calls.amazon.verifyAdsTokens(verified) : calls.amazon.verifySPTokens(verified))
  }
  const refusedAs = async (code: string, connecting: Promise<unknown>) => {
    const error = await connecting.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ cause: { code } })
    refusals.push(error)
  }

  for (const [status, error, code] of [
    [400, 'invalid_grant', 'CONNECTION_REFUSED_BY_AMAZON'],
    [400, undefined, 'CONNECTION_REFUSED_BY_AMAZON'],
    [500, 'server_error', 'AMAZON_AWAY'],
    [200, undefined, 'AMAZON_AWAY'],
  ] as const)
    for (const provider of ['SELLING_PARTNER', 'ADVERTISING'] as const) {
      amazon.quote({ of: LOGIN, status, ...(error && { error }) })
      await refusedAs(code, connect(provider))
    }
  await connect('SELLING_PARTNER')
  await connect('ADVERTISING')
  const { profiles } = await calls.amazon.getAdsSelectedProfiles({ ...of, apiRegion: region })
  const selectedProfileNames = profiles.map(({ name }) => name)
  await calls.amazon.specifyAdsSelectedProfiles({ ...of, apiRegion: region, selectedProfileNames })

  const refused = [
    // An expired token and a missing role look alike, so that it is asked twice.
    { of: REPORTS, status: 403 },
    { of: REPORTS, status: 403 },
    { of: REPORTS, status: 400 },
    { of: REPORTS, status: 500 },
    { of: REPORTS, status: 200 },
    { of: REPORT, status: 400 },
    { of: AD_REPORTS, status: 403 },
    { of: AD_REPORTS, status: 403 },
    { of: AD_REPORTS, status: 400 },
  ]
  amazon.quote(...refused)
  const { imports } = server.operator
  const isImported = async () =>
    amazon.isDone && (await imports.list(of)).imports.some(({ status }) => status === 'PUBLISHED')
  for (let turns = 0; !(await isImported()); turns++) {
    expect(turns).toBeLessThan(TURNS_MAX)
    await server.syncs.takeTurn(company.id)
    server.now = moment = new Date(+moment + 60_000)
    const queued = (await imports.list(of)).imports.at(-1)
    if (queued) await server.queue.ended(company.id, queued.id)
  }
  amazon.quote(
    { of: /\/reports\/2021-06-30\//, status: 401 },
    { of: LOGIN, status: 400, error: 'invalid_grant' },
  )
  const brokenCards = async () =>
    (await calls.amazon.getConnections(of)).cards.filter(({ status }) => status === 'BROKEN')
  for (let turns = 0; (await brokenCards()).length === 0; turns++) {
    expect(turns).toBeLessThan(TURNS_MAX)
    await server.syncs.takeTurn(company.id)
    server.now = moment = new Date(+moment + 60_000)
  }

  const connections = await listConnections(server.services.accounts, company)
  const secret = { key: Buffer.alloc(32, 7), isGiven: false }
  await writeBackup(server.services, join(directory, 'backup'), { secret })
  await exportCompany(server.services, company.id, join(directory, 'export'))
  const files = await filesIn(directory)
  const dump = [...files].find(([name]) => name.includes('accounts-'))![1]
  for (const { refreshToken } of connections) expect(dump).toContain(refreshToken)
  const { troubled } = await server.operator.operator.syncTasks({ ...of, limit: 500 })
  expect(troubled.filter(({ problem }) => problem.includes('You said')).length).toBeGreaterThan(0)
  const audit = await server.services.accounts.db.select().from(tables.auditLog)
  expect(audit.filter(({ action }) => action === 'connection.refuse')).toHaveLength(8)
  expect(lines.length).toBeGreaterThan(0)
  const everywhere = new Map([
    ...files,
    ...(await storeRows()),
    ['log', [...lines, ...server.log].join('\n')],
    ['refusals', inspect(refusals, { depth: 10, showHidden: true })],
    ['sync tasks', JSON.stringify(troubled)],
    [
      'connections',
      JSON.stringify([await calls.amazon.getConnections(of), await calls.amazon.getSyncProgress(of)]),
    ],
    ['imports', JSON.stringify(await server.operator.imports.list(of))],
  ])

  expect(new Set(amazon.secrets.values())).toEqual(
    new Set(['refresh_token', 'access_token', 'client_secret', 'code']),
  )
  const kept = connections.map(({ id, refreshToken }) =>
    server.connections.seal.open(refreshToken, aboutToken(id)),
  )
  for (const token of kept) expect(amazon.secrets.get(token)).toBe('refresh_token')
  const found: string[] = []
  for (const secretText of [...amazon.secrets.keys(), ...passing])
    for (const [place, text] of everywhere)
      if (text.includes(recognisable(secretText)))
        found.push(`${place}: ${amazon.secrets.get(secretText) ?? 'what passes through a browser'}`)
  expect(found).toEqual([])
})

/** Of a secret what stays as it is however it is written: in an address, in JSON, in a header, or cut short. */
const recognisable = (secret: string): string =>
  secret
    .match(/[\w-]{20,}/g)!
    .toSorted((one, other) => other.length - one.length)[0]!
    .slice(0, 24)
