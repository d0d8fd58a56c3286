import type { Metric } from './metric.ts'
import type { MetricId } from './metrics.ts'

/** `metrics.getDictionary`: a metric as pages, export heads and the glossary tell it. */
export interface MetricEntry extends Pick<Metric, 'label' | 'definition' | 'unit' | 'better'> {
  id: MetricId
  /** The title of what it belongs to. */
  group: string
  decimals: number
  /** In labels; null of a sum of rows, and of what answers say of their rows. */
  formula: string | null
  /** What Amazon's files call the amounts in it; of lines of the statement. */
  words: string[]
  /** It is declared, and nothing answers it yet. */
  isAwaited: boolean
}

/** Why numbers differ from those that sellers know, the most frequent reason first. */
export const DIFFERENCES: readonly { title: string; text: string }[] = [
  {
    title: 'Seller Central shows orders, the statement shows money.',
    text: 'The sales dashboard counts what was ordered on a day, at prices with VAT, before cancellations and refunds. The statement counts an amount on the day on which Amazon posted it, as in the settlement and in the date-range report. Pages that say "Money by order date" count it on the day of its order, without VAT.',
  },
  {
    title: 'VAT is not yours.',
    text: 'Gross sales contain it where prices do; the line "VAT in sales" takes it out before net sales. VAT on Amazon fees is left out of the fees where a company recovers it, and stands in the memo under the statement.',
  },
  {
    title: 'The newest two weeks are not complete.',
    text: 'Amazon holds amounts back until a delivery is confirmed. They stand in the card "Deferred" and move into the statement, on the day they were posted, once they are released.',
  },
  {
    title: 'A payout is no profit.',
    text: 'Reserves, loans, balances carried over and tax that passes through are in the payout and not in the profit; cost of goods and your own expenses are in the profit and not in the payout. The memo under the statement leads from one to the other.',
  },
  {
    title: 'Advertising counts on the day of the click.',
    text: 'Where advertising reports are there, they are the cost. What settlements bill for it later then stands in the memo and is not counted again.',
  },
  {
    title: 'A day is a day of the marketplace.',
    text: 'Settlement files write times in UTC. 22:30 of the last day of a month is already the next month in Berlin, and still the afternoon in California.',
  },
  {
    title: 'Every day has its own exchange rate.',
    text: "Amazon converts when it pays. Here each amount is converted at the rate of its day, so a month that is over doesn't change any more.",
  },
  {
    title: 'Some amounts belong to the whole account.',
    text: 'A subscription or a storage bill may name no marketplace. Under a filter that leaves out a marketplace of the account they are in no line, and the page says how much that is.',
  },
  {
    title: 'Advertising of brands belongs to no product.',
    text: 'Reports of advertised products say for which one Sponsored Products and Sponsored Display spent. Of Sponsored Brands no file names the product, nor the brand whose products could share the spend: it stands under "Not allocated", as does what reports by campaign, target or search term state alone. So does traffic of an ASIN that several of your SKUs share, unless all of them are selected.',
  },
]
