import { csvTable } from '#contract/delimited-text.ts'
import { entriesToWrite, partName, type FileQuestion, type JournalFile } from './booked-journal.ts'

const HEADINGS = [
  'Journal',
  'Date',
  'Seller account',
  'Settlement',
  'Currency',
  'Account code',
  'Account name',
  'Tax code',
  'Description',
  'Debit',
  'Credit',
]
const NUMBERS = ['Debit', 'Credit']

/** For spreadsheets, and programs that are told which column is which: ISO dates, UTF-8, numbers as the person writes them. */
export function* plainCsv({ journals, named, notation }: FileQuestion): Generator<JournalFile> {
  const rows = journals.flatMap((journal) =>
    entriesToWrite(journal).map(({ code, name, taxCode, description, amount, isDebit }) => [
      journal.number,
      journal.date,
      journal.account,
      journal.settlementId,
      journal.currency,
      code,
      name,
      taxCode,
      description,
      isDebit ? amount : '',
      isDebit ? '' : amount,
    ]),
  )
  yield {
    name: partName(named, 'csv', 0).replace('-csv.csv', '.csv'),
    content: Buffer.from(csvTable(HEADINGS, NUMBERS, rows, notation)),
  }
}
