import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { AdvertisingProfiles, ConnectionCard, Connections } from '#contract/connections.ts'
import { REGIONS, type Region } from '#contract/marketplaces.ts'
import { createCompany } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const PHOTOGRAPHS = process.env['SEXTANT_TEST_PHOTOGRAPHS']

let story: Story
let server: RunningServer
let browser: Browser
let companyId: string
let otherId: string
let storageState: Awaited<ReturnType<typeof signIn>>
let mishaps: string[]

beforeAll(async () => {
  story = await startStory({
    SEXTANT_LIMIT_ANSWERS_PER_MINUTE: '1000',
    SEXTANT_AMAZON_SP_APPLICATION_ID: 'amzn1.sp.solution.example',
    SEXTANT_AMAZON_SP_CLIENT_ID: 'amzn1.application-oa2-client.example',
    SEXTANT_AMAZON_SP_CLIENT_SECRET: 'a-secret-of-the-test-alone',
  })
  ;({ server, browser, log: mishaps } = story)
  const { accounts } = server.installation.services
  companyId = (await createCompany(accounts, { name: 'Acme Outdoor' })).id
  otherId = (await createCompany(accounts, { name: 'Zebra Toys' })).id
  storageState = await signIn(browser, server, await accountOf(server, [companyId, otherId]))
  if (PHOTOGRAPHS) await mkdir(PHOTOGRAPHS, { recursive: true })
})

afterAll(() => story?.end())

let opened: Page[] = []
afterEach(async () => {
  for (const page of opened) await page.context().close()
  opened = []
  expect(mishaps).toEqual([])
})

async function newPage(size: keyof typeof WINDOWS = 'wide'): Promise<Page> {
  const context = await browser.newContext({ viewport: WINDOWS[size], storageState })
  const page = await context.newPage()
  page.on('pageerror', (error) => mishaps.push(error.message))
  opened.push(page)
  return page
}

const url = (path: string) => server.address + path
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Amazon's states are not to be had for the asking: what the server would say of them is said in its place. */
async function answering(page: Page, answers: Record<string, unknown>): Promise<Record<string, unknown[]>> {
  const asked: Record<string, unknown[]> = {}
  for (const [procedure, answer] of Object.entries(answers)) {
    asked[procedure] = []
    await page.route(`**/trpc/amazon.${procedure}*`, (route) => {
      const request = route.request()
      const input: unknown =
        request.postDataJSON() ?? JSON.parse(new URL(request.url()).searchParams.get('input')!)
      asked[procedure]!.push(input)
      const data = typeof answer === 'function' ? (answer as (input: unknown) => unknown)(input) : answer
      return route.fulfill({ json: { result: { data } } })
    })
  }
  return asked
}

async function looksRight(page: Page, name: string): Promise<void> {
  for (const theme of THEMES) {
    await setTheme(page, theme)
    if (PHOTOGRAPHS) await page.screenshot({ path: join(PHOTOGRAPHS, `${name}-${theme}.png`) })
    expect(await axeViolations(page)).toEqual([])
  }
}

const NONE = {
  status: null,
  refreshInformation: { shouldRequestRefresh: false, reconnectionRequiredBy: null },
}
const ACTIVE = { ...NONE, status: 'ACTIVE' } as const
const EXPIRING = {
  status: 'ACTIVE',
  refreshInformation: { shouldRequestRefresh: true, reconnectionRequiredBy: '2026-12-02' },
} as const
const BROKEN = { ...NONE, status: 'BROKEN' } as const

const card = (
  provider: ConnectionCard['provider'],
  region: Region,
  facts: Partial<ConnectionCard> = {},
): ConnectionCard => ({
  provider,
  region,
  storeName: null,
  marketplaces: [],
  authorisedAt: null,
  brokenReason: null,
  sources: [],
  ...NONE,
  ...facts,
})

