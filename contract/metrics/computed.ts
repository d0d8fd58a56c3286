import { divide, multiply, parseDecimal, wholeBelow, ZERO, type Decimal } from '../decimal.ts'

/** INV-1: on fewer days in stock nobody sees how fast a product sells. */
export const IN_STOCK_DAYS_MIN = 7
/** Stock beyond so many days of sales is too much. */
const OVERSTOCK_DAYS = 90

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
  opportunity: (clicks, marketRate, purchases) => {
    const more = multiply(clicks!, marketRate!) - purchases!
    return more > ZERO ? more : ZERO
  },
  /** Whole units. A velocity is cut and not rounded, so that what is left is never a little too small. */
  overstock: (available, velocity) => {
    const more = wholeBelow(available! - velocity! * BigInt(OVERSTOCK_DAYS))
    return more > ZERO ? more : ZERO
  },
  priceGap: (own, market) => divide(own! - market!, market!),
  profitOfSales: (sales, share, spend) => multiply(sales!, share!) - spend!,
  velocity: (units, inStockDays) =>
    inStockDays! < parseDecimal(String(IN_STOCK_DAYS_MIN)) ? null : divide(units!, inStockDays!),
}

/** The same in words, of the labels of those values. */
export const RULES_IN_WORDS: Readonly<Record<string, (...labels: string[]) => string>> = {
  overstock: (available, velocity) =>
    `${available} − ${OVERSTOCK_DAYS} × ${velocity}, in whole units, not below 0`,
  velocity: (units, inStockDays) => `${units} ÷ ${inStockDays}, if these are ${IN_STOCK_DAYS_MIN} or more`,
}
