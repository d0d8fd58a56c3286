import { daysIn, type DateRange } from '#contract/date-range.ts'
import { toText, type Decimal } from '#contract/decimal.ts'
import { STOCK_MOVEMENTS, type RollForwardId, type StockRow, type StockValue } from '#contract/stock-value.ts'
import { knownCount, knownTotal } from '#server/known-total.ts'
import { NO_IDENTITY } from '#server/ledger/products/products.ts'
import { isValued, rollForward, sumOf } from '#server/metrics/stock-value/roll-forward.ts'
import { worth, type ProductStock, type StockOfRange } from '#server/metrics/stock-value/stock-between.ts'

export const text = (value: Decimal | null): string | null => (value === null ? null : toText(value))

/** What an answer says of all products, whichever are listed. */
export interface AllStock extends Omit<
  StockValue,
  'currencyCode' | 'rows' | 'rowCount' | 'pageCount' | 'notAllocated' | 'tie'
> {
  writtenOff: Decimal | null
}

export function allTogether(stock: StockOfRange | undefined, range: DateRange): AllStock {
  // Of products that are not read nothing is known.
  const products = stock && !stock.isCut ? stock.products : undefined
  const listed = stock?.products ?? []
  const valued = listed.filter(isValued)
  const lines = products ? rollForward(products) : []
  const lineOf = (id: RollForwardId) => lines.find((line) => line.id === id)
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
    writtenOff,
    isCut: stock?.isCut ?? false,
    days: [...(stock?.days ?? [])].map(([account, days]) => ({
      account,
      startDate: days[0]!,
      endDate: days.at(-1)!,
      count: days.length,
    })),
    dayCount: daysIn(range),
    products: listed.length,
    withoutValue: listed.length - valued.length,
    notExplained: listed.filter(({ unexplained }) => unexplained !== null && unexplained !== 0).length,
    beganLate: listed.filter(({ beganLate }) => beganLate).length,
    endedEarly: listed.filter(({ endedEarly }) => endedEarly).length,
    untold: stock?.untold ?? [],
  }
}
