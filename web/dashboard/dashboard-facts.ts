import { marketplaceOf } from '#contract/marketplaces.ts'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import type { PaperFacts } from '#web/print/PaperHead.tsx'
import type { Facts } from '#web/table/sheet.ts'
import { dayText, filterDateText, rangeText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'
import { commonApplied, type Applied } from './applied.ts'
import { pastFacts } from './as-of.ts'
import type { CommonView } from './dashboard-view.ts'
import { scopeOf, type DashboardFrame } from './use-dashboard.ts'

/** The view is that of the numbers shown, which may be the one before. */
interface Shown {
  frame: DashboardFrame
  view: CommonView
  /** What narrows the numbers of this page alone. */
  narrowing: readonly Applied[]
}

/** Everything that narrows the numbers. */
export const appliedIn = ({ view, narrowing }: Pick<Shown, 'view' | 'narrowing'>): Applied[] => [
  ...commonApplied(view),
  ...narrowing,
]

/** The same but for what is said beside it. */
const factsBut = (shown: Shown, ...said: string[]): [string, string][] =>
  appliedIn(shown).flatMap(({ id, label, names }) => (said.includes(id) ? [] : [[label, names.join(', ')]]))

/** What a printed page says of itself. */
export function paperFacts(shown: Shown, title: string, basis: string): PaperFacts {
  const {
    frame: { subject, dashboard },
    view,
  } = shown
  const { currencyCode, marketplaces } = scopeOf(subject, view, [])
  // A page without the filter is about all of them, each in its own currency.
  const ofFilter = (filter: 'marketplaces' | 'currency', name: string, value: string) =>
    dashboard.filters.includes(filter) ? [[name, value] as const] : []
  const named = marketplaces.length > 0 ? marketplaces : subject.offered
  return {
    title,
    facts: [
      ['Dates', `${filterDateText(view.startDate)} to ${filterDateText(view.endDate)}`],
      ...ofFilter(
        'marketplaces',
        'Marketplaces',
        named.map((code) => marketplaceOf(code)?.label ?? code).join(', '),
      ),
      ...ofFilter('currency', 'Currency', currencyCode),
      ...factsBut(shown, 'marketplaces'),
      ['Basis', basis],
      ...pastFacts(subject.asOf),
    ],
    dataTo: dayText(subject.lastDay),
  }
}

/** What a file says of the numbers in it. */
export function exportFacts(shown: Shown, basis: string, notes: readonly FlagNote[]): Facts {
  const {
    frame: { subject, scope, dashboard },
    view,
  } = shown
  const { currencyCode, marketplaces } = scopeOf(subject, view, [])
  return [
    ['Company', subject.company.name],
    // Without the filter amounts are of several currencies, and the table says of which.
    ...(dashboard.filters.includes('currency') ? [['Currency', currencyCode] as const] : []),
    ['Dates', `${view.startDate} to ${view.endDate}`],
    ['Marketplaces', marketplaces.join(' ') || 'all'],
    ['Products', scope.skus?.join(' ') ?? 'all'],
    ...factsBut(shown, 'marketplaces', 'products'),
    ['Basis', basis],
    ['Data to', subject.lastDay],
    ...(subject.asOf === undefined ? [] : [['As it was on', subject.asOf] as const]),
    ...notes.map(({ text, isWarning }) => [isWarning ? 'Warning' : 'Note', text] as const),
  ]
}

/** What a change of filters led to, read out once its numbers are there. */
export function spokenView(shown: Shown): string {
  const {
    frame: { subject },
    view,
  } = shown
  const { currencyCode, marketplaces } = scopeOf(subject, view, [])
  const where = marketplaces.length > 0 ? countText(marketplaces.length, 'marketplace') : 'All marketplaces'
  return [
    where,
    rangeText(view.startDate, view.endDate),
    currencyCode,
    ...factsBut(shown, 'marketplaces').map((fact) => fact.join(' ')),
  ].join(', ')
}