const source = (name: string, label: string, facts: Partial<ConnectionCard['sources'][number]> = {}) => ({
  source: name,
  label,
  done: 30,
  total: 30,
  remainingSeconds: null,
  reachesTo: '2026-11-19',
  problems: [],
  delay: null,
  nextAt: new Date(Date.now() + 3_600_000).toISOString(),
  ...facts,
})

const READ = [
  source('orders', 'Orders', { reachesTo: '2026-11-24' }),
  source('settlements', 'Settlements and fees'),
  source('traffic', 'Sessions and traffic', {
    done: 412,
    total: 730,
    delay: 'The login was answered 401 (invalid_client)',
  }),
  source('inventory', 'Inventory', {
    problems: ['The report of 3 Nov 2026 was refused by Amazon three times and is left out.'],
  }),
]

const CONNECTIONS: Connections = {
  available: { SELLING_PARTNER: true, ADVERTISING: true },
  isSandbox: true,
  cards: [
    card('SELLING_PARTNER', 'EUROPE', {
      ...ACTIVE,
      storeName: 'Acme Outdoor EU',
      authorisedAt: '2026-03-12T09:30:00.000Z',
      marketplaces: ['GB', 'DE', 'FR', 'IT', 'ES', 'NL', 'SE'],
      sources: READ,
    }),
    card('SELLING_PARTNER', 'NORTH_AMERICA', {
      ...ACTIVE,
      authorisedAt: '2026-11-24T08:00:00.000Z',
      marketplaces: ['US', 'CA', 'MX'],
      sources: READ.map((one) => ({
        ...one,
        done: 0,
        total: 24,
        reachesTo: null,
        problems: [],
        delay: null,
        nextAt: null,
      })),
    }),
    card('SELLING_PARTNER', 'FAR_EAST'),
    card('ADVERTISING', 'EUROPE', {
      ...ACTIVE,
      authorisedAt: '2026-03-12T09:30:00.000Z',
      sources: [source('ads', 'Advertising')],
    }),
    card('ADVERTISING', 'NORTH_AMERICA', EXPIRING),
    card('ADVERTISING', 'FAR_EAST', { ...BROKEN, brokenReason: 'Access was taken back at Amazon.' }),
  ],
}

const PROFILES: AdvertisingProfiles = {
  profiles: [
    { name: 'Acme Outdoor DE', isSelected: true, marketplace: 'DE', currency: 'EUR' },
    { name: 'Acme Outdoor FR', isSelected: true, marketplace: 'FR', currency: 'EUR' },
    { name: 'Acme Outdoor GB', isSelected: false, marketplace: 'GB', currency: 'GBP' },
  ],
}

/** What the page of connections asks, where nobody has to choose anything. */
const SETTLED = {
  getConnections: CONNECTIONS,
  getAdsSelectedProfiles: PROFILES,
  getRegionsRequiringAdsProfileSelection: { regions: [] },
}

const cardOf = (page: Page, provider: string, region: string) =>
  page
    .getByRole('region', { name: provider, exact: true })
    .getByRole('article', { name: region, exact: true })

