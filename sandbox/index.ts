/**
 * The demo company: a small invented seller in Germany and Great Britain, as the report files that a real one would
 * upload. They go through the same import as everybody's. The same day and seed give the same bytes.
 */
import { addMonths, type IsoDate } from '#contract/date-range.ts'
import { costsFile } from './costs-file.ts'
import { dayOf, demoWindow, momentOf, monthsOf, type DemoWindow } from './demo-window.ts'
import { exchangeRates } from './exchange-rates.ts'
import {
  advertisingRows,
  catalogueRows,
  expenseRows,
  factsFile,
  feeEstimateRows,
  returnRows,
} from './facts-files.ts'
import { MARKETS } from './markets.ts'
import { ordersFile } from './orders-file.ts'
import { searchRows } from './searches.ts'
import { settlementFile, settlementIdOf } from './settlement-file.ts'
import { agedFeeRows, stockLedgerRows, stockOf, stockRows, storageFeeRows } from './stock.ts'
import { tradeOf, type Trade } from './trade.ts'
import { marketTrafficOf, marketTrafficRows, productTrafficOf, productTrafficRows } from './traffic.ts'

export { inventedRates } from './exchange-rates.ts'
export { startSandbox } from './server/sandbox.ts'
export { sellersOf } from './stories/index.ts'

export const demoCompany = {
  name: 'Harbour & Hearth (demo)',
  establishmentCountry: 'DE',
  defaultCurrency: 'EUR',
} as const

export interface DemoFile {
  fileName: string
  /** The seller account that the file belongs to. */
  account: string
  /** Only where a file itself names no marketplace. */
  marketplace?: string
  content: () => AsyncIterable<string>
}

const ACCOUNT = 'Harbour & Hearth Europe'
const DEFAULT_SEED = 1

const file = (fileName: string, content: DemoFile['content']): DemoFile => ({
  fileName,
  account: ACCOUNT,
  content,
})

async function* inTurn(chunks: Iterable<string>): AsyncGenerator<string> {
  yield* chunks
}

/** A file for each quarter rather than each month, for the same reason as the long settlements. */
const MONTHS_PER_ORDERS_FILE = 3

function* ordersFiles(trades: readonly Trade[], window: DemoWindow): Generator<DemoFile> {
  for (const month of monthsOf(window).filter((_, index) => index % MONTHS_PER_ORDERS_FILE === 0)) {
    const from = momentOf(month)
    const before = momentOf(addMonths(month, MONTHS_PER_ORDERS_FILE))
    yield file(`all-orders-from-${month.slice(0, 7)}.txt`, () => {
      const orders = trades
        .flatMap((trade) => trade.orders)
        .filter(({ purchasedAt }) => purchasedAt >= from && purchasedAt < before)
      return inTurn(ordersFile(orders.sort((a, b) => a.purchasedAt - b.purchasedAt)))
    })
  }
}

function* advertisingFiles(trades: readonly Trade[], window: DemoWindow): Generator<DemoFile> {
  for (const year of yearsOf(window)) {
    yield file(`advertising-${year}.json`, () => {
      const days = trades.flatMap((trade) => trade.advertising).filter(({ day }) => day.startsWith(year))
      return factsFile('ads_daily', advertisingRows(days))
    })
  }
}

/** `2025`, `2026` */
const yearsOf = (window: DemoWindow): string[] => [
  ...new Set(monthsOf(window).map((month) => month.slice(0, 4))),
]

/** What Amazon counts beside the money; of products a year to a file. */
function* countedFiles(trades: readonly Trade[], window: DemoWindow, seed: number): Generator<DemoFile> {
  const products = trades.map(({ market, orders }) => productTrafficOf(market, orders, window, seed))
  yield file('sales-and-traffic.json', () =>
    factsFile(
      'sales_traffic_date',
      marketTrafficRows(
        trades.flatMap((trade, index) =>
          marketTrafficOf(trade.market, products[index]!, trade, window, seed),
        ),
      ),
    ),
  )
  for (const year of yearsOf(window)) {
    yield file(`sales-and-traffic-by-asin-${year}.json`, () => {
      const days = products.flat().filter(({ day }) => day.startsWith(year))
      return factsFile('sales_traffic_asin_day', productTrafficRows(days))
    })
  }
  yield file('searches.json', () =>
    factsFile(
      'search_query_performance',
      trades.flatMap(({ market }, index) => searchRows(market, products[index]!, window, seed)),
    ),
  )
  const stock = trades.flatMap((trade) => stockOf(trade.market, trade, window, seed))
  yield file('stock.json', () => factsFile('inventory_snapshots', stockRows(stock)))
  for (const year of yearsOf(window))
    yield file(`inventory-ledger-${year}.json`, () =>
      factsFile('inventory_ledger', stockLedgerRows(stock.filter(({ day }) => day.startsWith(year)))),
    )
  yield file('storage-fees.json', () => factsFile('storage_fees', storageFeeRows(stock, window)))
  yield file('aged-inventory-surcharge.json', () => factsFile('aged_fees', agedFeeRows(stock, window)))
}

function* settlementFiles({ market, periods, moneyRows }: Trade, seed: number): Generator<DemoFile> {
  for (const period of periods) {
    yield file(`settlement-${market.code.toLowerCase()}-${dayOf(period.end)}.txt`, () => {
      const { currency, code } = market
      const rows = moneyRows.filter(({ postedAt }) => postedAt >= period.start && postedAt < period.end)
      const id = settlementIdOf(code, period, seed)
      return inTurn(settlementFile({ id, period, currency, moments: 'dotted' }, rows))
    })
  }
}

/** The demo company's files as of `today`, oldest first within a kind. Data ends on the day before. */
export async function* demoFiles({
  today,
  seed = DEFAULT_SEED,
}: {
  today: IsoDate
  seed?: number
}): AsyncGenerator<DemoFile> {
  const window = demoWindow(today)
  yield file('exchange-rates.json', () => factsFile('exchange_rates', exchangeRates(window, seed)))
  yield file('product-costs.csv', () => costsFile(window))
  yield file('expenses.json', () => factsFile('expenses', expenseRows(window)))
  yield file('catalogue.json', () => factsFile('catalogue_items', catalogueRows(window)))
  yield file('fee-estimates.json', () => factsFile('fee_estimates', feeEstimateRows(window)))

  const trades = MARKETS.map((market) => tradeOf(market, window, seed))
  for (const trade of trades) yield* settlementFiles(trade, seed)
  yield* ordersFiles(trades, window)
  yield* advertisingFiles(trades, window)
  yield file('returns.json', () => factsFile('returns', returnRows(trades.flatMap((trade) => trade.refunds))))
  yield* countedFiles(trades, window, seed)
}
