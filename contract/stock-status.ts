/** What the stock of a product asks for (INV-3). */
import { OVERSTOCK_DAYS } from './metrics/computed.ts'
import { multiply, parseDecimal, ZERO, type Decimal } from './decimal.ts'

export const STOCK_STATUSES = [
  'NO_SALES',
  'OUT_OF_STOCK',
  'ORDER_NOW',
  'ORDER_SOON',
  'OVERSTOCK',
  'HEALTHY',
] as const
export type StockStatus = (typeof STOCK_STATUSES)[number]

/** So many days before the last one on which an order is in time, it is said to be soon. */
const SOON_DAYS = 7n

/**
 * A velocity is cut at the twelfth digit, so that what is exactly used up would seem to leave a little. Whole units over at most
 * 90 days leave nothing as small.
 */
const NOTHING = parseDecimal('0.000001')

interface Stock {
  available: Decimal | null
  pipelineUnits: Decimal | null
  dailyVelocity: Decimal | null
  safetyStockUnits: Decimal | null
}

/** The first that is true; null where no snapshot says what is left and on its way. */
export function stockStatusOf(
  { available, pipelineUnits, dailyVelocity, safetyStockUnits }: Stock,
  leadTimeDays: number,
): StockStatus | null {
  if (available === null) return null
  if (dailyVelocity === null || dailyVelocity === ZERO || safetyStockUnits === null) return 'NO_SALES'
  if (available <= ZERO) return 'OUT_OF_STOCK'
  if (pipelineUnits === null) return null
  const spare = pipelineUnits - multiply(dailyVelocity, parseDecimal(String(leadTimeDays))) - safetyStockUnits
  if (spare <= NOTHING) return 'ORDER_NOW'
  if (spare <= dailyVelocity * SOON_DAYS + NOTHING) return 'ORDER_SOON'
  return available > dailyVelocity * BigInt(OVERSTOCK_DAYS) + NOTHING ? 'OVERSTOCK' : 'HEALTHY'
}
