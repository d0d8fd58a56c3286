import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdvertisingProfile } from '#amazon/api/clients.ts'
import { AmazonError, sandboxEndpoints } from '#amazon/index.ts'
import type { ConnectionBegun, ConnectionNext, ConnectionProvider } from '#contract/connections.ts'
import type { Region } from '#contract/marketplaces.ts'
import type { Role } from '#contract/roles.ts'
import {
  addMember,
  dumpAccounts,
  ensureSellerAccount,
  getCompany,
  listConnections,
  tables,
  type Connection,
} from '#server/accounts/index.ts'
import { sellersOf, startSandbox } from '#sandbox/index.ts'
import { openAmazonApps } from '#server/connections/amazon-apps.ts'
import { connectionClients, resealTokens, type ConnectionServices } from '#server/connections/connections.ts'
import { serveReturns } from '#server/connections/return-routes.ts'
import { tokenSeal } from '#server/connections/sealed-tokens.ts'
import { PretendedAmazon } from '#test/support/pretended-amazon.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

const TOKEN = 'Atzr|planted-token'
const DAY_MS = 86_400_000
const NEXT = '/connections'

let server: TestServer
let app: FastifyInstance
let amazon: PretendedAmazon
let company: TestCompany
let person: Awaited<ReturnType<TestServer['person']>>
let isSuspect = false

beforeAll(async () => {
  amazon = new PretendedAmazon()
  server = await startTestServer({ amazon: amazon.apps })
  app = Fastify()
  serveReturns(app, server.connections, {
    ...({} as Parameters<typeof serveReturns>[2]),
    called: async () => {},
    isNeeded: async () => isSuspect,
  })
})
afterAll(async () => {
  await app.close()
  await server[Symbol.asyncDispose]()
})
beforeEach(async () => {
  server.now = new Date('2026-11-15T12:00:00Z')
  amazon.failure = undefined
  amazon.participations = [{ marketplace: 'GB', storeName: 'Tidewater', isParticipating: true }]
  amazon.profiles = [profile('1', 'GB'), profile('2', 'DE')]
  company = await server.company()
  person = await member('MANAGER')
})

async function member(role: Role, of: { id: string } = company) {
  const somebody = await server.person()
  await addMember(server.services.accounts, of, somebody.user, role)
  return somebody
}

const profile = (
  profileId: string,
  marketplace: string,
  more: Partial<AdvertisingProfile> = {},
): AdvertisingProfile => ({
  profileId,
  marketplace,
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  accountId: 'ENTITY1',
  accountName: 'Tidewater',
  kind: 'seller',
  ...more,
})

const PATHS = { SELLING_PARTNER: '/redirects/spRedirect', ADVERTISING: '/redirects/adsRedirect' }

const begin = (
  provider: ConnectionProvider,
  region: Region = 'EUROPE',
  {
    calls = person.calls,
    of = company,
    next = NEXT as ConnectionNext,
    marketplace = undefined as string | undefined,
  } = {},
): Promise<ConnectionBegun> => {
  const input = { region, redirectUrl: next, companyId: of.id, ...(marketplace && { marketplace }) }
  return provider === 'ADVERTISING'
    ? calls.amazon.generateAdsOAuthStateParameter(input)
    : calls.amazon.generateSPOAuthStateParameter(input)
}

/** What Amazon sends a browser back with after somebody has consented. */
function consented(
  provider: ConnectionProvider,
  { consentUrl }: ConnectionBegun,
  { region = 'EUROPE' as Region, token = TOKEN, seller = 'A1SELLER' } = {},
): Record<string, string> {
  const { state, redirect_uri: redirectUri } = Object.fromEntries(new URL(consentUrl).searchParams)
  const code = amazon.consent(provider, region, redirectUri!, token)
  return provider === 'ADVERTISING'
    ? { state: state!, code, scope: 'advertising::campaign_management' }
    : { state: state!, spapi_oauth_code: code, selling_partner_id: seller }
}

