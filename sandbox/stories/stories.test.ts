import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { openReport } from '#amazon/index.ts'
import { addDays, type IsoDate } from '#contract/date-range.ts'
import { sellersOf } from '../index.ts'
import type { ReportQuestion, Seller, SettlementReport, TruthOfDay } from '../seller.ts'
import { rowsOf, type Row } from '../reading.ts'

/** Long enough for every kind of thing to happen. */
const FIRST_DAY = '2026-08-01'
const NOW = new Date('2026-11-24T09:13:00Z')
const DAY_MS = 86_400_000

const sellers = sellersOf({ firstDay: FIRST_DAY })
const seller = (id: string): Seller => sellers.find((one) => one.id === id)!
const daysAgo = (days: number, now = NOW) => new Date(now.getTime() - days * DAY_MS)

function asked(of: Seller, reportType: string, more: Partial<ReportQuestion> = {}): ReportQuestion {
  const { region, marketplaces } = of.regions[0]!
  return { region, reportType, marketplaces, start: daysAgo(28), end: NOW, options: {}, ...more }
}

function contentOf(of: Seller, question: ReportQuestion, now = NOW): string {
  const answer = of.report(question, now)
  if (answer.kind !== 'DONE') throw new Error(`${of.id} ${question.reportType}: ${JSON.stringify(answer)}`)
  return answer.content
}

/** In the smallest unit of the currency. */
const amountOf = (text: string | undefined, currency: string): number =>
  Math.round(Number(text || '0') * (currency === 'JPY' ? 1 : 100))

const sum = <T>(some: readonly T[], pick: (one: T) => number): number =>
  some.reduce((all, one) => all + pick(one), 0)

function sumsBy<T>(some: readonly T[], keyOf: (one: T) => string, pick: (one: T) => number) {
  const sums = new Map<string, number>()
  for (const one of some) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + pick(one))
  return new Map([...sums].filter(([, total]) => total !== 0))
}

const settlementsOf = (of: Seller, now = NOW): SettlementReport[] =>
  of.regions.flatMap(({ region }) => [...of.settlements(region, now)])

const read = new Map<string, { summary: Row; lines: Row[] }>()
function linesOf(report: SettlementReport): { summary: Row; lines: Row[] } {
  const known = read.get(report.settlementId)
  if (known) return known
  const [summary, ...lines] = rowsOf(report.content())
  read.set(report.settlementId, { summary: summary!, lines })
  return { summary: summary!, lines }
}

const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (moment: number) => format.format(moment)
}
const ZONES: Record<string, string> = {
  'Amazon.de': 'Europe/Berlin',
  'Amazon.co.uk': 'Europe/London',
  'Amazon.com': 'America/Los_Angeles',
  'Amazon.co.jp': 'Asia/Tokyo',
}

