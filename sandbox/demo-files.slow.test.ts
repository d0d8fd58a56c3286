import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect } from 'vitest'
import { FACTS, openReport } from '#amazon/index.ts'
import { RATED_CURRENCY_CODES } from '#contract/currencies.ts'
import { addDays, addMonths, type IsoDate } from '#contract/date-range.ts'
import { demoFiles } from './index.ts'
import {
  centsOf,
  factsIn,
  filesOf,
  isoOf,
  rowsOf,
  settlementsIn,
  textOf,
  type Files,
  type Row,
  type Settlement,
} from './reading.ts'
// `demo-oracle` holds the statement of the demo against its rules in each run.
import { formTest as test } from '#test/support/drawn-cases.ts'

const TODAY = '2026-11-21'
const YESTERDAY = '2026-11-20'
const FIRST_DAY = '2024-11-01'

let files: Files
let settlements: Settlement[]
let orderLines: Row[]

beforeAll(async () => {
  files = await filesOf(TODAY)
  settlements = settlementsIn(files)
  orderLines = [...files]
    .filter(([fileName]) => fileName.startsWith('all-orders-'))
    .flatMap(([, text]) => rowsOf(text))
}, 30_000)

const hashOf = (some: Files): string => {
  const hash = createHash('sha256')
  for (const [fileName, text] of some) hash.update(fileName).update('\0').update(text).update('\0')
  return hash.digest('hex')
}

/** Sums every file's own rows and compares with what its summary row states. */
function expectSettlementsToAddUp(some: readonly Settlement[]): void {
  for (const { fileName, summary, rows } of some) {
    const sum = rows.reduce((cents, row) => cents + centsOf(row['amount']!), 0)
    expect(`${fileName} ${sum}`).toBe(`${fileName} ${centsOf(summary['total-amount']!)}`)
    expect(sum, fileName).toBeGreaterThan(0)
  }
}

/** Each period starts when the one before closed, and holds exactly the rows posted in it. */
function expectPeriodsToFollowEachOther(
  some: readonly Settlement[],
  firstDay: IsoDate,
  lastDay: IsoDate,
): void {
  for (const currency of ['EUR', 'GBP']) {
    let before = `${firstDay}T00:00:00`
    for (const { fileName, summary, rows } of some.filter((one) => one.summary['currency'] === currency)) {
      const start = isoOf(summary['settlement-start-date']!)
      const end = isoOf(summary['settlement-end-date']!)
      expect(start, fileName).toBe(before)
      const strangers = rows
        .map((row) => isoOf(row['posted-date-time']!))
        .filter((posted) => posted < start || posted >= end)
      expect(strangers, fileName).toEqual([])
      before = end
    }
    expect(before.slice(0, 10)).toBe(lastDay)
  }
}

const triple = (row: Row): string =>
  [row['transaction-type'], row['amount-type'], row['amount-description']].join(' / ')

describe('the files', () => {
  test('the same day and seed give the same bytes, another seed gives others', async () => {
    expect(hashOf(await filesOf(TODAY))).toBe(hashOf(files))
    const [other] = await filesOf(TODAY, 'settlement-gb-2026-11-20', 2)
    expect(other![1]).not.toBe(files.get(other![0]))
  }, 30_000)

  test('content can be read twice', async () => {
    for await (const { fileName, content } of demoFiles({ today: TODAY })) {
      if (!fileName.startsWith('settlement-gb-2026-11')) continue
      const texts = [await textOf(content()), await textOf(content())]
      expect(texts).toEqual([files.get(fileName), files.get(fileName)])
    }
  })

  test('there are as many as a real seller would have, of a size that imports in seconds', () => {
    const named = (start: string): number => [...files.keys()].filter((name) => name.startsWith(start)).length
    expect(named('settlement-de')).toBe(27)
    expect(named('settlement-gb')).toBe(27)
    expect(named('all-orders')).toBe(9)
    const moneyRows = settlements.reduce((sum, { rows }) => sum + rows.length, 0)
    expect(moneyRows).toBeGreaterThan(60_000)
    expect(moneyRows).toBeLessThan(120_000)
    expect(orderLines.length).toBeGreaterThan(15_000)
    expect(orderLines.length).toBeLessThan(30_000)
  })
})

