/** Settlement reports in the flat-file form V2: a summary row, then one row per amount. */
import type { Period } from './demo-window.ts'
import type { MoneyRow } from './money-row.ts'
import { amountText } from './money.ts'
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

/** `2026-07-17 07:26:32 UTC`, as others do. */
const dashedMoment = (moment: number): string =>
  `${new Date(moment).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Eleven digits that depend on what the settlement covers, such as a marketplace. */
export const settlementIdOf = (covered: string, { start, end }: Period, seed: number): string =>
  `2${random(seed, 'settlement', covered, start, end).digits(10)}`

export interface Statement {
  id: string
  period: Period
  currency: string
  moments: 'dotted' | 'dashed'
}

function rowCells({ id, currency, moments }: Statement, row: MoneyRow): string[] {
  const posted = momentText(moments, row.postedAt)
  return [
    id,
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
    amountText(row.cents, currency),
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

const momentText = (moments: Statement['moments'], moment: number): string =>
  moments === 'dotted' ? dottedMoment(moment) : dashedMoment(moment)

export function* settlementFile(statement: Statement, rows: readonly MoneyRow[]): Generator<string> {
  const { id, period, currency, moments } = statement
  const total = rows.reduce((sum, { cents }) => sum + cents, 0)
  const summary = [
    id,
    momentText(moments, period.start),
    momentText(moments, period.end),
    momentText(moments, period.end + DEPOSIT_AFTER_MS),
    amountText(total, currency),
    currency,
    ...Array.from({ length: COLUMNS.length - 6 }, () => ''),
  ]
  yield `${COLUMNS.join('\t')}\n${summary.join('\t')}\n`
  for (let from = 0; from < rows.length; from += ROWS_PER_CHUNK) {
    yield rows
      .slice(from, from + ROWS_PER_CHUNK)
      .map((row) => `${rowCells(statement, row).join('\t')}\n`)
      .join('')
  }
}
