/** Which of Amazon's hosts a request is for. */
import { ADVERTISING_HOSTS, LOGIN_HOST, SELLING_PARTNER_HOSTS } from '#amazon/index.ts'
import { MARKETPLACES, REGIONS, type Region } from '#contract/marketplaces.ts'

export type Service =
  | { kind: 'LOGIN' }
  | { kind: 'SELLING_PARTNER_CONSENT'; region: Region }
  | { kind: 'ADVERTISING_CONSENT'; region: Region }
  | { kind: 'SELLING_PARTNER'; region: Region }
  | { kind: 'ADVERTISING'; region: Region }
  | { kind: 'DOCUMENTS' }
  | { kind: 'PICTURES' }

export const PICTURE_HOST = 'm.media-amazon.com'
const BUCKET_HOST = /^[\w-]+(\.[\w-]+)*\.amazonaws\.com$/

const SERVICES = new Map<string, Service>([
  [LOGIN_HOST, { kind: 'LOGIN' }],
  [PICTURE_HOST, { kind: 'PICTURES' }],
  ...REGIONS.flatMap((region): [string, Service][] => [
    [SELLING_PARTNER_HOSTS[region], { kind: 'SELLING_PARTNER', region }],
    [ADVERTISING_HOSTS[region].api, { kind: 'ADVERTISING', region }],
    [ADVERTISING_HOSTS[region].consent, { kind: 'ADVERTISING_CONSENT', region }],
    [ADVERTISING_HOSTS[region].token, { kind: 'LOGIN' }],
  ]),
  ...MARKETPLACES.map(({ sellerCentral, region }): [string, Service] => [
    sellerCentral,
    { kind: 'SELLING_PARTNER_CONSENT', region },
  ]),
])

export const serviceOf = (host: string): Service | undefined =>
  SERVICES.get(host) ?? (BUCKET_HOST.test(host) ? { kind: 'DOCUMENTS' } : undefined)

export interface Address {
  /** Empty for the sandbox's own pages. */
  host: string
  path: string
  query: URLSearchParams
  /** Whether Amazon's host came as the `Host`, as of a client that knows no other address. */
  isByHost: boolean
}

/**
 * Where a request leads. Undefined where its `Host` is neither ours nor Amazon's: then a page of somebody else's has
 * given its own name our address.
 */
export function addressOf(url: string, hostHeader: string, port: number): Address | undefined {
  if (!URL.canParse(url, 'http://localhost')) return undefined
  const { pathname, searchParams: query } = new URL(url, 'http://localhost')
  const [, name = '', givenPort] = /^(\[[\da-f:]+\]|[^:]*)(?::(\d+))?$/i.exec(hostHeader.toLowerCase()) ?? []
  if (serviceOf(name)) return { host: name, path: pathname, query, isByHost: true }
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(name) || Number(givenPort ?? 80) !== port)
    return undefined
  const [, host = '', rest = '/'] = /^\/([^/]+\.[^/]+)(\/.*)?$/.exec(pathname) ?? []
  return host
    ? { host: host.toLowerCase(), path: rest, query, isByHost: false }
    : { host: '', path: pathname, query, isByHost: false }
}