describe('settlements', () => {
  test('the rows of each add up to its total', () => expectSettlementsToAddUp(settlements))

  test('none overlaps another, none leaves a gap, the last closes yesterday', () =>
    expectPeriodsToFollowEachOther(settlements, FIRST_DAY, YESTERDAY))

  test('there is money on the last day', () => {
    for (const { summary, rows } of settlements.slice(-1)) {
      expect(isoOf(summary['settlement-end-date']!).slice(0, 10)).toBe(YESTERDAY)
      expect(rows.map((row) => isoOf(row['posted-date-time']!).slice(0, 10))).toContain(YESTERDAY)
    }
  })

  test('each has an id of its own, and the summary row stands alone', () => {
    const ids = settlements.map(({ summary }) => summary['settlement-id']!)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { summary, rows } of settlements) {
      expect(summary['settlement-id']).toMatch(/^2\d{10}$/)
      expect(Object.keys(summary)).toHaveLength(24)
      expect(Object.values(summary).slice(6).join('')).toBe('')
      expect(
        rows.every((row) => row['total-amount'] === '' && row['settlement-id'] === summary['settlement-id']),
      ).toBe(true)
    }
  })

  test('order ids have the form that Amazon gives them', () => {
    const forms: Record<string, RegExp> = {
      Order: /^(\d{3}|S01)-\d{7}-\d{7}$/,
      Refund: /^\d{3}-\d{7}-\d{7}$/,
      'other-transaction': /^$|^\d{3}-\d{7}-\d{7}$|^DEMO\d{6}$/,
      ServiceFee: /^$/,
      CouponRedemptionFee: /^$/,
    }
    const malformed = settlements
      .flatMap(({ rows }) => rows)
      .filter((row) => !forms[row['transaction-type']!]!.test(row['order-id']!))
    expect(malformed).toEqual([])
  })

  test('all kinds of lines occur, and one that no list knows', () => {
    const kinds = new Set(settlements.flatMap(({ rows }) => rows.map(triple)))
    const coupons = [...kinds].filter((kind) =>
      kind.startsWith('CouponRedemptionFee / CouponRedemptionFee / Save 10%'),
    )
    expect(coupons.length).toBeGreaterThan(8)
    expect([...kinds].filter((kind) => !coupons.includes(kind)).sort()).toEqual([
      'Order / ItemFees / Commission',
      'Order / ItemFees / FBAPerUnitFulfillmentFee',
      'Order / ItemFees / GiftwrapChargeback',
      'Order / ItemFees / ShippingChargeback',
      'Order / ItemFees / VariableClosingFee',
      'Order / ItemPrice / GiftWrap',
      'Order / ItemPrice / Principal',
      'Order / ItemPrice / Shipping',
      'Order / Promotion / Principal',
      'Order / Promotion / Shipping',
      'Order / Shipment-Fees / FBATransportationFee',
      'Refund / ItemFees / Commission',
      'Refund / ItemFees / RefundCommission',
      'Refund / ItemFees / ShippingChargeback',
      'Refund / ItemFees / VariableClosingFee',
      'Refund / ItemPrice / Goodwill',
      'Refund / ItemPrice / Principal',
      'Refund / ItemPrice / Shipping',
      'Refund / Promotion / Principal',
      'Refund / Promotion / Shipping',
      'ServiceFee / Cost of Advertising / TransactionTotalAmount',
      'other-transaction / FBA Inventory Reimbursement / REVERSAL_REIMBURSEMENT',
      'other-transaction / FBA Inventory Reimbursement / WAREHOUSE_DAMAGE',
      'other-transaction / FBA Inventory Reimbursement / WAREHOUSE_LOST',
      'other-transaction / other-transaction / Current Reserve Amount',
      'other-transaction / other-transaction / DisposalComplete',
      'other-transaction / other-transaction / FBAInboundTransportationFee',
      'other-transaction / other-transaction / Micro Deposit',
      'other-transaction / other-transaction / NewMarketplaceProgramFee',
      'other-transaction / other-transaction / Previous Reserve Amount Balance',
      'other-transaction / other-transaction / Storage Fee',
      'other-transaction / other-transaction / StorageRenewalBilling',
      'other-transaction / other-transaction / Subscription Fee',
    ])
  })

  test('what is held back is given back, so that reserves come to nothing', () => {
    const cents = settlements
      .flatMap(({ rows }) => rows)
      .filter((row) => row['amount-description']!.includes('Reserve Amount'))
      .reduce((sum, row) => sum + centsOf(row['amount']!), 0)
    expect(cents).toBe(0)
  })

  test('a subscription of 39.00 bears the German VAT on fees', () => {
    const amounts = settlements
      .flatMap(({ rows }) => rows)
      .filter((row) => row['amount-description'] === 'Subscription Fee')
      .map((row) => row['amount'])
    expect(new Set(amounts)).toEqual(new Set(['-46.41']))
  })
})

