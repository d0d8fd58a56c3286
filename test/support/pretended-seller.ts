/** A seller at Amazon for tests of the sync engine: a few small reports, and what goes wrong on the way to them. */
import { gzipSync } from 'node:zlib'
import {
  AmazonError,
  type AdvertisingApi,
  type AdvertisingProfile,
  type AmazonDocument,
  type AmazonReport,
  type Participation,
  type SellingPartnerApi,
} from '#amazon/index.ts'
import { sale, v2File } from './settlement-file.ts'

type Operation = 'createReport' | 'getReport' | 'listReports' | 'download'
export interface Asked {
  type: string
  firstDay: string
  lastDay: string
  createdAt: Date
}

const SETTLEMENT = 'GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2'
const settlements = [
  {
    id: '70000000001',
    start: '2026-10-05',
    end: '2026-10-19',
    order: '028-0000000-0000001',
    amount: '40.00',
  },
  {
    id: '70000000002',
    start: '2026-10-19',
    end: '2026-11-02',
    order: '028-0000000-0000002',
    amount: '25.50',
  },
].map(({ order, amount, ...settlement }) => ({
  ...settlement,
  content: v2File({
    ...settlement,
    currency: 'EUR',
    entries: sale({
      order,
      at: `${settlement.start} 10:00:00`,
      sku: 'CUP-BLUE',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': amount, 'ItemFees Commission': '-5.00' },
    }),
  }),
}))

const ORDERS = ['2026-11-03', '2026-11-07', '2026-11-15'].map((day, n) => ({
  day,
  line: `302-000000${n}-0000000\t${day}T08:00:00+00:00\t${day}T09:00:00+00:00\tShipped\tAmazon.de\tCUP-BLUE\t1\tEUR\t${10 + n}.99`,
}))
export const ORDER_HEADINGS =
  'amazon-order-id\tpurchase-date\tlast-updated-date\torder-status\tsales-channel\tsku\tquantity\tcurrency\titem-price'

/** Sessions of each of some days. */
const TRAFFIC = { '2026-11-12': 20, '2026-11-13': 31, '2026-11-14': 12 }

export class PretendedSeller {
  /** Calls so far, by operation. */
  readonly calls: Record<Operation, number> = { createReport: 0, getReport: 0, listReports: 0, download: 0 }
  /** Is asked before each call; what it throws is the answer. */
  before: (operation: Operation, type: string) => void | Promise<void> = () => {}
  /** Types of reports that Amazon says it cannot make. */
  readonly impossible = new Set<string>()
  /**
   * What is in a report in place of what is usually in it; null where there is nothing, `FATAL` where Amazon cannot make it, with
   * why after a blank where it says so.
   */
  contentOf: (asked: Asked) => string | null | undefined = () => undefined
  /** So long after a report of the fulfilment network Amazon cancels every other of its type. */
  pauseMs = 0
  /** How long a report of advertising is being made. */
  advertisingMs = 60_000
  /** Where it sells, and whose advertising there is, by what Amazon says when it is asked; nothing, as if it could not tell. */
  participations: Participation[] = []
  profiles: AdvertisingProfile[] = []
  readonly #now: () => Date
  readonly #reports = new Map<string, Asked>()
  /** Spend of the one campaign on its one day, which Amazon corrects. */
  spend = '3.20'

  constructor(now: () => Date) {
    this.#now = now
  }

  readonly sellingPartner: SellingPartnerApi = {
    participations: async () => this.participations,
    createReport: async ({ reportType, start, end }) => {
      const reportId = this.#made(reportType, start, end)
      await this.#call('createReport', reportType)
      return reportId
    },
    getReport: async (reportId) => {
      const known = this.#known(reportId)
      await this.#call('getReport', known.type)
      const isMade = +this.#now() - +known.createdAt > 60_000
      const content = this.#isTooSoon(known) ? undefined : this.#contentOf(known)
      return {
        reportId,
        reportType: known.type,
        createdAt: known.createdAt,
        status: !isMade
          ? 'IN_PROGRESS'
          : this.impossible.has(known.type) || content?.startsWith('FATAL')
            ? 'FATAL'
            : content === undefined
              ? 'CANCELLED'
              : 'DONE',
        ...(isMade && content !== undefined && content !== 'FATAL' && { documentId: reportId }),
      }
    },
    listReports: ({ reportTypes, since }) => this.#list(reportTypes, since),
    download: async (documentId) =>
      this.#document(documentId, this.#contentOf(this.#known(documentId))!.replace(/^FATAL /, '')),
    async *transactionPages() {},
    catalogItems: async () => [],
  }

  readonly advertising: AdvertisingApi = {
    profiles: async () => this.profiles,
    createReport: async (_profileId, { reportTypeId, start, end }) => {
      const reportId = this.#made(reportTypeId, new Date(start), new Date(end))
      await this.#call('createReport', reportTypeId)
      return reportId
    },
    getReport: async (_profileId, reportId) => {
      const known = this.#known(reportId)
      await this.#call('getReport', known.type)
      const { createdAt } = known
      if (+this.#now() - +createdAt <= this.advertisingMs) return { status: 'PENDING', createdAt }
      return this.contentOf(known) === 'FATAL' ? { status: 'FAILED' } : { status: 'COMPLETED', url: reportId }
    },
    download: async (url) => {
      const known = this.#known(url)
      return this.#document(url, this.contentOf(known) ?? this.#advertised(known), true)
    },
  }

  #contentOf(asked: Asked): string | undefined {
    const own = this.contentOf(asked)
    return own === undefined ? usualContentOf(asked) : (own ?? undefined)
  }

