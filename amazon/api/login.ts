/** Login with Amazon: consent pages, and tokens for what they give. */
import { z } from 'zod'
import { marketplaceOf, type Region } from '#contract/marketplaces.ts'
import { consentId, type Consent } from './call.ts'
import { AmazonError } from './clients.ts'
import type { AmazonLogin, AppCredentials, Tokens } from './clients.ts'
import { ADVERTISING_HOSTS, LOGIN_HOST, type Endpoints } from './endpoints.ts'
import { jsonIn, read, request, requestIdIn, retryAfterIn } from './request.ts'
import type { Answer, Fetch } from './request.ts'

export interface SellingPartnerApplication extends AppCredentials {
  /** `amzn1.sellerapps.app.…`, which is not the client id. */
  applicationId: string
  /** Until Amazon has listed it. */
  isDraft?: boolean
}

/** Where an account was opened when nobody says so; the Far East has no host for all. */
const USUAL_MARKETPLACE: Record<Region, string> = { EUROPE: 'DE', NORTH_AMERICA: 'US', FAR_EAST: 'JP' }

/** An application that is left out has not been set up: what needs it throws `DENIED`. */
export function openLogin({
  endpoints,
  sellingPartner,
  advertising,
  fetch = globalThis.fetch,
}: {
  endpoints: Endpoints
  sellingPartner?: SellingPartnerApplication | undefined
  advertising?: AppCredentials | undefined
  fetch?: Fetch
}): AmazonLogin {
  return {
    sellingPartnerConsent({ region, marketplace = USUAL_MARKETPLACE[region], state, redirectUri }) {
      const { applicationId, isDraft } = setUp(sellingPartner)
      const query = new URLSearchParams({ application_id: applicationId, state, redirect_uri: redirectUri })
      if (isDraft) query.set('version', 'beta')
      return `${endpoints.at(sellerCentral(region, marketplace))}/apps/authorize/consent?${query.toString()}`
    },
    advertisingConsent({ region, state, redirectUri }) {
      const query = new URLSearchParams({
        client_id: setUp(advertising).clientId,
        scope: 'advertising::campaign_management',
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
      })
      return `${endpoints.at(ADVERTISING_HOSTS[region].consent)}/ap/oa?${query.toString()}`
    },
    async exchange(provider, region, code, redirectUri) {
      const isAdvertising = provider === 'ADVERTISING'
      const tokens = await requestTokens({
        endpoints,
        host: isAdvertising ? ADVERTISING_HOSTS[region].token : LOGIN_HOST,
        credentials: setUp(isAdvertising ? advertising : sellingPartner),
        grant: { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        fetch,
      })
      if (!tokens.refreshToken) throw new AmazonError('LATER', 'The login gave no token that lasts')
      return tokens
    },
  }
}

function setUp<T>(application: T | undefined): T {
  if (!application) throw new AmazonError('DENIED', 'The application at Amazon has not been set up')
  return application
}

function sellerCentral(region: Region, code: string): string {
  const marketplace = marketplaceOf(code)
  if (marketplace?.region !== region) throw new AmazonError('WRONG', `${code} is not in the region ${region}`)
  return marketplace.sellerCentral
}

/** Renews the access tokens of a consent. Should Amazon give another token that lasts, `onRefreshToken` is told. */
export function openConsent({
  refreshToken,
  onRefreshToken,
  ...where
}: {
  endpoints: Endpoints
  host: string
  credentials: AppCredentials
  fetch: Fetch
  refreshToken: string
  onRefreshToken?: ((refreshToken: string) => void | Promise<void>) | undefined
}): Consent {
  let current = refreshToken
  let told = refreshToken
  return {
    id: consentId(refreshToken),
    renew: async () => {
      const grant = { grant_type: 'refresh_token', refresh_token: current }
      const tokens = await requestTokens({ ...where, grant })
      current = tokens.refreshToken ?? current
      if (current !== told) await onRefreshToken?.(current)
      // Where telling failed, the next renewal tells again.
      told = current
      return tokens
    },
  }
}

/** Printable and within bounds: it becomes part of a header. */
const token = z.string().regex(/^[\x21-\x7e]{1,4096}$/)
const Granted = z
  .object({
    access_token: token,
    refresh_token: token.nullish(),
    expires_in: z.number().positive().max(86_400),
  })
  .transform((granted): Tokens => ({
    accessToken: granted.access_token,
    ...(granted.refresh_token && { refreshToken: granted.refresh_token }),
    expiresInSeconds: granted.expires_in,
  }))

const KINDS = new Map<string, AmazonError['kind']>([
  ['invalid_grant', 'REVOKED'],
  ['invalid_client', 'APPLICATION'],
  ['unauthorized_client', 'APPLICATION'],
  ['access_denied', 'DENIED'],
  ['invalid_request', 'WRONG'],
  ['invalid_scope', 'WRONG'],
  ['unsupported_grant_type', 'WRONG'],
])

async function requestTokens({
  endpoints,
  host,
  credentials: { clientId, clientSecret },
  grant,
  fetch,
}: {
  endpoints: Endpoints
  host: string
  credentials: AppCredentials
  grant: Record<string, string>
  fetch: Fetch
}): Promise<Tokens> {
  const form = new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret })
  const answer = await request(fetch, {
    method: 'POST',
    url: `${endpoints.at(host)}/auth/o2/token`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      accept: 'application/json',
    },
    body: form.toString(),
  })
  if (answer.status !== 200) throw refusal(answer)
  return read(answer, 'the login', Granted)
}

/** Only codes that are known are named: descriptions may quote what was sent. What has no code is no answer of the login. */
function refusal(answer: Answer): AmazonError {
  const { status } = answer
  const said = z.object({ error: z.string() }).safeParse(jsonIn(answer)).data?.error
  const isAway = status >= 500 || status === 429 || status === 408 || said === undefined
  const known = KINDS.get(said ?? '')
  const usual = status === 401 || status === 403 ? 'DENIED' : 'WRONG'
  const text = `The login was answered ${status}${known ? ` (${said})` : ''}`
  return new AmazonError(isAway ? 'LATER' : (known ?? usual), text, {
    ...requestIdIn(answer),
    ...(isAway && retryAfterIn(answer, new Date())),
  })
}
