import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { addDays, daysIn, isDay, type IsoDate } from '#contract/date-range.ts'
import type { Seller, SellerProfile } from '../../seller.ts'
import type { Document } from '../documents.ts'
import { json, jsonOf, type Answer, type Asked } from '../http.ts'
import type { World } from '../world.ts'
import { AdvertisingError } from './errors.ts'
import { ADVERTISING_REPORT_TYPES } from './report-types.ts'

const REPORTS_MAX = 20_000
/** How long Amazon takes at its own pace. */
const PENDING_MS = 30_000
const MAKING_MS = 120_000
const LINK_SECONDS = 3600
const COLUMNS_MAX = 100

const Day = z.string().refine(isDay, 'has to be a day as 2026-03-31')

const ReportRequest = z.object({
  name: z.string().max(500).optional(),
  startDate: Day,
  endDate: Day,
  configuration: z.object({
    adProduct: z.string().max(50),
    groupBy: z.array(z.string().max(50)).min(1).max(5),
    columns: z.array(z.string().max(50)).min(1).max(COLUMNS_MAX),
    filters: z
      .array(z.object({ field: z.string().max(50), values: z.array(z.string().max(100)).max(100) }))
      .max(10)
      .optional(),
    reportTypeId: z.string().max(50),
    timeUnit: z.string().max(20),
    format: z.string().max(20),
  }),
})
type ReportRequest = z.infer<typeof ReportRequest>

/** Who asks, and for which of their profiles. */
export interface ReportCaller {
  seller: Seller
  profile: SellerProfile
  clientId: string
}

interface AdvertisingReport {
  id: string
  sellerId: string
  profileId: string
  clientId: string
  request: ReportRequest
  createdAt: number
  startsAt: number
  endsAt: number
  isCancelled: boolean
}

const compressed = promisify(gzip)
const CONTENT_TYPE = 'application/vnd.createasyncreportrequest.v3+json'

export class AdvertisingReports {
  readonly #world: World
  readonly #reports = new LRUCache<string, AdvertisingReport>({ max: REPORTS_MAX })

  constructor(world: World) {
    this.#world = world
  }

  /** @throws AdvertisingError */
  answer(asked: Asked, caller: ReportCaller): Answer {
    const { method, path } = asked
    if (path === '/reporting/reports' && method === 'POST') return this.#create(asked, caller)
    const id = /^\/reporting\/reports\/([\w-]{1,64})$/.exec(path)?.[1]
    const report = id === undefined ? undefined : this.#reports.get(id)
    const { seller, profile, clientId } = caller
    if (
      report?.sellerId !== seller.id ||
      report.profileId !== profile.profileId ||
      report.clientId !== clientId
    )
      throw new AdvertisingError(404, 'Report not found')
    if (method === 'GET') return this.#shown(report, asked)
    if (method !== 'DELETE') throw new AdvertisingError(405, 'Method Not Allowed')
    if (this.#world.now().getTime() >= report.endsAt)
      throw new AdvertisingError(400, 'Only a report that is being made can be cancelled')
    report.isCancelled = true
    return this.#shown(report, asked)
  }

  /** By the key of its source. */
  async documentOf(id: string): Promise<Document | undefined> {
    const report = this.#reports.get(id)
    const seller = report && this.#world.sellers.get(report.sellerId)
    if (!seller) return undefined
    const { profileId, request, endsAt } = report
    const { reportTypeId, groupBy, columns } = request.configuration
    const rows = seller.advertising(
      { profileId, reportTypeId, groupBy, columns, start: request.startDate, end: request.endDate },
      new Date(endsAt),
    )
    return {
      bytes: await compressed(withNumericIds(JSON.stringify(rows))),
      contentType: 'application/octet-stream',
    }
  }

  #create(asked: Asked, { seller, profile, clientId }: ReportCaller): Answer {
    const type = String(asked.headers['content-type']).split(';')[0]!.trim().toLowerCase()
    if (type !== CONTENT_TYPE && type !== 'application/json')
      throw new AdvertisingError(415, `The Content-Type has to be ${CONTENT_TYPE}`)
    const createdAt = this.#world.now().getTime()
    const request = requestIn(asked, today(profile, createdAt))
    const same = [...this.#reports.values()].find(
      (one) =>
        one.profileId === profile.profileId &&
        one.clientId === clientId &&
        !one.isCancelled &&
        one.endsAt > createdAt &&
        JSON.stringify({ ...one.request, name: '' }) === JSON.stringify({ ...request, name: '' }),
    )
    if (same) throw new AdvertisingError(425, `The Request is a duplicate of : ${same.id}`)
    const pace = (seller.behaviour.slowFactor ?? 1) / this.#world.speed
    const startsAt = createdAt + PENDING_MS * pace
    const report: AdvertisingReport = {
      id: crypto.randomUUID(),
      sellerId: seller.id,
      profileId: profile.profileId,
      clientId,
      request,
      createdAt,
      startsAt,
      endsAt: startsAt + MAKING_MS * pace,
      isCancelled: false,
    }
    this.#reports.set(report.id, report)
    return this.#shown(report, asked)
  }