describe('orders', () => {
  const keyOf = (orderId: string, sku: string): string => `${orderId} ${sku}`

  test('a shipped order stands in a settlement with the same goods, quantities and prices, one to three days later', () => {
    const sold = new Map<string, Row>()
    for (const row of settlements.flatMap(({ rows }) => rows)) {
      if (triple(row) === 'Order / ItemPrice / Principal') sold.set(keyOf(row['order-id']!, row['sku']!), row)
    }
    const shipped = orderLines.filter((line) => line['order-status'] === 'Shipped')
    expect(sold.size).toBe(shipped.length)
    for (const line of shipped) {
      const row = sold.get(keyOf(line['amazon-order-id']!, line['sku']!))!
      expect(row['quantity-purchased']).toBe(line['quantity'])
      expect(row['amount']).toBe(line['item-price'] || '0.00')
      const hours =
        (Date.parse(`${isoOf(row['posted-date-time']!)}Z`) - Date.parse(line['purchase-date']!)) / 3_600_000
      expect(hours).toBeGreaterThan(20)
      expect(hours).toBeLessThanOrEqual(72)
    }
  })

  test('some are cancelled, and the newest are not shipped yet', () => {
    const count = (status: string): number =>
      orderLines.filter((line) => line['order-status'] === status).length
    expect(count('Cancelled')).toBeGreaterThan(200)
    expect(count('Pending')).toBeGreaterThan(0)
    expect(count('Unshipped')).toBeGreaterThan(0)
    for (const line of orderLines) {
      const isOpen = line['order-status'] === 'Pending' || line['order-status'] === 'Unshipped'
      if (isOpen) expect(line['purchase-date']! >= addDays(YESTERDAY, -3)).toBe(true)
      if (line['order-status'] === 'Pending') expect(line['item-price']).toBe('')
    }
  })

  test('each file holds the purchases of its quarter, and yesterday has some', () => {
    for (const [fileName, text] of files) {
      if (!fileName.startsWith('all-orders-')) continue
      const from = `${fileName.slice('all-orders-from-'.length, -'.txt'.length)}-01`
      const before = addMonths(from, 3)
      const days = rowsOf(text).map((line) => line['purchase-date']!.slice(0, 10))
      expect(days.filter((day) => day < from || day >= before)).toEqual([])
    }
    const days = orderLines.map((line) => line['purchase-date']!.slice(0, 10)).sort()
    expect([days[0], days.at(-1)]).toEqual([FIRST_DAY, YESTERDAY])
  })

  test('both sales channels and the own shop are there', () => {
    expect(new Set(orderLines.map((line) => line['sales-channel']))).toEqual(
      new Set(['Amazon.de', 'Amazon.co.uk', 'Non-Amazon']),
    )
  })
})

describe('costs', () => {
  test('one good has none, one has three in a row, and no two periods overlap', () => {
    const costs = rowsOf(files.get('product-costs.csv')!, ',')
    const periods = new Map<string, Row[]>()
    for (const row of costs) {
      const key = `${row['sku']} ${row['marketplace']}`
      periods.set(key, [...(periods.get(key) ?? []), row])
    }
    for (const rows of periods.values()) {
      rows
        .slice(1)
        .forEach((row, index) => expect(row['valid_from']).toBe(addDays(rows[index]!['valid_to']!, 1)))
      expect(rows.at(-1)!['valid_to']).toBe('')
    }
    expect(periods.get('BOTTLE-STEEL-750 ')).toHaveLength(3)
    const sold = new Set(orderLines.map((line) => line['sku']!))
    expect([...sold].filter((sku) => !periods.has(`${sku} `))).toEqual(['BLANKET-PICNIC'])
    expect(new Set(costs.map((row) => row['currency']))).toEqual(new Set(['EUR', 'USD']))
  })
})