test('every region says how it is connected and what to do about it', async () => {
  const page = await newPage()
  const asked = await answering(page, {
    ...SETTLED,
    disconnect: null,
    syncNow: null,
    retrySync: { retried: 1 },
  })
  await page.goto(url('/connections'))
  await page.waitForURL(`**/${companyId}/connections`)
  await heading(page, 'Connections')
  await page.getByText('Manage Amazon connections.').waitFor()
  await page.getByText('A pretend Amazon answers here.').waitFor()

  const europe = cardOf(page, 'Seller Central', 'Europe')
  await europe.getByText('Connected', { exact: true }).waitFor()
  await europe.getByText('Acme Outdoor EU. Authorised 12 Mar 2026.').waitFor()
  await cardOf(page, 'Seller Central', 'Far East')
    .getByRole('button', { name: 'Connect', exact: true })
    .waitFor()
  const advertising = (region: string) => cardOf(page, 'Amazon Advertising', region)
  await advertising('Europe').getByRole('button', { name: 'Profiles', exact: true }).waitFor()
  await advertising('Europe').getByText('2 of 3 advertising profiles are selected.').waitFor()
  await advertising('North America')
    .getByText('Please reconnect. Connection expires on 2 Dec 2026.', { exact: true })
    .waitFor()
  await advertising('North America').getByRole('button', { name: 'Fix connection' }).waitFor()
  await advertising('Far East').getByText('Connection broken. Please reconnect.').waitFor()
  await advertising('Far East').getByRole('button', { name: 'Fix connection' }).waitFor()

  const traffic = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Sessions and traffic' }) })
  await traffic.getByText('412 of 730').waitFor()
  await traffic.getByText('To 19 Nov 2026').waitFor()
  await traffic.getByText('Nothing yet').waitFor()
  await traffic.getByText(/^Next try .*: The login was answered 401 \(invalid_client\)$/).waitFor()
  await page.getByText('was refused by Amazon three times').waitFor()
  await looksRight(page, 'connections')
  await page.setViewportSize(WINDOWS.smallest)
  await looksRight(page, 'connections-small')

  await press(page, 'Try again')
  await press(page, 'Sync now')
  await page.getByText('What is new at Amazon is being read.').waitFor()
  await europe.getByRole('button', { name: 'Disconnect' }).click()
  const question = page.getByRole('alertdialog', { name: 'Disconnect Seller Central in Europe?' })
  await question.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await question.waitFor({ state: 'detached' })
  expect([asked['retrySync'], asked['syncNow'], asked['disconnect']]).toEqual([
    [{ companyId, source: 'inventory' }],
    [{ companyId }],
    [{ companyId, provider: 'SELLING_PARTNER', region: 'EUROPE' }],
  ])
})

formTest('where nothing is set up, the page leads to files', async () => {
  const page = await newPage()
  await answering(page, {
    ...SETTLED,
    getConnections: {
      available: { SELLING_PARTNER: false, ADVERTISING: false },
      isSandbox: false,
      cards: [],
    },
  })
  await page.goto(url(`/${companyId}/connections`))
  await page.getByText('Amazon’s Selling Partner API is not set up here').waitFor()
  await looksRight(page, 'not-set-up')
  await page.getByRole('link', { name: 'import report files' }).first().click()
  await page.waitForURL(/\/import$/)
})

test('profiles are asked for by themselves, region after region, and at least one has to be chosen', async () => {
  const page = await newPage()
  const cards = CONNECTIONS.cards.map((one) => (one.provider === 'ADVERTISING' ? { ...one, ...ACTIVE } : one))
  let wanting: Region[] = ['FAR_EAST', 'NORTH_AMERICA']
  const asked = await answering(page, {
    getConnections: { ...CONNECTIONS, cards },
    getRegionsRequiringAdsProfileSelection: () => ({ regions: wanting }),
    getAdsSelectedProfiles: ({ apiRegion }: { apiRegion: Region }) =>
      apiRegion === 'FAR_EAST'
        ? { profiles: [] }
        : { profiles: PROFILES.profiles.map((profile) => ({ ...profile, isSelected: false })) },
    specifyAdsSelectedProfiles: () => void (wanting = ['FAR_EAST']),
  })
  await page.goto(url(`/${companyId}/connections`))
  const dialog = page.getByRole('dialog', { name: 'Advertising profiles in North America' })
  await dialog.waitFor()
  await looksRight(page, 'profiles')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Please select at least one profile.').waitFor()
  await looksRight(page, 'profiles-none')
  // The first answer that is missing is next in the order of keys.
  await dialog.getByRole('checkbox', { name: /Acme Outdoor FR/ }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByText('Updated advertising profile for the given region.').waitFor()
  expect(asked['specifyAdsSelectedProfiles']).toEqual([
    { companyId, apiRegion: 'NORTH_AMERICA', selectedProfileNames: ['Acme Outdoor FR'] },
  ])
  const empty = page.getByRole('dialog', { name: 'Advertising profiles in Far East' })
  await empty.getByText('No profiles are available for this connection.').waitFor()
  await empty.getByRole('button', { name: 'Close', exact: true }).last().click()
  await empty.waitFor({ state: 'detached' })
})

const keptIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('sextant.connection')))