async function comeBack(provider: ConnectionProvider, query: Record<string, string>) {
  const { statusCode, headers } = await app.inject({ url: PATHS[provider], query })
  expect(statusCode).toBe(303)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const location = String(headers['location'])
  expect(location).toMatch(/^\/redirects\?mode=(sp|ads)&/)
  return Object.fromEntries(new URLSearchParams(location.split('?')[1]))
}

const verify = (
  provider: ConnectionProvider,
  ref: string,
  state: string,
  { calls = person.calls, of = company as { id: string } } = {},
) => {
  const input = { companyId: of.id, ref, state }
  return provider === 'ADVERTISING' ? calls.amazon.verifyAdsTokens(input) : calls.amazon.verifySPTokens(input)
}

/** The whole way. */
async function connect(
  provider: ConnectionProvider,
  {
    region = 'EUROPE' as Region,
    seller = 'A1SELLER',
    token = TOKEN,
    marketplace = undefined as string | undefined,
  } = {},
) {
  const begun = await begin(provider, region, { marketplace })
  const { ref } = await comeBack(provider, consented(provider, begun, { region, seller, token }))
  await verify(provider, ref!, begun.browserState)
}

const askAs = async (services: ConnectionServices, connection: Connection) =>
  (await connectionClients(services).sellingPartner(connection)).participations()
const rows = () => listConnections(server.services.accounts, company)
const card = async (provider: ConnectionProvider, region: Region = 'EUROPE') =>
  (await person.calls.amazon.getConnections({ companyId: company.id })).cards.find(
    (one) => one.provider === provider && one.region === region,
  )!
const sellers = async () => {
  const known = await server.services.accounts.db.select().from(tables.sellerAccounts)
  return known
    .filter(({ companyId }) => companyId === company.id)
    .toSorted((a, b) => (a.sellingPartnerId! < b.sellingPartnerId! ? -1 : 1))
}

test('a seller connects a region, and it is known what was consented', async () => {
  amazon.participations = ['GB', 'DE', 'US'].map((marketplace) => ({
    marketplace,
    storeName: 'Tidewater',
    isParticipating: marketplace !== 'FR',
  }))
  const status = () => person.calls.amazon.getSellingPartnerOnboardingStatus({ companyId: company.id })
  expect((await status()).EUROPE).toBe(false)
  await connect('SELLING_PARTNER', { marketplace: 'DE' })
  expect(await status()).toEqual({ EUROPE: true, NORTH_AMERICA: false, FAR_EAST: false })
  expect(await person.calls.companies.leaveUnconnectedCompanies()).toEqual({ left: [] })
  expect(await card('SELLING_PARTNER')).toEqual({
    provider: 'SELLING_PARTNER',
    region: 'EUROPE',
    status: 'ACTIVE',
    refreshInformation: { shouldRequestRefresh: false, reconnectionRequiredBy: '2027-11-15' },
    storeName: 'Tidewater',
    marketplaces: ['DE', 'GB'],
    authorisedAt: '2026-11-15T12:00:00.000Z',
    brokenReason: null,
    sources: [],
  })
  const { cards, available, isSandbox } = await person.calls.amazon.getConnections({ companyId: company.id })
  expect([cards.length, cards.filter(({ status }) => status !== null).length]).toEqual([6, 1])
  expect([available, isSandbox]).toEqual([{ SELLING_PARTNER: true, ADVERTISING: true }, true])
  expect(await sellers()).toMatchObject([
    { name: 'Tidewater', region: 'EUROPE', homeMarketplace: 'DE', sellingPartnerId: 'A1SELLER' },
  ])
})

