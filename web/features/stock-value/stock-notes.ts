/** What a reader has to know about what stock was worth. */
import type { StockValue } from '#contract/stock-value.ts'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import { rangeText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'

export const BASIS =
  'Stock held by Amazon according to its inventory ledger, on the first and last day that the ledger covers, at the landed cost and exchange rates of those days. Stock you keep elsewhere is not included.'

/** The gravest first. */
export function stockNotes(
  answer: Pick<
    StockValue,
    'days' | 'dayCount' | 'untold' | 'withoutValue' | 'notExplained' | 'beganLate' | 'endedEarly' | 'isCut'
  >,
): FlagNote[] {
  const { days, dayCount, untold, beganLate, withoutValue, notExplained, endedEarly, isCut } = answer
  const incomplete = days.filter(({ count }) => count < dayCount)
  const notes: (FlagNote | false)[] = [
    isCut && {
      text: 'There is more than can be read at once: sums have no value',
      isWarning: true,
    },
    withoutValue > 0 && {
      text: `Not in any value because a cost, rate or balance is missing: ${countText(withoutValue, 'row')}`,
      isWarning: true,
      act: { label: 'Enter costs', leadsTo: 'COSTS' },
    },
    ...untold.map((account): FlagNote => ({
      text: `No inventory ledger of ${account || 'the account'} on these days: its stock is not included here`,
      isWarning: true,
      act: { label: 'Where it is', leadsTo: 'GUIDE', report: 'inventory_ledger' },
    })),
    ...incomplete.map(({ account, startDate, endDate, count }): FlagNote => ({
      text: `${days.length > 1 && account ? `${account}: the` : 'The'} inventory ledger covers ${count} of ${countText(dayCount, 'day')}, ${rangeText(startDate, endDate)}`,
      isWarning: true,
      act: { label: 'Where it is', leadsTo: 'GUIDE', report: 'inventory_ledger' },
    })),
    beganLate > 0 && {
      text: `Opening stock from a later day than the first: ${countText(beganLate, 'row')}`,
      isWarning: true,
    },
    endedEarly > 0 && {
      text: `Closing stock from an earlier day than the last: ${countText(endedEarly, 'row')}`,
      isWarning: true,
    },
    notExplained > 0 && {
      text: `Closing stock does not match opening stock and movements: ${countText(notExplained, 'row')}`,
      isWarning: false,
    },
  ]
  return notes.filter((note) => note !== false)
}
