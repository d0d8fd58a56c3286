import { csvLines } from '#contract/delimited-text.ts'
import { entriesToWrite, partName, slicesOf, type FileQuestion, type JournalFile } from './booked-journal.ts'

/** Xero takes no more rows from one file. */
const ROWS_MAX = 300
const HEADINGS = ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount']

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Xero's template of manual journals, as its help has it ("Import manual journals", help.xero.com/nz/ManualJournalsImport):
 * rows of one narration and date are a journal, dates are dd/mm/yyyy or dd mmm yyyy, of which an edition that puts the month
 * first cannot mistake the second, and an amount above zero is a debit. It knows no currency: amounts are in that of the
 * organisation.
 */
export function* xero({ journals, named }: FileQuestion): Generator<JournalFile> {
  let part = 0
  for (const slice of slicesOf(journals, ROWS_MAX)) {
    const rows = slice.flatMap((journal) => {
      const [year, month, day] = journal.date.split('-')
      const narration = `Amazon settlement ${journal.settlementId}, journal ${journal.number}`
      return entriesToWrite(journal).map(({ code, taxCode, description, signed }) => [
        narration,
        `${day} ${MONTHS[Number(month) - 1]} ${year}`,
        description,
        code,
        taxCode,
        signed,
      ])
    })
    yield { name: partName(named, 'xero', part++), content: Buffer.from(csvLines([HEADINGS, ...rows])) }
  }
}
