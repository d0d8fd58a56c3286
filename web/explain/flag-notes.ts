import type { PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlFlags } from '#contract/profit-and-loss.ts'
import { rangeText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'

export interface FlagNote {
  text: string
  /** Something is missing from the numbers, as against a remark on where they come from. */
  isWarning: boolean
  /** The line whose rows show what the note is about. */
  line?: PnlLine
  /** What to import so that it is no longer missing. */
  cure?: string
  /** The cure lies where the settings say how old each currency's rates are, rather than where files are imported. */
  isInRates?: true
}

const warning = (text: string, more: Pick<FlagNote, 'line' | 'cure' | 'isInRates'> = {}): FlagNote => ({
  text,
  isWarning: true,
  ...more,
})

/** What a reader must know about numbers with these flags. */
export function flagNotes(flags: PnlFlags): FlagNote[] {
  const notes: FlagNote[] = []
  if (flags.unitsWithoutCost > 0) {
    notes.push(
      warning(`Cost of goods missing for ${countText(flags.unitsWithoutCost, 'unit')}`, {
        line: 'cogs',
        cure: 'Import costs',
      }),
    )
  }
  if (flags.lostUnitsWithoutCost) {
    notes.push(
      warning(`Cost missing for ${countText(flags.lostUnitsWithoutCost, 'lost unit')}`, {
        line: 'inventoryLosses',
        cure: 'Import costs',
      }),
    )
  }
  if (flags.unmappedLines > 0) {
    notes.push(
      warning(`${countText(flags.unmappedLines, 'row')} not mapped to a line yet`, { line: 'accountLevel' }),
    )
  }
  if (flags.missingRates) {
    const days = flags.missingRates.map(
      ({ currency, startDate, endDate }) => `${currency}, ${rangeText(startDate, endDate)}`,
    )
    notes.push(
      warning(`No exchange rate: ${days.join('; ')}`, { cure: 'See exchange rates', isInRates: true }),
    )
  }
  if (flags.refundsWithoutQuantity > 0) {
    notes.push(
      warning(`Units unknown for ${countText(flags.refundsWithoutQuantity, 'refund')}`, {
        line: 'unitsRefunded',
      }),
    )
  }
  notes.push({ text: ADVERTISING[flags.advertisingSource], isWarning: false })
  return notes
}

const ADVERTISING: Record<PnlFlags['advertisingSource'], string> = {
  REPORTS: 'Advertising from reports, on the day of the click',
  BILLED: 'Advertising as billed in settlements',
  NONE: 'No advertising data',
}
