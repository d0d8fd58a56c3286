import { addDays, earlier, later } from '#contract/date-range.ts'
import type { PnlFlags, PnlRow } from '#contract/profit-and-loss.ts'
import { flagNotes, type FlagNote } from '#web/explain/flag-notes.ts'
import { missingDaysText, type MissingDays } from '#web/explain/lacks.ts'
import { countText } from '#web/ui/numbers.ts'

/** What a reader must know about the numbers of the range: the flags of its periods together. */
export function notesOf(answer: readonly PnlRow[], yesterday: string): FlagNote[] {
  const buckets = answer.filter(({ column }) => column === 'bucket')
  const first = buckets[0]
  if (!first) return []
  const lacks = new Set(buckets.flatMap(({ lines }) => lines.netProfit.lacks ?? []))
  const [firstMissing, ...moreMissing] = missingNotes(buckets, yesterday)
  const notes = [
    // Where there is room for few, each kind of warning has its first.
    ...(firstMissing ? [firstMissing] : []),
    ...flagNotes(buckets.slice(1).reduce((sum, { flags }) => together(sum, flags), first.flags)),
    ...moreMissing,
    ...LEFT_OUT.filter(({ lack }) => lacks.has(lack)).map(({ text, report }): FlagNote => ({
      text,
      isWarning: false,
      act: { label: 'What gives it', leadsTo: 'GUIDE', report },
    })),
  ]
  if (buckets.every(({ feeVatAdjusted }) => feeVatAdjusted)) return notes
  return [...notes, { text: 'Fees as charged, VAT not taken out', isWarning: false }]
}

/** Sources of which nothing is in net profit, and what they come from. Advertising has a note of its own. */
const LEFT_OUT = [
  { lack: 'EXPENSES', text: 'Net profit is before operating expenses', report: 'facts_file' },
  { lack: 'STOCK_LOSSES', text: 'Net profit is before lost and damaged stock', report: 'inventory_ledger' },
] as const

const SOURCES = ['REPORTS', 'BILLED', 'NONE'] as const

const together = (a: PnlFlags, b: PnlFlags): PnlFlags => ({
  unitsWithoutCost: a.unitsWithoutCost + b.unitsWithoutCost,
  lostUnitsWithoutCost: (a.lostUnitsWithoutCost ?? 0) + (b.lostUnitsWithoutCost ?? 0),
  unmappedLines: a.unmappedLines + b.unmappedLines,
  refundsWithoutQuantity: a.refundsWithoutQuantity + b.refundsWithoutQuantity,
  missingFxRates: a.missingFxRates + b.missingFxRates,
  ...ratesTogether([...(a.missingRates ?? []), ...(b.missingRates ?? [])]),
  advertisingSource:
    SOURCES.find((source) => [a, b].some((flags) => flags.advertisingSource === source)) ?? 'NONE',
})

/** Days without a rate, one entry for each currency. */
function ratesTogether(rates: NonNullable<PnlFlags['missingRates']>): Pick<PnlFlags, 'missingRates'> {
  if (rates.length === 0) return {}
  const byCurrency = new Map<string, (typeof rates)[number]>()
  for (const rate of rates) {
    const known = byCurrency.get(rate.currency)
    byCurrency.set(rate.currency, {
      ...rate,
      startDate: earlier(known?.startDate ?? rate.startDate, rate.startDate),
      endDate: later(known?.endDate ?? rate.endDate, rate.endDate),
      days: (known?.days ?? 0) + rate.days,
    })
  }
  return { missingRates: [...byCurrency.values()] }
}

/** So many stretches of missing days have a note of their own. */
const MISSING_NAMED = 2

/** Days of the range without a file. What reaches over several columns is one stretch. */
export function missingDays(buckets: readonly PnlRow[]): MissingDays[] {
  const stretches: MissingDays[] = []
  const inOrder = buckets
    .flatMap(({ coverage }) => coverage.missing)
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate))
  for (const days of inOrder) {
    const before = stretches.findLast(
      ({ account, currency }) => account === days.account && currency === days.currency,
    )
    if (before && addDays(before.endDate, 1) === days.startDate) before.endDate = days.endDate
    else stretches.push({ ...days })
  }
  return sameDaysTogether(stretches)
}

/** Currencies of one account of which the same days are missing: mostly one file was forgotten for each. */
function sameDaysTogether(stretches: readonly MissingDays[]): MissingDays[] {
  const together = new Map<string, MissingDays>()
  for (const days of stretches) {
    const key = `${days.account} ${days.startDate} ${days.endDate}`
    const known = together.get(key)
    together.set(key, known ? { ...known, currency: `${known.currency}, ${days.currency}` } : days)
  }
  return [...together.values()]
}

/** A settlement is a fortnight long, and its file comes a day or two after it. */
const AWAITED_DAYS = 16

/** Days whose file may not be there yet, as against one that nobody has imported. */
const isAwaited = ({ startDate }: MissingDays, yesterday: string): boolean =>
  startDate > addDays(yesterday, -AWAITED_DAYS)

function missingNotes(buckets: readonly PnlRow[], yesterday: string): FlagNote[] {
  const all = missingDays(buckets)
  const missing = all.filter((days) => !isAwaited(days, yesterday))
  const awaited = all.filter((days) => isAwaited(days, yesterday))
  return [
    ...warningsOf(missing),
    ...awaited.slice(0, MISSING_NAMED).map((days) => ({
      text: `Not settled yet: ${missingDaysText(days)}`,
      isWarning: false,
    })),
  ]
}

function warningsOf(missing: readonly MissingDays[]): FlagNote[] {
  const named = missing.length > MISSING_NAMED + 1 ? missing.slice(0, MISSING_NAMED) : missing
  const notes = named.map((days): FlagNote => ({
    text: `Data missing ${missingDaysText(days)}`,
    isWarning: true,
    act: { label: 'Import files', leadsTo: 'IMPORT', days },
  }))
  const rest = missing.length - named.length
  if (rest === 0) return notes
  return [
    ...notes,
    {
      text: `Data missing in ${countText(rest, 'more stretch', 'more stretches')} of days`,
      isWarning: true,
      act: { label: 'Import files', leadsTo: 'IMPORT' },
    },
  ]
}

/** Some day of the range has no file though one should be there. */
export const hasGaps = (answer: readonly PnlRow[], yesterday: string): boolean =>
  answer.some(
    ({ column, coverage }) =>
      column === 'bucket' && coverage.missing.some((days) => !isAwaited(days, yesterday)),
  )