test('advertising is connected, and somebody says whose it is about', async () => {
  const { amazon: ours } = person.calls
  const of = { companyId: company.id, apiRegion: 'EUROPE' as const }
  const toSelect = async () =>
    (await ours.getRegionsRequiringAdsProfileSelection({ companyId: company.id })).regions
  amazon.profiles = [
    profile('1', 'GB'),
    profile('2', 'DE'),
    profile('3', 'DE', { accountId: 'ENTITY2' }),
    profile('4', 'FR', { kind: 'agency' }),
    profile('5', 'US'),
  ]
  expect(await toSelect()).toEqual([])
  await connect('ADVERTISING')
  expect((await ours.getAmazonAdsOnboardingStatus({ companyId: company.id })).EUROPE).toEqual({
    status: 'ACTIVE',
    refreshInformation: { shouldRequestRefresh: false, reconnectionRequiredBy: null },
  })
  expect(await toSelect()).toEqual(['EUROPE'])
  const named = async () => (await ours.getAdsSelectedProfiles(of)).profiles
  expect((await named()).map(({ name, isSelected }) => [name, isSelected])).toEqual([
    ['Tidewater (DE) 2', false],
    ['Tidewater (DE) 3', false],
    ['Tidewater (GB)', false],
  ])
  await expect(ours.specifyAdsSelectedProfiles({ ...of, selectedProfileNames: [] })).rejects.toThrow(
    'Please select at least one profile.',
  )
  await expect(
    ours.specifyAdsSelectedProfiles({ ...of, selectedProfileNames: ['Tidewater (GB)', 'Unknown'] }),
  ).rejects.toThrow('have changed')
  await expect(
    ours.specifyAdsSelectedProfiles({
      ...of,
      selectedProfileNames: ['Tidewater (DE) 2', 'Tidewater (DE) 3'],
    }),
  ).rejects.toThrow('Choose one profile for each marketplace')
  await ours.specifyAdsSelectedProfiles({ ...of, selectedProfileNames: ['Tidewater (GB)'] })
  expect(await toSelect()).toEqual([])
  // Who consents anew has not to choose anew.
  amazon.profiles = [profile('1', 'GB'), profile('6', 'FR')]
  await connect('ADVERTISING')
  expect((await named()).map(({ name, isSelected }) => [name, isSelected])).toEqual([
    ['Tidewater (FR)', false],
    ['Tidewater (GB)', true],
  ])
})

test('what is under way for a profile ends when it is chosen no longer, and when Amazon no longer has it', async () => {
  await connect('ADVERTISING')
  const { accounts } = server.services
  const [{ id }] = (await listConnections(accounts, company)) as [Connection]
  const { syncTasks } = tables
  const select = (...selectedProfileNames: string[]) =>
    person.calls.amazon.specifyAdsSelectedProfiles({
      companyId: company.id,
      apiRegion: 'EUROPE',
      selectedProfileNames,
    })
  await select('Tidewater (GB)', 'Tidewater (DE)')
  const task = {
    companyId: company.id,
    connectionId: id,
    source: 'spCampaigns',
    priority: 1,
    notBefore: server.now,
  }
  for (const place of ['1', '2'])
    await accounts.db.insert(syncTasks).values([
      { ...task, place, firstDay: '2026-11-01', lastDay: '2026-11-10' },
      { ...task, place, firstDay: '2026-10-01', lastDay: '2026-10-31', state: 'DONE', endedAt: server.now },
    ])
  const left = async () =>
    (await accounts.db.select().from(syncTasks).where(eq(syncTasks.connectionId, id)))
      .map(({ place, state }) => `${place} ${state}`)
      .toSorted()
  expect(await left()).toEqual(['1 DONE', '1 WAITING', '2 DONE', '2 WAITING'])
  await select('Tidewater (DE)')
  expect(await left()).toEqual(['1 DONE', '2 DONE', '2 WAITING'])
  amazon.profiles = [profile('1', 'GB')]
  await connect('ADVERTISING')
  expect(await left()).toEqual(['1 DONE', '2 DONE'])
})

