import type { AnsweredDays } from '#contract/answer.ts'
import { addDays } from '#contract/date-range.ts'
import { flagNotes, type FlagNote } from '#web/explain/flag-notes.ts'
import { hasGaps, missingNotes } from './missing-days.ts'

type Said = Pick<AnsweredDays, 'coverage' | 'flags'>

interface Saying {
  /** What days are whose file may not be there yet. */
  awaitedText?: string
  /** What is said of flags; by itself all of them. */
  flagsOf?: (flags: Said['flags']) => FlagNote[]
}

/** What stands over the numbers of an answer: the days without a file, and its flags. Nothing of one that is not read yet. */
export function answerNotes(
  answer: Said | undefined,
  today: string,
  { awaitedText, flagsOf = flagNotes }: Saying = {},
): { hasGaps: boolean; notes: FlagNote[] } {
  if (!answer) return { hasGaps: false, notes: [] }
  const coverages = [answer.coverage]
  const yesterday = addDays(today, -1)
  return {
    hasGaps: hasGaps(coverages, yesterday),
    notes: [...missingNotes(coverages, yesterday, awaitedText), ...flagsOf(answer.flags)],
  }
}
