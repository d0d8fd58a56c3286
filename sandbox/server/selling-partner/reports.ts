/** Reports that somebody asked for, and settlements, which Amazon makes by itself. */
import { createHash, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { marketplaceOf, type Region } from '#contract/marketplaces.ts'
import type { ReportAnswer, ReportQuestion, Seller, SettlementReport } from '../../seller.ts'
import type { Document } from '../documents.ts'
import type { World } from '../world.ts'
import { fatalReason, oncePerMs, renewedAfterMs, SETTLEMENT_REPORT } from './report-rules.ts'

export type ReportStatus = 'IN_QUEUE' | 'IN_PROGRESS' | 'DONE' | 'CANCELLED' | 'FATAL'

/** Whose reports are seen: an application sees those that it asked for. */
export interface ReportOwner {
  seller: Seller
  region: Region
  clientId: string
}

export interface Report extends Omit<ReportOwner, 'seller'> {
  id: string
  sellerId: string
  /** The source of the document: a settlement, or the answer to a question. */
  settlement?: SettlementReport
  question: ReportQuestion
  /** As Amazon's ids, in the order they were given in. */
  marketplaceIds: readonly string[]
  createdAt: number
  startsAt: number
  endsAt: number
  /** What the answer is as of. */
  asOf: number
  isCancelled: boolean
  /** Amazon makes no other of its type just now. */
  isTooSoon: boolean
  /** Known since somebody looked after the end. */
  outcome?: { kind: ReportAnswer['kind']; hasDocument: boolean }
}

const REPORTS_MAX = 50_000
/** How long Amazon takes at its own pace. */
const QUEUED_MS = 30_000
const MAKING_MS = 60_000
const MAKING_SPREAD_MS = 60_000

const compressed = promisify(gzip)

export class Reports {
  readonly #world: World
  readonly #reports = new LRUCache<string, Report>({ max: REPORTS_MAX })

  constructor(world: World) {
    this.#world = world
  }

  /** @returns its id */
  create(
    { seller, region, clientId }: ReportOwner,
    question: ReportQuestion,
    marketplaceIds: readonly string[],
  ): string {
    const createdAt = this.#world.now().getTime()
    const id = newId()
    const pace = (seller.behaviour.slowFactor ?? 1) / this.#world.speed
    const startsAt = createdAt + QUEUED_MS * pace
    const endsAt = startsAt + (MAKING_MS + (MAKING_SPREAD_MS * (Number(id) % 100)) / 100) * pace
    const report: Report = {
      id,
      sellerId: seller.id,
      region,
      clientId,
      question,
      marketplaceIds,
      createdAt,
      startsAt,
      endsAt,
      asOf: endsAt,
      isCancelled: false,
      isTooSoon: this.#isTooSoon({ seller, region }, question.reportType, createdAt),
    }
    const earlier = this.#answeredAlready(report)
    if (earlier) report.asOf = earlier.asOf
    // Amazon says no in both ways. Who has to bear its errors bears this one too.
    if ((earlier || report.isTooSoon) && seller.behaviour.faultyEvery)
      report.outcome = { kind: 'FATAL', hasDocument: false }
    else if (report.isTooSoon) report.outcome = { kind: 'CANCELLED', hasDocument: false }
    this.#reports.set(keyOf(report, id), report)
    return id
  }

  get(owner: ReportOwner, id: string): Report | undefined {
    return (
      this.#reports.get(keyOf({ ...owner, sellerId: owner.seller.id }, id)) ??
      this.#settlements(owner).find((one) => one.id === id)
    )
  }

  /** Newest first. */
  list(owner: ReportOwner, reportTypes: readonly string[]): Report[] {
    const own = [...this.#reports.values()].filter(
      ({ sellerId, region, clientId }) =>
        sellerId === owner.seller.id && region === owner.region && clientId === owner.clientId,
    )
    return [...own, ...this.#settlements(owner)]
      .filter(({ question }) => reportTypes.length === 0 || reportTypes.includes(question.reportType))
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  }

  /** Whether it could still be cancelled. */
  cancel(report: Report): boolean {
    if (report.settlement || report.isCancelled || this.#world.now().getTime() >= report.startsAt)
      return false
    report.isCancelled = true
    return true
  }

  async status(report: Report): Promise<ReportStatus> {
    const nowMs = this.#world.now().getTime()
    if (report.isCancelled) return 'CANCELLED'
    if (report.settlement) return 'DONE'
    if (nowMs < report.startsAt) return 'IN_QUEUE'
    if (nowMs < report.endsAt) return 'IN_PROGRESS'
    report.outcome ??= await this.#outcome(report)
    return report.outcome.kind
  }

  /** The document of a report that has one. */
  async document(report: Report): Promise<Document | undefined> {
    if (report.settlement) return packed(report, { kind: 'DONE', content: report.settlement.content() })
    const answer = this.#answer(report)
    return answer.kind === 'CANCELLED' ? undefined : packed(report, answer)
  }

  /** By the source that `documentKey` wrote. */
  async documentOf(key: string): Promise<Document | undefined> {
    const [sellerId = '', region, clientId = '', id = ''] = key.split(' ')
    const seller = this.#world.sellers.get(sellerId)
    const report = seller && this.get({ seller, region: region as Region, clientId }, id)
    return report && this.document(report)
  }

  async #outcome(report: Report): Promise<NonNullable<Report['outcome']>> {
    const answer = this.#answer(report)
    if (answer.kind === 'DONE')
      this.#world.documents.keep(
        { kind: 'SELLING_PARTNER', key: documentKey(report) },
        await packed(report, answer),
      )
    return {
      kind: answer.kind,
      hasDocument: answer.kind === 'DONE' || (answer.kind === 'FATAL' && isEven(report)),
    }
  }

  #answer({ sellerId, question, createdAt, asOf }: Report): ReportAnswer {
    const reason = fatalReason(question, new Date(createdAt))
    if (reason) return { kind: 'FATAL', reason }
    return this.#world.sellers.get(sellerId)!.report(question, new Date(asOf))
  }

  /** The same question, answered so recently that there is nothing new. */
  #answeredAlready(report: Report): Report | undefined {
    const againAfterMs = renewedAfterMs(report.question.reportType)
    if (againAfterMs === undefined) return undefined
    const since = report.createdAt - againAfterMs / this.#world.speed
    return [...this.#reports.values()].find(
      (one) =>
        one.sellerId === report.sellerId &&
        one.region === report.region &&
        one.question.reportType === report.question.reportType &&
        one.endsAt > since &&
        one.endsAt <= report.createdAt &&
        one.outcome?.kind === 'DONE' &&
        one.marketplaceIds.join() === report.marketplaceIds.join() &&
        JSON.stringify(one.question.options) === JSON.stringify(report.question.options),
    )
  }

  /** Whoever asked: Amazon counts by the account. */
  #isTooSoon(
    { seller, region }: Pick<ReportOwner, 'seller' | 'region'>,
    reportType: string,
    createdAt: number,
  ): boolean {
    const againAfterMs = oncePerMs(reportType)
    if (againAfterMs === undefined) return false
    const since = createdAt - againAfterMs / this.#world.speed
    return [...this.#reports.values()].some(
      (one) =>
        one.sellerId === seller.id &&
        one.region === region &&
        one.question.reportType === reportType &&
        one.createdAt > since &&
        !one.isTooSoon &&
        !one.isCancelled,
    )
  }

  #settlements({ seller, region, clientId }: ReportOwner): Report[] {
    const account = seller.regions.find((one) => one.region === region)
    const marketplaceIds = (account?.marketplaces ?? []).flatMap(
      (code) => marketplaceOf(code)?.amazonId ?? [],
    )
    return seller.settlements(region, this.#world.now()).map((settlement) => {
      const { start, end, settlementId } = settlement
      const createdAt = settlement.createdAt.getTime()
      const times = { createdAt, startsAt: createdAt, endsAt: createdAt, asOf: createdAt }
      const question = { region, reportType: SETTLEMENT_REPORT, marketplaces: [], start, end, options: {} }
      return {
        id: settlementReportId(`${seller.id} ${region} ${settlementId}`),
        sellerId: seller.id,
        region,
        clientId,
        settlement,
        question,
        marketplaceIds,
        ...times,
        isCancelled: false,
        isTooSoon: false,
        outcome: { kind: 'DONE', hasDocument: true },
      }
    })
  }
}

