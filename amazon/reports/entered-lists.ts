/** Lists that people write or fill in, of what can also be entered on a page: products with their costs, and expenses. */
import { withoutApostrophes } from '#contract/delimited-text.ts'
import { LIST_PROBLEMS_MAX } from '#contract/dashboards/entered-lists.ts'
import type { Source } from '../files/archive.ts'
import { FILE_LIMITS, limitText, type FileLimits } from '../files/file-limits.ts'
import type { Columns } from '../files/header.ts'
import { openInput } from '../files/open-report.ts'
import { findTable, isWhole, tableRows } from '../files/table.ts'
import { RefusedRecord } from './cells.ts'
import { dayIn, marketplaceIn } from './product-costs.ts'
import { UnreadableFile } from './report-type.ts'
import { Cells, decimalMarkIn } from './tabular.ts'

type ListReading = 'text' | 'day' | 'decimal' | 'marketplace' | 'currency'

interface ListColumn {
  names: readonly string[]
  required?: boolean
  reading: ListReading
}

/** In centimetres and kilograms, as the template and the export of the page say. */
const MEASURE_COLUMNS = {
  length: { names: ['length_cm', 'Dimensions, cm and kg: Length'], reading: 'decimal' },
  width: { names: ['width_cm', 'Dimensions, cm and kg: Width'], reading: 'decimal' },
  height: { names: ['height_cm', 'Dimensions, cm and kg: Height'], reading: 'decimal' },
  weight: { names: ['weight_kg', 'Dimensions, cm and kg: Weight'], reading: 'decimal' },
} as const satisfies Record<string, ListColumn>

/** Names under which pages export a column come after those of templates. */
const COST_COLUMNS = {
  marketplace: { names: ['marketplace'], reading: 'marketplace' },
  validFrom: { names: ['valid_from'], reading: 'day' },
  validTo: { names: ['valid_to'], reading: 'day' },
  currency: { names: ['currency'], reading: 'currency' },
  manufacturing: { names: ['manufacturing'], reading: 'decimal' },
  freight: { names: ['freight'], reading: 'decimal' },
  duty: { names: ['duty'], reading: 'decimal' },
  other: { names: ['other'], reading: 'decimal' },
  fbmShipping: { names: ['fbm_shipping', 'own shipping'], reading: 'decimal' },
} as const satisfies Record<string, ListColumn>

/** The headings under which a template has what products measure. */
export const MEASURE_HEADINGS = Object.values(MEASURE_COLUMNS).map(({ names }) => names[0])

const ENTERED_LISTS = {
  products: {
    rowsMax: 20_000,
    columns: {
      sku: { names: ['sku'], required: true, reading: 'text' },
      customName: { names: ['custom_name', 'Basic information: Custom name'], reading: 'text' },
      category: { names: ['category', 'Basic information: Category'], reading: 'text' },
      tags: { names: ['tags', 'Basic information: Tags'], reading: 'text' },
      ...MEASURE_COLUMNS,
      ...COST_COLUMNS,
    },
  },
  expenses: {
    rowsMax: 500,
    columns: {
      name: { names: ['name', 'expense'], required: true, reading: 'text' },
      amount: { names: ['amount'], required: true, reading: 'decimal' },
      currency: { names: ['currency', 'cur.', 'cur'], required: true, reading: 'currency' },
      frequency: { names: ['frequency'], reading: 'text' },
      startDate: { names: ['start', 'date', 'start_date'], required: true, reading: 'day' },
      endDate: { names: ['end', 'end_date'], reading: 'day' },
      category: { names: ['category'], required: true, reading: 'text' },
      vendor: { names: ['vendor'], reading: 'text' },
      marketplace: { names: ['marketplace'], reading: 'marketplace' },
      invoiceId: { names: ['invoice', 'invoice id', 'invoice_id'], reading: 'text' },
      brandName: { names: ['brand', 'brand_name'], reading: 'text' },
      note: { names: ['note'], reading: 'text' },
    },
  },
} as const satisfies Record<string, { rowsMax: number; columns: Record<string, ListColumn> }>

export type EnteredListKind = keyof typeof ENTERED_LISTS

/** A row, what its cells say by column: null where they are empty, and nothing of columns that the file does not have. */
export interface ListRow {
  lineNumber: number
  values: Record<string, string | null>
}

/** What keeps a row, or one of its cells, from being read. */
export interface ListProblem {
  lineNumber: number
  /** The heading in the file; empty for the whole row. */
  column: string
  text: string
}

export interface ReadList {
  rows: ListRow[]
  problems: ListProblem[]
  /** What the file calls the columns that it has. */
  headings: Record<string, string>
  /** Headings of columns that nothing is read of: the first of them, and not the whole of a long one. */
  unread: string[]
  /** Rows as they stand in the file, by their lines; how a long one begins. */
  texts: Record<number, string>
}

