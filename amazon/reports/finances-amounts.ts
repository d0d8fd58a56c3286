/** The amounts that a transaction of the Finances API is made of, down to the last breakdown that says what it is. */
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { RefusedRecord, readCell } from './cells.ts'
import { checkValue } from './facts-file.ts'
import { plainText } from './json-object.ts'

type Json = Record<string, unknown>

export interface Shared {
  currency: string
  total: string
}

interface Product {
  sku: string | null
  asin: string | null
  quantity: string | null
  fulfillmentChannel: string | null
  orderItemId: string | null
}

export interface NamedAmount {
  /** The breakdown around it. */
  amountType: string
  description: string
  amount: string
  /** The tax within a fee, where it is told apart. */
  taxAmount: string | null
  /** What the buyer paid for the goods. */
  isPrincipal: boolean
  product: Product
}

const NO_PRODUCT: Product = {
  sku: null,
  asin: null,
  quantity: null,
  fulfillmentChannel: null,
  orderItemId: null,
}

/** Real ones are four deep and have some twenty amounts. */
const DEPTH_MAX = 20
const AMOUNTS_MAX = 5_000

/** What an amount is called that no breakdown accounts for, so that the total of the transaction is kept. */
const REMAINDER = 'Remainder'

export function transactionAmounts(transaction: Json, { currency, total }: Shared): NamedAmount[] {
  const items = listIn('items', transaction['items'])
  const own = leavesIn(transaction['breakdowns'], { currency, product: NO_PRODUCT })
  const ofItems = items.map((item) => {
    const product = productOf(item)
    return {
      product,
      stated: amountIn(item['totalAmount'], currency),
      leaves: leavesIn(item['breakdowns'], { currency, product }),
    }
  })
  const told = ofItems.filter(({ leaves }) => leaves.length > 0)
  if (told.length === 0) {
    const amounts = own.length > 0 ? own : [remainder(total, NO_PRODUCT)]
    // Of one product alone, what is told of the whole is told of it.
    const product = ofItems.length === 1 ? ofItems[0]!.product : undefined
    const whole = withRest(amounts, total, NO_PRODUCT)
    return atMost(product ? whole.map((amount) => ({ ...amount, product })) : whole)
  }
  const amounts = ofItems.flatMap(({ product, stated, leaves }) =>
    stated === null ? leaves : withRest(leaves, stated, product),
  )
  return atMost(withRest(amounts, total, NO_PRODUCT))
}

function atMost(amounts: NamedAmount[]): NamedAmount[] {
  if (amounts.length > AMOUNTS_MAX) throw new RefusedRecord(`A transaction may have ${AMOUNTS_MAX} amounts`)
  return amounts
}

const sumOf = (amounts: readonly { amount: string }[]): bigint =>
  amounts.reduce((sum, { amount }) => sum + parseDecimal(amount), ZERO)

const remainder = (amount: string, product: Product, amountType = 'Transaction'): NamedAmount => ({
  amountType,
  description: REMAINDER,
  amount,
  taxAmount: null,
  isPrincipal: false,
  product,
})

function withRest(amounts: NamedAmount[], total: string, product: Product, around?: string): NamedAmount[] {
  const rest = parseDecimal(total) - sumOf(amounts)
  return rest === ZERO ? amounts : [...amounts, remainder(toText(rest, 9), product, around)]
}

/** Parts of one fee, which is what is charged. */
const PARTS_OF_A_FEE = new Set(['Base', 'Tax', 'Discount', 'Promo'])

interface Around {
  currency: string
  product: Product
  name?: string
  depth?: number
}

function leavesIn(breakdowns: unknown, around: Around): NamedAmount[] {
  const { currency, product, name = 'Transaction', depth = 0 } = around
  if (depth > DEPTH_MAX) throw new RefusedRecord(`breakdowns: deeper than ${DEPTH_MAX}`)
  return listIn('breakdowns', breakdowns).flatMap((breakdown): NamedAmount[] => {
    const type = plainText('breakdownType', breakdown['breakdownType'])
    const stated = amountIn(breakdown['breakdownAmount'], currency)
    const parts = leavesIn(breakdown['breakdowns'], { currency, product, name: type, depth: depth + 1 })
    const isFee =
      parts.some(({ description }) => description === 'Base') &&
      parts.every(({ description, amountType }) => amountType === type && PARTS_OF_A_FEE.has(description))
    if (parts.length > 0 && !isFee)
      return stated === null ? parts : withRest(parts, stated, product, type || name)
    const amount = stated ?? (isFee ? toText(sumOf(parts), 9) : null)
    if (amount === null) return []
    const taxes = parts.filter(({ description }) => description === 'Tax')
    return [
      {
        amountType: name,
        description: type || REMAINDER,
        amount,
        taxAmount: taxes.length > 0 ? toText(sumOf(taxes), 9) : null,
        isPrincipal: PRINCIPALS.has(type),
        product,
      },
    ]
  })
}

const PRINCIPALS = new Set(['OurPricePrincipal', 'Principal', 'ProductCharges'])

function amountIn(value: unknown, currency: string): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'object') throw new RefusedRecord('breakdownAmount: an amount is expected')
  const { currencyAmount, currencyCode } = value as Json
  const amount = readCell('currencyAmount', plainText('currencyAmount', currencyAmount), 'decimal')
  if (amount === null) return null
  checkValue('settlement_lines', 'amount', amount, 'currencyAmount')
  const code = plainText('currencyCode', currencyCode).toUpperCase()
  if (code !== '' && code !== currency)
    throw new RefusedRecord(`currencyCode: ${code.slice(0, 10)}, where the transaction is in ${currency}`)
  return amount
}

function listIn(name: string, value: unknown): Json[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new RefusedRecord(`${name}: a list is expected`)
  return (value as unknown[]).map((one) => {
    if (typeof one !== 'object' || one === null)
      throw new RefusedRecord(`${name}: an object in { } is expected`)
    return one as Json
  })
}

function productOf(item: Json): Product {
  const contexts = listIn('contexts', item['contexts'])
  const context = contexts.find((one) => 'sku' in one || 'asin' in one) ?? {}
  const related = listIn('relatedIdentifiers', item['relatedIdentifiers'])
  const ofItem = related.find((one) => one['itemRelatedIdentifierName'] === 'ORDER_ADJUSTMENT_ITEM_ID')
  const network = plainText('fulfillmentNetwork', context['fulfillmentNetwork']).toUpperCase()
  return {
    sku: plainText('sku', context['sku']) || null,
    asin: plainText('asin', context['asin']) || null,
    quantity: readCell(
      'quantityShipped',
      plainText('quantityShipped', context['quantityShipped']),
      'integer',
    ),
    fulfillmentChannel: network || null,
    orderItemId: plainText('itemRelatedIdentifierValue', ofItem?.['itemRelatedIdentifierValue']) || null,
  }
}