describe('facts', () => {
  test('hold known tables and columns only', () => {
    for (const [fileName, text] of files) {
      if (!fileName.endsWith('.json')) continue
      for (const [table, rows] of Object.entries(JSON.parse(text) as Record<string, Row[]>)) {
        const columns = Object.keys(FACTS[table as keyof typeof FACTS])
        expect(rows.length, fileName).toBeGreaterThan(0)
        const named = new Set(rows.flatMap((row) => Object.keys(row)))
        expect(columns).toEqual(expect.arrayContaining([...named]))
      }
    }
  })

  interface Spent {
    date: string
    ad_type: string
    marketplace: string
    cost: string
  }

  test('advertising covers every day of both marketplaces with all three types', () => {
    const found = new Set(
      factsIn<Spent>(files, 'ads_daily').map((row) => `${row.date} ${row.marketplace} ${row.ad_type}`),
    )
    const missing: string[] = []
    for (let day = FIRST_DAY; day <= YESTERDAY; day = addDays(day, 1)) {
      for (const marketplace of ['DE', 'GB']) {
        for (const type of ['SP', 'SB', 'SD']) {
          if (!found.has(`${day} ${marketplace} ${type}`)) missing.push(`${day} ${marketplace} ${type}`)
        }
      }
    }
    expect(missing).toEqual([])
  })

  test('billed advertising is what was spent before the last bill', () => {
    const bills = settlements
      .filter(({ summary }) => summary['currency'] === 'GBP')
      .flatMap(({ rows }) => rows)
      .filter((row) => row['amount-type'] === 'Cost of Advertising')
    const lastBill = isoOf(bills.at(-1)!['posted-date-time']!).slice(0, 10)
    const spent = factsIn<Spent>(files, 'ads_daily')
      .filter((row) => row.marketplace === 'GB' && row.date < lastBill)
      .reduce((sum, row) => sum + centsOf(row.cost), 0)
    expect(bills.reduce((sum, row) => sum + centsOf(row['amount']!), 0)).toBe(-spent)
  })

  test('every return belongs to a refund that was posted', () => {
    const refunded = new Set(
      settlements
        .flatMap(({ rows }) => rows)
        .filter((row) => row['transaction-type'] === 'Refund')
        .map((row) => `${row['order-id']} ${row['sku']}`),
    )
    const returns = factsIn<{ order_id: string; sku: string; return_date: string; disposition: string }>(
      files,
      'returns',
    )
    expect(
      returns.every((row) => refunded.has(`${row.order_id} ${row.sku}`) && row.return_date <= YESTERDAY),
    ).toBe(true)
    expect(new Set(returns.map((row) => row.disposition)).size).toBe(4)
  })

  test('exchange rates stand on every business day, labelled and in a believable corridor', () => {
    const rates = factsIn<{ rate_date: string; currency: string; usd_per_unit: string; source: string }>(
      files,
      'exchange_rates',
    )
    const corridors: Record<string, [number, number]> = {
      EUR: [1.05, 1.18],
      GBP: [1.24, 1.36],
      CAD: [0.68, 0.76],
      AUD: [0.62, 0.72],
      BRL: [0.17, 0.21],
      EGP: [0.019, 0.022],
      INR: [0.0105, 0.0119],
      JPY: [0.0061, 0.0071],
      MXN: [0.051, 0.059],
      PLN: [0.25, 0.29],
      SEK: [0.097, 0.111],
      SGD: [0.73, 0.8],
      TRY: [0.02, 0.028],
      ZAR: [0.053, 0.061],
      CHF: [1.1, 1.35],
      CNY: [0.13, 0.15],
      CZK: [0.042, 0.05],
      DKK: [0.14, 0.16],
      HKD: [0.12, 0.136],
      HUF: [0.0026, 0.0033],
      IDR: [0.000055, 0.000066],
      ILS: [0.27, 0.34],
      ISK: [0.0072, 0.0086],
      KRW: [0.00063, 0.00076],
      MYR: [0.22, 0.26],
      NOK: [0.09, 0.11],
      NZD: [0.54, 0.62],
      PHP: [0.016, 0.0185],
      RON: [0.2, 0.24],
      THB: [0.028, 0.032],
    }
    // Dirham and riyal follow the dollar on every day, and need none.
    expect([...Object.keys(corridors), 'AED', 'SAR', 'USD'].sort()).toEqual(RATED_CURRENCY_CODES.toSorted())
    for (const [currency, [low, high]] of Object.entries(corridors)) {
      const days = rates.filter((rate) => rate.currency === currency)
      expect(days[0]!.rate_date < FIRST_DAY && days.at(-1)!.rate_date >= addDays(YESTERDAY, -2)).toBe(true)
      days.slice(1).forEach(({ rate_date: day }, index) => {
        const before = days[index]!.rate_date
        expect(day).toBe(addDays(before, new Date(`${before}T00:00:00Z`).getUTCDay() === 5 ? 3 : 1))
      })
      expect(days.every((rate) => Number(rate.usd_per_unit) > low && Number(rate.usd_per_unit) < high)).toBe(
        true,
      )
    }
    expect(new Set(rates.map((rate) => rate.source))).toEqual(new Set(['invented for the demo']))
  })
})

