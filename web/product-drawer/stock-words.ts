import { addDays, later } from '#contract/date-range.ts'
import type { ProductFigures } from '#contract/product-drawer.ts'
import type { StockStatus } from '#contract/stock-status.ts'
import type { BadgeKind } from '#web/ui/Badge.tsx'
import { dayText, shortDayText } from '#web/ui/dates.ts'
import { countText, isZero, wholeText } from '#web/ui/numbers.ts'

export const STATUS_WORDS: Record<StockStatus, { label: string; kind: BadgeKind }> = {
  NO_SALES: { label: 'No sales', kind: 'neutral' },
  OUT_OF_STOCK: { label: 'Out of stock', kind: 'negative' },
  ORDER_NOW: { label: 'Order now', kind: 'negative' },
  ORDER_SOON: { label: 'Order soon', kind: 'warning' },
  OVERSTOCK: { label: 'Overstock', kind: 'info' },
  HEALTHY: { label: 'Healthy', kind: 'success' },
}

type Stock = Pick<ProductFigures, 'reordering' | 'stockStatus' | 'snapshotDay'>

/** The day of a number that counts days from the snapshot on. */
export const dayIn = ({ snapshotDay }: Stock, days: string | null): string | null =>
  snapshotDay === null || days === null ? null : addDays(snapshotDay, Number(days))

/** The last day on which an order is in time, which is today at the earliest; null where nothing says when. */
function orderDay(stock: Stock, today: string): string | null {
  const day = dayIn(stock, stock.reordering.reorderInDays.value)
  return day === null ? null : later(day, today)
}

/** In two words, beside the days of cover; undefined where nothing need be done. */
export function shortAdvice(stock: Stock, today: string): string | undefined {
  const day = orderDay(stock, today)
  switch (stock.stockStatus) {
    case 'OUT_OF_STOCK':
      return day === today ? 'order today' : 'out of stock'
    case 'ORDER_NOW':
      return 'order today'
    case 'ORDER_SOON':
      return day === null || day === today ? 'order today' : `order by ${shortDayText(day)}`
    case 'OVERSTOCK':
      return 'overstock'
    case 'NO_SALES':
    case 'HEALTHY':
    case null:
      return undefined
  }
}

/** How many are to be ordered now; null where none are. */
export function unitsToOrder({ reordering, stockStatus }: Stock): string | null {
  const { value } = reordering.reorderQuantity
  const isDue = stockStatus === 'ORDER_NOW' || stockStatus === 'ORDER_SOON' || stockStatus === 'OUT_OF_STOCK'
  return isDue && value !== null && !isZero(value) ? value : null
}

/** What to do, in a sentence. */
export function adviceText(stock: Stock, today: string): string {
  if (stock.stockStatus === 'NO_SALES') return 'It sells too little to say when to order.'
  const day = orderDay(stock, today)
  if (day === null) return 'It is not known when to order.'
  const units = unitsToOrder(stock)
  const when = day === today ? 'today' : `by ${dayText(day)}`
  if (units === null || (stock.stockStatus === 'OUT_OF_STOCK' && day !== today))
    return day === today ? 'What is on its way is enough.' : `The next order is due ${when}.`
  return `Order ${units === '1' ? countText(1, 'unit') : `${wholeText(units)} units`} ${when}.`
}
