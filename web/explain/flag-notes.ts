import type { CountedFlag } from '#contract/profit-and-loss-lines.ts'
import type { PnlFlags } from '#contract/profit-and-loss.ts'
import { rangeText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'
import type { MissingDays } from './lacks.ts'

/** What can be done about a note: its rows and their cure, or the place where the cure lies. */
export type NoteAct = { label: string } & (
  | { opens: CountedFlag }
  | { onPress: () => void }
  | { leadsTo: 'RATES' }
  /** Products that lack one. */
  | { leadsTo: 'COSTS' }
  | { leadsTo: 'IMPORT'; days?: MissingDays }
  /** A report of the guide, by its id. */
  | { leadsTo: 'GUIDE'; report: string }
)

export interface FlagNote {
  text: string
  /** Something is missing from the numbers, as against a remark on where they come from. */
  isWarning: boolean
  act?: NoteAct
  /** What else can be done. */
  otherAct?: NoteAct
}

const warning = (text: string, act: NoteAct): FlagNote => ({ text, isWarning: true, act })

/** What a reader must know about numbers with these flags. */
export function flagNotes(flags: PnlFlags): FlagNote[] {
  const notes: FlagNote[] = []
  if (flags.unitsWithoutCost > 0) {
    notes.push(
      warning(`Cost of goods missing for ${countText(flags.unitsWithoutCost, 'unit')}`, {
        label: 'Enter costs',
        opens: 'unitsWithoutCost',
      }),
    )
  }
  if (flags.lostUnitsWithoutCost) {
    notes.push(
      warning(`Cost of goods missing for ${countText(flags.lostUnitsWithoutCost, 'lost unit')}`, {
        label: 'Enter costs',
        opens: 'lostUnitsWithoutCost',
      }),
    )
  }
  if (flags.unmappedLines > 0) {
    notes.push(
      warning(`${countText(flags.unmappedLines, 'row')} not mapped to a line yet`, {
        label: 'See rows',
        opens: 'unmappedLines',
      }),
    )
  }
  if (flags.ordersWithDefaultFees) {
    notes.push(
      warning(`Fees assumed for ${countText(flags.ordersWithDefaultFees, 'order item')}`, {
        label: 'See orders',
        opens: 'ordersWithDefaultFees',
      }),
    )
  }
  if (flags.missingRates) {
    const days = flags.missingRates.map(
      ({ currency, startDate, endDate }) => `${currency}, ${rangeText(startDate, endDate)}`,
    )
    notes.push(
      warning(`No exchange rate: ${days.join('; ')}`, { label: 'See exchange rates', leadsTo: 'RATES' }),
    )
  }
  if (flags.refundsWithoutQuantity > 0) {
    notes.push(
      warning(`Units unknown for ${countText(flags.refundsWithoutQuantity, 'refund')}`, {
        label: 'See refunds',
        opens: 'refundsWithoutQuantity',
      }),
    )
  }
  notes.push({
    text: ADVERTISING[flags.advertisingSource],
    isWarning: false,
    ...(flags.advertisingSource === 'NONE' && {
      act: { label: 'How to add it', leadsTo: 'GUIDE', report: 'facts_file' },
    }),
  })
  return notes
}

const ADVERTISING: Record<PnlFlags['advertisingSource'], string> = {
  REPORTS: 'Advertising from reports, on the day of the click',
  BILLED: 'Advertising as billed in settlements',
  NONE: 'No advertising data',
}
