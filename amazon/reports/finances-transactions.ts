import { parseDecimal, ZERO } from '#contract/decimal.ts'
import { jsonParts } from '../files/json-rows.ts'
import { RefusedRecord, readCell } from './cells.ts'
import { emptyRow, refused } from './fact-records.ts'
import { checkValue, DEFERRAL_REASON_LENGTH_MAX, marketplaceIn } from './facts-file.ts'
import { jsonObject, plainText } from './json-object.ts'
import { transactionAmounts, type NamedAmount, type Shared } from './finances-amounts.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'

/**
 * Transactions of the Finances API (2024-06-19), as it gives them: `{"transactions": [{…}]}`. Each becomes its amounts, named by
 * the breakdown that they stand in and the breakdown around it.
 */
export const financesTransactions: RecordReportType = {
  kind: 'records',
  id: 'finances_transactions',
  label: 'Transactions of the Finances API (JSON)',
  guide: {
    gives:
      'What was paid, charged or held back up to now, for as long as no settlement report holds it; and what is deferred, which no settlement report has.',
    where: 'The API: finances/2024-06-19/transactions',
  },
  source: 'FINANCES',
  lists: { settlement_lines: 'transactions' },
  recognise: ({ text }) =>
    /^\s*\{\s*"transactions"\s*:\s*\[/.test(text) && /"(transactionType|postedDate)"\s*:/.test(text),
  read,
}

async function* read(input: RecordInput): AsyncGenerator<FactRecord> {
  for await (const { key, index, text, problem } of jsonParts(input.text())) {
    if (key !== 'transactions' && !problem) continue
    try {
      if (problem) throw new RefusedRecord(problem)
      if (index === null) throw new RefusedRecord('transactions: a list is expected')
      yield* linesOf(jsonObject(text), index)
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error
      yield refused(index ?? 1, error.message, text, 'settlement_lines')
    }
  }
}

type Json = Record<string, unknown>

function linesOf(transaction: Json, index: number): FactRecord[] {
  const shared = sharedBy(transaction)
  const transactionType = plainText('transactionType', transaction['transactionType'])
  if (transactionType === '') throw new RefusedRecord('transactionType: missing')
  const related = relatedTo(transaction['relatedIdentifiers'])
  const id = plainText('transactionId', transaction['transactionId'])
  const ofOrder = OF_ORDERS.has(transactionType.toLowerCase())
  const status = statusOf(plainText('transactionStatus', transaction['transactionStatus']))
  const common = {
    transaction_type: transactionType,
    status,
    deferral_reason:
      saidInContexts(transaction, 'deferralReason').slice(0, DEFERRAL_REASON_LENGTH_MAX) || null,
    // While it is deferred, when it is due.
    released_at:
      status === 'DEFERRED'
        ? readCell('maturityDate', saidInContexts(transaction, 'maturityDate'), 'instant')
        : null,
    posted_at: required('postedDate', transaction['postedDate'], 'instant'),
    order_id: (ofOrder && related.get('ORDER_ID')) || null,
    shipment_id: related.get('SHIPMENT_ID') ?? null,
    adjustment_id: related.get('REFUND_ID') ?? null,
    marketplace: placeOf(transaction),
    currency: shared.currency,
  }
  // The transaction of a release says which deferred one it releases, and that one is told to be released as well.
  const releases = related.get('DEFERRED_TRANSACTION_ID')
  const lineId = (n: number): string | null =>
    id === '' ? null : releases ? `transaction ${releases} released ${n}` : `transaction ${id} ${n}`
  const isSale = transactionType.toLowerCase() === 'shipment'
  const amounts = transactionAmounts(transaction, shared).filter(
    ({ amount, isPrincipal, product }) =>
      parseDecimal(amount) !== ZERO || (isSale && isPrincipal && product.quantity),
  )
  return numbered(amounts).map(({ n, product, isPrincipal, ...named }, part) => {
    const values = emptyRow('settlement_lines')
    Object.assign(values, common, {
      line_id: lineId(n),
      order_item_id: product.orderItemId,
      sku: product.sku,
      asin: product.asin,
      fulfillment_channel: product.fulfillmentChannel,
      // A refund repeats how many were shipped; how many came back follows from its money.
      quantity: isSale && isPrincipal ? product.quantity : null,
      amount_type: named.amountType,
      amount_description: named.description,
      amount: named.amount,
      tax_amount: named.taxAmount,
    })
    return { table: 'settlement_lines', lineNumber: index, part, values }
  })
}

/**
 * Transactions that settlement reports hold with the same order and kind. The others give way to the settlement of their
 * time, which names no order or another kind.
 */
const OF_ORDERS = new Set(['shipment', 'refund', 'chargeback', 'guaranteeclaim'])

const STATUSES = ['RELEASED', 'DEFERRED', 'DEFERRED_RELEASED']

/** Older transactions had none, and nothing was deferred. */
function statusOf(text: string): string {
  const status = text === '' ? 'RELEASED' : text.toUpperCase()
  if (STATUSES.includes(status)) return status
  throw new RefusedRecord(`transactionStatus: "${text.slice(0, 100)}" is not one of ${STATUSES.join(', ')}`)
}

function sharedBy(transaction: Json): Shared {
  const total = transaction['totalAmount']
  if (typeof total !== 'object' || total === null) throw new RefusedRecord('totalAmount: missing')
  const { currencyAmount, currencyCode } = total as Json
  const currency = plainText('currencyCode', currencyCode).toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) throw new RefusedRecord('totalAmount: an amount without its currency')
  return { currency, total: required('totalAmount', currencyAmount, 'decimal') }
}

function required(name: string, value: unknown, reading: 'decimal' | 'instant'): string {
  const read = readCell(name, plainText(name, value), reading)
  if (read === null) throw new RefusedRecord(`${name}: missing`)
  if (reading === 'decimal') checkValue('settlement_lines', 'amount', read, name)
  return read
}

/** What the first of its contexts says that says it; of a deferral it is there also once that is released. */
function saidInContexts({ contexts }: Json, name: string): string {
  for (const context of Array.isArray(contexts) ? (contexts as unknown[]) : []) {
    if (typeof context !== 'object' || context === null) continue
    const said = plainText(name, (context as Json)[name])
    if (said !== '') return said
  }
  return ''
}

/** The first of each kind. */
function relatedTo(list: unknown): Map<string, string> {
  const related = new Map<string, string>()
  for (const one of Array.isArray(list) ? (list as unknown[]) : []) {
    if (typeof one !== 'object' || one === null) continue
    const name = plainText('relatedIdentifierName', (one as Json)['relatedIdentifierName'])
    const value = plainText('relatedIdentifierValue', (one as Json)['relatedIdentifierValue'])
    if (value !== '' && !related.has(name)) related.set(name, value)
  }
  return related
}

/** Orders of other shops have a marketplace of a name like `Non-Amazon US`, and an id that is none of ours. */
function placeOf({ marketplaceDetails, sellingPartnerMetadata }: Json): string | null {
  const own = (marketplaceDetails ?? {}) as Json
  const seller = (sellingPartnerMetadata ?? {}) as Json
  const name = plainText('marketplaceName', own['marketplaceName'])
  if (/^non-amazon\b/i.test(name)) return name
  const ids = [own['marketplaceId'], name, seller['marketplaceId']].map((value) =>
    plainText('marketplaceId', value),
  )
  return ids.map(marketplaceIn).find((code) => code !== undefined) ?? null
}

/** Numbers that do not depend on the order in which the API lists what a transaction is made of. */
function numbered(amounts: readonly NamedAmount[]): (NamedAmount & { n: number })[] {
  const keyOf = ({ product, amountType, description, amount, taxAmount }: NamedAmount) =>
    JSON.stringify([product.sku, product.orderItemId, amountType, description, amount, taxAmount])
  const inOrder = amounts
    .map((amount, at) => ({ at, key: keyOf(amount) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at))
  const numbers = new Map(inOrder.map(({ at }, n) => [at, n + 1]))
  return amounts.map((amount, at) => ({ ...amount, n: numbers.get(at)! }))
}
