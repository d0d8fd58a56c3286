import { csvLines, csvTable, type DelimitedNotation } from '#contract/delimited-text.ts'
import { parseDecimal, toText, type Decimal } from '#contract/decimal.ts'
import { MOVEMENT_LABELS, ROLL_FORWARD_LABELS, STOCK_MOVEMENTS } from '#contract/stock-value.ts'
import { inTurns } from '#server/in-turns.ts'
import { isValued, rollForward } from '#server/metrics/stock-value/roll-forward.ts'
import { knownTotal } from '#server/known-total.ts'
import { worth, type StockOfRange, type ProductStock } from '#server/metrics/stock-value/stock-between.ts'

/** Rows that are written before whoever else waits has a turn. */
const ROWS_IN_A_TURN = 1_000

/**
 * Stock of a month, a row for each product of an account and marketplace: units as Amazon's inventory ledger has them, values at
 * landed cost. Below it the sums of values, and what ties what was written off to the statement.
 */
export async function stockFile(
  { products, isCut }: StockOfRange,
  { currencyCode, losses }: { currencyCode: string; losses: string | null },
  notation: DelimitedNotation,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const money = [
    'Opening unit cost',
    'Closing unit cost',
    'Opening value',
    'Closing value, sellable',
    'Closing value, not sellable',
    'Written off',
  ].map((head) => `${head}, ${currencyCode}`)
  const units = [
    'Opening stock',
    ...STOCK_MOVEMENTS.map((movement) => MOVEMENT_LABELS[movement]),
    'Closing stock, sellable',
    'Closing stock, not sellable',
    'Unexplained',
  ]
  const heads = ['Seller account', 'Marketplace', 'SKU', 'First day', 'Last day', ...units, ...money]
  const text = (value: Decimal | null) => (value === null ? null : toText(value))
  const rowOf = (product: ProductStock) => [
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
    ...VALUES.map((valueOf) => text(valueOf(product))),
  ]
  // Of products that are left out nothing is known here.
  const sums = VALUES.map((valueOf) => (isCut ? null : knownTotal(products, valueOf)))
  const writtenOff = sums.at(-1)!
  const below = (label: string, values: (string | null)[]) => [
    label,
    ...Array<string>(heads.length - 1 - values.length).fill(''),
    ...values,
  ]
  const difference = losses === null || writtenOff === null ? null : toText(writtenOff + parseDecimal(losses))
  const numbers = new Set([...units, ...money])
  const isNumber = (_row: number, column: number) => numbers.has(heads[column]!)
  const slices = Array.from({ length: Math.ceil(products.length / ROWS_IN_A_TURN) }, (_, n) =>
    products.slice(n * ROWS_IN_A_TURN, (n + 1) * ROWS_IN_A_TURN),
  )
  const lines = await inTurns(slices, signal, (slice) => csvLines(slice.map(rowOf), { notation, isNumber }))
  const last = [
    below('All products', sums.map(text)),
    below('Lost and damaged stock in the statement', [losses]),
    below('Difference', [difference]),
  ]
  return Buffer.from(
    [csvTable(heads, [], [], notation), ...lines, csvLines(last, { notation, isNumber })].join(''),
  )
}

/** What stock was worth from the first to the last day of a month, line by line. */
export function stockValueFile(
  { products, isCut }: StockOfRange,
  currencyCode: string,
  notation: DelimitedNotation,
): Uint8Array {
  const value = `Value, ${currencyCode}`
  // Of products that are left out nothing is known.
  const lines = isCut ? [] : rollForward(products)
  return Buffer.from(
    csvTable(
      ['Line', 'Units', value],
      ['Units', value],
      [
        ...lines.map(({ id, units, value: amount }) => [
          ROLL_FORWARD_LABELS[id],
          units,
          amount === null ? null : toText(amount),
        ]),
        [`Products in no value: ${products.filter((product) => !isValued(product)).length}`, null, null],
      ],
      notation,
    ),
  )
}

/** In the order of their columns, the last of all. */
const VALUES: readonly ((product: ProductStock) => Decimal | null)[] = [
  ({ opening, openingCost }) => worth(opening, openingCost),
  ({ sellable, closingCost }) => worth(sellable, closingCost),
  ({ other, closingCost }) => worth(other, closingCost),
  ({ writtenOff }) => writtenOff,
]
