import { csvTable, type DelimitedNotation } from '#contract/delimited-text.ts'
import { multiply, parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { STOCK_MOVEMENTS, type MonthStock, type ProductStock, type StockMovement } from './stock-of-month.ts'

const MOVEMENT_LABELS: Record<StockMovement, string> = {
  receipts: 'Received',
  customer_shipments: 'Shipped to customers',
  customer_returns: 'Returned by customers',
  vendor_returns: 'Sent back to you',
  transfers: 'Moved between warehouses',
  found: 'Found',
  lost: 'Lost',
  damaged: 'Damaged',
  disposed: 'Disposed of',
  other_events: 'Other events',
  unknown_events: 'Unknown events',
}

/** What stock was worth, and what of it was written off; null where of any of it that is not known. */
export interface StockSums {
  opening: Decimal | null
  closing: Decimal | null
  writtenOff: Decimal | null
}

export function stockSums({ products }: MonthStock): StockSums {
  const sum = (of: (product: ProductStock) => Decimal | null): Decimal | null =>
    products.reduce<Decimal | null>((total, product) => {
      const value = of(product)
      return total === null || value === null ? null : total + value
    }, ZERO)
  return {
    opening: sum(openingValue),
    closing: sum((product) => add(sellableValue(product), otherValue(product))),
    writtenOff: sum(({ writtenOff }) => writtenOff),
  }
}

/** Nothing is worth nothing, whatever a unit costs. */
const worth = (units: number | null, cost: Decimal | null): Decimal | null => {
  if (units === 0) return ZERO
  return units === null || cost === null ? null : multiply(cost, parseDecimal(String(units)))
}
const openingValue = ({ opening, openingCost }: ProductStock) => worth(opening, openingCost)
const sellableValue = ({ sellable, closingCost }: ProductStock) => worth(sellable, closingCost)
const otherValue = ({ other, closingCost }: ProductStock) => worth(other, closingCost)
const add = (a: Decimal | null, b: Decimal | null): Decimal | null =>
  a === null || b === null ? null : a + b

/**
 * Stock of a month, a row for each product of an account and marketplace: units as Amazon's inventory ledger has them, values at
 * landed cost. Below it the sums, and what ties them to the statement.
 */
export function stockFile(
  stock: MonthStock,
  { currencyCode, losses }: { currencyCode: string; losses: string | null },
  notation: DelimitedNotation,
): Uint8Array {
  const money = [
    'Cost of a unit at first',
    'Cost of a unit at last',
    'Value at first',
    'Value at last, sellable',
    'Value at last, not sellable',
    'Written off',
  ].map((head) => `${head}, ${currencyCode}`)
  const units = [
    'At first',
    ...STOCK_MOVEMENTS.map((movement) => MOVEMENT_LABELS[movement]),
    'At last, sellable',
    'At last, not sellable',
    'Not explained',
  ]
  const heads = ['Seller account', 'Marketplace', 'SKU', 'First day', 'Last day', ...units, ...money]
  const text = (value: Decimal | null) => (value === null ? null : toText(value))
  const { writtenOff, opening, closing } = stockSums(stock)
  const before = (count: number) => Array<string>(count).fill('')
  const blank = heads.length - 1
  /** In the last column, where it is of what was written off. */
  const below = (label: string, value: string | null) => [label, ...before(blank - 1), value]
  const difference = losses === null || writtenOff === null ? null : toText(writtenOff + parseDecimal(losses))
  return Buffer.from(
    csvTable(
      heads,
      [...units, ...money],
      [
        ...stock.products.map((product) => [
          product.account,
          product.marketplace,
          product.sku,
          product.firstDay,
          product.lastDay,
          product.opening,
          ...STOCK_MOVEMENTS.map((movement) => product.moved[movement]),
          product.sellable,
          product.other,
          product.unexplained,
          text(product.openingCost),
          text(product.closingCost),
          text(openingValue(product)),
          text(sellableValue(product)),
          text(otherValue(product)),
          text(product.writtenOff),
        ]),
        below(`Value at first, ${currencyCode}`, text(opening)),
        below(`Value at last, ${currencyCode}`, text(closing)),
        below(`Written off, ${currencyCode}`, text(writtenOff)),
        below(`Lost and damaged stock in the statement, ${currencyCode}`, losses),
        below(`Difference, ${currencyCode}`, difference),
      ],
      notation,
    ),
  )
}
