/** What the product asks Amazon for. Calls wait for their turn, are tried again where that helps, and check their answers. */
import type { Region } from '#contract/marketplaces.ts'

/** An application that is registered at Amazon. */
export interface AppCredentials {
  clientId: string
  clientSecret: string
}

export interface Tokens {
  accessToken: string
  /** Absent where it stays as it was. */
  refreshToken?: string
  expiresInSeconds: number
}

/** Where a seller sells in a region. */
export interface Participation {
  /** Code of one of our marketplaces; others are left out. */
  marketplace: string
  storeName: string
  isParticipating: boolean
}

export const REPORT_STATUSES = ['IN_QUEUE', 'IN_PROGRESS', 'DONE', 'CANCELLED', 'FATAL'] as const

export interface AmazonReport {
  reportId: string
  reportType: string
  status: (typeof REPORT_STATUSES)[number]
  createdAt: Date
  /** When Amazon was done with it. */
  madeAt?: Date
  start?: Date
  end?: Date
  /** Of `DONE`; of some that are `FATAL` it holds the reason. */
  documentId?: string
}

/** A document as Amazon sends it, compressed or not: what is imported is what was sent. */
export interface AmazonDocument {
  bytes: AsyncIterable<Uint8Array>
  /** In which characters it is, as the answer says: known once the first bytes are there. */
  charset?: () => string | undefined
}

/** So many ASINs of one question about the catalogue. */
export const CATALOGUE_ITEMS_MAX = 20

/** One seller account in one region. */
export interface SellingPartnerApi {
  participations(): Promise<Participation[]>
  /** @param marketplaces codes; at least one */
  createReport(asked: {
    reportType: string
    marketplaces: readonly string[]
    start?: Date
    end?: Date
    options?: Record<string, string>
  }): Promise<string>
  getReport(reportId: string): Promise<AmazonReport>
  /** Newest first; Amazon lists 90 days. */
  listReports(asked: { reportTypes: readonly string[]; since: Date }): AsyncIterable<AmazonReport>
  /**
   * Fetched when its bytes are read, which throws `AmazonError` too. They can be read once. Of a restricted type Amazon wants a
   * token for each document.
   */
  download(documentId: string, asked?: { isRestricted?: boolean }): Promise<AmazonDocument>
  /**
   * Transactions of the Finances API as Amazon gives them, page by page; a page may be empty. At most 180 days. A number that a
   * double cannot hold has become text.
   */
  transactionPages(asked: { after: Date; before: Date }): AsyncIterable<readonly object[]>
  /** Items of the catalogue as Amazon gives them, up to 20 at a time; one that it does not know is left out. */
  catalogItems(marketplace: string, asins: readonly string[]): Promise<readonly { asin: string }[]>
}

export interface AdvertisingProfile {
  /** Up to 64 bits, so it is text. */
  profileId: string
  /** Code of one of our marketplaces. */
  marketplace: string
  currency: string
  timeZone: string
  accountId: string
  accountName: string
  kind: 'seller' | 'vendor' | 'agency'
}

export interface AdvertisingReport {
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  url?: string
  /** When it was asked for. */
  createdAt?: Date
  /** When Amazon was done with it. */
  madeAt?: Date
  failureReason?: string
}

/** One consent to the Advertising API in one region. */
export interface AdvertisingApi {
  /** Those of marketplaces that we know. */
  profiles(): Promise<AdvertisingProfile[]>
  /** @returns the id of the report, also of one that was asked for before and is still being made */
  createReport(
    profileId: string,
    asked: {
      name: string
      /** Days of the profile, at most 31. */
      start: string
      end: string
      adProduct: 'SPONSORED_PRODUCTS' | 'SPONSORED_BRANDS' | 'SPONSORED_DISPLAY'
      reportTypeId: string
      groupBy: readonly string[]
      columns: readonly string[]
    },
  ): Promise<string>
  getReport(profileId: string, reportId: string): Promise<AdvertisingReport>
  /** Of an address that `getReport` has just given: it expires, and is then asked for again (`LATER`). */
  download(url: string): Promise<AmazonDocument>
}

/** Login with Amazon, for both APIs. */
export interface AmazonLogin {
  /** The address of the consent page. `marketplace` is where the account was opened; one of another region is `WRONG`. */
  sellingPartnerConsent(asked: {
    region: Region
    marketplace?: string
    state: string
    redirectUri: string
  }): string
  advertisingConsent(asked: { region: Region; state: string; redirectUri: string }): string
  /** Tokens for a code, which counts once; they always hold a refresh token. A code that counts no more is `REVOKED`. */
  exchange(
    provider: 'SELLING_PARTNER' | 'ADVERTISING',
    region: Region,
    code: string,
    redirectUri: string,
  ): Promise<Tokens>
}

/** What went wrong at Amazon, by what helps. */
export class AmazonError extends Error {
  override readonly name = 'AmazonError'
  /**
   * `REVOKED`: the consent has ended, somebody has to give it anew. `DENIED`: this may not be asked for. `WRONG`: the question is.
   * `APPLICATION`: this installation's own credentials are refused, which no seller can help. `LATER`: too many questions, or Amazon
   * is away; ask again, at the earliest after `retryAfterMs`.
   */
  readonly kind: 'REVOKED' | 'DENIED' | 'WRONG' | 'APPLICATION' | 'LATER'
  readonly retryAfterMs: number | undefined
  /** What Amazon's own support asks for. */
  readonly requestId: string | undefined

  constructor(
    kind: AmazonError['kind'],
    message: string,
    { retryAfterMs, requestId, cause }: { retryAfterMs?: number; requestId?: string; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.requestId = requestId
  }
}