describe('whoever did not begin it does not finish it', () => {
  const notBegun = { message: expect.stringContaining('was not started here') as string }
  async function back(provider: ConnectionProvider = 'SELLING_PARTNER') {
    const begun = await begin(provider)
    const { ref } = await comeBack(provider, consented(provider, begun))
    return { ref: ref!, browserState: begun.browserState }
  }

  test('neither another person nor another browser nor for another company nor as another provider', async () => {
    const { ref, browserState } = await back()
    const colleague = await member('OWNER')
    const elsewhere = await server.company()
    await addMember(server.services.accounts, elsewhere, person.user, 'OWNER')
    const other = await begin('SELLING_PARTNER')
    const asked = amazon.tokens.length
    await expect(verify('SELLING_PARTNER', ref, browserState, colleague)).rejects.toMatchObject(notBegun)
    await expect(verify('SELLING_PARTNER', ref, other.browserState)).rejects.toMatchObject(notBegun)
    await expect(
      verify('SELLING_PARTNER', ref, browserState, { ...person, of: elsewhere }),
    ).rejects.toMatchObject(notBegun)
    await expect(verify('ADVERTISING', ref, browserState)).rejects.toMatchObject(notBegun)
    await expect(verify('SELLING_PARTNER', browserState, ref)).rejects.toMatchObject(notBegun)
    expect([await rows(), amazon.tokens.length]).toEqual([[], asked])
    // None of them has taken it from the one whose it is.
    await verify('SELLING_PARTNER', ref, browserState)
    expect(await rows()).toHaveLength(1)
  })

  test('nobody twice, too late, or without the right to', async () => {
    const first = await back()
    await verify('SELLING_PARTNER', first.ref, first.browserState)
    await expect(verify('SELLING_PARTNER', first.ref, first.browserState)).rejects.toMatchObject(notBegun)
    const late = await back()
    server.now = new Date(server.now.getTime() + 10 * 60_000)
    await expect(verify('SELLING_PARTNER', late.ref, late.browserState)).rejects.toMatchObject(notBegun)
    const demoted = await back()
    await server.services.accounts.db
      .update(tables.memberships)
      .set({ role: 'VIEWER' })
      .where(eq(tables.memberships.userId, person.user.id))
    await expect(verify('SELLING_PARTNER', demoted.ref, demoted.browserState)).rejects.toThrow('Your role')
  })

  test('a viewer does not begin, a stranger learns nothing, and a guest is nobody', async () => {
    await expect(begin('SELLING_PARTNER', 'EUROPE', await member('VIEWER'))).rejects.toThrow('Your role')
    await expect(begin('ADVERTISING', 'EUROPE', await server.person())).rejects.toThrow('does not exist')
    await expect(begin('ADVERTISING', 'EUROPE', { calls: server.guest })).rejects.toThrow('not authenticated')
  })

  test('where one sells and where one goes on are of their lists', async () => {
    await expect(begin('SELLING_PARTNER', 'EUROPE', { marketplace: 'US' })).rejects.toThrow(
      'not one of the region',
    )
    for (const next of ['https://evil.example', '//evil.example', '/connections?x=1', '/home'])
      await expect(begin('SELLING_PARTNER', 'EUROPE', { next: next as ConnectionNext })).rejects.toThrow()
  })
})