const RETURN = '/redirects?mode=sp&ref=reference&next=%2Fconnections'
/** A page at the place of Amazon's: whoever follows its link has decided. */
async function deciding(page: Page, decision: Record<string, string>): Promise<void> {
  await page.route('https://sellercentral*/**', (route) => {
    const state = new URL(route.request().url()).searchParams.get('state')!
    const back = url(`/redirects/spRedirect?${new URLSearchParams({ state, ...decision })}`)
    return route.fulfill({
      contentType: 'text/html',
      body: `<a href="${back.replaceAll('&', '&amp;')}">Decide</a>`,
    })
  })
}

formTest('a connection begun for a company ends in it, and what was kept of it is gone', async () => {
  const page = await newPage()
  const asked = await answering(page, { ...SETTLED, verifySPTokens: null })
  await deciding(page, { spapi_oauth_code: 'code', selling_partner_id: 'A1EXAMPLE' })
  await page.goto(url(`/${companyId}/connections`))
  await cardOf(page, 'Seller Central', 'Far East')
    .getByRole('button', { name: 'Connect', exact: true })
    .click()
  const question = page.getByRole('dialog', { name: 'Connect Far East' })
  await question.waitFor()
  await looksRight(page, 'where-opened')
  await question.getByRole('button', { name: /Account opened in/ }).press('Enter')
  await page.getByRole('option', { name: 'Japan' }).press('Enter')
  await question.getByRole('button', { name: 'Continue to Amazon' }).press('Enter')
  await page.waitForURL(/^https:\/\/sellercentral/)
  await page.getByText('Decide').click()
  await page.waitForURL(`**/${companyId}/connections`)
  await heading(page, 'Connections')
  const verified = asked['verifySPTokens'] as { companyId: string; ref: string; state: string }[]
  expect(verified).toEqual([{ companyId, ref: expect.any(String), state: expect.any(String) }])
  expect(await keptIn(page)).toEqual([])
})

formTest('who declines at Amazon is told that nothing was connected', async () => {
  const page = await newPage()
  const asked = await answering(page, { getConnections: CONNECTIONS, verifySPTokens: null })
  await deciding(page, { error: 'access_denied' })
  await page.goto(url('/onboarding/sellerCentral?continue=true'))
  await cardOf(page, 'Seller Central', 'Far East')
    .getByRole('button', { name: 'Connect', exact: true })
    .click()
  await page.getByRole('button', { name: /Account opened in/ }).click()
  await page.getByRole('option', { name: 'Australia' }).click()
  await press(page, 'Continue to Amazon')
  await page.getByText('Decide').click()
  await heading(page, 'Access was declined')
  expect(await keptIn(page)).toEqual([])
  expect(asked['verifySPTokens']).toEqual([])
  await page.getByRole('link', { name: 'Go back' }).click()
  await page.waitForURL(/\/onboarding\/sellerCentral\?continue=true$/)
})

