import { marketplaceOf } from '#contract/marketplaces.ts'
import type { PaperFacts } from '#web/print/PaperHead.tsx'
import type { Facts } from '#web/table/sheet.ts'
import { dayText, filterDateText, rangeText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'
import type { CommonView } from './dashboard-view.ts'
import { scopeOf, type DashboardFrame } from './use-dashboard.ts'

/** The view is that of the numbers shown, which may be the one before. */
interface Shown {
  frame: DashboardFrame
  view: CommonView
}

/** What a printed page says of itself. */
export function paperFacts({ frame: { subject }, view }: Shown, title: string, basis: string): PaperFacts {
  const { currencyCode, marketplaces } = scopeOf(subject, view, [])
  const named = marketplaces.length > 0 ? marketplaces : subject.offered
  return {
    title,
    facts: [
      ['Dates', `${filterDateText(view.startDate)} to ${filterDateText(view.endDate)}`],
      ['Marketplaces', named.map((code) => marketplaceOf(code)?.label ?? code).join(', ')],
      ['Currency', currencyCode],
      ['Basis', basis],
    ],
    dataTo: dayText(subject.lastDay),
  }
}

/** What a file says of the numbers in it. */
export function exportFacts({ frame: { subject, scope }, view }: Shown, basis: string): Facts {
  const { currencyCode, marketplaces } = scopeOf(subject, view, [])
  return [
    ['Company', subject.company.name],
    ['Currency', currencyCode],
    ['Dates', `${view.startDate} to ${view.endDate}`],
    ['Marketplaces', marketplaces.join(' ') || 'all'],
    ['Products', scope.skus?.join(' ') ?? 'all'],
    ['Basis', basis],
    ['Data to', subject.lastDay],
  ]
}

/** What a change of filters led to, read out once its numbers are there. */
export function spokenView({ frame: { subject }, view }: Shown): string {
  const { currencyCode, marketplaces } = scopeOf(subject, view, [])
  const where = marketplaces.length > 0 ? countText(marketplaces.length, 'marketplace') : 'All marketplaces'
  return `${where}, ${rangeText(view.startDate, view.endDate)}, ${currencyCode}`
}
