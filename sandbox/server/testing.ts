/** A sandbox with one small seller and a clock that stands still, and the way to its tokens. */
import { ADVERTISING_HOSTS, LOGIN_HOST, SELLING_PARTNER_HOSTS } from '#amazon/index.ts'
import type { Region } from '#contract/marketplaces.ts'
import { startSandbox } from '../index.ts'
import type { Seller } from '../seller.ts'
import type { Sandbox } from './sandbox.ts'

export const SELLING_APP = {
  clientId: 'amzn1.application-oa2-client.selling',
  clientSecret: 'selling secret',
  applicationId: 'amzn1.sellerapps.app.one',
  redirectUris: ['http://localhost:4600/redirects/spRedirect'],
}
export const ADVERTISING_APP = {
  clientId: 'amzn1.application-oa2-client.advertising',
  clientSecret: 'advertising secret',
  redirectUris: ['http://localhost:4600/redirects/adsRedirect'],
}
const DRAFT_APP = {
  ...SELLING_APP,
  clientId: 'draft',
  applicationId: 'amzn1.sellerapps.app.draft',
  isDraft: true,
}

export const NOW = new Date('2026-03-31T12:00:00Z')
const MINUTE_MS = 60_000

/** Beyond what JavaScript's numbers hold exactly. */
export const GERMAN_PROFILE = '9007199254740993001'

const transaction = (number: number): object => ({
  transactionId: `T${number}`,
  transactionType: 'Shipment',
  transactionStatus: number < 150 ? 'RELEASED' : 'DEFERRED',
  description: 'Order Payment',
  postedDate: new Date(Date.UTC(2026, 2, 1) + number * MINUTE_MS).toISOString(),
  totalAmount: { currencyCode: 'EUR', currencyAmount: 12.5 },
  marketplaceDetails: { marketplaceId: 'A1PA6795UKMFR9', marketplaceName: 'Amazon.de' },
  relatedIdentifiers: [
    { relatedIdentifierName: 'ORDER_ID', relatedIdentifierValue: `302-0000000-${number}` },
  ],
  items: [],
  breakdowns: [{ breakdownType: 'Sales', breakdownAmount: { currencyCode: 'EUR', currencyAmount: 12.5 } }],
})

const STOCK = [
  'sku\tfnsku\tasin\tproduct-name\tcondition\tafn-fulfillable-quantity\tafn-total-quantity',
  'CUP-RED\tX000000001\tB000000001\tCup, red\tNew\t7\t9',
  '',
].join('\r\n')

const ITEMS = [
  { asin: 'B000000001', sku: 'CUP-RED', title: 'Cup, red', brand: 'Cups & Co', parentAsin: 'B000000000' },
  { asin: 'B000000002', sku: 'CUP-BLUE', title: 'Cup, blue', brand: 'Cups & Co', parentAsin: 'B000000000' },
]

