/** Settlement reports in the flat-file form V2: a summary row, then one row per amount. */
import type { Period } from './demo-window.ts'
import type { Market } from './markets.ts'
import type { MoneyRow } from './money-row.ts'
import { moneyText } from './money.ts'
import { random } from './random.ts'

const COLUMNS = [
  'settlement-id',
  'settlement-start-date',
  'settlement-end-date',
  'deposit-date',
  'total-amount',
  'currency',
  'transaction-type',
  'order-id',
  'merchant-order-id',
  'adjustment-id',
  'shipment-id',
  'marketplace-name',
  'amount-type',
  'amount-description',
  'amount',
  'fulfillment-id',
  'posted-date',
  'posted-date-time',
  'order-item-code',
  'merchant-order-item-id',
  'merchant-adjustment-item-id',
  'sku',
  'quantity-purchased',
  'promotion-id',
]

const DEPOSIT_AFTER_MS = 2 * 86_400_000
const ROWS_PER_CHUNK = 400

/** `17.07.2026 07:26:32 UTC`, as European files write a moment. */
function dottedMoment(moment: number): string {
  const iso = new Date(moment).toISOString()
  return `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)} ${iso.slice(11, 19)} UTC`
}

/** Eleven digits that depend on what the settlement covers. */
const settlementIdOf = (market: Market, { start, end }: Period, seed: number): string =>
  `2${random(seed, 'settlement', market.code, start, end).digits(10)}`

function rowCells(settlementId: string, row: MoneyRow): string[] {
  const posted = dottedMoment(row.postedAt)
  return [
    settlementId,
    '',
    '',
    '',
    '',
    '',
    row.transactionType,
    row.orderId ?? '',
    row.merchantOrderId ?? '',
    row.adjustmentId ?? '',
    row.shipmentId ?? '',
    row.marketplaceName ?? '',
    row.amountType,
    row.description,
    moneyText(row.cents),
    row.fulfilment ?? '',
    posted.slice(0, 10),
    posted,
    row.itemCode ?? '',
    row.merchantItemId ?? '',
    row.merchantAdjustmentItemId ?? '',
    row.sku ?? '',
    row.quantity === undefined ? '' : String(row.quantity),
    row.promotionId ?? '',
  ]
}

/** `moneyRows` may reach beyond the period: only what is posted in it counts. */
export async function* settlementFile(
  { market, period, seed }: { market: Market; period: Period; seed: number },
  moneyRows: readonly MoneyRow[],
): AsyncGenerator<string> {
  const rows = moneyRows.filter(({ postedAt }) => postedAt >= period.start && postedAt < period.end)
  const id = settlementIdOf(market, period, seed)
  const total = rows.reduce((sum, { cents }) => sum + cents, 0)
  const summary = [
    id,
    dottedMoment(period.start),
    dottedMoment(period.end),
    dottedMoment(period.end + DEPOSIT_AFTER_MS),
    moneyText(total),
    market.currency,
    ...Array.from({ length: COLUMNS.length - 6 }, () => ''),
  ]
  yield `${COLUMNS.join('\t')}\n${summary.join('\t')}\n`
  for (let from = 0; from < rows.length; from += ROWS_PER_CHUNK) {
    yield rows
      .slice(from, from + ROWS_PER_CHUNK)
      .map((row) => `${rowCells(id, row).join('\t')}\n`)
      .join('')
  }
}