export const documentKey = ({ sellerId, region, clientId, id }: Report): string =>
  [sellerId, region, clientId, id].join(' ')

const keyOf = (
  { sellerId, region, clientId }: { sellerId: string; region: Region; clientId: string },
  id: string,
): string => [sellerId, region, clientId, id].join(' ')

/** Never one of an earlier run again, whose number somebody may still hold. */
const newId = (): string => `5${String(randomInt(10 ** 11)).padStart(11, '0')}`

/** The same in every run: settlements are not kept, but found again. */
const settlementReportId = (name: string): string =>
  `4${(BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 12)}`) % 10n ** 11n).toString().padStart(11, '0')}`

/** Some documents come compressed and some as they are. */
export const isGzip = ({ id }: Report): boolean => Number(id) % 3 !== 0
const isEven = ({ id }: Report): boolean => Number(id) % 2 === 0

async function packed(
  report: Report,
  answer: Exclude<ReportAnswer, { kind: 'CANCELLED' }>,
): Promise<Document> {
  const { content, charset = 'UTF-8' } =
    answer.kind === 'DONE' ? answer : { content: JSON.stringify({ errorDetails: answer.reason }) }
  const bytes = charset === 'UTF-8' ? Buffer.from(content) : inWindows1252(content)
  return {
    bytes: isGzip(report) ? await compressed(bytes) : bytes,
    contentType: `text/plain;charset=${charset}`,
  }
}

/** As a stream: Node takes bytes that come whole for Latin 1. */
const SIGNS = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 256 }, (_, byte) => byte),
  { stream: true },
)
const WINDOWS_1252 = new Map(Array.from(SIGNS, (sign, byte) => [sign, byte]))

const inWindows1252 = (text: string): Buffer =>
  Buffer.from(Array.from(text, (sign) => WINDOWS_1252.get(sign) ?? 0x3f))