describe.each(sellers.map((one) => [one.id, one] as const))('%s', (_, one) => {
  test('has settlements whose lines add up to their totals, which are the truth', () => {
    const truth = new Map(one.settlementTruth(NOW).map((of) => [of.settlementId, of]))
    const reports = settlementsOf(one)
    expect(reports.length).toBeGreaterThan(6)
    expect(reports).toHaveLength(truth.size)
    for (const report of reports) {
      const { summary, lines } = linesOf(report)
      const { total, currency } = truth.get(report.settlementId)!
      expect(summary.currency).toBe(currency)
      expect(amountOf(summary['total-amount'], currency)).toBe(total)
      expect(sum(lines, ({ amount }) => amountOf(amount, currency))).toBe(total)
    }
  })

  test('settles exactly what its orders earned', () => {
    const settled = settlementsOf(one).flatMap((report) => {
      const { summary, lines } = linesOf(report)
      return lines.map((line) => ({
        ...line,
        name: `${line['transaction-type']}/${line['amount-type']}/${line['amount-description']}`,
        units: Number(line['quantity-purchased']),
        amount: amountOf(line['amount'], summary['currency']!),
      }))
    })
    const truth = one.truth(NOW)
    const of = (name: string) => settled.filter((line) => line.name === name)
    const principal = of('Order/ItemPrice/Principal')
    expect(sum(truth, ({ principalSettled }) => principalSettled)).toBe(
      sum(principal, ({ amount }) => amount),
    )
    expect(sum(truth, ({ unitsSettled }) => unitsSettled)).toBe(
      sum(principal, ({ amount, units }) => (amount === 0 ? 0 : units)),
    )
    expect(sum(truth, ({ referralFees }) => referralFees)).toBe(
      -sum(of('Order/ItemFees/Commission'), ({ amount }) => amount),
    )
    expect(sum(truth, ({ fulfilmentFees }) => fulfilmentFees)).toBe(
      -sum(of('Order/ItemFees/FBAPerUnitFulfillmentFee'), ({ amount }) => amount),
    )
    expect(sum(truth, ({ refundedPrincipal }) => refundedPrincipal)).toBe(
      -sum(of('Refund/ItemPrice/Principal'), ({ amount }) => amount),
    )
  })

  test('gives reports that are recognised and read without a refused row', async () => {
    for (const { region, marketplaces } of one.regions) {
      const [first] = marketplaces
      const single = { region, marketplaces: [first!] }
      const yesterday = new Date('2026-11-21T00:00:00Z')
      const asins = one
        .items(first!)
        .slice(0, 10)
        .map(({ asin }) => asin)
      const reports: [kind: string, reportType: string, more: Partial<ReportQuestion>][] = [
        ['all_orders', ALL_ORDERS, { region, marketplaces }],
        ['all_orders', ALL_ORDERS.replace('ORDER_DATE', 'LAST_UPDATE'), { region, marketplaces }],
        ['customer_returns', 'GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA', { region, marketplaces }],
        ['manage_fba_inventory', 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA', single],
        ['inventory_planning', 'GET_FBA_INVENTORY_PLANNING_DATA', single],
        ['fee_preview', 'GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA', single],
        ['inventory_ledger', 'GET_LEDGER_SUMMARY_VIEW_DATA', { ...single, options: DAILY }],
        ['all_listings', 'GET_MERCHANT_LISTINGS_ALL_DATA', single],
        ['reimbursements', 'GET_FBA_REIMBURSEMENTS_DATA', { region, marketplaces, start: daysAgo(90) }],
        [
          'sales_and_traffic',
          'GET_SALES_AND_TRAFFIC_REPORT',
          { ...single, start: yesterday, end: yesterday, options: BY_CHILD },
        ],
        ...(one.report(weekly(one, single, asins), NOW).kind === 'FATAL'
          ? []
          : ([['search_query_performance', SEARCHES, weekly(one, single, asins)]] as const).map(
              ([kind, type, more]): [string, string, Partial<ReportQuestion>] => [kind, type, more],
            )),
      ]
      for (const [kind, reportType, more] of reports)
        await expectRead(kind, contentOf(one, asked(one, reportType, more)), first!)
      await expectRead('settlement_v2', one.settlements(region, NOW).at(-1)!.content(), first!)
    }
    for (const profile of one.profiles) {
      const columns = [
        'date',
        'campaignId',
        'advertisedSku',
        'impressions',
        'clicks',
        'cost',
        'sales7d',
        'sales14d',
      ]
      const rows = one.advertising(adsQuestion(profile.profileId, 'spAdvertisedProduct', columns), NOW)
      await expectRead('ads_api', JSON.stringify(rows), profile.marketplace)
    }
  })

  test('shows its stock move by move', () => {
    const { region, marketplaces } = one.regions[0]!
    const all = { region, marketplaces, start: new Date(FIRST_DAY), options: DAILY }
    const more = { ...all, marketplaces: [marketplaces[0]!] }
    const rows = rowsOf(contentOf(one, asked(one, 'GET_LEDGER_SUMMARY_VIEW_DATA', all)))
    expect(new Set(rows.map((row) => row['Location']))).toEqual(new Set(marketplaces))
    const before = new Map<string, number>()
    const moves = ['Receipts', 'CustomerShipments', 'CustomerReturns', 'Found', 'Lost', 'Disposed']
    const wrong = rows.filter((row) => {
      const key = `${row['Location']} ${row['MSKU']} ${row['Disposition']}`
      const [starting, ending] = [
        Number(row['StartingWarehouseBalance']),
        Number(row['EndingWarehouseBalance']),
      ]
      const isRight =
        starting === (before.get(key) ?? 0) &&
        starting + sum(moves, (move) => Number(row[move])) === ending &&
        ending >= 0
      before.set(key, ending)
      return !isRight
    })
    expect(rows.length).toBeGreaterThan(50)
    expect(wrong).toEqual([])
    const stock = rowsOf(contentOf(one, asked(one, 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA', more)))
    const yesterday = one
      .truth(NOW)
      .filter(({ day, marketplace }) => day === '2026-11-23' && marketplace === marketplaces[0])
    const available = new Map(yesterday.map((row) => [row.sku, row.available]))
    for (const row of stock) expect(available.get(row['sku']!)).toBe(Number(row['afn-fulfillable-quantity']))
    expect(one.truth(NOW).filter((row) => row.available !== undefined && row.available < 0)).toEqual([])
  })
})

const ALL_ORDERS = 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL'
const SEARCHES = 'GET_BRAND_ANALYTICS_SEARCH_QUERY_PERFORMANCE_REPORT'
const DAILY = { aggregatedByTimePeriod: 'DAILY', aggregateByLocation: 'COUNTRY' }
const BY_CHILD = { dateGranularity: 'DAY', asinGranularity: 'CHILD' }

const weekly = (of: Seller, more: Partial<ReportQuestion>, asins: readonly string[]): ReportQuestion =>
  asked(of, SEARCHES, {
    ...more,
    start: new Date('2026-11-08T00:00:00Z'),
    end: new Date('2026-11-14T23:59:59Z'),
    options: { reportPeriod: 'WEEK', asin: asins.join(' ') },
  })

const adsQuestion = (
  profileId: string,
  reportTypeId: string,
  columns: readonly string[],
  end = '2026-11-23',
) => ({
  profileId,
  reportTypeId,
  groupBy: ['advertiser'],
  columns,
  start: addDays(end, -27),
  end,
})

async function expectRead(kind: string, content: string, marketplace: string): Promise<void> {
  const opened = await openReport(() => Readable.from([Buffer.from(content)]), 'report', {
    marketplace,
    day: '2026-11-23',
  })
  expect(opened.type.id).toBe(kind)
  if (opened.kind !== 'records') return
  let rows = 0
  const refused: object[] = []
  for await (const record of opened.records) {
    if ('refused' in record) refused.push(record)
    rows++
  }
  expect(refused).toEqual([])
  expect(rows).toBeGreaterThan(0)
}

const key = ({ day, marketplace, sku }: TruthOfDay) => `${day} ${marketplace} ${sku}`
const inRange = (rows: readonly TruthOfDay[], start: IsoDate, end: IsoDate) =>
  rows.filter(({ day }) => day >= start && day <= end)

test.each(['harbour-hearth', 'kumo-paper', 'plainfield-supply'])(
  'orders of %s are the truth by day',
  (id) => {
    const one = seller(id)
    const question = asked(one, ALL_ORDERS, {
      start: new Date('2026-11-01T00:00:00Z'),
      end: new Date('2026-11-24T00:00:00Z'),
    })
    const rows = rowsOf(contentOf(one, question)).filter(
      (row) => row['sales-channel'] !== 'Non-Amazon' && row['order-status'] !== 'Cancelled',
    )
    const marketplaceOf: Record<string, string> = {
      'Amazon.de': 'DE',
      'Amazon.co.uk': 'GB',
      'Amazon.com': 'US',
      'Amazon.co.jp': 'JP',
    }
    const keyOf = (row: Row) => {
      const channel = row['sales-channel']!
      const day = dayIn(ZONES[channel]!)(Date.parse(row['purchase-date']!))
      return `${day} ${marketplaceOf[channel]} ${row['sku']}`
    }
    // Days that the range has whole in every zone.
    const isWhole = (text: string) => text >= '2026-11-02' && text < '2026-11-23'
    const whole = (sums: Map<string, number>) => new Map([...sums].filter(([text]) => isWhole(text)))
    const truth = inRange(one.truth(NOW), '2026-11-01', '2026-11-23')
    expect(whole(sumsBy(rows, keyOf, (row) => Number(row['quantity'])))).toEqual(
      whole(sumsBy(truth, key, ({ unitsOrdered }) => unitsOrdered)),
    )
    expect(whole(sumsBy(rows, keyOf, (row) => amountOf(row['item-price'], row['currency']!)))).toEqual(
      whole(sumsBy(truth, key, ({ orderedSales }) => orderedSales)),
    )
    expect(whole(sumsBy(truth, key, ({ unitsOrdered }) => unitsOrdered)).size).toBeGreaterThan(60)
  },
)

test.each(['harbour-hearth', 'northfold'])('advertising of %s is the truth, and part of its orders', (id) => {
  const one = seller(id)
  for (const { profileId, marketplace, currency } of one.profiles) {
    const truth = inRange(one.truth(NOW), '2026-10-27', '2026-11-23').filter(
      (row) => row.marketplace === marketplace,
    )
    const columns = ['date', 'advertisedSku', 'clicks', 'cost', 'sales7d', 'sales']
    const kinds = ['spAdvertisedProduct', 'sbCampaigns', 'sdCampaigns']
    const rows = kinds.flatMap((kind) => one.advertising(adsQuestion(profileId, kind, columns), NOW))
    const keyOf = (row: Readonly<Record<string, string | number>>) =>
      `${row['date']} ${marketplace} ${row['advertisedSku'] ?? ''}`
    const money = (value: string | number | undefined) => amountOf(String(value ?? 0), currency)
    expect(sumsBy(rows, keyOf, (row) => money(row['cost']))).toEqual(
      sumsBy(truth, key, ({ adSpend }) => adSpend),
    )
    expect(sumsBy(rows, keyOf, (row) => money(row['sales7d'] ?? row['sales']))).toEqual(
      sumsBy(truth, key, ({ adSales }) => adSales),
    )
    const byDay = (pick: (row: TruthOfDay) => number) => sumsBy(truth, ({ day }) => day, pick)
    const sales = byDay(({ orderedSales }) => orderedSales)
    for (const [day, adSales] of byDay((row) => row.adSales))
      expect(adSales).toBeLessThanOrEqual(sales.get(day)!)
    // What was not asked for does not come.
    expect(
      Object.keys(one.advertising(adsQuestion(profileId, 'spCampaigns', ['date', 'cost']), NOW)[0]!),
    ).toEqual(['date', 'cost'])
  }
})

test('campaigns have budgets that they stay within, and the same in every report', () => {
  const one = seller('harbour-hearth')
  const { profileId } = one.profiles[0]!
  const columns = [
    'date',
    'campaignId',
    'cost',
    'campaignStatus',
    'campaignBudgetAmount',
    'campaignBudgetType',
    'topOfSearchImpressionShare',
  ]
  const rowsOf = (kind: string, now = NOW) => one.advertising(adsQuestion(profileId, kind, columns), now)
  const keyOf = (row: ReturnType<typeof rowsOf>[number]) => `${row['date']} ${row['campaignId']}`
  const stateOf = (row: ReturnType<typeof rowsOf>[number]) =>
    [row['campaignBudgetAmount'], row['topOfSearchImpressionShare']].join(' ')
  const campaigns = [...rowsOf('spCampaigns'), ...rowsOf('sbCampaigns')]
  const states = new Map(campaigns.map((row) => [keyOf(row), stateOf(row)]))
  expect(states.size).toBe(campaigns.length)
  expect(states.size).toBeGreaterThan(50)
  for (const row of campaigns) {
    expect(row).toMatchObject({ campaignStatus: 'ENABLED', campaignBudgetType: 'DAILY_BUDGET' })
    expect(row['campaignBudgetAmount']).toBeGreaterThanOrEqual(Math.max(5, Number(row['cost'])))
    expect(row['topOfSearchImpressionShare']).toBeGreaterThanOrEqual(0.05)
    expect(row['topOfSearchImpressionShare']).toBeLessThanOrEqual(0.4)
  }
  for (const row of rowsOf('spAdvertisedProduct')) expect(stateOf(row)).toBe(states.get(keyOf(row)))
  // What is told later changes neither.
  const later = rowsOf('spCampaigns', new Date(+NOW + 5 * 86_400_000))
  for (const row of later) expect(stateOf(row)).toBe(states.get(keyOf(row)) ?? stateOf(row))
  expect(later.some((row) => states.has(keyOf(row)))).toBe(true)
  const placements = { ...adsQuestion(profileId, 'spCampaigns', columns), groupBy: ['campaignPlacement'] }
  expect(one.advertising(placements, NOW)).toEqual([])
})

test('visitors of a day are the truth, the newest days are not told, and nobody buys unseen', () => {
  const one = seller('harbour-hearth')
  const day = new Date('2026-11-20T00:00:00Z')
  const report = (start: Date, end: Date, asinGranularity: 'CHILD' | 'SKU' = 'CHILD') => {
    const options = { dateGranularity: 'DAY', asinGranularity }
    const question = { start, end, marketplaces: ['DE'], options }
    return JSON.parse(contentOf(one, asked(one, 'GET_SALES_AND_TRAFFIC_REPORT', question))) as {
      salesAndTrafficByDate: {
        date: string
        trafficByDate: { sessions: number; pageViews: number }
        salesByDate: { unitsOrdered: number }
      }[]
      salesAndTrafficByAsin: { sku?: string; childAsin: string; trafficByAsin: { sessions: number } }[]
    }
  }
  const truth = one.truth(NOW).filter((row) => row.marketplace === 'DE')
  const ofDay = truth.filter((row) => row.day === '2026-11-20')
  const { salesAndTrafficByAsin } = report(day, day)
  const visited = ofDay.filter(({ sessions }) => sessions > 0)
  expect(
    salesAndTrafficByAsin.map(({ trafficByAsin }) => trafficByAsin.sessions).toSorted((a, b) => a - b),
  ).toEqual(visited.map(({ sessions }) => sessions).toSorted((a, b) => a - b))
  // By SKU what nobody ordered is left out.
  expect(
    new Map(
      report(day, day, 'SKU').salesAndTrafficByAsin.map(({ sku, trafficByAsin }) => [
        sku,
        trafficByAsin.sessions,
      ]),
    ),
  ).toEqual(
    new Map(
      visited.filter(({ unitsOrdered }) => unitsOrdered > 0).map(({ sku, sessions }) => [sku, sessions]),
    ),
  )
  const { salesAndTrafficByDate } = report(new Date('2026-11-10'), NOW)
  expect(salesAndTrafficByDate.at(-1)?.date).toBe('2026-11-22')
  for (const { date, salesByDate, trafficByDate } of salesAndTrafficByDate) {
    const rows = truth.filter((row) => row.day === date)
    expect(salesByDate.unitsOrdered).toBe(sum(rows, ({ unitsOrdered }) => unitsOrdered))
    // Of the newest day sales alone are told, and visitors are 0.
    if (date === '2026-11-22') expect([trafficByDate.sessions, trafficByDate.pageViews]).toEqual([0, 0])
    else expect(trafficByDate.sessions).toBeGreaterThanOrEqual(salesByDate.unitsOrdered)
  }
  expect(salesAndTrafficByDate.at(-1)!.salesByDate.unitsOrdered).toBeGreaterThan(0)
  for (const row of truth.filter(({ day: on }) => on < '2026-11-24'))
    expect(row.sessions).toBeGreaterThanOrEqual(row.unitsOrdered)
})

test('the same seed and moment give the same bytes; a later moment changes only recent days', () => {
  const one = seller('harbour-hearth')
  const [again] = sellersOf({ firstDay: FIRST_DAY, ids: ['harbour-hearth'] })
  const [other] = sellersOf({ firstDay: FIRST_DAY, ids: ['harbour-hearth'], seed: 2 })
  const orders = (of: Seller) => contentOf(of, asked(of, ALL_ORDERS))
  expect(orders(again!)).toBe(orders(one))
  expect(orders(other!)).not.toBe(orders(one))
  expect(settlementsOf(again!).map((report) => report.content())).toEqual(
    settlementsOf(one).map((report) => report.content()),
  )

  const later = daysAgo(-20)
  const known = settlementsOf(one).map((report) => report.content())
  const laterKnown = settlementsOf(again!, later).filter(({ createdAt }) => createdAt <= NOW)
  expect(laterKnown.map((report) => report.content())).toEqual(known)
  const ofOrders = ({ unitsOrdered, orderedSales, adSpend, sessions, available }: TruthOfDay) =>
    [unitsOrdered, orderedSales, adSpend, sessions, available].join()
  const final = (rows: readonly TruthOfDay[]) =>
    rows.filter(({ day }) => day <= '2026-11-19').map((row) => `${key(row)} ${ofOrders(row)}`)
  expect(final(again!.truth(later))).toEqual(final(one.truth(NOW)))
  const spent = (of: Seller, now: Date) =>
    sum(inRange(of.truth(now), '2026-11-22', '2026-11-23'), ({ adSpend }) => adSpend)
  expect(spent(one, NOW)).toBeLessThan(spent(again!, later))
})

test('money that is kept back is released once, under both numbers', () => {
  const one = seller('maison-verveine')
  const transactions = one.transactions('EUROPE', daysAgo(40), NOW, NOW) as {
    transactionId: string
    transactionStatus: string
    totalAmount: { currencyAmount: number }
    postedDate: string
    contexts: { deferralReason: string; maturityDate: string }[]
    relatedIdentifiers: { relatedIdentifierName: string; relatedIdentifierValue: string }[]
  }[]
  const byId = new Map(transactions.map((transaction) => [transaction.transactionId, transaction]))
  expect(byId.size).toBe(transactions.length)
  const related = ({ relatedIdentifiers }: (typeof transactions)[number], name: string) =>
    relatedIdentifiers.find(({ relatedIdentifierName }) => relatedIdentifierName === name)
      ?.relatedIdentifierValue
  const released = transactions.filter((one) => related(one, 'RELEASE_TRANSACTION_ID'))
  expect(released.length).toBeGreaterThan(100)
  const deferred = transactions.filter(({ transactionStatus }) => transactionStatus === 'DEFERRED')
  expect(deferred.length).toBeGreaterThan(100)
  expect(deferred.filter((one) => released.includes(one))).toEqual([])
  for (const transaction of released) {
    const release = byId.get(related(transaction, 'RELEASE_TRANSACTION_ID')!)!
    expect([transaction, release].map((one) => one.transactionStatus)).toEqual([
      'DEFERRED_RELEASED',
      'RELEASED',
    ])
    expect(related(release, 'DEFERRED_TRANSACTION_ID')).toBe(transaction.transactionId)
    expect(release.totalAmount).toEqual(transaction.totalAmount)
    expect(release.contexts).toEqual(transaction.contexts)
    expect(release.postedDate).toBe(transaction.contexts[0]!.maturityDate)
  }
  // Seven days after a delivery of one to four days, or a month after an invoice.
  const heldFor = new Map<string, Set<number>>()
  for (const { postedDate, contexts } of [...deferred, ...released]) {
    const [{ deferralReason, maturityDate } = { deferralReason: '', maturityDate: '' }] = contexts
    const days = (Date.parse(maturityDate) - Date.parse(postedDate)) / 86_400_000
    heldFor.set(deferralReason, (heldFor.get(deferralReason) ?? new Set()).add(days))
  }
  expect(
    Object.fromEntries([...heldFor].map(([reason, days]) => [reason, [...days].sort((a, b) => a - b)])),
  ).toEqual({
    DD7: [8, 9, 10, 11],
    B2B: [30],
  })
})

test('orders of the own shop are told under its name, and not as sales', () => {
  const transactions = seller('harbour-hearth').transactions('EUROPE', daysAgo(40), NOW, NOW) as {
    totalAmount: { currencyAmount: number }
    marketplaceDetails: { marketplaceName: string }
  }[]
  const ofShop = transactions.filter(({ marketplaceDetails: { marketplaceName } }) =>
    marketplaceName.startsWith('Non-Amazon'),
  )
  expect(ofShop.length).toBeGreaterThan(1)
  for (const { totalAmount } of ofShop) expect(totalAmount.currencyAmount).toBeLessThan(0)
})

test('what cannot be asked is refused, and what is unknown is empty', () => {
  const one = seller('harbour-hearth')
  const kind = (reportType: string, more: Partial<ReportQuestion> = {}) =>
    one.report(asked(one, reportType, more), NOW).kind
  expect(kind('GET_SOMETHING_ELSE')).toBe('CANCELLED')
  expect(kind(ALL_ORDERS, { start: daysAgo(40) })).toBe('FATAL')
  expect(kind(ALL_ORDERS, { marketplaces: ['US'] })).toBe('FATAL')
  expect(kind(ALL_ORDERS, { start: daysAgo(-3), end: daysAgo(-4) })).toBe('CANCELLED')
  const week = weekly(one, {}, ['B0DEMO1007'])
  expect(one.report({ ...week, end: new Date('2026-11-15') }, NOW).kind).toBe('FATAL')
  expect(one.report({ ...week, start: new Date('2026-11-15'), end: new Date('2026-11-21') }, NOW).kind).toBe(
    'CANCELLED',
  )
})

test('what other sellers never see happens to some', () => {
  const names = (of: Seller) =>
    settlementsOf(of)
      .filter(({ createdAt }) => createdAt > daysAgo(90))
      .flatMap((report) => linesOf(report).lines.map((line) => line['amount-description']))
  expect(names(seller('harbour-hearth'))).toEqual(
    expect.arrayContaining([
      'NewMarketplaceProgramFee',
      'Current Reserve Amount',
      'Previous Reserve Amount Balance',
    ]),
  )
  expect(names(seller('first-kiln'))).toEqual(
    expect.arrayContaining(['Payable to Amazon', 'Successful charge']),
  )
  expect(
    seller('first-kiln')
      .settlementTruth(NOW)
      .some(({ total }) => total < 0),
  ).toBe(true)
  expect(seller('first-kiln').profiles).toEqual([])

  const euros = settlementsOf(seller('maison-verveine')).find(
    (report) => linesOf(report).summary['currency'] === 'EUR',
  )!
  const channels = new Set(
    linesOf(euros)
      .lines.map((line) => line['marketplace-name'])
      .filter(Boolean),
  )
  expect(channels).toEqual(new Set(['Amazon.de', 'Amazon.es', 'Amazon.fr', 'Amazon.it']))

  expect(seller('northfold').regions.map(({ region }) => region)).toEqual(['EUROPE', 'NORTH_AMERICA'])
  expect(seller('plainfield-supply').items('US')).toHaveLength(5000)
  expect(seller('slow-tide').behaviour.faultyEvery).toBeGreaterThan(1)
  for (const { profileId } of sellers.flatMap((one) => one.profiles))
    expect(BigInt(profileId)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
})

test('listings have the headings of the account, unless another language is asked for', () => {
  const headings = (id: string, options = {}) =>
    contentOf(seller(id), asked(seller(id), 'GET_MERCHANT_LISTINGS_ALL_DATA', { options }))
      .split('\n', 1)[0]!
      .split('\t')
  expect(headings('plainfield-supply')).toEqual(expect.arrayContaining(['商品名称', '卖家 SKU', '配送渠道']))
  expect(headings('first-kiln')).toContain('fulfilment-channel')
  for (const id of ['plainfield-supply', 'first-kiln'])
    expect(headings(id, { preferredReportDocumentLocale: 'en_US' })).toEqual(
      expect.arrayContaining(['item-name', 'seller-sku', 'fulfillment-channel']),
    )
})

test('the planning report tells every part of the stock that is reserved', async () => {
  const content = contentOf(
    seller('kumo-paper'),
    asked(seller('kumo-paper'), 'GET_FBA_INVENTORY_PLANNING_DATA'),
  )
  const opened = await openReport(() => Readable.from([Buffer.from(content)]), 'report')
  if (opened.kind !== 'records') throw new Error(opened.type.id)
  const stock: Row[] = []
  for await (const record of opened.records)
    if ('values' in record && record.table === 'inventory_snapshots') stock.push(record.values as Row)
  const reserved = ['customer_orders', 'fc_transfer', 'fc_processing'].map((part) => `reserved_${part}`)
  expect(stock.length).toBeGreaterThan(0)
  for (const row of stock) for (const part of reserved) expect([part, row[part]]).not.toEqual([part, null])
})

test('in Japan, goods run out, others lie for more than a year, and yen have no decimals', () => {
  const [one] = sellersOf({ ids: ['kumo-paper'] })
  const report = rowsOf(contentOf(one!, asked(one!, 'GET_FBA_INVENTORY_PLANNING_DATA')))
  expect(report.some((row) => Number(row['inv-age-365-plus-days']) > 0)).toBe(true)
  const bands = ['0-to-90', '91-to-180', '181-to-270', '271-to-365', '365-plus']
  for (const row of report)
    expect(sum(bands, (band) => Number(row[`inv-age-${band}-days`]))).toBe(Number(row['available']))
  const out = one!.truth(NOW).filter(({ sku, available }) => sku === 'NOTE-GRID-A5' && available === 0)
  expect(out.length).toBeGreaterThan(100)
  expect(one!.settlements('FAR_EAST', NOW).at(-1)!.content()).not.toMatch(/\t-?\d+\.\d/)
})

test('the inventory ledger has the Pacific days that a question has whole', () => {
  const one = seller('harbour-hearth')
  const daysOf = (start: string, end: string) => {
    const more = { start: new Date(start), end: new Date(end), options: DAILY }
    const answer = one.report(asked(one, 'GET_LEDGER_SUMMARY_VIEW_DATA', more), NOW)
    return answer.kind === 'DONE' ? [...new Set(rowsOf(answer.content).map((row) => row['Date']))] : []
  }
  expect(daysOf('2026-11-10T00:00:00Z', '2026-11-10T23:59:59Z')).toEqual([])
  expect(daysOf('2026-11-09T00:00:00Z', '2026-11-11T23:59:59Z')).toEqual(['11/09/2026', '11/10/2026'])
  expect(daysOf('2026-11-10T08:00:00Z', '2026-11-11T07:59:59Z')).toEqual(['11/10/2026'])
})

describe('fees of storage by product', () => {
  const ofMonth = (of: Seller, reportType: string, month: string, now = NOW) =>
    of.report(
      asked(of, reportType, {
        start: new Date(`${month}-01T00:00:00Z`),
        end: new Date(`${month}-30T23:59:59Z`),
      }),
      now,
    )
  test.each(['first-kiln', 'maison-verveine', 'northfold'])('of %s are those of what lay there', (id) => {
    const answer = ofMonth(seller(id), 'GET_FBA_STORAGE_FEE_CHARGES_DATA', '2026-09')
    if (answer.kind !== 'DONE') throw new Error(JSON.stringify(answer))
    const rows = rowsOf(answer.content)
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row['month_of_charge']))).toEqual(new Set(['2026-09']))
    const stored = new Set(
      seller(id)
        .truth(NOW)
        .filter(({ day, available }) => day === '2026-09-15' && (available ?? 0) > 0)
        .filter(({ marketplace }) => seller(id).regions[0]!.marketplaces.includes(marketplace))
        .map(({ marketplace }) => marketplace),
    )
    for (const row of rows) expect(Number(row['estimated_monthly_storage_fee'])).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row['country_code']))).toEqual(stored)
  })
  test('are not there before Amazon has made them', () => {
    const on = (day: string) =>
      ofMonth(
        seller('first-kiln'),
        'GET_FBA_STORAGE_FEE_CHARGES_DATA',
        '2026-10',
        new Date(`${day}T12:00:00Z`),
      ).kind
    expect([on('2026-11-06'), on('2026-11-12')]).toEqual(['CANCELLED', 'DONE'])
  })
})