  async #call(operation: Operation, type: string): Promise<void> {
    this.calls[operation] += 1
    await this.before(operation, type)
  }

  #made(type: string, start: Date = this.#now(), end: Date = this.#now()): string {
    const reportId = `${type}-${this.#reports.size}`
    this.#reports.set(reportId, { type, firstDay: day(start), lastDay: day(end), createdAt: this.#now() })
    return reportId
  }

  #known(reportId: string): Asked {
    const settlement = settlements.find(({ id }) => id === reportId)
    if (settlement)
      return {
        type: SETTLEMENT,
        firstDay: settlement.start,
        lastDay: settlement.end,
        createdAt: new Date(settlement.end),
      }
    const known = this.#reports.get(reportId)
    if (!known) throw new AmazonError('WRONG', 'There is no such report')
    return known
  }

  /** Of those that Amazon makes one of within a while, whether this is another. */
  #isTooSoon(asked: Asked): boolean {
    if (this.pauseMs === 0 || !/^GET_(FBA_(EST|FUL|REI|STO)|LEDGER)/.test(asked.type)) return false
    let madeAt = -Infinity
    for (const other of this.#reports.values()) {
      if (other.type !== asked.type) continue
      const isTooSoon = +other.createdAt - madeAt < this.pauseMs
      if (other === asked) return isTooSoon
      if (!isTooSoon) madeAt = +other.createdAt
    }
    return false
  }

  async *#list(types: readonly string[], since: Date): AsyncGenerator<AmazonReport> {
    await this.#call('listReports', types.join())
    for (const [reportId, { type, createdAt }] of this.#reports)
      if (types.includes(type) && createdAt >= since)
        yield { reportId, reportType: type, status: 'DONE', createdAt }
    if (!types.includes(SETTLEMENT)) return
    for (const { id, start, end } of settlements)
      if (new Date(end) >= since)
        yield {
          reportId: id,
          reportType: SETTLEMENT,
          status: 'DONE',
          createdAt: new Date(end),
          start: new Date(start),
          end: new Date(end),
          documentId: id,
        }
  }

  async #document(id: string, content: string, isPacked = false): Promise<AmazonDocument> {
    const { type } = this.#known(id)
    await this.#call('download', type)
    const bytes = isPacked ? gzipSync(content) : Buffer.from(content)
    const { before } = this
    return {
      bytes: (async function* () {
        yield bytes.subarray(0, 20)
        // A connection can break in the middle as well.
        await before('download', 'in the middle')
        yield bytes.subarray(20)
      })(),
    }
  }

  #advertised({ type, firstDay, lastDay }: Asked): string {
    const date = '2026-11-10'
    const isIn = type === 'sbCampaigns' && firstDay <= date && date <= lastDay
    return JSON.stringify(isIn ? [campaignRow(date, Number(this.spend))] : [])
  }
}

/** What the report of Sponsored Brands says of the one campaign on a day. */
export const campaignRow = (date: string, cost: number) => ({
  date,
  campaignId: '1',
  campaignName: 'Cups',
  campaignBudgetCurrencyCode: 'EUR',
  impressions: 100,
  clicks: 4,
  cost,
  purchases: 1,
  sales: 11.99,
  unitsSold: 1,
})

const day = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Undefined where Amazon has nothing to say. */
function usualContentOf({ type, firstDay, lastDay }: Asked): string | undefined {
  const isIn = (date: string) => firstDay <= date && date <= lastDay
  if (type === SETTLEMENT) return settlements.find(({ start }) => start === firstDay)!.content
  if (type.includes('ALL_ORDERS')) {
    const lines = ORDERS.filter((order) => isIn(order.day)).map(({ line }) => line)
    return lines.length === 0 ? undefined : [ORDER_HEADINGS, ...lines, ''].join('\n')
  }
  if (type === 'GET_SALES_AND_TRAFFIC_REPORT') {
    const rows = Object.entries(TRAFFIC).filter(([date]) => isIn(date))
    // A day of products has one too many files for a fast test.
    if (rows.length === 0 || firstDay === lastDay) return undefined
    return JSON.stringify({
      reportSpecification: {
        reportType: type,
        reportOptions: { dateGranularity: 'DAY', asinGranularity: 'PARENT' },
        dataStartTime: firstDay,
        dataEndTime: lastDay,
        marketplaceIds: ['A1PA6795UKMFR9'],
      },
      salesAndTrafficByDate: rows.map(([date, sessions]) => ({
        date,
        salesByDate: { unitsOrdered: 1, orderedProductSales: { amount: 11.99, currencyCode: 'EUR' } },
        trafficByDate: { sessions, pageViews: sessions * 2, buyBoxPercentage: 90 },
      })),
      salesAndTrafficByAsin: [],
    })
  }
  return undefined
}
