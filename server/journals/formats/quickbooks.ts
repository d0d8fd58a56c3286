import { csvLines } from '#contract/delimited-text.ts'
import { entriesToWrite, partName, slicesOf, type FileQuestion, type JournalFile } from './booked-journal.ts'

/** QuickBooks Online takes no more rows from one file. */
const ROWS_MAX = 1_000
const HEADINGS = [
  'Journal No.',
  'Journal Date',
  'Account Name',
  'Description',
  'Debits',
  'Credits',
  'Currency',
]

/**
 * What QuickBooks Online takes under Import data, Journal entries (Intuit's help, "Import journal entries"): rows of one
 * number are a journal, accounts go by their name, sub-accounts as `Parent:Sub`, and dates are MM/DD/YYYY.
 * Neither it nor its edition for countries with such taxes has a column for a tax code.
 */
export function* quickBooks({ journals, named }: FileQuestion): Generator<JournalFile> {
  let part = 0
  for (const slice of slicesOf(journals, ROWS_MAX)) {
    const rows = slice.flatMap((journal) => {
      const [year, month, day] = journal.date.split('-')
      return entriesToWrite(journal).map(({ name, description, amount, isDebit }) => [
        journal.number,
        `${month}/${day}/${year}`,
        name,
        description,
        isDebit ? amount : '',
        isDebit ? '' : amount,
        journal.currency,
      ])
    })
    yield { name: partName(named, 'quickbooks', part++), content: Buffer.from(csvLines([HEADINGS, ...rows])) }
  }
}
