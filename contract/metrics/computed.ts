import { divide, multiply, parseDecimal, wholeAbove, wholeBelow, ZERO, type Decimal } from '../decimal.ts'

/** INV-1: on fewer days in stock nobody sees how fast a product sells. */
export const IN_STOCK_DAYS_MIN = 7
/** Stock beyond so many days of sales is too much. */
/** Amazon's own limit of excess. */
export const OVERSTOCK_DAYS = 90

/** Rules that no algebra says, of values in the order in which a formula names them. Null where there is no answer. */
export const COMPUTED: Readonly<Record<string, (...values: Decimal[]) => Decimal | null>> = {
  differenceFromZero: (from, less) => (from! > less! ? from! - less! : ZERO),
  /** COGS-2 counts a unit without a cost as 0; where none of them has one, that is no cost of a unit. */
  costPerUnit: (cost, units, withoutCost) => (withoutCost! >= units! ? null : divide(cost!, units!)),
  /**
   * The price with VAT at which a unit earns nothing: VAT, referral fee and contingency grow with the price, so what is left
   * of it in proportion must carry the costs that do not. Null where nothing is left of a price.
   */
  minimumPrice: (netPrice, vat, referralFee, contingency, ...fixed) => {
    const left = netPrice! - referralFee! - contingency!
    const costs = fixed.reduce((total, cost) => total + cost, ZERO)
    return left <= ZERO ? null : divide(multiply(costs, netPrice! + vat!), left)
  },
  /** In whole units. A velocity is cut and not rounded, so that the next whole unit is never one too many. */
  reorderPoint: (velocity, safetyStock, leadTime) =>
    wholeAbove(multiply(velocity!, leadTime!) + safetyStock!),
  /** Single units: how many are in a carton, and the least that is sold, nobody says. */
  reorderQuantity: (velocity, safetyStock, pipeline, leadTime, wantedCover) => {
    const wanted = multiply(velocity!, leadTime! + wantedCover!) + safetyStock! - pipeline!
    return wanted > ZERO ? wholeAbove(wanted) : ZERO
  },
  /** In whole days, not below 0. Null of what does not sell: its time never comes. */
  reorderInDays: (velocity, safetyStock, pipeline, leadTime) => {
    const days = divide(pipeline! - multiply(velocity!, leadTime!) - safetyStock!, velocity!)
    return days === null ? null : days > ZERO ? wholeBelow(days) : ZERO
  },
  wholeDays: (days) => wholeBelow(days!),
  opportunity: (clicks, marketRate, purchases) => {
    const more = multiply(clicks!, marketRate!) - purchases!
    return more > ZERO ? more : ZERO
  },
  /** Whole units. A velocity is cut and not rounded, so that what is left is never a little too small. */
  overstock: (available, velocity) => {
    const more = wholeBelow(available! - velocity! * BigInt(OVERSTOCK_DAYS))
    return more > ZERO ? more : ZERO
  },
  /** Of what may be below zero: where more came back than was sold, a loss is no gain. */
  perSize: (value, of) => divide(value!, of! < ZERO ? -of! : of!),
  priceGap: (own, market) => divide(own! - market!, market!),
  product: (units, each) => multiply(units!, each!),
  profitOfSales: (sales, share, spend) => multiply(sales!, share!) - spend!,
  velocity: (units, inStockDays) =>
    inStockDays! < parseDecimal(String(IN_STOCK_DAYS_MIN)) ? null : divide(units!, inStockDays!),
}

/** The same in words, of the labels of those values. */
export const RULES_IN_WORDS: Readonly<Record<string, (...labels: string[]) => string>> = {
  overstock: (available, velocity) =>
    `${available} − ${OVERSTOCK_DAYS} × ${velocity}, in whole units, not below 0`,
  product: (units, each) => `${units} × ${each}`,
  perSize: (value, of) => `${value} ÷ ${of}, taken as above zero`,
  reorderPoint: (velocity, safetyStock, leadTime) =>
    `${velocity} × ${leadTime} + ${safetyStock}, up to a whole unit`,
  reorderQuantity: (velocity, safetyStock, pipeline, leadTime, wantedCover) =>
    `${velocity} × (${leadTime} + ${wantedCover}) + ${safetyStock} − ${pipeline}, up to a whole unit, not below 0`,
  reorderInDays: (velocity, safetyStock, pipeline, leadTime) =>
    `(${pipeline} − ${velocity} × ${leadTime} − ${safetyStock}) ÷ ${velocity}, in whole days, not below 0`,
  wholeDays: (days) => `${days}, in whole days`,
  velocity: (units, inStockDays) => `${units} ÷ ${inStockDays}, if these are ${IN_STOCK_DAYS_MIN} or more`,
}