describe('what browsers bring from Amazon', () => {
  const unknown = { problem: 'unknown', next: NEXT }

  test('a state that nobody has begun, that is over or was used, or that is another provider’s leads nowhere', async () => {
    const never = { state: 'a'.repeat(43), spapi_oauth_code: 'injected', selling_partner_id: 'A1SELLER' }
    expect(await comeBack('SELLING_PARTNER', never)).toEqual({ mode: 'sp', ...unknown })
    const query = consented('SELLING_PARTNER', await begin('SELLING_PARTNER'))
    expect(await comeBack('ADVERTISING', { ...query, code: 'x' })).toEqual({ mode: 'ads', ...unknown })
    expect(await comeBack('SELLING_PARTNER', query)).toMatchObject({ ref: expect.any(String) as string })
    expect(await comeBack('SELLING_PARTNER', query)).toEqual({ mode: 'sp', ...unknown })
    const late = consented('SELLING_PARTNER', await begin('SELLING_PARTNER'))
    server.now = new Date(server.now.getTime() + 10 * 60_000)
    expect(await comeBack('SELLING_PARTNER', late)).toEqual({ mode: 'sp', ...unknown })
  })

  test.each([
    ['nothing', {}],
    ['a state alone that is too long', { state: 'x'.repeat(201), code: 'x' }],
    ['NUL', { state: '\0', code: 'x' }],
    ['an address to go on to', { state: 'x', code: 'x', next: 'https://evil.example' }],
  ])('%s leads nowhere', async (_, query) => {
    expect(await comeBack('ADVERTISING', query as Record<string, string>)).toEqual({
      mode: 'ads',
      ...unknown,
    })
  })

  test('who says no at Amazon is led back to where they were, once', async () => {
    const next = '/onboarding/advertising?continue=true'
    const { state } = await begin('ADVERTISING', 'EUROPE', { next })
    const denied = { state, error: 'access_denied', error_description: '<b>no</b>' }
    expect(await comeBack('ADVERTISING', denied)).toEqual({ mode: 'ads', problem: 'denied', next })
    expect(await comeBack('ADVERTISING', denied)).toEqual({ mode: 'ads', ...unknown })
  })

  test('programs that only look, and addresses that have to pass the check, use nothing up', async () => {
    const query = consented('ADVERTISING', await begin('ADVERTISING'))
    expect((await app.inject({ method: 'HEAD', url: PATHS.ADVERTISING, query })).statusCode).toBe(404)
    isSuspect = true
    expect(await comeBack('ADVERTISING', query)).toEqual({ mode: 'ads', ...unknown })
    isSuspect = false
    expect(await comeBack('ADVERTISING', query)).toMatchObject({
      next: NEXT,
      ref: expect.any(String) as string,
    })
  })
})

test('another seller is refused until the region is disconnected, and then has an account of its own', async () => {
  await connect('SELLING_PARTNER')
  const [first] = await rows()
  await expect(connect('SELLING_PARTNER', { seller: 'A2OTHER' })).rejects.toThrow(
    'This region is connected to another seller account. Disconnect it first.',
  )
  expect(await rows()).toEqual([first])
  await person.calls.amazon.disconnect({
    companyId: company.id,
    provider: 'SELLING_PARTNER',
    region: 'EUROPE',
  })
  await expect(
    person.calls.amazon.disconnect({ companyId: company.id, provider: 'SELLING_PARTNER', region: 'EUROPE' }),
  ).rejects.toThrow('not connected')
  expect((await card('SELLING_PARTNER')).status).toBeNull()
  await connect('SELLING_PARTNER', { seller: 'A2OTHER' })
  await connect('SELLING_PARTNER', { seller: 'A2OTHER', token: 'Atzr|newer' })
  await person.calls.amazon.disconnect({
    companyId: company.id,
    provider: 'SELLING_PARTNER',
    region: 'EUROPE',
  })
  await connect('SELLING_PARTNER')
  const [again] = await rows()
  expect(again!.sellerAccountId).toBe(first!.sellerAccountId)
  expect((await sellers()).map(({ name, sellingPartnerId }) => [name, sellingPartnerId])).toEqual([
    ['Tidewater', 'A1SELLER'],
    ['Tidewater (Europe)', 'A2OTHER'],
  ])
})

test('whoever writes the id of another seller into the address takes no turns of theirs at Amazon', async () => {
  const other = await server.company()
  await addMember(server.services.accounts, other, person.user, 'MANAGER')
  await connect('SELLING_PARTNER', { seller: 'A1SELLER' })
  const begun = await begin('SELLING_PARTNER', 'EUROPE', { of: other })
  const { ref } = await comeBack(
    'SELLING_PARTNER',
    consented('SELLING_PARTNER', begun, { seller: 'A1SELLER' }),
  )
  await verify('SELLING_PARTNER', ref!, begun.browserState, { of: other })
  amazon.counted.length = 0
  const clients = connectionClients(server.connections)
  for (const of of [company, other]) {
    const [connection] = await listConnections(server.services.accounts, of)
    await (await clients.sellingPartner(connection!)).participations()
  }
  expect(new Set(amazon.counted).size).toBe(2)
})

