/** A rough statement out of the files' text, by its own arithmetic: is the company one that could exist? */
import { expect, test } from 'vitest'
import type { IsoDate } from '#contract/date-range.ts'
import { factsIn, filesOf, isoOf, rowsOf, settlementsIn, type Files, type Row } from './reading.ts'

const NOT_PROFIT = new Set(['Micro Deposit', 'Current Reserve Amount', 'Previous Reserve Amount Balance'])
const EXPENSES_PER_MONTH = 145 + 190 + 59 + 640 / 12

type Fact = Record<string, string>

/** Dollars for one unit on a day. Rates of weekends are those of the Friday before. */
function dollars(files: Files): (currency: string, day: IsoDate) => number {
  const rates = new Map(
    factsIn<Fact>(files, 'exchange_rates').map((rate) => [
      `${rate['currency']} ${rate['rate_date']}`,
      Number(rate['usd_per_unit']),
    ]),
  )
  return (currency, day) => {
    if (currency === 'USD') return 1
    for (let moment = Date.parse(day); ; moment -= 86_400_000) {
      const rate = rates.get(`${currency} ${new Date(moment).toISOString().slice(0, 10)}`)
      if (rate !== undefined) return rate
    }
  }
}

/** Euros of one unit's landed cost. */
function unitCost(files: Files, euros: (amount: number, currency: string, day: IsoDate) => number) {
  const costs = rowsOf(files.get('product-costs.csv')!, ',')
  return (sku: string, marketplace: string, day: IsoDate): number => {
    const valid = costs
      .filter((row) => row['sku'] === sku && ['', marketplace].includes(row['marketplace']!))
      .filter((row) => row['valid_from']! <= day && (row['valid_to'] === '' || day <= row['valid_to']!))
    const row = valid.find((one) => one['marketplace'] !== '') ?? valid[0]
    if (!row) return 0
    const parts = ['manufacturing', 'freight', 'duty', 'other', 'fbm_shipping']
    return euros(
      parts.reduce((sum, part) => sum + Number(row[part]), 0),
      row['currency']!,
      day,
    )
  }
}

interface Month {
  netSales: number
  profit: number
}

interface Estimate {
  months: Map<string, Month>
  profitBySku: Map<string, number>
}

function estimate(files: Files): Estimate {
  const rate = dollars(files)
  const euros = (amount: number, currency: string, day: IsoDate): number =>
    (amount * rate(currency, day)) / rate('EUR', day)
  const costOf = unitCost(files, euros)
  const months = new Map<string, Month>()
  const profitBySku = new Map<string, number>()
  const book = (day: IsoDate, amount: number, sku = '', isSale = false): void => {
    const month = months.get(day.slice(0, 7)) ?? { netSales: 0, profit: -EXPENSES_PER_MONTH }
    months.set(day.slice(0, 7), {
      netSales: month.netSales + (isSale ? amount : 0),
      profit: month.profit + amount,
    })
    profitBySku.set(sku, (profitBySku.get(sku) ?? 0) + amount)
  }
  const bookRow = (row: Row, currency: string): void => {
    const description = row['amount-description']!
    if (NOT_PROFIT.has(description) || row['amount-type'] === 'Cost of Advertising') return
    const day = isoOf(row['posted-date-time']!).slice(0, 10)
    const marketplace = currency === 'EUR' ? 'DE' : 'GB'
    const isSale = row['amount-type'] === 'ItemPrice' || row['amount-type'] === 'Promotion'
    const isFee = !isSale && row['amount-type'] !== 'FBA Inventory Reimbursement'
    const vat = isSale ? (marketplace === 'DE' ? 1.19 : 1.2) : isFee && day >= '2024-08-01' ? 1.19 : 1
    book(day, euros(Number(row['amount']), currency, day) / vat, row['sku'], isSale)
    if (
      row['transaction-type'] !== 'Order' ||
      description !== 'Principal' ||
      row['amount-type'] !== 'ItemPrice'
    )
      return
    if (row['marketplace-name']!.startsWith('Non-Amazon')) return
    book(day, -costOf(row['sku']!, marketplace, day) * Number(row['quantity-purchased']), row['sku'])
  }
  for (const { summary, rows } of settlementsIn(files))
    for (const row of rows) bookRow(row, summary['currency']!)
  for (const spent of factsIn<Fact>(files, 'ads_daily')) {
    book(spent['date']!, -euros(Number(spent['cost']), spent['currency']!, spent['date']!), spent['sku'])
  }
  for (const back of factsIn<Fact>(files, 'returns')) {
    if (back['disposition'] !== 'SELLABLE') continue
    const cost = costOf(back['sku']!, back['marketplace']!, back['return_date']!)
    book(back['return_date']!, cost * Number(back['quantity']), back['sku'])
  }
  return { months, profitBySku }
}

test.each(['2026-11-21', '2025-03-10'])(
  'on %s the company earns 8 to 15 % of its net sales, but for one month',
  async (today) => {
    const { months, profitBySku } = estimate(await filesOf(today))
    const whole = [...months].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, -1)
    const losses = whole.filter(([, { profit }]) => profit < 0).map(([month]) => month)
    expect(losses).toEqual([today < '2026' ? '2025-02' : '2026-02'])

    const total = (part: keyof Month, from: number, to?: number): number =>
      whole.slice(from, to).reduce((sum, [, month]) => sum + month[part], 0)
    const margin = total('profit', 0) / total('netSales', 0)
    expect(margin).toBeGreaterThan(0.08)
    expect(margin).toBeLessThan(0.15)

    // The second year is larger than the first by what one would wish, not by a leap.
    const growth = total('netSales', 12, 24) / total('netSales', 0, 12) - 1
    expect(growth).toBeGreaterThan(0.07)
    expect(growth).toBeLessThan(0.2)

    const losers = [...profitBySku].filter(([sku, profit]) => sku !== '' && profit < 0).map(([sku]) => sku)
    expect(losers).toEqual(['CUSHION-SEAT-FOAM'])
  },
  60_000,
)
