/** What a reader has to know about what stock was worth. */
import type { StockValue } from '#contract/stock-value.ts'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import { rangeText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'

export const BASIS =
  'What Amazon held, in units as its inventory ledger has them, on the first and on the last day that this knows; at landed cost of these days and their exchange rates. What you keep elsewhere is not in it.'

/** The gravest first. */
export function stockNotes(
  answer: Pick<StockValue, 'days' | 'dayCount' | 'withoutValue' | 'notExplained' | 'endedEarly' | 'isCut'>,
): FlagNote[] {
  const { days, dayCount, withoutValue, notExplained, endedEarly, isCut } = answer
  const incomplete = days.filter(({ count }) => count < dayCount)
  const notes: (FlagNote | false)[] = [
    isCut && {
      text: 'There are more products than can be read at once: sums have no value',
      isWarning: true,
    },
    withoutValue > 0 && {
      text: `In no value, for want of a cost, a rate or a balance: ${countText(withoutValue, 'product')}`,
      isWarning: true,
      act: { label: 'Enter costs', leadsTo: 'COSTS' },
    },
    ...incomplete.map(({ account, startDate, endDate, count }): FlagNote => ({
      text: `${days.length > 1 && account ? `${account}: the` : 'The'} inventory ledger knows ${count} of ${countText(dayCount, 'day')}, ${rangeText(startDate, endDate)}`,
      isWarning: true,
      act: { label: 'Where it is', leadsTo: 'GUIDE', report: 'inventory_ledger' },
    })),
    endedEarly > 0 && {
      text: `Stock of an earlier day than the last: ${countText(endedEarly, 'product')}`,
      isWarning: true,
    },
    notExplained > 0 && {
      text: `Stock at last is not what came and went makes of it: ${countText(notExplained, 'product')}`,
      isWarning: false,
    },
  ]
  return notes.filter((note) => note !== false)
}