test('a seller whose files were handed in before goes on in the same account', async () => {
  const { accounts } = server.services
  const ours = (await getCompany(accounts, company.id))!
  const { id } = await ensureSellerAccount(accounts, ours, { name: 'By hand', region: 'EUROPE' })
  await connect('SELLING_PARTNER')
  amazon.participations = [{ marketplace: 'US', storeName: 'Tidewater', isParticipating: true }]
  await connect('SELLING_PARTNER', { region: 'NORTH_AMERICA' })
  expect((await rows()).map(({ region, sellerAccountId }) => [region, sellerAccountId === id])).toEqual([
    ['EUROPE', true],
    ['NORTH_AMERICA', false],
  ])
})

test.each([
  ['is away', new AmazonError('LATER', 'secret of Amazon'), 'Amazon is not responding'],
  ['says no', new AmazonError('DENIED', 'secret of Amazon'), 'Amazon did not accept'],
])('where Amazon %s nothing is connected, and it is said', async (_, failure, words) => {
  const begun = await begin('SELLING_PARTNER')
  const { ref } = await comeBack('SELLING_PARTNER', consented('SELLING_PARTNER', begun))
  amazon.failure = failure
  const said = await verify('SELLING_PARTNER', ref!, begun.browserState).catch(
    (error: Error) => error.message,
  )
  expect(said).toContain(words)
  expect(said).not.toContain('secret')
  expect(await rows()).toEqual([])
})

test('who sells or advertises nowhere in the region is told so', async () => {
  amazon.participations = [{ marketplace: 'GB', storeName: 'Tidewater', isParticipating: false }]
  await expect(connect('SELLING_PARTNER')).rejects.toThrow('sells in no marketplace')
  amazon.profiles = [profile('1', 'US')]
  await expect(connect('ADVERTISING')).rejects.toThrow('no advertising profile')
})

test('a consent is renewed from a month before its end, and at the end or broken it is no connection', async () => {
  await connect('SELLING_PARTNER')
  const after = async (days: number) => {
    server.now = new Date(Date.parse('2026-11-15T12:00:00Z') + days * DAY_MS)
    const { status, refreshInformation } = await card('SELLING_PARTNER')
    return [status, refreshInformation.shouldRequestRefresh, refreshInformation.reconnectionRequiredBy]
  }
  expect(await after(334)).toEqual(['ACTIVE', false, '2027-11-15'])
  expect(await after(335)).toEqual(['ACTIVE', true, '2027-11-15'])
  expect(await after(365)).toEqual(['BROKEN', true, null])
  await connect('SELLING_PARTNER', { token: 'Atzr|renewed' })
  expect(await after(366)).toEqual(['ACTIVE', false, '2028-11-14'])
  const [connection] = await rows()
  await connectionClients(server.connections).markBroken(connection!, 'The consent was taken back.')
  expect(await card('SELLING_PARTNER')).toMatchObject({
    status: 'BROKEN',
    brokenReason: 'The consent was taken back.',
    refreshInformation: { shouldRequestRefresh: true, reconnectionRequiredBy: null },
  })
  expect(
    (await person.calls.amazon.getSellingPartnerOnboardingStatus({ companyId: company.id })).EUROPE,
  ).toBe(false)
})

test('the real clients connect to the pretend Amazon', async () => {
  const application = {
    applicationId: 'amzn1.sp.solution.test',
    clientId: 'amzn1.application-oa2-client.test',
    clientSecret: 'secret of the test',
    isDraft: false,
    redirectUris: Object.values(PATHS).map((path) => `https://sextant.example${path}`),
  }
  const [seller] = sellersOf()
  const sandbox = await startSandbox({ port: 0, sellers: [seller!], applications: [application] })
  const pretended = server.connections.apps
  server.connections.apps = openAmazonApps({
    endpoints: sandboxEndpoints(sandbox.origin),
    isSandbox: true,
    sellingPartner: application,
    advertising: application,
  })
  try {
    const { region, sellingPartnerId, storeName, marketplaces } = seller!.regions[0]!
    for (const provider of ['SELLING_PARTNER', 'ADVERTISING'] as const) {
      const begun = await begin(provider, region)
      const { headers } = await fetch(begun.consentUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ seller: seller!.id, decision: 'approve' }),
      })
      const query = Object.fromEntries(new URL(headers.get('location')!).searchParams)
      const { ref } = await comeBack(provider, query)
      await verify(provider, ref!, begun.browserState)
    }
    expect(await card('SELLING_PARTNER', region)).toMatchObject({
      status: 'ACTIVE',
      storeName,
      marketplaces: marketplaces.toSorted(),
    })
    expect((await rows()).map((row) => row.sellingPartnerId)).toContain(sellingPartnerId)
    const of = { companyId: company.id, apiRegion: region }
    const { profiles } = await person.calls.amazon.getAdsSelectedProfiles(of)
    expect(profiles).toHaveLength(seller!.profiles.filter((one) => one.region === region).length)
  } finally {
    server.connections.apps = pretended
    await sandbox.close()
  }
})

