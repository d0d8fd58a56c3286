import type { DateRange } from '#contract/date-range.ts'
import type { Coverage } from '#contract/imports.ts'
import type { PnlFlags, PnlRow } from '#contract/profit-and-loss.ts'
import { flagNotes, type FlagNote } from '#web/explain/flag-notes.ts'
import { rangeText } from '#web/ui/dates.ts'

/** What a reader must know about the numbers of the range: the flags of its periods together. */
export function notesOf(answer: readonly PnlRow[]): FlagNote[] {
  const buckets = answer.filter(({ column }) => column === 'bucket')
  const first = buckets[0]
  if (!first) return []
  const notes = flagNotes(buckets.slice(1).reduce((sum, { flags }) => together(sum, flags), first.flags))
  if (buckets.every(({ feeVatAdjusted }) => feeVatAdjusted)) return notes
  return [...notes, { text: 'Fees as charged, VAT not taken out', isWarning: false }]
}

const SOURCES = ['REPORTS', 'BILLED', 'NONE'] as const

const together = (a: PnlFlags, b: PnlFlags): PnlFlags => ({
  unitsWithoutCost: a.unitsWithoutCost + b.unitsWithoutCost,
  unmappedLines: a.unmappedLines + b.unmappedLines,
  refundsWithoutQuantity: a.refundsWithoutQuantity + b.refundsWithoutQuantity,
  missingFxRates: a.missingFxRates + b.missingFxRates,
  advertisingSource:
    SOURCES.find((source) => [a, b].some((flags) => flags.advertisingSource === source)) ?? 'NONE',
})

/** Days of the range that lie between two settlements and that no file covers. */
export const gapNotes = (sources: Coverage['sources'], asked: DateRange): FlagNote[] =>
  sources.flatMap(({ account, gaps }) =>
    gaps
      .filter(({ start, end }) => start <= asked.end && end >= asked.start)
      .map(({ start, end }) => ({
        text: `No settlement of ${account} covers ${rangeText(start, end)}`,
        isWarning: true,
      })),
  )