describe('the import', () => {
  test('knows every report by its content and refuses no fact', async () => {
    const types = new Map<string, number>()
    for (const [fileName, text] of files) {
      if (fileName === 'product-costs.csv') continue
      const opened = await openReport(() => Readable.from([Buffer.from(text)]), fileName)
      types.set(opened.type.id, (types.get(opened.type.id) ?? 0) + 1)
      if (opened.kind === 'lines' || fileName.startsWith('advertising')) continue
      for await (const record of opened.records) {
        if ('refused' in record) expect.fail(`${fileName}, line ${record.lineNumber}: ${record.refused}`)
      }
    }
    expect(Object.fromEntries(types)).toEqual({ facts_file: 19, settlement_v2: 54, all_orders: 9 })
  }, 60_000)
})

describe('any day can be today', () => {
  const days = [
    ['2024-02-29', 'a leap day'],
    ['2026-03-29', 'the day on which summer time begins'],
    ['2026-01-01', 'the first of a year'],
    ['2026-08-02', 'a day whose first settlement would last two days'],
  ] as const
  test.each(days)(
    '%s, %s',
    async (today) => {
      const some = await filesOf(today, 'settlement-')
      const lastDay = addDays(today, -1)
      const firstDay = `${Number(lastDay.slice(0, 4)) - 2}-${lastDay.slice(5, 7)}-01`
      expectSettlementsToAddUp(settlementsIn(some))
      expectPeriodsToFollowEachOther(settlementsIn(some), firstDay, lastDay)
    },
    30_000,
  )
})

