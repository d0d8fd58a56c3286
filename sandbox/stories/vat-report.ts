/** The report of transactions for value-added tax: what was sold and given back, each at the rate of its country. */
import { addDays, addMonths, startOfMonth, type DateRange, type IsoDate } from '#contract/date-range.ts'
import type { Good } from '../goods.ts'
import type { MoneyRow } from '../money-row.ts'
import { amountText } from '../money.ts'
import type { ReportAnswer } from '../seller.ts'
import { answer, type StockQuestion } from './stock-reports.ts'
import { DAYS_TO_SETTLE, type Posting } from './market-days.ts'
import { eachDay } from './story.ts'

/** Of the next month. */
const MADE_ON_DAY = 3
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** All goods are sent within the country of their marketplace, and none moves from one warehouse to another. */
export function vatTransactions(
  places: readonly StockQuestion[],
  sellingPartnerId: string,
  { start, end }: DateRange,
): ReportAnswer {
  const madeOn = addDays(addMonths(startOfMonth(end), 1), MADE_ON_DAY - 1)
  if (madeOn > addDays(places[0]!.day, 1))
    return { kind: 'FATAL', reason: 'The report of a month is there from the 3rd of the next.' }
  const rows = places.flatMap(({ days }) =>
    [...eachDay(addDays(start, -DAYS_TO_SETTLE), addDays(end, 1))]
      .flatMap((bought) => days.postings(bought))
      .flatMap((posting) => {
        const { order } = posting
        const completed = days.localDay(posting.rows[0]!.postedAt)
        if (!order || order.isMultiChannel || completed < start || completed > end) return []
        const goods = new Map(order.lines.map(({ good, itemCode }) => [itemCode, good]))
        return linesOf(posting.rows).map(([itemCode, cents]) =>
          rowOf(posting, { good: goods.get(itemCode)!, itemCode, cents, completed, sellingPartnerId }),
        )
      }),
  )
  rows.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  return answer(rows, places[0]!.question)
}

/** What the buyer pays for each item or is given back, tax included. */
function linesOf(rows: readonly MoneyRow[]): [itemCode: string, cents: number][] {
  const items = new Map<string, number>()
  for (const { itemCode, amountType, description, cents } of rows) {
    const isPrice = amountType === 'Promotion' || (amountType === 'ItemPrice' && PRICES.has(description))
    if (itemCode && isPrice) items.set(itemCode, (items.get(itemCode) ?? 0) + cents)
  }
  return [...items]
}
const PRICES = new Set(['Principal', 'Shipping', 'GiftWrap'])

function rowOf(
  { order, refund }: Posting,
  line: { good: Good; itemCode: string; cents: number; completed: IsoDate; sellingPartnerId: string },
) {
  const { good, itemCode, cents, completed, sellingPartnerId } = line
  const { id, market, isBusiness, shipmentId, lines } = order!
  const net = Math.round((cents * 100) / (100 + market.vatPercent))
  const quantity = refund ? refund.quantity : lines.find((one) => one.itemCode === itemCode)!.quantity
  const money = (amount: number) => amountText(amount, market.currency)
  const [year, month, day] = completed.split('-') as [string, string, string]
  const date = `${day}-${month}-${year}`
  return {
    UNIQUE_ACCOUNT_IDENTIFIER: sellingPartnerId,
    ACTIVITY_PERIOD: `${year}-${MONTHS[Number(month) - 1]}`,
    SALES_CHANNEL: good.fulfilment,
    MARKETPLACE: market.salesChannel.toLowerCase(),
    PROGRAM_TYPE: good.fulfilment === 'AFN' ? 'FBA' : 'REGULAR',
    TRANSACTION_TYPE: refund ? 'REFUND' : 'SALE',
    TRANSACTION_EVENT_ID: id,
    ACTIVITY_TRANSACTION_ID: refund ? refund.merchantAdjustmentItemId : `${shipmentId}-${itemCode}`,
    TRANSACTION_DEPART_DATE: refund ? '' : date,
    TRANSACTION_COMPLETE_DATE: date,
    SELLER_SKU: good.sku,
    ASIN: good.asin,
    QTY: quantity,
    PRICE_OF_ITEMS_VAT_RATE_PERCENT: market.vatPercent / 100,
    TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL: money(net),
    TOTAL_ACTIVITY_VALUE_VAT_AMT: money(cents - net),
    TOTAL_ACTIVITY_VALUE_AMT_VAT_INCL: money(cents),
    TRANSACTION_CURRENCY_CODE: market.currency,
    SALE_DEPART_COUNTRY: market.code,
    SALE_ARRIVAL_COUNTRY: market.code,
    TRANSACTION_SELLER_VAT_NUMBER_COUNTRY: market.code,
    BUYER_VAT_NUMBER_COUNTRY: isBusiness ? market.code : '',
    TAXABLE_JURISDICTION: market.code,
    TAX_REPORTING_SCHEME: 'REGULAR',
    TAX_COLLECTION_RESPONSIBILITY: 'SELLER',
  }
}

const textOf = (row: ReturnType<typeof rowOf>): string =>
  `${row.TRANSACTION_COMPLETE_DATE} ${row.ACTIVITY_TRANSACTION_ID}`
