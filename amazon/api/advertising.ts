/** The Advertising API: profiles, and reports of version 3. */
import { z } from 'zod'
import { MARKETPLACES, marketplaceOf, type Region } from '#contract/marketplaces.ts'
import { call, type Service } from './call.ts'
import { AmazonError } from './clients.ts'
import type { AdvertisingApi, AdvertisingProfile, AdvertisingReport, AppCredentials } from './clients.ts'
import { DOCUMENT_BYTES_MAX, download } from './download.ts'
import { ADVERTISING_HOSTS, type Endpoints } from './endpoints.ts'
import { openConsent } from './login.ts'
import type { Pace, Rate } from './pace.ts'
import { jsonIn, read } from './request.ts'
import type { Fetch } from './request.ts'

/** Amazon names no rates here and says how long to wait when there was too much: these keep far away from that. */
const RATES = {
  listProfiles: { perSecond: 1, burst: 5 },
  createReport: { perSecond: 1, burst: 10 },
  getReport: { perSecond: 2, burst: 15 },
} as const satisfies Record<string, Rate>

const CREATE_REPORT_TYPE = 'application/vnd.createasyncreportrequest.v3+json'
/** A report that was asked for before; the answer names it. */
const DUPLICATE = 425

export interface AdvertisingOptions {
  endpoints: Endpoints
  credentials: AppCredentials
  region: Region
  refreshToken: string
  pace: Pace
  now?: () => Date
  fetch?: Fetch
  /** Told of a token that takes the place of the one given. */
  onRefreshToken?: ((refreshToken: string) => void | Promise<void>) | undefined
  documentBytesMax?: number
}

/** What is asked throws `AmazonError`. */
export function openAdvertising(options: AdvertisingOptions): AdvertisingApi {
  const { endpoints, credentials, region, pace, now = () => new Date(), fetch = globalThis.fetch } = options
  const hosts = ADVERTISING_HOSTS[region]
  const service: Service = {
    pace,
    fetch,
    now,
    consent: openConsent({ ...options, fetch, host: hosts.token }),
    headers: (accessToken) => ({
      authorization: `Bearer ${accessToken}`,
      'amazon-advertising-api-clientid': credentials.clientId,
    }),
  }
  const at = (path: string): string => `${endpoints.at(hosts.api)}${path}`
  const scope = (profileId: string) => ({ 'amazon-advertising-api-scope': profileId })

  return {
    async profiles() {
      const answer = await call(service, {
        operation: 'listProfiles',
        rate: RATES.listProfiles,
        account: service.consent.id,
        question: { method: 'GET', url: at('/v2/profiles'), headers: {} },
      })
      return read(answer, 'listProfiles', Profiles).flatMap(profile)
    },

    async createReport(profileId, { name, start, end, ...configuration }) {
      const answer = await call(service, {
        operation: 'createReport',
        rate: RATES.createReport,
        account: profileId,
        question: {
          method: 'POST',
          url: at('/reporting/reports'),
          headers: { ...scope(profileId), 'content-type': CREATE_REPORT_TYPE },
          body: JSON.stringify({
            name,
            startDate: start,
            endDate: end,
            configuration: { ...configuration, timeUnit: 'DAILY', format: 'GZIP_JSON' },
          }),
        },
        alsoFine: [DUPLICATE],
      })
      if (answer.status !== DUPLICATE) return read(answer, 'createReport', ReportCreated).reportId
      const { detail, details } = Duplicate.safeParse(jsonIn(answer)).data ?? {}
      const [reportId] = UUID.exec(detail ?? details ?? '') ?? []
      if (!reportId)
        throw new AmazonError('LATER', 'createReport was asked before, of a report without a name')
      return reportId
    },

    async getReport(profileId, reportId) {
      const answer = await call(service, {
        operation: 'getReport',
        rate: RATES.getReport,
        account: profileId,
        question: {
          method: 'GET',
          url: at(`/reporting/reports/${encodeURIComponent(reportId)}`),
          headers: scope(profileId),
        },
      })
      return read(answer, 'getReport', Report)
    },

    download: async (url) =>
      download({
        address: url,
        endpoints,
        fetch,
        pace,
        bytesMax: options.documentBytesMax ?? DOCUMENT_BYTES_MAX,
      }),
  }
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i

/** A number up to 64 bits, which has become text where it is a large one. */
const profileId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,20}$/))

const Profiles = z.array(
  z.object({
    profileId,
    countryCode: z.string(),
    currencyCode: z.string().regex(/^[A-Z]{3}$/),
    timezone: z.string().max(100),
    accountInfo: z.object({
      marketplaceStringId: z.string().nullish(),
      id: z.string().max(500),
      type: z.string(),
      name: z.string().max(500).nullish(),
    }),
  }),
)

const KINDS = ['seller', 'vendor', 'agency'] as const

function profile(given: z.infer<typeof Profiles>[number]): AdvertisingProfile[] {
  const { marketplaceStringId, id, type, name } = given.accountInfo
  const marketplace =
    MARKETPLACES.find(({ amazonId }) => amazonId === marketplaceStringId) ??
    marketplaceOf(given.countryCode === 'UK' ? 'GB' : given.countryCode)
  const kind = KINDS.find((known) => known === type)
  if (!marketplace || !kind) return []
  return [
    {
      profileId: given.profileId,
      marketplace: marketplace.code,
      currency: given.currencyCode,
      timeZone: given.timezone,
      accountId: id,
      accountName: name ?? '',
      kind,
    },
  ]
}

const ReportCreated = z.object({ reportId: z.string().min(1).max(500) })
const Duplicate = z.object({ detail: z.string().nullish(), details: z.string().nullish() })

const moment = z.string().max(50).pipe(z.coerce.date()).nullish()

const Report = z
  .object({
    status: z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED']),
    url: z.string().max(10_000).nullish(),
    createdAt: moment,
    generatedAt: moment,
    failureReason: z.string().nullish(),
  })
  .transform(({ status, url, createdAt, generatedAt, failureReason }): AdvertisingReport => ({
    status,
    ...(url && { url }),
    ...(createdAt && { createdAt }),
    ...(generatedAt && { madeAt: generatedAt }),
    ...(failureReason && { failureReason: failureReason.slice(0, 500) }),
  }))