describe('tokens', () => {
  test('stand in no log, no record, no answer and no row but sealed', async () => {
    const begun = await begin('SELLING_PARTNER')
    const query = consented('SELLING_PARTNER', begun)
    const { ref } = await comeBack('SELLING_PARTNER', query)
    const { db } = server.services.accounts
    const states = await db.select().from(tables.connectionStates)
    for (const secret of [begun.state, begun.browserState, ref!, query['spapi_oauth_code']!])
      expect(JSON.stringify(states)).not.toContain(secret)
    await verify('SELLING_PARTNER', ref!, begun.browserState)
    const audit = await db.select().from(tables.auditLog)
    expect(audit.filter(({ companyId }) => companyId === company.id).map(({ action }) => action)).toEqual([
      'company.create',
      'connection.begin',
      'connection.connect',
    ])
    const everything = [
      audit,
      server.log,
      await rows(),
      await card('SELLING_PARTNER'),
      await person.calls.amazon.getConnections({ companyId: company.id }),
    ]
    for (const secret of ['planted', query['spapi_oauth_code']!, ref!, begun.browserState])
      expect(JSON.stringify(everything)).not.toContain(secret)
  })

  test('stand in a dump but sealed, and who is on the way to Amazon does not', async () => {
    await connect('SELLING_PARTNER')
    await begin('ADVERTISING')
    const directory = await mkdtemp(join(tmpdir(), 'sextant-dump-'))
    try {
      const file = join(directory, 'accounts.jsonl.gz')
      await dumpAccounts(server.services.accounts, file)
      const text = gunzipSync(await readFile(file)).toString()
      const [connection] = await rows()
      expect(text).toContain(connection!.refreshToken)
      expect(text).not.toContain('planted')
      expect(text).not.toContain('browser_state_hash')
    } finally {
      await rm(directory, { recursive: true })
    }
  })

  test('open for their own connection alone, and a new secret seals them anew', async () => {
    await connect('SELLING_PARTNER')
    amazon.participations = [{ marketplace: 'US', storeName: 'Tidewater', isParticipating: true }]
    await connect('SELLING_PARTNER', { region: 'NORTH_AMERICA', token: 'Atzr|american' })
    const [europe, america] = await rows()
    expect(await askAs(server.connections, europe!)).toHaveLength(1)
    const moved = { ...america!, refreshToken: europe!.refreshToken }
    await expect(askAs(server.connections, moved)).rejects.toMatchObject({ kind: 'REVOKED' })

    const formerSecret = Buffer.alloc(32, 7)
    const rotated = { ...server.connections, seal: tokenSeal(Buffer.alloc(32, 8), [formerSecret]) }
    const said: string[] = []
    await resealTokens(rotated, (message) => void said.push(message))
    const [resealed] = await rows()
    expect(said).toEqual([])
    expect(rotated.seal.isCurrent(resealed!.refreshToken)).toBe(true)
    expect(await askAs(rotated, resealed!)).toHaveLength(1)
    // What nothing opens any more is said, and asks for a consent.
    await resealTokens(server.connections, (message) => void said.push(message))
    expect(said.filter((line) => line.includes(resealed!.id))).toHaveLength(1)
    await expect(askAs(server.connections, resealed!)).rejects.toMatchObject({ kind: 'REVOKED' })
    expect(said.join()).not.toContain('planted')
  })
})
