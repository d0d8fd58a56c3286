import { ZERO, type Decimal } from '#contract/decimal.ts'
import { STOCK_MOVEMENTS, type RollForwardId } from '#contract/stock-value.ts'
import { knownCount, knownTotal } from '#server/known-total.ts'
import { worth, type ProductStock } from './stock-between.ts'

export interface RolledLine {
  id: RollForwardId
  /** Null of a revaluation, and where they are not known. */
  units: number | null
  value: Decimal | null
}

/** Sellable and not. */
export const closingUnits = ({ sellable, other }: Pick<ProductStock, 'sellable' | 'other'>): number | null =>
  sellable === null || other === null ? null : sellable + other

/** Whether it is known what its stock was worth, and what came and went. Nothing is worth nothing, whatever it costs. */
export const isValued = (product: ProductStock): boolean =>
  worth(product.opening, product.openingCost) !== null &&
  worth(closingUnits(product), product.closingCost) !== null &&
  revaluationOf(product) !== null &&
  (product.closingCost !== null || isStill(product))

const isStill = ({ moved, unexplained }: ProductStock): boolean =>
  unexplained === 0 && STOCK_MOVEMENTS.every((movement) => (moved[movement] ?? 0) === 0)

/**
 * From what stock was worth at first to what it was at last. Whatever comes and goes counts at the cost of the last day, and
 * what was there at first is revalued to it, so that the lines add up to the last exactly, for each product and for all. Units
 * are of all products, values of those whose value is known. A movement that no row states has neither.
 */
export function rollForward(products: readonly ProductStock[]): RolledLine[] {
  const valued = products.filter(isValued)
  const sum = (of: (product: ProductStock) => Decimal | null) => sumOf(products, valued, of)
  const line = (
    id: RollForwardId,
    unitsOf: (product: ProductStock) => number | null,
    costOf: (product: ProductStock) => Decimal | null = ({ closingCost }) => closingCost,
  ): RolledLine => ({
    id,
    units: knownCount(products, unitsOf),
    value: sum((product) => worth(unitsOf(product), costOf(product))),
  })
  return [
    line(
      'opening',
      ({ opening }) => opening,
      ({ openingCost }) => openingCost,
    ),
    ...STOCK_MOVEMENTS.map((id): RolledLine => {
      const isStated = products.some(({ moved }) => moved[id] !== null)
      return isStated ? line(id, ({ moved }) => moved[id] ?? 0) : { id, units: null, value: null }
    }),
    line('unexplained', ({ unexplained }) => unexplained),
    { id: 'revaluation', units: null, value: sum(revaluationOf) },
    line('closing', closingUnits),
  ]
}

/** A sum over products whose value is known; null where there are none but others. */
export const sumOf = (
  products: readonly ProductStock[],
  valued: readonly ProductStock[],
  of: (product: ProductStock) => Decimal | null,
): Decimal | null => (valued.length === 0 && products.length > 0 ? null : knownTotal(valued, of))

function revaluationOf({ opening, openingCost, closingCost }: ProductStock): Decimal | null {
  if (opening === 0) return ZERO
  if (opening === null || openingCost === null || closingCost === null) return null
  return worth(opening, closingCost - openingCost)
}
