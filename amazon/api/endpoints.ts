import type { Region } from '#contract/marketplaces.ts'

/** Where Amazon answers. The sandbox answers for all of its hosts at one origin. */
export interface Endpoints {
  /** A host of Amazon's, as it is to be reached: `https://api.amazon.com`, or the sandbox with the host in its path. */
  at(host: string): string
  /** Whether a document may be fetched from there: its address comes out of an answer. */
  mayDownloadFrom(address: URL): boolean
  /** Whether a picture of a product may be fetched from there: its address comes out of an answer, or out of anybody's file. */
  mayHoldPicture(address: URL): boolean
}

/** Of a document that an answer leads to. Not all of amazonaws.com: some names in it are addresses of private networks. */
const DOCUMENT_HOST = /^([\w-]+\.)*s3([.-](dualstack|external-1|[a-z]{2}(-[a-z]+)+-\d))*\.amazonaws\.com$/

const PICTURE_HOSTS = [
  'm.media-amazon.com',
  'images-na.ssl-images-amazon.com',
  'images-eu.ssl-images-amazon.com',
  'images-fe.ssl-images-amazon.com',
]

export const AMAZON: Endpoints = {
  at: (host) => `https://${host}`,
  mayDownloadFrom: ({ protocol, hostname, port }) =>
    protocol === 'https:' && port === '' && DOCUMENT_HOST.test(hostname),
  mayHoldPicture: ({ protocol, hostname, port }) =>
    protocol === 'https:' && port === '' && PICTURE_HOSTS.includes(hostname),
}

/** @param origin such as `http://127.0.0.1:4601` */
export const sandboxEndpoints = (origin: string): Endpoints => ({
  at: (host) => `${origin}/${host}`,
  mayDownloadFrom: (address) => address.origin === origin,
  mayHoldPicture: ({ origin: itsOrigin, pathname }) =>
    itsOrigin === origin && PICTURE_HOSTS.some((host) => pathname.startsWith(`/${host}/`)),
})

export const LOGIN_HOST = 'api.amazon.com'

/** The Selling Partner API. */
export const SELLING_PARTNER_HOSTS = {
  EUROPE: 'sellingpartnerapi-eu.amazon.com',
  NORTH_AMERICA: 'sellingpartnerapi-na.amazon.com',
  FAR_EAST: 'sellingpartnerapi-fe.amazon.com',
} as const satisfies Record<Region, string>

/** The Advertising API, where its consent is given, and where that is exchanged for tokens. */
export const ADVERTISING_HOSTS = {
  EUROPE: {
    api: 'advertising-api-eu.amazon.com',
    consent: 'eu.account.amazon.com',
    token: 'api.amazon.co.uk',
  },
  NORTH_AMERICA: {
    api: 'advertising-api.amazon.com',
    consent: 'www.amazon.com',
    token: 'api.amazon.com',
  },
  FAR_EAST: {
    api: 'advertising-api-fe.amazon.com',
    consent: 'apac.account.amazon.com',
    token: 'api.amazon.co.jp',
  },
} as const satisfies Record<Region, { api: string; consent: string; token: string }>
