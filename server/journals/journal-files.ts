import type { JournalFormat } from '#contract/journal-accounts.ts'
import type { SettlementJournals } from '#contract/journals.ts'
import type { BookedJournal, FileQuestion, JournalFile } from './formats/booked-journal.ts'
import { datev } from './formats/datev.ts'
import { plainCsv } from './formats/plain-csv.ts'
import { quickBooks } from './formats/quickbooks.ts'
import { xero } from './formats/xero.ts'

const WRITERS: Record<JournalFormat, (question: FileQuestion) => Iterable<JournalFile>> = {
  CSV: plainCsv,
  XERO: xero,
  QUICKBOOKS: quickBooks,
  DATEV: datev,
}

/** The files of a program, each whole; none where there is no journal. */
export const journalFiles = (format: JournalFormat, question: FileQuestion): Iterable<JournalFile> =>
  question.journals.length === 0 ? [] : WRITERS[format](question)

/** The journals of settlements that can be booked, of one month where it is named, by their day. */
export const bookable = (settlements: readonly SettlementJournals[], month?: string): BookedJournal[] =>
  journalsOf(settlements.filter(({ state }) => state === 'BALANCED')).filter(
    (journal) => month === undefined || journal.month.startsWith(month),
  )

/** All that add up, by their day: also those that are booked by hand, or lack an account. */
export const journalsOf = (settlements: readonly SettlementJournals[]): BookedJournal[] =>
  settlements
    .flatMap(({ account, settlementId, currency, journals }) =>
      journals.map((journal) => ({ ...journal, account, settlementId, currency })),
    )
    .toSorted((a, b) => (`${a.date} ${a.number}` < `${b.date} ${b.number}` ? -1 : 1))