export const tinySeller = (changes: Partial<Seller> = {}): Seller => ({
  id: 'tiny',
  name: 'Tiny <Cups>',
  about: 'Sells two cups.',
  establishmentCountry: 'DE',
  regions: [
    {
      region: 'EUROPE',
      sellingPartnerId: 'ATINYEUROPE',
      storeName: 'Tiny',
      marketplaces: ['DE', 'GB', 'PL'],
    },
    { region: 'NORTH_AMERICA', sellingPartnerId: 'ATINYAMERICA', storeName: 'Tiny', marketplaces: ['US'] },
  ],
  profiles: [
    {
      profileId: GERMAN_PROFILE,
      region: 'EUROPE',
      marketplace: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      accountId: 'ENTITY1',
      accountName: 'Tiny Cups',
    },
    {
      profileId: '42',
      region: 'EUROPE',
      marketplace: 'GB',
      currency: 'GBP',
      timeZone: 'Europe/London',
      accountId: 'ENTITY2',
      accountName: 'Tiny Cups',
    },
  ],
  behaviour: {},
  firstDay: '2025-01-01',
  items: () => ITEMS,
  report: ({ reportType, start }, now) => {
    if (reportType === 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA') return { kind: 'DONE', content: STOCK }
    if (reportType === 'GET_FBA_REIMBURSEMENTS_DATA') return { kind: 'CANCELLED' }
    if (reportType === 'GET_MERCHANT_LISTINGS_ALL_DATA')
      return { kind: 'DONE', content: 'item-name\tprice\nTasse für 5 €\t5\n', charset: 'windows-1252' }
    return { kind: 'DONE', content: `${reportType} from ${start.toISOString()} as of ${now.toISOString()}\n` }
  },
  settlements: (region) =>
    region !== 'EUROPE'
      ? []
      : Array.from({ length: 25 }, (_, index) => ({
          region,
          settlementId: String(1000 + index),
          start: new Date(NOW.getTime() - (index + 15) * 86_400_000),
          end: new Date(NOW.getTime() - (index + 1) * 86_400_000),
          createdAt: new Date(NOW.getTime() - index * 5 * 86_400_000),
          content: () => `settlement ${1000 + index}\n`,
        })),
  advertising: ({ columns, start }) => [
    Object.fromEntries(
      columns.map((column) => [column, { date: start, campaignId: '123456789012345678' }[column] ?? 1]),
    ),
  ],
  transactions: (region, after, before) =>
    region !== 'EUROPE'
      ? []
      : Array.from({ length: 250 }, (_, index) => transaction(index)).filter((one) => {
          const { postedDate } = one as { postedDate: string }
          return postedDate >= after.toISOString() && postedDate < before.toISOString()
        }),
  truth: () => [],
  settlementTruth: () => [],
  ...changes,
})

export interface TestSandbox extends Sandbox, AsyncDisposable {
  /** Lets time pass. */
  pass(ms: number): void
  /** Asks one of Amazon's hosts; redirects are not followed. */
  ask(hostAndPath: string, init?: RequestInit): Promise<Response>
  /** What comes back to the application that asked for a consent. */
  consent(provider: 'sp' | 'ads', region: Region, form?: Record<string, string>): Promise<URLSearchParams>
  token(fields: Record<string, string>): Promise<Response>
  tokens(provider: 'sp' | 'ads', region: Region): Promise<{ access: string; refresh: string }>
  /** Asks the Selling Partner API of Europe. */
  selling(path: string, token: string, init?: RequestInit): Promise<Response>
  /** Asks the Advertising API of Europe. */
  advertising(path: string, token: string, scope?: string, body?: object): Promise<Response>
}

export async function openSandbox(
  seller: Seller = tinySeller(),
  more: { speed?: number; secret?: string; now?: Date } = {},
): Promise<TestSandbox> {
  let nowMs = (more.now ?? NOW).getTime()
  const sandbox = await startSandbox({
    port: 0,
    sellers: [seller],
    applications: [SELLING_APP, ADVERTISING_APP, DRAFT_APP],
    now: () => new Date(nowMs),
    ...(more.speed && { speed: more.speed }),
    ...(more.secret && { secret: more.secret }),
  })
  const ask: TestSandbox['ask'] = (hostAndPath, init) =>
    fetch(`${sandbox.origin}/${hostAndPath}`, { redirect: 'manual', ...init })
  const token: TestSandbox['token'] = (fields) =>
    ask(`${LOGIN_HOST}/auth/o2/token`, { method: 'POST', body: new URLSearchParams(fields) })

  const consent: TestSandbox['consent'] = async (provider, region, form = {}) => {
    const response = await ask(consentAddress(provider, region), {
      method: 'POST',
      body: new URLSearchParams({ seller: seller.id, decision: 'approve', ...form }),
    })
    const location = response.headers.get('location')
    if (!location) throw new Error(`No way back: ${response.status} ${await response.text()}`)
    return new URL(location).searchParams
  }
  return Object.assign(sandbox, {
    pass: (ms: number) => void (nowMs += ms),
    ask,
    consent,
    token,
    tokens: async (provider: 'sp' | 'ads', region: Region) => {
      const back = await consent(provider, region)
      const response = await token(exchangeFields(provider, codeIn(back)))
      const { access_token, refresh_token } = (await response.json()) as Record<string, string>
      return { access: access_token!, refresh: refresh_token! }
    },
    selling: (path: string, access: string, init: RequestInit = {}) =>
      ask(`${SELLING_PARTNER_HOSTS.EUROPE}${path}`, { ...init, headers: { 'x-amz-access-token': access } }),
    advertising: (path: string, access: string, scope?: string, body?: object) =>
      ask(`${ADVERTISING_HOSTS.EUROPE.api}${path}`, {
        headers: {
          authorization: `Bearer ${access}`,
          'amazon-advertising-api-clientid': ADVERTISING_APP.clientId,
          ...(scope && { 'amazon-advertising-api-scope': scope }),
          ...(body && { 'content-type': 'application/vnd.createasyncreportrequest.v3+json' }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    [Symbol.asyncDispose]: () => sandbox.close(),
  })
}

const SELLER_CENTRAL: Record<Region, string> = {
  EUROPE: 'sellercentral-europe.amazon.com',
  NORTH_AMERICA: 'sellercentral.amazon.com',
  FAR_EAST: 'sellercentral.amazon.co.jp',
}

export function consentAddress(
  provider: 'sp' | 'ads',
  region: Region,
  changes: Record<string, string> = {},
): string {
  const query =
    provider === 'sp'
      ? {
          application_id: SELLING_APP.applicationId,
          redirect_uri: SELLING_APP.redirectUris[0]!,
          state: 'st&te',
        }
      : {
          client_id: ADVERTISING_APP.clientId,
          scope: 'advertising::campaign_management',
          response_type: 'code',
          redirect_uri: ADVERTISING_APP.redirectUris[0]!,
          state: 'st&te',
        }
  const page =
    provider === 'sp'
      ? `${SELLER_CENTRAL[region]}/apps/authorize/consent`
      : `${ADVERTISING_HOSTS[region].consent}/ap/oa`
  return `${page}?${new URLSearchParams({ ...query, ...changes }).toString()}`
}

export const codeIn = (back: URLSearchParams): string =>
  back.get('spapi_oauth_code') ?? back.get('code') ?? ''

export function exchangeFields(provider: 'sp' | 'ads', code: string): Record<string, string> {
  const { clientId, clientSecret, redirectUris } = provider === 'sp' ? SELLING_APP : ADVERTISING_APP
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUris[0]!,
    client_id: clientId,
    client_secret: clientSecret,
  }
}

export function refreshFields(provider: 'sp' | 'ads', refreshToken: string): Record<string, string> {
  const { clientId, clientSecret } = provider === 'sp' ? SELLING_APP : ADVERTISING_APP
  return {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    client_secret: clientSecret,
  }
}
