import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Tokens } from '#amazon/api/clients.ts'
import { AmazonError } from '#amazon/index.ts'
import type { ConnectionBegun, ConnectionNext, ConnectionProvider } from '#contract/connections.ts'
import { text } from '#contract/fields.ts'
import type { Region } from '#contract/marketplaces.ts'
import {
  answerConnectionState,
  createConnectionState,
  dropConnectionState,
  recordAudit,
  saveAdvertisingConnection,
  saveSellerConnection,
  takeConnectionState,
  type Connection,
  type ConnectionState,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { OF_ALL_MARKETPLACES } from '#server/sync/sources.ts'
import { aboutToken, type ConnectionServices } from './connections.ts'
import { profilesIn, sellingIn } from './places.ts'

/** Of a state, of what stays in the browser, and of a reference. */
const SECRET_BYTES = 32
/** Between leaving for Amazon and the last step. */
const MINUTES_MAX = 10
/** Amazon ends a seller's consent after so many days. */
const CONSENT_DAYS = 365
const DAY_MS = 86_400_000

export const RETURN_PATHS: Record<ConnectionProvider, string> = {
  SELLING_PARTNER: '/redirects/spRedirect',
  ADVERTISING: '/redirects/adsRedirect',
}
const MODES: Record<ConnectionProvider, string> = { SELLING_PARTNER: 'sp', ADVERTISING: 'ads' }

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
const aboutConsent = (stateHash: string): string => `consent ${stateHash}`

/**
 * Begins the way to Amazon's consent page for somebody's browser.
 * @param origin where that browser reaches the installation, and Amazon sends it back to
 */
export async function beginConnecting(
  { accounts, apps, now }: ConnectionServices,
  person: { id: string },
  {
    provider,
    region,
    marketplace,
    redirectUrl,
    companyId,
    origin,
  }: {
    provider: ConnectionProvider
    region: Region
    marketplace: string | undefined
    redirectUrl: ConnectionNext
    companyId: string | undefined
    origin: string
  },
): Promise<ConnectionBegun> {
  mustBeSetUp(apps.available[provider])
  const [state, browserState] = [newSecret(), newSecret()]
  const redirectUri = `${origin}${RETURN_PATHS[provider]}`
  const consentUrl =
    provider === 'ADVERTISING'
      ? apps.login.advertisingConsent({ region, state, redirectUri })
      : apps.login.sellingPartnerConsent({ region, state, redirectUri, ...(marketplace && { marketplace }) })
  await createConnectionState(
    accounts,
    {
      stateHash: hashOf(state),
      browserStateHash: hashOf(browserState),
      companyId: companyId ?? null,
      userId: person.id,
      provider,
      region,
      marketplace: marketplace ?? null,
      redirectUrl,
      expiresAt: new Date(now().getTime() + MINUTES_MAX * 60_000),
    },
    now(),
  )
  await recordAudit(accounts, {
    actor: person.id,
    action: 'connection.begin',
    ...(companyId !== undefined && { companyId }),
    details: { provider, region },
  })
  return { state, browserState, consentUrl }
}

function mustBeSetUp(isSetUp: boolean): void {
  if (!isSetUp) throw new AppError('AMAZON_NOT_SET_UP')
}

/** What comes back from Amazon's pages, by way of a browser: anybody may have written it. */
const Returned = z.object({
  state: text(200).min(1),
  error: text(200).optional(),
  code: text(2_000).min(1).optional(),
  spapi_oauth_code: text(2_000).min(1).optional(),
  selling_partner_id: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional(),
})

const Consent = z.object({ code: z.string(), sellingPartnerId: z.string().optional() })
type Consent = z.infer<typeof Consent>

/** Keeps what a browser brings from Amazon, and says where to lead it: below this installation, in every case. */
export async function returnFromAmazon(
  { accounts, seal, now }: ConnectionServices,
  provider: ConnectionProvider,
  query: unknown,
): Promise<string> {
  const ledTo = (parameters: Record<string, string>) =>
    `/redirects?${new URLSearchParams({ mode: MODES[provider], ...parameters }).toString()}`
  const unknown = ledTo({ problem: 'unknown', next: '/connections' })
  const returned = Returned.safeParse(query)
  if (!returned.success) return unknown
  const { state, error } = returned.data
  const stateHash = hashOf(state)
  const consent = consentIn(provider, returned.data)
  if (error !== undefined || consent === undefined) {
    const dropped = await dropConnectionState(accounts, { stateHash, provider }, now())
    if (!dropped) return unknown
    await recordAudit(accounts, {
      actor: dropped.userId,
      action: 'connection.refuse',
      ...(dropped.companyId !== null && { companyId: dropped.companyId }),
      details: { provider, region: dropped.region, why: error === 'access_denied' ? 'denied' : 'unknown' },
    })
    return ledTo({ problem: error === 'access_denied' ? 'denied' : 'unknown', next: dropped.redirectUrl })
  }
  const ref = newSecret()
  // Made for states that nobody has begun, too: they should take as long.
  const sealed = seal.seal(JSON.stringify(consent), aboutConsent(stateHash))
  const answer = { stateHash, provider, refHash: hashOf(ref), consent: sealed }
  const answered = await answerConnectionState(accounts, answer, now())
  return answered ? ledTo({ ref, next: answered.redirectUrl }) : unknown
}

function consentIn(
  provider: ConnectionProvider,
  { code, spapi_oauth_code: sellerCode, selling_partner_id: sellingPartnerId }: z.infer<typeof Returned>,
): Consent | undefined {
  if (provider === 'ADVERTISING') return code === undefined ? undefined : { code }
  return sellerCode === undefined || sellingPartnerId === undefined
    ? undefined
    : { code: sellerCode, sellingPartnerId }
}

/**
 * The last step: proves at Amazon what came back, and keeps the connection. Everything about it has to be as it was begun.
 * Throws `AppError`.
 */
export async function finishConnecting(
  services: ConnectionServices,
  person: { id: string },
  company: { id: string },
  {
    provider,
    ref,
    browserState,
    origin,
  }: {
    provider: ConnectionProvider
    ref: string
    browserState: string
    origin: string
  },
): Promise<Connection> {
  const { accounts, apps, seal, now } = services
  mustBeSetUp(apps.available[provider])
  const given = { refHash: hashOf(ref), browserStateHash: hashOf(browserState), userId: person.id, provider }
  const state = await takeConnectionState(accounts, company, given, now())
  if (!state) throw new AppError('CONNECTION_NOT_BEGUN')
  const { region } = state
  const noted = (action: 'connection.connect' | 'connection.refuse', details: object) =>
    recordAudit(accounts, {
      actor: person.id,
      action,
      companyId: company.id,
      details: { provider, region, ...details },
    })
  try {
    const consent = Consent.parse(JSON.parse(seal.open(state.consent!, aboutConsent(state.stateHash))))
    const redirectUri = `${origin}${RETURN_PATHS[provider]}`
    const { refreshToken } = await apps.login.exchange(provider, region, consent.code, redirectUri)
    if (refreshToken === undefined) throw new AppError('CONNECTION_REFUSED_BY_AMAZON')
    const connection = await (provider === 'ADVERTISING' ? connectAdvertising : connectSeller)(
      services,
      company,
      state,
      consent,
      refreshToken,
    )
    await noted('connection.connect', { sellingPartnerId: connection.sellingPartnerId })
    return connection
  } catch (error) {
    const answer = answerTo(error)
    await noted('connection.refuse', { why: answer instanceof AppError ? answer.code : 'failed' })
    throw answer
  }
}

function answerTo(error: unknown): unknown {
  if (!(error instanceof AmazonError)) return error
  return new AppError(
    error.kind === 'LATER' ? 'AMAZON_AWAY' : 'CONNECTION_REFUSED_BY_AMAZON',
    {},
    { cause: error },
  )
}

type Step = (
  services: ConnectionServices,
  company: { id: string },
  state: ConnectionState,
  consent: Consent,
  refreshToken: NonNullable<Tokens['refreshToken']>,
) => Promise<Connection>

const connectSeller: Step = async ({ accounts, apps, seal, now }, company, state, consent, refreshToken) => {
  const sellingPartnerId = consent.sellingPartnerId!
  const { region, userId } = state
  const api = apps.sellingPartner({ region, refreshToken })
  const { marketplaces, storeName } = sellingIn(await api.participations(), region)
  const [first] = marketplaces
  if (first === undefined) throw new AppError('CONNECTION_WITHOUT_MARKETPLACES')
  const opened = state.marketplace !== null && marketplaces.includes(state.marketplace) && state.marketplace
  const authorisedAt = now()
  const saved = await saveSellerConnection(accounts, company, {
    region,
    sellingPartnerId,
    storeName: storeName || sellingPartnerId,
    marketplaces,
    sourcesOfAll: OF_ALL_MARKETPLACES,
    homeMarketplace: opened || (marketplaces.length === 1 ? first : undefined),
    sealFor: (id) => seal.seal(refreshToken, aboutToken(id)),
    authorisedAt,
    expiresAt: new Date(authorisedAt.getTime() + CONSENT_DAYS * DAY_MS),
    createdBy: userId,
  })
  if (!saved) throw new AppError('CONNECTION_OTHER_SELLER')
  return saved
}

const connectAdvertising: Step = async ({ accounts, apps, seal, now }, company, state, _, refreshToken) => {
  const { region, userId } = state
  const api = apps.advertising({ region, refreshToken })
  const profiles = profilesIn(await api.profiles(), region)
  if (profiles.length === 0) throw new AppError('PROFILES_EMPTY')
  return saveAdvertisingConnection(accounts, company, {
    region,
    profiles,
    sealFor: (id) => seal.seal(refreshToken, aboutToken(id)),
    authorisedAt: now(),
    createdBy: userId,
  })
}
