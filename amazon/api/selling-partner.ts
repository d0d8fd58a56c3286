/** The Selling Partner API: reports, finances, the catalogue, and where a seller sells. */
import { z } from 'zod'
import { MARKETPLACES, marketplaceOf, type Region } from '#contract/marketplaces.ts'
import { call, type Service } from './call.ts'
import { AmazonError, CATALOGUE_ITEMS_MAX, REPORT_STATUSES } from './clients.ts'
import type { AmazonReport, AppCredentials, Participation, SellingPartnerApi } from './clients.ts'
import { DOCUMENT_BYTES_MAX, download } from './download.ts'
import { LOGIN_HOST, SELLING_PARTNER_HOSTS, type Endpoints } from './endpoints.ts'
import { openConsent } from './login.ts'
import type { Pace, Rate } from './pace.ts'
import { pages } from './pages.ts'
import { read } from './request.ts'
import type { Fetch } from './request.ts'

/** Amazon's usual ones, by its names of operations. */
const RATES = {
  getMarketplaceParticipations: { perSecond: 0.016, burst: 15 },
  createReport: { perSecond: 0.0167, burst: 15 },
  getReport: { perSecond: 2, burst: 15 },
  getReports: { perSecond: 0.0222, burst: 10 },
  getReportDocument: { perSecond: 0.0167, burst: 15 },
  createRestrictedDataToken: { perSecond: 1, burst: 10 },
  listTransactions: { perSecond: 0.5, burst: 10 },
  searchCatalogItems: { perSecond: 2, burst: 2 },
} as const satisfies Record<string, Rate>
type Operation = keyof typeof RATES

const DAY_MS = 86_400_000
const TRANSACTION_DAYS_MAX = 180
const REPORTS_LISTED_DAYS = 90
const REPORTS_PER_PAGE = 100

export interface SellingPartnerOptions {
  endpoints: Endpoints
  credentials: AppCredentials
  region: Region
  refreshToken: string
  /** Whose calls are counted together, as Amazon does with those of a seller; without it, those of the consent. */
  countedWith?: string | undefined
  pace: Pace
  now?: () => Date
  fetch?: Fetch
  /** Told of a token that takes the place of the one given. */
  onRefreshToken?: ((refreshToken: string) => void | Promise<void>) | undefined
  documentBytesMax?: number
}

/** What is asked throws `AmazonError`. */
export function openSellingPartner(options: SellingPartnerOptions): SellingPartnerApi {
  const { endpoints, region, pace, now = () => new Date(), fetch = globalThis.fetch } = options
  const host = SELLING_PARTNER_HOSTS[region]
  const consent = openConsent({ ...options, fetch, host: LOGIN_HOST })
  const service: Service = {
    pace,
    fetch,
    now,
    consent,
    headers: (accessToken) => ({
      'x-amz-access-token': accessToken,
      'x-amz-date': now()
        .toISOString()
        .replace(/[-:]|\.\d+/g, ''),
      accept: 'application/json',
    }),
  }
  const account = `${host} ${options.countedWith ?? consent.id}`

  async function ask<T>(
    operation: Operation,
    path: string,
    schema: z.ZodType<T>,
    {
      query = {},
      body,
      headers = {},
    }: { query?: Record<string, string>; body?: object; headers?: Record<string, string> } = {},
  ): Promise<T> {
    const search = new URLSearchParams(query).toString()
    const url = `${endpoints.at(host)}${path}${search && `?${search}`}`
    const question = body
      ? { url, method: 'POST' as const, headers: JSON_BODY, body: JSON.stringify(body) }
      : { url, method: 'GET' as const, headers }
    const answer = await call(service, { operation, rate: RATES[operation], account, question })
    return read(answer, operation, schema)
  }

  /** In place of the usual token, for one path whose answer may be about persons. */
  async function restrictedTo(path: string): Promise<Record<string, string>> {
    const body = { restrictedResources: [{ method: 'GET', path }] }
    const answer = await ask('createRestrictedDataToken', RESTRICTED_TOKEN, RestrictedToken, { body })
    return { 'x-amz-access-token': answer.restrictedDataToken }
  }

  async function documentAddress(documentId: string, isRestricted: boolean): Promise<string> {
    const path = `${REPORTS}/documents/${encodeURIComponent(documentId)}`
    const headers = isRestricted ? await restrictedTo(path) : {}
    return (await ask('getReportDocument', path, Document, { headers })).url
  }

  return {
    async participations() {
      const path = '/sellers/v1/marketplaceParticipations'
      const { payload } = await ask('getMarketplaceParticipations', path, Participations)
      return payload.flatMap(participation)
    },

    async createReport({ reportType, marketplaces, start, end, options: reportOptions }) {
      const body = {
        reportType,
        marketplaceIds: marketplaces.map(marketplaceId),
        ...(start && { dataStartTime: start.toISOString() }),
        ...(end && { dataEndTime: end.toISOString() }),
        ...(reportOptions && { reportOptions }),
      }
      return (await ask('createReport', `${REPORTS}/reports`, ReportCreated, { body })).reportId
    },

    getReport: (reportId) => ask('getReport', `${REPORTS}/reports/${encodeURIComponent(reportId)}`, Report),

    async *listReports({ reportTypes, since }) {
      const oldest = now().getTime() - REPORTS_LISTED_DAYS * DAY_MS
      const first = {
        reportTypes: reportTypes.join(','),
        // A minute, as no two clocks agree.
        createdSince: new Date(Math.max(since.getTime(), oldest + 60_000)).toISOString(),
        pageSize: `${REPORTS_PER_PAGE}`,
      }
      // Beside a token nothing may be asked.
      const list = pages((nextToken) =>
        ask('getReports', `${REPORTS}/reports`, Reports, { query: nextToken ? { nextToken } : first }),
      )
      for await (const { reports } of list) yield* reports
    },

    download: async (documentId, { isRestricted = false } = {}) =>
      download({
        address: await documentAddress(documentId, isRestricted),
        newAddress: () => documentAddress(documentId, isRestricted),
        endpoints,
        fetch,
        pace,
        bytesMax: options.documentBytesMax ?? DOCUMENT_BYTES_MAX,
      }),

    async *transactionPages({ after, before }) {
      // Of more days Amazon gives nothing, as if there were nothing.
      if (before.getTime() - after.getTime() > TRANSACTION_DAYS_MAX * DAY_MS)
        throw new AmazonError('WRONG', `Transactions of more than ${TRANSACTION_DAYS_MAX} days are not given`)
      const between = { postedAfter: after.toISOString(), postedBefore: before.toISOString() }
      const list = pages(async (nextToken) => {
        const query = nextToken ? { ...between, nextToken } : between
        return (await ask('listTransactions', '/finances/2024-06-19/transactions', Transactions, { query }))
          .payload
      })
      for await (const { transactions } of list) yield transactions ?? []
    },

    async catalogItems(marketplace, asins) {
      if (asins.length === 0) return []
      if (asins.length > CATALOGUE_ITEMS_MAX)
        throw new AmazonError('WRONG', `More than ${CATALOGUE_ITEMS_MAX} items at a time are not given`)
      const query = {
        identifiers: asins.join(','),
        identifiersType: 'ASIN',
        marketplaceIds: marketplaceId(marketplace),
        includedData: 'summaries,images,relationships,dimensions',
        pageSize: `${CATALOGUE_ITEMS_MAX}`,
      }
      return (await ask('searchCatalogItems', '/catalog/2022-04-01/items', Items, { query })).items
    },
  }
}