formTest('coming back to anything else connects nothing, and says why', async () => {
  const page = await newPage()
  const asked = await answering(page, { ...SETTLED, verifySPTokens: null, verifyAdsTokens: null })
  const comeBack = async (address: string, company = companyId) => {
    await page.goto(url('/licenses'))
    await page.evaluate(`sessionStorage.setItem('sextant.connection-state', 'of-browser');
      sessionStorage.setItem('sextant.connection-company', '${company}')`)
    await page.goto(url(address))
  }
  for (const [address, title, company] of [
    [RETURN, 'No connection was started here', otherId],
    ['/redirects?mode=sp&ref=r&next=%2Fhome', 'No connection was started here', companyId],
    ['/redirects?mode=eval&ref=r&next=%2Fconnections', 'No connection was started here', companyId],
    ['/redirects?mode=ads&next=%2Fconnections', 'No connection was started here', companyId],
    ['/redirects?mode=sp&problem=denied&next=%2Fconnections', 'Access was declined', companyId],
    ['/redirects?mode=sp&problem=unknown&next=%2Fconnections', 'The connection was not completed', companyId],
  ] as const) {
    await comeBack(address, company)
    await heading(page, title)
    expect(await keptIn(page)).toEqual([])
  }
  expect([asked['verifySPTokens'], asked['verifyAdsTokens']]).toEqual([[], []])
  await looksRight(page, 'redirects')
  await page.getByRole('link', { name: 'Go back' }).click()
  await page.waitForURL(`**/${companyId}/connections`)
})

formTest('onboarding connects Seller Central and then advertising, which may be left out', async () => {
  const page = await newPage()
  const sellers = (status: typeof NONE | typeof ACTIVE) => ({
    ...CONNECTIONS,
    cards: REGIONS.flatMap((region) => [
      card('SELLING_PARTNER', region, region === 'EUROPE' ? status : NONE),
      card('ADVERTISING', region),
    ]),
  })
  let connections = sellers(NONE)
  let isActive = false
  await answering(page, {
    ...SETTLED,
    getConnections: () => connections,
    getSellingPartnerOnboardingStatus: () => ({ EUROPE: isActive, NORTH_AMERICA: false, FAR_EAST: false }),
    getAmazonAdsOnboardingStatus: { EUROPE: NONE, NORTH_AMERICA: NONE, FAR_EAST: NONE },
  })
  await page.goto(url('/onboarding'))
  await heading(page, 'Welcome, Robin Example.')
  const goOn = page.getByRole('button', { name: 'Continue', exact: true })
  await cardOf(page, 'Seller Central', 'Europe').waitFor()
  await expect.poll(() => goOn.getAttribute('aria-disabled')).toBe('true')
  await looksRight(page, 'onboarding-seller')

  connections = sellers(ACTIVE)
  isActive = true
  await page.goto(url('/onboarding/sellerCentral?continue=true'))
  await cardOf(page, 'Seller Central', 'Europe').getByText('Connected', { exact: true }).waitFor()
  await press(page, 'Continue')
  await heading(page, 'Connect advertising')
  await looksRight(page, 'onboarding-advertising')
  await page.setViewportSize(WINDOWS.smallest)
  await looksRight(page, 'onboarding-advertising-small')
  // Who is connected is not asked again.
  await page.goto(url('/onboarding/sellerCentral'))
  await page.waitForURL(/\/onboarding\/advertising$/)
  // Nor is who does without.
  await press(page, 'Skip')
  await page.waitForURL(/\/profitAndLoss\/transaction$/)
  await page.goto(url('/onboarding'))
  await page.waitForURL(/\/profitAndLoss\/transaction$/)
})

formTest('who waits for the first data sees how far each source is', async () => {
  const page = await newPage()
  await answering(page, {
    ...SETTLED,
    getSellingPartnerOnboardingStatus: { EUROPE: true, NORTH_AMERICA: false, FAR_EAST: false },
    isCriticalSyncComplete: false,
  })
  await page.goto(url(`/${companyId}/profitAndLoss/transaction`))
  await page.waitForURL(/\/syncInProgress$/)
  await heading(page, 'Your Amazon data is loading.')
  await page.getByText('This takes up to 24 hours.').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Sessions and traffic' })
    .getByText('412 of 754')
    .waitFor()
  await looksRight(page, 'waiting')
})
