import { addDays } from '#contract/date-range.ts'
import type { PnlCoverage } from '#contract/profit-and-loss.ts'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import { missingDaysText, moreRangesText, type MissingDays } from '#web/explain/lacks.ts'

/** So many stretches of missing days have a note of their own. */
const MISSING_NAMED = 2

/** Days of the range without a file. What reaches over several periods is one stretch. */
export function missingDays(coverages: readonly PnlCoverage[]): MissingDays[] {
  const stretches: MissingDays[] = []
  const inOrder = coverages
    .flatMap(({ missing }) => missing)
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

/** How many stretches an answer counts and does not name. */
export const unnamedStretches = (coverages: readonly PnlCoverage[]): number =>
  coverages.reduce((sum, { moreMissing }) => sum + moreMissing, 0)

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

/** Days without a file: those that can be imported are a warning, those that may not be there yet a remark. */
export function missingNotes(
  coverages: readonly PnlCoverage[],
  yesterday: string,
  awaitedText = 'Not settled yet',
): FlagNote[] {
  const all = missingDays(coverages)
  const missing = all.filter((days) => !isAwaited(days, yesterday))
  const awaited = all.filter((days) => isAwaited(days, yesterday))
  return [
    ...warningsOf(missing, unnamedStretches(coverages)),
    ...awaited.slice(0, MISSING_NAMED).map((days) => ({
      text: `${awaitedText}: ${missingDaysText(days)}`,
      isWarning: false,
    })),
  ]
}

function warningsOf(missing: readonly MissingDays[], unnamed: number): FlagNote[] {
  const count = missing.length + unnamed
  const named = count > MISSING_NAMED + 1 ? missing.slice(0, MISSING_NAMED) : missing
  const notes = named.map((days): FlagNote => ({
    text: `Data missing ${missingDaysText(days)}`,
    isWarning: true,
    act: { label: 'Import files', leadsTo: 'IMPORT', days },
  }))
  const rest = count - named.length
  if (rest === 0) return notes
  return [
    ...notes,
    {
      text: `Data missing in ${moreRangesText(rest)}`,
      isWarning: true,
      act: { label: 'Import files', leadsTo: 'IMPORT' },
    },
  ]
}

/** Some day has no file though one should be there. */
export const hasGaps = (coverages: readonly PnlCoverage[], yesterday: string): boolean =>
  coverages.some(({ missing }) => missing.some((days) => !isAwaited(days, yesterday)))
