import type { PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { countText } from '#web/ui/numbers.ts'

export interface PnlNote {
  text: string
  /** Something is missing from the numbers, as against a remark on where they come from. */
  isWarning: boolean
  /** The line whose rows show what the note is about. */
  line?: PnlLine
}

/** What a reader must know about the numbers of the range. */
export function notesOf(answer: readonly PnlRow[]): PnlNote[] {
  const buckets = answer.filter(({ column }) => column === 'bucket')
  const sum = (flag: 'unitsWithoutCost' | 'unmappedLines' | 'refundsWithoutQuantity' | 'missingFxRates') =>
    buckets.reduce((total, { flags }) => total + flags[flag], 0)

  const notes: PnlNote[] = []
  const warn = (text: string, line?: PnlLine) =>
    notes.push({ text, isWarning: true, ...(line ? { line } : {}) })

  const units = sum('unitsWithoutCost')
  if (units > 0) warn(`Cost of goods missing for ${countText(units, 'unit')}`, 'cogs')
  const unmapped = sum('unmappedLines')
  if (unmapped > 0) warn(`${countText(unmapped, 'row')} not mapped to a line yet`, 'accountLevel')
  const rates = sum('missingFxRates')
  if (rates > 0) warn(`${countText(rates, 'exchange rate')} missing`)
  const refunds = sum('refundsWithoutQuantity')
  if (refunds > 0) warn(`Units unknown for ${countText(refunds, 'refund')}`, 'unitsRefunded')

  if (buckets.length > 0) notes.push({ text: advertisingText(buckets), isWarning: false })
  if (buckets.some(({ feeVatAdjusted }) => !feeVatAdjusted)) {
    notes.push({ text: 'Fees as charged, VAT not taken out', isWarning: false })
  }
  return notes
}

function advertisingText(buckets: readonly PnlRow[]): string {
  const sources = new Set(buckets.map(({ flags }) => flags.advertisingSource))
  if (sources.has('REPORTS')) return 'Advertising from reports, on the day of the click'
  if (sources.has('BILLED')) return 'Advertising as billed in settlements'
  return 'No advertising data'
}
