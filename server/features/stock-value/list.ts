import type { KeyedRow } from '#contract/answer.ts'
import type { DateRange } from '#contract/date-range.ts'
import type { Decimal } from '#contract/decimal.ts'
import {
  STOCK_MOVEMENTS,
  type StockMovement,
  type StockOrder,
  type StockRow,
  type StockValue,
  type StockValueInput,
} from '#contract/stock-value.ts'
import type { Company } from '#server/accounts/index.ts'
import { companyPerPeriod } from '#server/ledger/closed-months/closed-states.ts'
import { perVersionWhileAsked } from '#server/ledger/per-version.ts'
import { productsFound, productsNamed } from '#server/ledger/products/products.ts'
import type { Services } from '#server/ledger/services.ts'
import { readLedger } from '#server/metrics/facts/ledger.ts'
import { closingUnits } from '#server/metrics/stock-value/roll-forward.ts'
import { stockBetween, worth, type ProductStock } from '#server/metrics/stock-value/stock-between.ts'
import { keyText } from './row-key.ts'
import { allTogether, text } from './together.ts'

/** What is remembered of a product counts as so many rows of an answer. */
const ROWS_OF_PRODUCT = 5

/** Kept, so that another order, page or search asks the engine nothing. */
const stockOf = perVersionWhileAsked(
  async (services, company, signal, currencyCode: string, range: DateRange) => {
    const stock = await stockBetween(services, company, { currencyCode, range }, signal)
    return { products: stock?.products ?? [], together: allTogether(stock, range) }
  },
  ({ products }) => products.length * ROWS_OF_PRODUCT,
)

/** What stock was worth at first and at last, and what became of it: a page of products, and all of them together. */
export async function listStock(
  services: Services,
  company: Company,
  input: StockValueInput,
  signal: AbortSignal | undefined,
): Promise<StockValue> {
  const range: DateRange = { start: input.startDate, end: input.endDate }
  const { currencyCode, pageNumber, pageSize, sortOrder } = input
  const state = (await companyPerPeriod(services, company))(range)
  const [stock, statement] = await Promise.all([
    stockOf(services, state, signal, currencyCode, range),
    lossesInStatement(services, company, { currencyCode, range }, signal),
  ])
  const {
    products,
    together: { writtenOff, ...together },
  } = stock
  const wanted = await productsFound(services, state, input.searchText, signal)
  const skus = wanted && new Set(wanted)
  const found = skus ? products.filter(({ sku }) => skus.has(sku)) : products
  const listed = inOrder(found, input.sortBy, sortOrder === 'DESC')
  const page = listed.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  const names = await productsNamed(services, state, [...new Set(page.map(({ sku }) => sku))], signal)
  return {
    currencyCode,
    rows: page.map((product) =>
      rowOf(product, {
        key: keyText({ ...product, account: product.accountId }),
        identity: names.get(product.sku)!,
      }),
    ),
    notAllocated: null,
    rowCount: found.length,
    pageCount: Math.ceil(found.length / pageSize),
    ...together,
    tie: {
      writtenOff: text(writtenOff),
      statement: text(statement.value),
      difference: text(writtenOff === null || statement.value === null ? null : writtenOff + statement.value),
      isStatementPartial: statement.isPartial,
    },
  }
}

function rowOf(
  {
    openingCost,
    closingCost,
    writtenOff,
    sku: _sku,
    accountId: _account,
    beganLate: _began,
    endedEarly: _ended,
    ...product
  }: ProductStock,
  named: KeyedRow,
): StockRow {
  return {
    ...named,
    ...product,
    openingCost: text(openingCost),
    closingCost: text(closingCost),
    openingValue: text(worth(product.opening, openingCost)),
    closingValue: text(worth(closingUnits(product), closingCost)),
    writtenOff: text(writtenOff),
  }
}

/** LOSS-1 as the statement has it. */
async function lossesInStatement(
  services: Services,
  company: Company,
  { currencyCode, range }: Pick<StockValueInput, 'currencyCode'> & { range: DateRange },
  signal: AbortSignal | undefined,
): Promise<{ value: Decimal | null; isPartial: boolean }> {
  const scope = {
    basis: 'TRANSACTION',
    currencyCode,
    useAdjustedAdvertising: true,
    notAllocated: 'LEFT_OUT',
  } as const
  const ledger = await readLedger(services, company, scope, [{ period: range, comparison: null }], signal)
  const { value, lacks } = ledger.in(range).figure('inventoryLosses')
  return { value, isPartial: lacks.size > 0 }
}

function inOrder(
  products: readonly ProductStock[],
  sortBy: StockOrder,
  isDescending: boolean,
): readonly ProductStock[] {
  const bySku = (one: ProductStock, other: ProductStock) =>
    compare([one.sku, one.account, one.marketplace], [other.sku, other.account, other.marketplace])
  if (sortBy === 'sku')
    return products.toSorted((one, other) => (isDescending ? bySku(other, one) : bySku(one, other)))
  const keyed = products.map((product) => ({ product, value: numberOf(product, sortBy) }))
  return keyed
    .toSorted((one, other) => {
      if (one.value === other.value) return bySku(one.product, other.product)
      if (one.value === null) return 1
      if (other.value === null) return -1
      return one.value < other.value === isDescending ? 1 : -1
    })
    .map(({ product }) => product)
}

function compare(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((part, nth) => part !== other[nth])
  if (index === -1) return 0
  return one[index]! < other[index]! ? -1 : 1
}

const isMovement = (order: StockOrder): order is StockMovement =>
  (STOCK_MOVEMENTS as readonly string[]).includes(order)

function numberOf(product: ProductStock, order: Exclude<StockOrder, 'sku'>): number | Decimal | null {
  if (isMovement(order)) return product.moved[order]
  if (order === 'openingValue') return worth(product.opening, product.openingCost)
  if (order === 'closingValue') return worth(closingUnits(product), product.closingCost)
  return product[order]
}