/** Somebody waits for a list while it is read, and it holds far less than a report. */
const LIST_LIMITS: FileLimits = {
  ...FILE_LIMITS,
  archive: { ...FILE_LIMITS.archive, unpackedBytesMax: 32 * 2 ** 20 },
  workbook: {
    ...FILE_LIMITS.workbook,
    unpackedBytesMax: 64 * 2 ** 20,
    cellsMax: 2_000_000,
    sharedTextsMax: 500_000,
    sharedTextBytesMax: 32 * 2 ** 20,
  },
}

const ROW_LENGTH_TOLD = 500
const UNREAD_MAX = 20
const HEADING_LENGTH_SHOWN = 60

/** All rows of a list. Throws `UnreadableFile`, also for a list of more rows than are taken at once. */
export async function readEnteredList(
  source: Source,
  fileName: string,
  kind: EnteredListKind,
): Promise<ReadList> {
  const { rowsMax, columns } = ENTERED_LISTS[kind] as { rowsMax: number; columns: Record<string, ListColumn> }
  const input = await openInput(source, fileName, LIST_LIMITS)
  const table = findTable(input.head, columns as Columns)
  const missing = table?.header.missing
  if (!isWhole(table)) throw headingsMissing(columns, missing)
  const has = Object.keys(columns).filter((column) => table.header.cellOf[column] !== undefined)
  const amounts = has.filter((column) => columns[column]!.reading === 'decimal')
  const rules = { decimalMark: await decimalMarkIn(input, table, amounts) }
  const read = new Set(has.map((column) => table.header.cellOf[column]))
  const unread = table.header.cells
    .filter((heading, index) => heading.trim() !== '' && !read.has(index))
    .slice(0, UNREAD_MAX)
    .map((heading) => heading.trim().slice(0, HEADING_LENGTH_SHOWN))
  const list: ReadList = { rows: [], problems: [], headings: {}, unread, texts: {} }
  let count = 0
  for await (const row of tableRows(input, table)) {
    if (++count > rowsMax) throw tooLong(rowsMax)
    if (list.problems.length >= LIST_PROBLEMS_MAX) break
    const { lineNumber } = row
    const text = 'cells' in row ? row.cells.join(table.delimiter ?? '\t') : row.text
    list.texts[lineNumber] = text.slice(0, ROW_LENGTH_TOLD)
    if (!('cells' in row)) {
      list.problems.push({ lineNumber, column: '', text: row.problem })
      continue
    }
    const cells = new Cells(row, table, columns as Columns, rules)
    const values: ListRow['values'] = {}
    for (const column of has)
      try {
        values[column] = cellOf(cells, column, columns[column]!.reading)
      } catch (error) {
        if (!(error instanceof RefusedRecord)) throw error
        const heading = cells.heading(column)
        list.problems.push({
          lineNumber,
          column: heading,
          text: error.message.replace(`${heading}: `, ''),
        })
      }
    if (has.every((column) => column in values)) list.rows.push({ lineNumber, values })
    for (const column of has) list.headings[column] ??= cells.heading(column)
  }
  if (count === 0) throw new UnreadableFile('EMPTY_FILE', 'The file has headings and no rows.')
  return list
}

function cellOf(cells: Cells, column: string, reading: ListReading): string | null {
  switch (reading) {
    case 'marketplace':
      return /^all$/i.test(cells.text(column)) ? null : marketplaceIn(cells)
    case 'day':
      return dayIn(cells, column)
    case 'currency': {
      const currency = cells.text(column).toUpperCase()
      if (currency !== '' && !/^[A-Z]{3}$/.test(currency))
        throw cells.refuse(column, 'a currency code such as EUR')
      return currency || null
    }
    case 'text':
    case 'decimal':
      return ownText(cells.value(column, reading))
  }
}

/** Without what our own files put before a text that a spreadsheet would run. */
const ownText = (text: string | null): string | null => (text === null ? null : withoutApostrophes(text))

function headingsMissing(columns: Record<string, ListColumn>, missing: readonly string[] | undefined) {
  const needed = Object.values(columns).flatMap(({ names, required }) => (required ? [names[0]!] : []))
  return new UnreadableFile(
    'UNKNOWN_HEADER',
    `The first sheet has no line with the headings that are needed: ${needed.join(', ')}. Missing: ${(missing ?? needed).join(', ')}.`,
  )
}

const tooLong = (rowsMax: number) =>
  new UnreadableFile(
    'LIST_TOO_LONG',
    `The list has more than ${limitText(rowsMax)} rows. Split it, and import one part after the other.`,
  )
