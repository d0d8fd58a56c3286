import type { KeyedRow } from '#contract/answer.ts'
import { daysIn, type DateRange } from '#contract/date-range.ts'
import { toText, type Decimal } from '#contract/decimal.ts'
import {
  STOCK_MOVEMENTS,
  type RollForwardId,
  type StockMovement,
  type StockOrder,
  type StockRow,
  type StockValue,
  type StockValueInput,
} from '#contract/stock-value.ts'
import type { Company } from '#server/accounts/index.ts'
import { heldPerPeriod } from '#server/ledger/closed-months/closed-states.ts'
import { knownCount, knownTotal } from '#server/known-total.ts'
import { NO_IDENTITY, productsNamed } from '#server/ledger/products/products.ts'
import type { Services } from '#server/ledger/services.ts'
import { readLedger } from '#server/metrics/facts/ledger.ts'
import { closingUnits, isValued, rollForward, sumOf } from '#server/metrics/stock-value/roll-forward.ts'
import {
  stockBetween,
  worth,
  type ProductStock,
  type StockOfRange,
} from '#server/metrics/stock-value/stock-between.ts'
import { keyText } from './row-key.ts'

const text = (value: Decimal | null): string | null => (value === null ? null : toText(value))

/** The company as it was when the months of a range were closed, where all of them are. */
export const asClosed = heldPerPeriod(async (_services, state) => state)

/** What stock was worth at first and at last, and what became of it: a page of products, and all of them together. */
export async function listStock(
  services: Services,
  company: Company,
  input: StockValueInput,
  signal: AbortSignal | undefined,
): Promise<StockValue> {
  const range: DateRange = { start: input.startDate, end: input.endDate }
  const { currencyCode, pageNumber, pageSize, sortOrder } = input
  const state = (await asClosed(services, company))(range)
  const [stock, statement] = await Promise.all([
    stockBetween(services, state, { currencyCode, range }, signal),
    lossesInStatement(services, company, { currencyCode, range }, signal),
  ])
  const products = stock?.products ?? []
  const found = await searched(services, state, products, input.searchText, signal)
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
    ...togetherOf(stock, statement),
    days: [...(stock?.days ?? [])].map(([account, days]) => ({
      account,
      startDate: days[0]!,
      endDate: days.at(-1)!,
      count: days.length,
    })),
    dayCount: daysIn(range),
    products: products.length,
    withoutValue: products.filter((product) => !isValued(product)).length,
    notExplained: products.filter(({ unexplained }) => unexplained !== null && unexplained !== 0).length,
    endedEarly: products.filter((product) => endsEarly(product, stock!.days)).length,
  }
}

function rowOf(
  { openingCost, closingCost, writtenOff, sku: _sku, accountId: _account, ...product }: ProductStock,
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
): Promise<Decimal | null> {
  const scope = {
    basis: 'TRANSACTION',
    currencyCode,
    useAdjustedAdvertising: true,
    notAllocated: 'LEFT_OUT',
  } as const
  const ledger = await readLedger(services, company, scope, [{ period: range, comparison: null }], signal)
  return ledger.in(range).figure('inventoryLosses').value
}

function togetherOf(
  stock: StockOfRange | undefined,
  statement: Decimal | null,
): Pick<StockValue, 'total' | 'rollForward' | 'closing' | 'tie' | 'isCut'> {
  // Of products that are not read nothing is known.
  const products = stock && !stock.isCut ? stock.products : undefined
  const lines = products ? rollForward(products) : []
  const lineOf = (id: RollForwardId) => lines.find((line) => line.id === id)
  const valued = products?.filter(isValued) ?? []
  const sum = (of: (product: ProductStock) => Decimal | null) =>
    products ? sumOf(products, valued, of) : null
  const count = (of: (product: ProductStock) => number | null) => (products ? knownCount(products, of) : null)
  const writtenOff = products ? knownTotal(products, (product) => product.writtenOff) : null
  return {
    total: {
      key: '',
      identity: NO_IDENTITY,
      account: '',
      marketplace: '',
      firstDay: '',
      lastDay: '',
      opening: count(({ opening }) => opening),
      moved: Object.fromEntries(
        STOCK_MOVEMENTS.map((movement) => [movement, lineOf(movement)?.units ?? null]),
      ) as StockRow['moved'],
      unexplained: count(({ unexplained }) => unexplained),
      sellable: count(({ sellable }) => sellable),
      other: count(({ other }) => other),
      openingCost: null,
      closingCost: null,
      openingValue: text(lineOf('opening')?.value ?? null),
      closingValue: text(lineOf('closing')?.value ?? null),
      writtenOff: text(writtenOff),
    },
    rollForward: lines.map((line) => ({ ...line, value: text(line.value) })),
    closing: {
      sellable: text(sum(({ sellable, closingCost }) => worth(sellable, closingCost))),
      other: text(sum(({ other, closingCost }) => worth(other, closingCost))),
    },
    tie: {
      writtenOff: text(writtenOff),
      statement: text(statement),
      difference: text(writtenOff === null || statement === null ? null : writtenOff + statement),
    },
    isCut: stock?.isCut ?? false,
  }
}

/** By any part of a SKU, a name or an ASIN, in whatever case. */
async function searched(
  services: Services,
  company: Company,
  products: readonly ProductStock[],
  searchText: string,
  signal: AbortSignal | undefined,
): Promise<readonly ProductStock[]> {
  const wanted = searchText.trim().toLowerCase()
  if (wanted === '') return products
  const names = await productsNamed(services, company, [...new Set(products.map(({ sku }) => sku))], signal)
  return products.filter(({ sku }) => {
    const { name, asin } = names.get(sku)!
    return [sku, name, asin].some((one) => one.toLowerCase().includes(wanted))
  })
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

/** Its stock at last is that of a day before the last that its account knows. */
const endsEarly = (product: ProductStock, days: StockOfRange['days']): boolean =>
  closingUnits(product) !== 0 && product.lastDay < days.get(product.account)!.at(-1)!
