import { marketplaceOf } from '#contract/marketplaces.ts'
import type { PaperFacts } from '#web/print/PaperHead.tsx'
import { dayText, filterDateText } from '#web/ui/dates.ts'
import type { PnlView } from './pnl-view.ts'

interface PaperOptions {
  /** The marketplaces that all of them are. */
  offered: readonly string[]
  lastDay: string
  basis: string
}

/** What a printed statement says of itself. */
export function pnlPaper(view: PnlView, { offered, lastDay, basis }: PaperOptions): PaperFacts {
  const marketplaces = view.marketplaces.length > 0 ? view.marketplaces : offered
  return {
    title: 'Profit and loss, transaction',
    facts: [
      ['Dates', `${filterDateText(view.startDate)} to ${filterDateText(view.endDate)}`],
      ['Marketplaces', marketplaces.map((code) => marketplaceOf(code)?.label ?? code).join(', ')],
      ['Currency', view.currencyCode],
      ['Basis', basis],
    ],
    dataTo: dayText(lastDay),
  }
}
