import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { once } from 'node:events'

/** How a settlement report of one region is written. */
export interface Spelling {
  marketplaceName: string
  currency: string
  /** Of a sale: amount type, description, cents out of the price. */
  saleAmounts: readonly (readonly [type: string, description: string, share: number])[]
  moment(epochMs: number): string
  amount(cents: number): string
}

const iso = (epochMs: number) => new Date(epochMs).toISOString()
const plainAmount = (cents: number) => {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const AMERICAN: Spelling = {
  marketplaceName: 'Amazon.com',
  currency: 'USD',
  saleAmounts: [
    ['ItemPrice', 'Principal', 1],
    ['ItemPrice', 'Tax', 0.08],
    ['ItemWithheldTax', 'MarketplaceFacilitatorTax-Principal', -0.08],
    ['ItemFees', 'FBAPerUnitFulfillmentFee', -0.2],
    ['ItemFees', 'Commission', -0.15],
  ],
  moment: (epochMs) => `${iso(epochMs).slice(0, 10)} ${iso(epochMs).slice(11, 19)} UTC`,
  amount: plainAmount,
}

export const GERMAN: Spelling = {
  marketplaceName: 'Amazon.de',
  currency: 'EUR',
  // Prices contain VAT; what the file states as tax of an item is rare.
  saleAmounts: [
    ['ItemPrice', 'Principal', 1],
    ['ItemPrice', 'Shipping', 0.05],
    ['Promotion', 'Principal', -0.04],
    ['ItemFees', 'FBAPerUnitFulfillmentFee', -0.2],
    ['ItemFees', 'Commission', -0.15],
  ],
  moment(epochMs) {
    const text = iso(epochMs)
    return `${text.slice(8, 10)}.${text.slice(5, 7)}.${text.slice(0, 4)} ${text.slice(11, 19)} UTC`
  },
  amount: (cents) => plainAmount(cents).replace('.', ','),
}

export const COLUMNS = [
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
] as const

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 2, 2, 9, 30)
const DAYS = 14
const SKUS = 2_000
const TOTAL_CENTS = 1_234_567
const REFUND_EVERY = 25
const CHUNK_CHARACTERS = 1 << 18

/** Which settlement a file is of: each has a number, days and orders of its own. */
interface Which {
  nth?: number
  /** One sale in so many is a refund. */
  refundEvery?: number
}

/** One settlement of so many lines of money, the same bytes at every run. The lines add up to its stated total. */
export function* settlementText(
  spelling: Spelling,
  rows: number,
  { nth = 0, refundEvery = REFUND_EVERY }: Which = {},
): Generator<string> {
  const settlementId = String(24_871_936_502 + nth)
  const start = START - nth * DAYS * DAY_MS
  const random = sequence(rows + nth * 7_919)
  const sales = rows / spelling.saleAmounts.length
  const line = (cells: readonly string[]) => `${cells.join('\t')}\n`
  const stated = [start, start + DAYS * DAY_MS, start + (DAYS + 2) * DAY_MS].map((at) => spelling.moment(at))
  let text =
    line(COLUMNS) +
    line([
      settlementId,
      ...stated,
      spelling.amount(TOTAL_CENTS),
      spelling.currency,
      ...Array.from({ length: 18 }, () => ''),
    ])
  let sum = 0
  let made = 0
  for (let sale = 0; made < rows - 1; sale++) {
    const posted = spelling.moment(start + Math.floor((sale / sales) * DAYS * DAY_MS))
    const isRefund = sale % refundEvery === refundEvery - 1
    const price = 500 + (random() % 9_000)
    const orderId = `${111 + (random() % 4)}-${digits(random(), 7)}-${digits(random(), 7)}`
    const shipmentId = `D${random().toString(36).slice(0, 8)}`
    const itemCode = digits(random(), 7) + digits(sale, 7)
    const sku = `SX-${digits(skewed(random()), 5)}-BLK`
    // Everything that the lines of a sale share, before and behind the amount.
    const before = `${settlementId}\t\t\t\t\t\t${isRefund ? 'Refund' : 'Order'}\t${orderId}\t\t${isRefund ? `A${itemCode}` : ''}\t${isRefund ? '' : shipmentId}\t${spelling.marketplaceName}\t`
    const behind = `\tAFN\t${posted.slice(0, 10)}\t${posted}\t${itemCode}\t\t\t${sku}\t`
    for (const [type, description, share] of spelling.saleAmounts) {
      if (made >= rows - 1) break
      const cents = (isRefund ? -1 : 1) * Math.round(price * share)
      const promotion = type === 'Promotion' ? 'PLM-5a1c0d7e' : ''
      text += `${before}${type}\t${description}\t${spelling.amount(cents)}${behind}${description === 'Principal' && !promotion && !isRefund ? '1' : ''}\t${promotion}\n`
      sum += cents
      made++
    }
    if (text.length > CHUNK_CHARACTERS) {
      yield text
      text = ''
    }
  }
  const reserve = Array.from({ length: COLUMNS.length }, () => '')
  const last = spelling.moment(start + DAYS * DAY_MS - 1_000)
  const filled = {
    0: settlementId,
    6: 'other-transaction',
    12: 'other-transaction',
    13: 'Current Reserve Amount',
  }
  Object.assign(reserve, filled, { 14: spelling.amount(TOTAL_CENTS - sum), 16: last.slice(0, 10), 17: last })
  yield text + line(reserve)
}

export async function writeSettlement(
  path: string,
  spelling: Spelling,
  rows: number,
  which: Which = {},
): Promise<void> {
  const file = createWriteStream(path)
  for (const text of settlementText(spelling, rows, which)) if (!file.write(text)) await once(file, 'drain')
  file.end()
  await finished(file)
}

const digits = (value: number, length: number): string => String(value % 10 ** length).padStart(length, '0')

/** A few products make most of the sales. */
const skewed = (value: number): number => Math.floor((value / 2 ** 32) ** 3 * SKUS)

/** Numbers that look random and are the same at every run (xorshift). */
function sequence(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}
