import { z } from 'zod'
import { json, jsonOf } from '../http.ts'
import type { World } from '../world.ts'
import { DENIED, invalidInput, notFound } from './errors.ts'
import { listIn, marketplacesOf, moment, momentIn, type Call, type Operation } from './operation.ts'
import { isRequestable, isRestricted, SETTLEMENT_REPORT } from './report-rules.ts'
import { documentKey, isGzip, type Report, type ReportOwner, type Reports } from './reports.ts'

const MARKETPLACES_MAX = 25
const LIST_MAX = 10
const PAGE_SIZE = { min: 1, usual: 10, max: 100 }
const LISTED_MS = 90 * 86_400_000
const LINK_SECONDS = 300

const ReportSpecification = z.object({
  reportType: z.string().max(200),
  marketplaceIds: z.array(z.string().max(50)).min(1).max(MARKETPLACES_MAX),
  dataStartTime: z.string().max(50).optional(),
  dataEndTime: z.string().max(50).optional(),
  reportOptions: z.record(z.string().max(100), z.string().max(1000)).optional(),
})

/** What a page of a list goes on with. */
interface NextPage {
  owner: string
  reportTypes: string[]
  statuses: string[]
  marketplaceIds: string[]
  since: number
  until: number
  pageSize: number
  /** The last one that was given, by moment and id. */
  before: [number, string]
}

const ROOT = '/reports/2021-06-30'
const REPORT_PATH = new RegExp(`^${ROOT}/reports/([^/]+)$`)
const REPORTS_PATH = new RegExp(`^${ROOT}/reports$`)

export const reportOperations = (world: World, reports: Reports): readonly Operation[] => [
  {
    name: 'createReport',
    method: 'POST',
    path: REPORTS_PATH,
    rate: { perSecond: 0.0167, burst: 15 },
    answer: (call) => json(202, { reportId: create(call, world, reports) }),
  },
  {
    name: 'getReport',
    method: 'GET',
    path: REPORT_PATH,
    rate: { perSecond: 2, burst: 15 },
    answer: async (call) => json(200, await shown(found(call, reports), reports)),
  },
  {
    name: 'getReports',
    method: 'GET',
    path: REPORTS_PATH,
    rate: { perSecond: 0.0222, burst: 10 },
    answer: async (call) => json(200, await list(call, world, reports)),
  },
  {
    name: 'cancelReport',
    method: 'DELETE',
    path: REPORT_PATH,
    rate: { perSecond: 0.0222, burst: 10 },
    answer: (call) => {
      if (!reports.cancel(found(call, reports)))
        throw invalidInput('Only a report that is IN_QUEUE can be cancelled.')
      return { status: 200 }
    },
  },
  {
    name: 'getReportDocument',
    method: 'GET',
    path: new RegExp(`^${ROOT}/documents/([^/]+)$`),
    rate: { perSecond: 0.0167, burst: 15 },
    answer: async (call) => json(200, await document(call, world, reports)),
  },
]

const ownerOf = ({ seller, account, clientId }: Call): ReportOwner => ({
  seller,
  region: account.region,
  clientId,
})

function create(call: Call, world: World, reports: Reports): string {
  const parsed = ReportSpecification.safeParse(jsonOf(call.asked))
  if (!parsed.success)
    throw invalidInput(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    )
  const { reportType, marketplaceIds, dataStartTime, dataEndTime, reportOptions = {} } = parsed.data
  if (reportType === SETTLEMENT_REPORT)
    throw invalidInput(`Report type ${SETTLEMENT_REPORT} cannot be requested. Amazon makes it automatically.`)
  if (!isRequestable(reportType)) throw invalidInput(`Invalid reportType: ${reportType}`)
  const now = world.now()
  const start = dataStartTime === undefined ? now : moment('dataStartTime', dataStartTime)
  const wantedEnd = dataEndTime === undefined ? now : moment('dataEndTime', dataEndTime)
  if (start > wantedEnd) throw invalidInput('dataStartTime is after dataEndTime.')
  const marketplaces = marketplacesOf(marketplaceIds, call.account).map(({ code }) => code)
  const question = {
    region: call.account.region,
    reportType,
    marketplaces,
    start,
    end: wantedEnd,
    options: reportOptions,
  }
  return reports.create(ownerOf(call), question, marketplaceIds)
}

function found(call: Call, reports: Reports): Report {
  const report = reports.get(ownerOf(call), call.parameters[0]!)
  if (!report) throw notFound(`Report ${call.parameters[0]!.slice(0, 100)} was not found.`)
  return report
}

