/**
 * The 22 marketplaces of the product: ids, currencies, local days and price rules.
 * Order is that of the product's specification; it decides which marketplace is an account's first.
 */
export const REGIONS = ['EUROPE', 'NORTH_AMERICA', 'FAR_EAST'] as const
export type Region = (typeof REGIONS)[number]

export interface Marketplace {
  code: string
  label: string
  amazonId: string
  region: Region
  currency: string
  /** Day boundary of every report of the marketplace (Amazon cuts CA and MX in Pacific time). */
  timeZone: string
  salesDomain: string
  /** False where prices stand without sales tax, which Amazon collects and keeps. */
  priceIncludesTax: boolean
  sellerCentral: string
}

const marketplace = (
  code: string,
  label: string,
  amazonId: string,
  region: Region,
  currency: string,
  timeZone: string,
  salesDomain: string,
  sellerCentral = `sellercentral.${salesDomain}`,
): Marketplace => ({
  code,
  label,
  amazonId,
  region,
  currency,
  timeZone,
  salesDomain,
  sellerCentral,
  priceIncludesTax: code !== 'US' && code !== 'CA',
})

const EU_CENTRAL = 'sellercentral-europe.amazon.com'

export const MARKETPLACES = [
  marketplace('AU', 'Australia', 'A39IBJ37TRP1C6', 'FAR_EAST', 'AUD', 'Australia/Sydney', 'amazon.com.au'),
  marketplace('BE', 'Belgium', 'AMEN7PMS3EDWL', 'EUROPE', 'EUR', 'Europe/Brussels', 'amazon.com.be'),
  marketplace('BR', 'Brazil', 'A2Q3Y263D00KWC', 'NORTH_AMERICA', 'BRL', 'America/Sao_Paulo', 'amazon.com.br'),
  marketplace('CA', 'Canada', 'A2EUQ1WTGCTBG2', 'NORTH_AMERICA', 'CAD', 'America/Los_Angeles', 'amazon.ca'),
  marketplace('EG', 'Egypt', 'ARBP9OOSHTCHU', 'EUROPE', 'EGP', 'Africa/Cairo', 'amazon.eg'),
  marketplace('FR', 'France', 'A13V1IB3VIYZZH', 'EUROPE', 'EUR', 'Europe/Paris', 'amazon.fr', EU_CENTRAL),
  marketplace('DE', 'Germany', 'A1PA6795UKMFR9', 'EUROPE', 'EUR', 'Europe/Berlin', 'amazon.de', EU_CENTRAL),
  marketplace('IN', 'India', 'A21TJRUUN4KGV', 'EUROPE', 'INR', 'Asia/Kolkata', 'amazon.in'),
  marketplace('IE', 'Ireland', 'A28R8C7NBKEWEA', 'EUROPE', 'EUR', 'Europe/Dublin', 'amazon.ie'),
  marketplace('IT', 'Italy', 'APJ6JRA9NG5V4', 'EUROPE', 'EUR', 'Europe/Rome', 'amazon.it', EU_CENTRAL),
  marketplace('JP', 'Japan', 'A1VC38T7YXB528', 'FAR_EAST', 'JPY', 'Asia/Tokyo', 'amazon.co.jp'),
  marketplace(
    'MX',
    'Mexico',
    'A1AM78C64UM0Y8',
    'NORTH_AMERICA',
    'MXN',
    'America/Los_Angeles',
    'amazon.com.mx',
  ),
  marketplace('NL', 'Netherlands', 'A1805IZSGTT6HS', 'EUROPE', 'EUR', 'Europe/Amsterdam', 'amazon.nl'),
  marketplace('PL', 'Poland', 'A1C3SOZRARQ6R3', 'EUROPE', 'PLN', 'Europe/Warsaw', 'amazon.pl'),
  marketplace('SA', 'Saudi Arabia', 'A17E79C6D8DWNP', 'EUROPE', 'SAR', 'Asia/Riyadh', 'amazon.sa'),
  marketplace('SG', 'Singapore', 'A19VAU5U5O7RUS', 'FAR_EAST', 'SGD', 'Asia/Singapore', 'amazon.sg'),
  marketplace('ES', 'Spain', 'A1RKKUPIHCS9HS', 'EUROPE', 'EUR', 'Europe/Madrid', 'amazon.es', EU_CENTRAL),
  marketplace('SE', 'Sweden', 'A2NODRKZP88ZB9', 'EUROPE', 'SEK', 'Europe/Stockholm', 'amazon.se'),
  marketplace('TR', 'Türkiye', 'A33AVAJ2PDY3EV', 'EUROPE', 'TRY', 'Europe/Istanbul', 'amazon.com.tr'),
  marketplace('AE', 'United Arab Emirates', 'A2VIGQ35RCS4UG', 'EUROPE', 'AED', 'Asia/Dubai', 'amazon.ae'),
  marketplace(
    'GB',
    'United Kingdom',
    'A1F83G8C2ARO7P',
    'EUROPE',
    'GBP',
    'Europe/London',
    'amazon.co.uk',
    EU_CENTRAL,
  ),
  marketplace(
    'US',
    'United States',
    'ATVPDKIKX0DER',
    'NORTH_AMERICA',
    'USD',
    'America/Los_Angeles',
    'amazon.com',
  ),
] as const satisfies readonly Marketplace[]

export const MARKETPLACE_CODES = MARKETPLACES.map((m) => m.code)

const byCode = new Map(MARKETPLACES.map((m) => [m.code, m]))

/** The marketplace of a code; undefined for a code that is not one of the 22. */
export const marketplaceOf = (code: string): Marketplace | undefined => byCode.get(code)

/** Domains as reports name them. Those of Japan may say amazon.jp. */
export const MARKETPLACE_DOMAINS: readonly (readonly [domain: string, code: string])[] = [
  ...MARKETPLACES.map((m) => [m.salesDomain, m.code] as const),
  ['amazon.jp', 'JP'],
]
const byDomain = new Map(MARKETPLACE_DOMAINS)

/**
 * The code behind the names that reports use: `Amazon.de`, `amazon.co.uk`, `www.amazon.com`, `SI UK Prod Marketplace`
 * is not one. Undefined for `Non-Amazon …` (multi-channel fulfilment) and anything unknown.
 */
export function marketplaceOfName(name: string): string | undefined {
  const folded = name
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')
  return byDomain.get(folded)
}