test.each(sellers.map((one) => [one.id, one] as const))(
  'in no warehouse of %s lies what has no offer',
  async (_, one) => {
    const { region, marketplaces } = one.regions[0]!
    const single = { region, marketplaces: [marketplaces[0]!] }
    const content = contentOf(one, asked(one, 'GET_STRANDED_INVENTORY_UI_DATA', single))
    const { type } = await openReport(() => Readable.from([Buffer.from(content)]), 'report')
    expect([type.id, rowsOf(content)]).toEqual(['stranded_inventory', []])
    const options = { preferredReportDocumentLocale: 'en_US' }
    const listed = rowsOf(
      contentOf(one, asked(one, 'GET_MERCHANT_LISTINGS_ALL_DATA', { ...single, options })),
    )
    const stock = rowsOf(contentOf(one, asked(one, 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA', single)))
    const active = new Set(listed.flatMap((row) => (row['status'] === 'Active' ? [row['seller-sku']] : [])))
    expect(stock.filter(({ sku }) => !active.has(sku))).toEqual([])
  },
)

test('what is to be removed is what the ledger disposes of, and is gone when it is', async () => {
  const one = seller('northfold')
  const { region, marketplaces } = one.regions[1]!
  const of = { region, marketplaces, start: daysAgo(90) }
  const type = 'GET_FBA_FULFILLMENT_REMOVAL_ORDER_DETAIL_DATA'
  const disposed = rowsOf(
    contentOf(one, asked(one, 'GET_LEDGER_SUMMARY_VIEW_DATA', { ...of, options: DAILY })),
  )
  const content = contentOf(one, asked(one, type, of))
  await expectRead('removal_orders', content, marketplaces[0]!)
  const removed = rowsOf(content)
  expect(
    sumsBy(
      removed,
      (row) => row['sku']!,
      (row) => Number(row['disposed-quantity']),
    ),
  ).toEqual(
    sumsBy(
      disposed,
      (row) => row['MSKU']!,
      (row) => -Number(row['Disposed']),
    ),
  )
  expect(removed.length).toBeGreaterThan(3)
  // Asked for on 21 September, and gone on the 30th.
  const before = rowsOf(contentOf(one, asked(one, type, of), new Date('2026-09-25T12:00:00Z')))
  const states = (rows: readonly Row[]) =>
    new Set(rows.map((row) => `${row['order-status']} ${row['last-updated-date']!.slice(0, 10)}`))
  expect([states(before), states(removed)]).toEqual([
    new Set(['Processing 2026-09-21']),
    new Set(['Completed 2026-09-30']),
  ])
  const ids = (rows: readonly Row[]) =>
    rows.map((row) => [row['order-id'], row['sku'], row['requested-quantity']].join())
  expect(ids(before)).toEqual(ids(removed))
  expect(one.report(asked(one, type.replace('ORDER', 'SHIPMENT'), of), NOW).kind).toBe('CANCELLED')
})

test('coupons and deals have the units and money of the orders that used them', async () => {
  const one = seller('harbour-hearth')
  const days = { start: new Date('2026-09-01T00:00:00Z'), end: new Date('2026-10-01T00:00:00Z') }
  const single = { marketplaces: ['DE'], ...days }
  const answered = async (kind: 'promotion' | 'coupon', from: string, to: string, now = NOW) => {
    const options = { [`${kind}StartDateFrom`]: from, [`${kind}StartDateTo`]: to }
    const question = asked(one, `GET_${kind.toUpperCase()}_PERFORMANCE_REPORT`, { ...single, options })
    const content = contentOf(one, question, now)
    await expectRead(`${kind}s`, content, 'DE')
    return (JSON.parse(content) as Record<string, Record<string, unknown>[]>)[`${kind}s`]!
  }
  const [coupon, ...others] = await answered('coupon', '2026-08-02T00:00:00Z', '2026-10-31T23:59:59Z')
  expect(others).toEqual([])
  const used = rowsOf(contentOf(one, asked(one, ALL_ORDERS, single))).filter(
    (row) => row['promotion-ids'] === coupon!['couponId'],
  )
  expect(used.length).toBeGreaterThan(10)
  const cents = (name: string) => sum(used, (row) => amountOf(row[name], 'EUR'))
  expect([
    coupon!['redemptions'],
    Math.round(Number(coupon!['totalDiscount']) * 100),
    Math.round(Number(coupon!['sales']) * 100),
  ]).toEqual([
    used.length,
    cents('item-promotion-discount'),
    cents('item-price') - cents('item-promotion-discount'),
  ])
  expect(Number(coupon!['budgetSpent']) + Number(coupon!['budgetRemaining'])).toBeCloseTo(
    Number(coupon!['budget']),
  )

  // The black week began on the 23rd, and goes on.
  const [deal] = await answered('promotion', '2026-11-01T00:00:00Z', '2026-11-24T09:00:00Z')
  const [later] = await answered(
    'promotion',
    '2026-11-01T00:00:00Z',
    '2026-11-24T09:00:00Z',
    new Date('2026-12-02T09:00:00Z'),
  )
  expect(later!['unitsSold']).toBeGreaterThan(deal!['unitsSold'] as number)
  const products = deal!['includedProducts'] as { productUnitsSold: number; productRevenue: number }[]
  expect(sum(products, ({ productUnitsSold }) => productUnitsSold)).toBe(deal!['unitsSold'])
  expect(sum(products, ({ productRevenue }) => productRevenue)).toBeCloseTo(deal!['revenue'] as number)
})

test.each(['harbour-hearth', 'maison-verveine'])(
  'tax of %s is stated for what its transactions earned, each at the rate of its country',
  async (id) => {
    const one = seller(id)
    const { region, marketplaces } = one.regions[0]!
    const question = asked(one, 'GET_VAT_TRANSACTION_DATA', {
      start: new Date('2026-09-01T00:00:00Z'),
      end: new Date('2026-09-30T23:59:59Z'),
    })
    expect(one.report(question, new Date('2026-10-02T20:00:00Z')).kind).toBe('FATAL')
    const content = contentOf(one, question)
    await expectRead('vat_transactions', content, marketplaces[0]!)
    const rows = rowsOf(content)
    const rates = { DE: 19, FR: 20, IT: 22, ES: 21, GB: 20 }
    for (const row of rows) {
      const [net, vat, gross] = ['AMT_VAT_EXCL', 'VAT_AMT', 'AMT_VAT_INCL'].map((name) =>
        amountOf(row[`TOTAL_ACTIVITY_VALUE_${name}`], 'EUR'),
      ) as [number, number, number]
      expect(net + vat).toBe(gross)
      const rate = rates[row['TAXABLE_JURISDICTION'] as keyof typeof rates]
      expect(Math.abs(vat - (net * rate) / 100)).toBeLessThanOrEqual(1)
    }
    const dayOf = {
      'amazon.de': dayIn('Europe/Berlin'),
      'amazon.fr': dayIn('Europe/Paris'),
      'amazon.it': dayIn('Europe/Rome'),
      'amazon.es': dayIn('Europe/Madrid'),
      'amazon.co.uk': dayIn('Europe/London'),
    } as Record<string, (moment: number) => string>
    /** Prices, of what was posted in September. */
    const earned = (
      one.transactions(region, new Date('2026-08-31T00:00:00Z'), new Date('2026-10-02T00:00:00Z'), NOW) as {
        transactionType: string
        postedDate: string
        relatedIdentifiers: { relatedIdentifierName: string }[]
        marketplaceDetails: { marketplaceName: string }
        breakdowns: {
          breakdownType: string
          breakdowns: { breakdownType: string; breakdownAmount: { currencyAmount: number } }[]
        }[]
      }[]
    ).flatMap(({ marketplaceDetails: { marketplaceName }, ...transaction }) => {
      const place = marketplaceName.toLowerCase()
      const day = dayOf[place]?.(Date.parse(transaction.postedDate))
      if (!day || day < '2026-09-01' || day > '2026-09-30') return []
      // A release is the same sale once more.
      const names = transaction.relatedIdentifiers.map((related) => related.relatedIdentifierName)
      if (names.includes('DEFERRED_TRANSACTION_ID')) return []
      return transaction.breakdowns.flatMap((group) =>
        ['ProductCharges', 'PromotionalRebates'].includes(group.breakdownType)
          ? group.breakdowns
              .filter(({ breakdownType }) => breakdownType !== 'GoodwillPrincipal')
              .map(({ breakdownAmount }) => ({
                key: `${place} ${transaction.transactionType}`.toUpperCase().replace('SHIPMENT', 'SALE'),
                cents: Math.round(breakdownAmount.currencyAmount * 100),
              }))
          : [],
      )
    })
    const stated = sumsBy(
      rows,
      (row) => `${row['MARKETPLACE']} ${row['TRANSACTION_TYPE']}`.toUpperCase(),
      (row) => amountOf(row['TOTAL_ACTIVITY_VALUE_AMT_VAT_INCL'], 'EUR'),
    )
    expect(stated.size).toBe(marketplaces.length * 2)
    expect(stated).toEqual(
      sumsBy(
        earned,
        (one) => one.key,
        (one) => one.cents,
      ),
    )
  },
)