async function shown(report: Report, reports: Reports): Promise<object> {
  const status = await reports.status(report)
  const { id, question, marketplaceIds, createdAt, startsAt, endsAt, outcome } = report
  const isStarted = status !== 'IN_QUEUE' && !report.isCancelled
  return {
    reportId: id,
    reportType: question.reportType,
    marketplaceIds,
    dataStartTime: question.start.toISOString(),
    dataEndTime: question.end.toISOString(),
    createdTime: new Date(createdAt).toISOString(),
    processingStatus: status,
    ...(isStarted && { processingStartTime: new Date(startsAt).toISOString() }),
    ...(isStarted && status !== 'IN_PROGRESS' && { processingEndTime: new Date(endsAt).toISOString() }),
    ...(isStarted &&
      status !== 'IN_PROGRESS' &&
      outcome?.hasDocument && { reportDocumentId: `${DOCUMENT_ID}${id}` }),
  }
}

const DOCUMENT_ID = 'amzn1.spdoc.1.4.sandbox.'

async function list(call: Call, world: World, reports: Reports): Promise<object> {
  const owner = ownerOf(call)
  const ownerName = [owner.seller.id, owner.region, owner.clientId].join(' ')
  const page = pageOf(call.asked.query, ownerName, world)
  const shownOnes: object[] = []
  let last: Report | undefined
  for (const report of reports.list(owner, page.reportTypes)) {
    const { createdAt, id, marketplaceIds } = report
    const [beforeMs, beforeId] = page.before
    const isGiven = createdAt > beforeMs || (createdAt === beforeMs && id >= beforeId)
    if (isGiven || createdAt < page.since || createdAt > page.until) continue
    if (page.marketplaceIds.length > 0 && !marketplaceIds.some((one) => page.marketplaceIds.includes(one)))
      continue
    if (page.statuses.length > 0 && !page.statuses.includes(await reports.status(report))) continue
    if (shownOnes.length === page.pageSize) {
      const next: NextPage = { ...page, before: [last!.createdAt, last!.id] }
      return { reports: shownOnes, nextToken: world.seal.write('reports', next) }
    }
    shownOnes.push(await shown(report, reports))
    last = report
  }
  return { reports: shownOnes }
}

function pageOf(query: URLSearchParams, owner: string, world: World): NextPage {
  const token = query.get('nextToken')
  if (token !== null) {
    if ([...query.keys()].some((name) => name !== 'nextToken'))
      throw invalidInput('nextToken has to be the only parameter.')
    const next = world.seal.read<NextPage>('reports', token)
    if (next?.owner !== owner) throw invalidInput('Invalid nextToken.')
    return next
  }
  const reportTypes = listIn(query, 'reportTypes', LIST_MAX)
  if (reportTypes.length === 0) throw invalidInput('reportTypes or nextToken is needed.')
  const pageSize = Number(query.get('pageSize') ?? PAGE_SIZE.usual)
  if (!Number.isInteger(pageSize) || pageSize < PAGE_SIZE.min || pageSize > PAGE_SIZE.max)
    throw invalidInput(`pageSize has to be from ${PAGE_SIZE.min} to ${PAGE_SIZE.max}.`)
  const nowMs = world.now().getTime()
  return {
    owner,
    reportTypes,
    statuses: listIn(query, 'processingStatuses', LIST_MAX),
    marketplaceIds: listIn(query, 'marketplaceIds', LIST_MAX),
    since: Math.max(momentIn(query, 'createdSince')?.getTime() ?? 0, nowMs - LISTED_MS),
    until: momentIn(query, 'createdUntil')?.getTime() ?? nowMs,
    pageSize,
    before: [Number.MAX_SAFE_INTEGER, ''],
  }
}

async function document(call: Call, world: World, reports: Reports): Promise<object> {
  const [documentId = ''] = call.parameters
  const report = documentId.startsWith(DOCUMENT_ID)
    ? reports.get(ownerOf(call), documentId.slice(DOCUMENT_ID.length))
    : undefined
  if (!report || !['DONE', 'FATAL'].includes(await reports.status(report)) || !report.outcome?.hasDocument)
    throw notFound(`Report document ${documentId.slice(0, 100)} was not found.`)
  if (isRestricted(report.question.reportType) && !call.isRestricted) throw DENIED
  const isEncoded = isGzip(report) && call.asked.query.get('enableContentEncodingUrlHeader') === 'true'
  const source = { kind: 'SELLING_PARTNER', key: documentKey(report) } as const
  const query = world.documents.signedQuery(source, LINK_SECONDS, isEncoded)
  return {
    reportDocumentId: documentId,
    url: `${call.asked.at(BUCKETS[report.region])}/${report.id}?${query}`,
    ...(isGzip(report) && !isEncoded && { compressionAlgorithm: 'GZIP' }),
  }
}

const BUCKETS = {
  EUROPE: 'tortuga-prod-eu.s3-eu-west-1.amazonaws.com',
  NORTH_AMERICA: 'tortuga-prod-na.s3-external-1.amazonaws.com',
  FAR_EAST: 'tortuga-prod-fe.s3-us-west-2.amazonaws.com',
} as const