const REPORTS = '/reports/2021-06-30'
const RESTRICTED_TOKEN = '/tokens/2021-03-01/restrictedDataToken'
const JSON_BODY = { 'content-type': 'application/json' }

function marketplaceId(code: string): string {
  const marketplace = marketplaceOf(code)
  if (!marketplace) throw new Error(`${code} is not a marketplace`)
  return marketplace.amazonId
}

const id = z.string().min(1).max(500)
const moment = z.string().max(50).pipe(z.coerce.date())

const Participations = z.object({
  payload: z.array(
    z.object({
      marketplace: z.object({ id }),
      participation: z.object({ isParticipating: z.boolean() }),
      storeName: z.string().max(500).nullish(),
    }),
  ),
})

function participation({
  marketplace,
  participation: { isParticipating },
  storeName,
}: z.infer<typeof Participations>['payload'][number]): Participation[] {
  const code = MARKETPLACES.find(({ amazonId }) => amazonId === marketplace.id)?.code
  return code ? [{ marketplace: code, storeName: storeName ?? '', isParticipating }] : []
}

const ReportCreated = z.object({ reportId: id })

const Report = z
  .object({
    reportId: id,
    reportType: id,
    processingStatus: z.enum(REPORT_STATUSES),
    createdTime: moment,
    processingEndTime: moment.nullish(),
    dataStartTime: moment.nullish(),
    dataEndTime: moment.nullish(),
    reportDocumentId: id.nullish(),
  })
  .transform((report): AmazonReport => ({
    reportId: report.reportId,
    reportType: report.reportType,
    status: report.processingStatus,
    createdAt: report.createdTime,
    ...(report.processingEndTime && { madeAt: report.processingEndTime }),
    ...(report.dataStartTime && { start: report.dataStartTime }),
    ...(report.dataEndTime && { end: report.dataEndTime }),
    ...(report.reportDocumentId && { documentId: report.reportDocumentId }),
  }))

const nextToken = z.string().max(10_000).nullish()

const Reports = z.object({ reports: z.array(Report), nextToken })

const RestrictedToken = z.object({ restrictedDataToken: z.string().min(1).max(10_000) })

const Document = z.object({ url: z.string().max(10_000) })

const Transactions = z.object({
  payload: z.object({ transactions: z.array(z.looseObject({})).nullish(), nextToken }),
})

const Items = z.object({ items: z.array(z.looseObject({ asin: id })) })
