import type { DelimitedNotation } from '#contract/delimited-text.ts'
import { absolute, parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { partLabel, subjectLabel } from '#contract/journal-accounts.ts'
import type { BookSettings, Journal, JournalEntry } from '#contract/journals.ts'
import { amountOf } from '../settlement-journals.ts'

/** A journal with whose it is. */
export interface BookedJournal extends Journal {
  account: string
  settlementId: string
  currency: string
}

export interface JournalFile {
  name: string
  content: Uint8Array
}

/** What is written into files of a program, and what of it their names say. */
export interface FileQuestion {
  journals: readonly BookedJournal[]
  settings: BookSettings
  /** What the files are of, as `2026-03`. */
  named: string
  now: Date
  notation: DelimitedNotation
}

/** An entry as files have it: with both sides as texts of two decimals, and never both. */
export interface WrittenEntry extends JournalEntry {
  description: string
  /** Debits above zero, with two decimals. */
  signed: string
  /** Without its sign. */
  amount: string
  isDebit: boolean
}

const DESCRIPTION_LENGTH_MAX = 100

/** The entries of a journal that move anything. */
export const entriesToWrite = ({ entries }: Journal): WrittenEntry[] =>
  entries.flatMap((entry) => {
    const amount = amountOf(entry)
    if (amount === ZERO) return []
    const size = cents(toText(absolute(amount), 2))
    const isDebit = amount < ZERO
    const description = describe(entry)
    return [{ ...entry, description, amount: size, isDebit, signed: isDebit ? size : `-${size}` }]
  })

/** `12.5` as `12.50`. */
const cents = (amount: string): string => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** The lines that an entry is the sum of. */
function describe({ kind, parts }: JournalEntry): string {
  if (kind !== 'LINES') return subjectLabel(kind)
  const words = [...new Set(parts.filter(({ amount }) => parseDecimal(amount) !== ZERO).map(partLabel))].join(
    ', ',
  )
  return words.length > DESCRIPTION_LENGTH_MAX ? `${words.slice(0, DESCRIPTION_LENGTH_MAX - 1)}…` : words
}

/** Journals in files of so many rows, none of them cut; a longer one has a file of its own. */
export function* slicesOf(journals: readonly BookedJournal[], rowsMax: number): Generator<BookedJournal[]> {
  let slice: BookedJournal[] = []
  let rows = 0
  for (const journal of journals) {
    const count = entriesToWrite(journal).length
    if (slice.length > 0 && rows + count > rowsMax) {
      yield slice
      slice = []
      rows = 0
    }
    slice.push(journal)
    rows += count
  }
  if (slice.length > 0) yield slice
}

/** `journals-2026-03-xero.csv`, and where there are several `journals-2026-03-xero-2.csv`. */
export const partName = (named: string, program: string, part: number): string =>
  `journals-${named}-${program}${part === 0 ? '' : `-${part + 1}`}.csv`
