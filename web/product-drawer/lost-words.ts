import { daysIn } from '#contract/date-range.ts'
import { parseDecimal, ratio, ZERO } from '#contract/decimal.ts'
import {
  REIMBURSED_AFTER_DAYS,
  WASTED_CLICK_DAYS,
  type ClickedLevel,
  type LostCause,
  type LostContribution,
  type LostContributions,
} from '#contract/lost-contribution.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { countText, isNegative, isZero, percentText, priceText, wholeText } from '#web/ui/numbers.ts'

export const CAUSE_NAMES: Record<LostCause, string> = {
  OUT_OF_STOCK: 'Out of stock',
  STRANDED: 'Stock without an offer',
  FEATURED_OFFER: 'Featured Offer lost',
  WASTED_CLICKS: 'Clicks without an order',
  UNREIMBURSED: 'Lost in the warehouse, not paid back',
}

const PLACES: Record<ClickedLevel, string> = {
  SEARCH_TERM: 'search term',
  TARGET: 'target',
  PRODUCT: 'advertised product',
}

/** What a cause is told from: "2 days, about 48 units × 4.28". Of several products it names how many. */
export function basisText({ cause, products, days, units, unitAmount, clicks }: LostContribution): string {
  const of = products > 1 ? [countText(products, 'product')] : []
  if (cause === 'WASTED_CLICKS' && clicks) {
    const { count, places, level } = clicks
    return `${countText(places, PLACES[level])}, ${wholeText(count)} clicks in ${WASTED_CLICK_DAYS} days`
  }
  const each = unitAmount === undefined ? '' : ` × ${priceText(unitAmount)}`
  if (cause === 'UNREIMBURSED')
    return [...of, `${unitsText(units)}${each} cost, over ${REIMBURSED_AFTER_DAYS} days ago`].join(', ')
  return [...of, countText(days ?? 0, 'day'), `about ${unitsText(units)}${each}`].join(', ')
}

/**
 * Which share of the net profit it would be; without one, of which days it is. Clicks are of 14 days whatever the period, so
 * that of a shorter one they are no part of its profit.
 */
export function noteOf({
  causes,
  netProfit,
  period,
}: Pick<LostContributions, 'causes' | 'netProfit' | 'period'>): string {
  const { startDate: start, endDate: end } = period
  const isShorter = daysIn({ start, end }) < WASTED_CLICK_DAYS
  const counted = causes.filter(({ cause }) => !(isShorter && cause === 'WASTED_CLICKS'))
  if (counted.length === 0 || netProfit === null || isNegative(netProfit) || isZero(netProfit))
    return compactRangeText(start, end)
  const lost = counted.reduce((sum, { amount }) => sum + parseDecimal(amount), ZERO)
  const share = `${percentText(ratio(lost, parseDecimal(netProfit))!)} of net profit`
  return counted.length < causes.length ? `${share}, without clicks` : share
}

type LeftOut = Pick<LostContributions, 'productsWithoutMargin' | 'clicksWithoutRate' | 'products' | 'isCut'>

/** What is not in it, where something is not. */
export function leftOutText(lost: LeftOut): string {
  const { productsWithoutMargin, clicksWithoutRate, products, isCut } = lost
  return [
    ...(productsWithoutMargin > 0
      ? [`${countText(productsWithoutMargin, 'product')} without a known cost left out, wholly or in part.`]
      : []),
    ...(clicksWithoutRate.length > 0
      ? [`Clicks in ${clicksWithoutRate.join(', ')} left out: there is no exchange rate.`]
      : []),
    ...(products.lookedAt < products.all
      ? [`Estimates are of the ${products.lookedAt} products with most sales, of ${products.all}.`]
      : []),
    ...(isCut.clicks ? ['Only the most expensive clicks without an order are counted.'] : []),
    ...(isCut.losses ? ['Only the warehouse losses of the products that lost the most are counted.'] : []),
  ].join(' ')
}

/** What stands in place of causes where there are none: that nothing was lost, or that nobody knows what it comes to. */
export function emptyOf(lost: LeftOut): { title: string; text: string } {
  if (lost.productsWithoutMargin > 0) return { title: 'Not known without costs', text: leftOutText(lost) }
  if (lost.clicksWithoutRate.length > 0)
    return { title: 'Not known without an exchange rate', text: leftOutText(lost) }
  return {
    title: 'Nothing known to be lost',
    text: `Reports of stock, traffic, advertising and reimbursements would show losses. ${leftOutText(lost)}`.trim(),
  }
}

/** Units of estimates are no whole ones; below one they are said to be less. */
function unitsText(units = '0'): string {
  const count = Math.round(Number(units))
  return count === 0 ? 'less than a unit' : countText(count, 'unit')
}