describe('what Amazon counts', () => {
  type Counted = Record<string, string> & Record<`${string}s` | 'available', number>
  const all = (table: string) => factsIn<Counted>(files, table)
  const sum = (rows: readonly Counted[], column: string) =>
    rows.reduce((total, row) => total + Number((row as Row)[column] ?? 0), 0)
  const groups = (rows: readonly Counted[], keyOf: (row: Counted) => string) => {
    const found = new Map<string, Counted[]>()
    for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row])
    return found
  }
  const keyed = (rows: readonly Counted[]) => groups(rows, (row) => `${row['date']} ${row['marketplace']}`)

  test('of every day and market the units ordered are those of its orders, and no fewer people came', () => {
    const zones: Record<string, string> = { 'Amazon.de': 'Europe/Berlin', 'Amazon.co.uk': 'Europe/London' }
    const ordered = new Map<string, number>()
    for (const row of orderLines) {
      const timeZone = zones[row['sales-channel']!]
      if (!timeZone || row['order-status'] === 'Cancelled') continue
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(
        new Date(row['purchase-date']!),
      )
      const key = `${day} ${timeZone === 'Europe/Berlin' ? 'DE' : 'GB'}`
      ordered.set(key, (ordered.get(key) ?? 0) + Number(row['quantity']))
    }
    const products = keyed(all('sales_traffic_asin_day'))
    const markets = keyed(all('sales_traffic_date'))
    expect(markets.size).toBe(2 * 750)
    for (const [key, [whole, ...rest]] of markets) {
      expect(rest, key).toEqual([])
      const of = products.get(key)!
      expect(sum([whole!], 'units_ordered'), key).toBe(ordered.get(key) ?? 0)
      expect(sum(of, 'units_ordered'), key).toBe(ordered.get(key) ?? 0)
      for (const row of [whole!, ...of]) {
        expect(sum([row], 'sessions'), key).toBeGreaterThanOrEqual(sum([row], 'units_ordered'))
        expect(sum([row], 'sessions'), key).toBe(
          sum([row], 'browser_sessions') + sum([row], 'mobile_app_sessions'),
        )
        expect(sum([row], 'buy_box_percentage'), key).toBeGreaterThanOrEqual(85)
        expect(sum([row], 'buy_box_percentage'), key).toBeLessThanOrEqual(99)
      }
      expect(sum([whole!], 'sessions'), key).toBeLessThanOrEqual(sum(of, 'sessions'))
    }
  })

  test('ads bring no more orders than clicks, and sales where there are orders', () => {
    for (const row of all('ads_daily')) {
      expect(sum([row], 'purchases_14d')).toBeLessThanOrEqual(sum([row], 'clicks'))
      expect(sum([row], 'units_14d')).toBeGreaterThanOrEqual(sum([row], 'purchases_14d'))
      expect(sum([row], 'purchases_14d') > 0).toBe(sum([row], 'sales_14d') > 0)
      expect(sum([row], 'ntb_sales_14d')).toBeLessThanOrEqual(sum([row], 'sales_14d'))
    }
  })

  test('searches bring a part of the visitors and units of their week, and of a market no more than it has', () => {
    const traffic = groups(
      all('sales_traffic_asin_day'),
      (row) => `${row['marketplace']} ${row['child_asin']}`,
    )
    const searches = all('search_query_performance')
    const weeks = groups(searches, (row) => `${row['marketplace']} ${row['asin']} ${row['start_date']}`)
    expect(weeks.size).toBeGreaterThan(2 * 4 * 20)
    for (const [key, of] of weeks) {
      const [marketplace, asin, start] = key.split(' ') as [string, string, string]
      const days = traffic
        .get(`${marketplace} ${asin}`)!
        .filter((row) => String(row['date']) >= start && String(row['date']) <= addDays(start, 6))
      expect(sum(of, 'asin_clicks'), key).toBeLessThan(sum(days, 'sessions'))
      expect(sum(of, 'asin_purchases'), key).toBeLessThanOrEqual(sum(days, 'units_ordered'))
    }
    const markets = groups(searches, (row) =>
      [row['marketplace'], row['start_date'], row['search_query']].join(),
    )
    for (const [key, of] of markets)
      for (const step of ['impressions', 'clicks', 'cart_adds', 'purchases']) {
        expect(new Set(of.map((row) => row[`total_${step}`])).size, key).toBe(1)
        expect(sum(of, `asin_${step}`), key).toBeLessThanOrEqual(sum([of[0]!], `total_${step}`))
      }
  })

  test('stock lasts, and is made good again', () => {
    const rows = all('inventory_snapshots')
    const columns = Object.keys(FACTS.inventory_snapshots).slice(3)
    expect(rows.every((row) => columns.every((column) => sum([row], column) >= 0))).toBe(true)
    expect(rows.filter((row) => row['date'] === YESTERDAY)).toHaveLength(34)
    const empty = rows.filter((row) => row.available === 0).length
    expect(empty / rows.length).toBeLessThan(0.05)
    expect(sum(rows, 'inbound_shipped')).toBeGreaterThan(0)
    expect(sum(rows, 'unfulfillable')).toBeGreaterThan(0)
  })

  test('the inventory ledger goes on from day to day, and has what snapshots have', () => {
    const rows = all('inventory_ledger')
    expect(
      rows.filter(({ date, disposition }) => date === YESTERDAY && disposition === 'SELLABLE'),
    ).toHaveLength(34)
    const endings = new Map<string, unknown>()
    const placeOf = (row: (typeof rows)[number], disposition = row['disposition']) =>
      [row['marketplace'], row['sku'], disposition].join(' ')
    for (const row of rows) {
      const before = endings.get(placeOf(row)) ?? row['starting_balance']
      expect(row['starting_balance']).toBe(before)
      const came = sum([row], 'receipts') + sum([row], 'customer_shipments') + sum([row], 'customer_returns')
      expect(sum([row], 'starting_balance') + came - sum([row], 'disposed')).toBe(row['ending_balance'])
      endings.set(placeOf(row), row['ending_balance'])
    }
    for (const snapshot of all('inventory_snapshots').filter(({ date }) => date === YESTERDAY))
      expect(endings.get(placeOf(snapshot, 'SELLABLE'))).toBe(
        sum([snapshot], 'available') +
          sum([snapshot], 'reserved_fc_transfer') +
          sum([snapshot], 'reserved_fc_processing'),
      )
  })
})