  #shown(report: AdvertisingReport, asked: Asked): Answer {
    const { id, request, createdAt, startsAt, endsAt, isCancelled } = report
    const nowMs = this.#world.now().getTime()
    const isMade = nowMs >= endsAt && !isCancelled
    const query = this.#world.documents.signedQuery({ kind: 'ADVERTISING', key: id }, LINK_SECONDS)
    const at = (ms: number) => new Date(ms).toISOString()
    return json(200, {
      reportId: id,
      status: isCancelled ? 'FAILED' : isMade ? 'COMPLETED' : nowMs >= startsAt ? 'PROCESSING' : 'PENDING',
      name: request.name ?? null,
      startDate: request.startDate,
      endDate: request.endDate,
      configuration: { filters: null, ...request.configuration },
      createdAt: at(createdAt),
      updatedAt: at(isMade ? endsAt : Math.min(nowMs, Math.max(createdAt, startsAt))),
      generatedAt: isMade ? at(endsAt) : null,
      // Known to Amazon, which has made the document by now; here it is made when somebody fetches it.
      fileSize: null,
      url: isMade ? `${asked.at(BUCKET)}/${id}/report-${id}.json.gz?${query}` : null,
      urlExpiresAt: isMade ? at(nowMs + LINK_SECONDS * 1000) : null,
      failureReason: isCancelled ? 'Report was cancelled' : null,
    })
  }
}

const BUCKET = 'offline-report-storage-prod.s3.amazonaws.com'

/** A day where the profile is. */
const today = ({ timeZone }: SellerProfile, ms: number): IsoDate =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(ms)

function requestIn(asked: Asked, today: IsoDate): ReportRequest {
  const parsed = ReportRequest.safeParse(jsonOf(asked))
  if (!parsed.success)
    throw new AdvertisingError(
      400,
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '),
    )
  const problem = problemOf(parsed.data, today)
  if (problem) throw new AdvertisingError(400, problem)
  return parsed.data
}

function problemOf({ startDate, endDate, configuration }: ReportRequest, today: IsoDate): string | undefined {
  const { adProduct, groupBy, columns, reportTypeId, timeUnit, format } = configuration
  const type = Object.hasOwn(ADVERTISING_REPORT_TYPES, reportTypeId)
    ? ADVERTISING_REPORT_TYPES[reportTypeId]!
    : undefined
  if (!type) return `configuration reportTypeId is invalid: ${reportTypeId}`
  if (adProduct !== type.adProduct) return `configuration adProduct has to be ${type.adProduct}`
  if (format !== 'GZIP_JSON') return 'configuration format has to be GZIP_JSON'
  const group = groupBy.find((one) => !type.groupBy.includes(one))
  if (group)
    return `configuration groupBy includes invalid values: (${group}). Allowed values: (${type.groupBy.join(', ')})`
  const unknown = columns.filter((one) => !type.columns.has(one))
  if (unknown.length > 0) return `configuration columns includes invalid values: (${unknown.join(', ')})`
  if (timeUnit !== 'DAILY') return 'configuration timeUnit: the sandbox makes reports of DAILY alone'
  if (!columns.includes('date')) return 'configuration columns has to include date where timeUnit is DAILY'
  if (columns.includes('startDate') || columns.includes('endDate'))
    return 'configuration columns: startDate and endDate are for timeUnit SUMMARY'
  if (startDate > endDate) return 'startDate is after endDate'
  if (endDate > today) return 'endDate is in the future'
  if (daysIn({ start: startDate, end: endDate }) > type.rangeDaysMax)
    return `The range is longer than the maximum of ${type.rangeDaysMax} days`
  // A day more, because days begin elsewhere at other moments.
  if (startDate < addDays(today, -type.retentionDays - 1))
    return `startDate is before the retention of ${type.retentionDays} days`
  return undefined
}

/** Amazon writes ids as numbers, however long they are. */
const withNumericIds = (text: string): string =>
  text.replace(/"(campaignId|adGroupId|adId|keywordId|portfolioId|targetingId)":"(\d+)"/g, '"$1":$2')
