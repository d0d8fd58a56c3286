/** Reads the statement of a bank: what its columns are, its credits, and what can't be read of it. */
import { Readable } from 'node:stream'
import {
  csvRows,
  decimalMarkOf,
  openText,
  plainDecimal,
  unpack,
  UnreadableFile,
  type Delimiter,
} from '#amazon/index.ts'
import { BANK_PROBLEMS_MAX, BANK_ROWS_MAX, type SomeColumns, type DateOrder } from '#contract/bank-match.ts'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import { bankDay, dateOrderOf } from './bank-day.ts'
import {
  amountCurrencyIn,
  columnsIn,
  directionColumnIn,
  directionIn,
  type FoundColumns,
} from './bank-columns.ts'

export interface ReadBankRow {
  lineNumber: number
  day: string
  /** Null of a row of the other of two columns, as debits beside credits are: it says which days the statement has. */
  amount: string | null
  currency: string
  text: string
}

export interface BankReading {
  heads: string[]
  sample: string[][]
  columns: SomeColumns
  questions: ('date' | 'amount' | 'currency' | 'dateOrder')[]
  /** All rows, credits and debits. */
  rows: ReadBankRow[]
  problems: { lineNumber: number; reason: string }[]
  problemCount: number
}

const LIMITS = {
  unpackedBytesMax: 16 * 2 ** 20,
  ratioMax: 50,
  ratioFreeBytes: 2 ** 20,
  entriesMax: 1,
  filesMax: 1,
}
const DELIMITERS: readonly Delimiter[] = [';', ',', '\t']
/** Banks write name, number and period of an account before the headings. */
const PREAMBLE_ROWS_MAX = 60
const SAMPLE_ROWS = 5
const CELL_LENGTH_MAX = 300
const COLUMNS_MAX = 200

type Cells = { lineNumber: number; cells: readonly string[] }

/**
 * Throws `UnreadableFile` for what is no text, and for what has more rows than any statement.
 * @param today the last day that a statement can have
 */
export async function readBankStatement(
  bytes: Uint8Array,
  asked: SomeColumns,
  today: string,
): Promise<BankReading> {
  const unpacked = await unpack(() => Readable.from([bytes], { objectMode: false }), LIMITS)
  if (unpacked.format !== 'text')
    throw new UnreadableFile('UNDECODABLE', 'This is a workbook. Save the statement as CSV.')
  const { text } = await openText(unpacked)
  const readings = []
  for (const delimiter of DELIMITERS) readings.push(await tableIn(text, delimiter))
  const best = readings.toSorted((a, b) => b.score - a.score)[0]!
  return readingOf(best, asked, today)
}

interface Table {
  heads: readonly string[]
  rows: Cells[]
  broken: { lineNumber: number; reason: string }[]
  found: FoundColumns
  score: number
}

async function tableIn(text: () => AsyncIterable<string>, delimiter: Delimiter): Promise<Table> {
  const all: Cells[] = []
  const broken: Table['broken'] = []
  for await (const row of csvRows(text(), delimiter, true)) {
    if ('problem' in row) broken.push({ lineNumber: row.lineNumber, reason: row.problem })
    else if (row.cells.some((cell) => cell.trim() !== ''))
      all.push({ lineNumber: row.lineNumber, cells: row.cells.slice(0, COLUMNS_MAX).map(shortened) })
    if (all.length + broken.length > BANK_ROWS_MAX)
      throw new UnreadableFile('UNKNOWN_HEADER', `The file has more than ${BANK_ROWS_MAX} rows.`)
  }
  const head = all
    .slice(0, PREAMBLE_ROWS_MAX)
    .map((row, index) => ({ index, cells: row.cells, found: columnsIn(row.cells) }))
    .toSorted((a, b) => b.found.count - a.found.count || a.index - b.index)[0]
  if (!head || head.found.count === 0) {
    const widest = all.toSorted((a, b) => b.cells.length - a.cells.length)[0]
    return {
      heads: widest?.cells.map((_, index) => `Column ${index + 1}`) ?? [],
      rows: all,
      broken,
      found: columnsIn([]),
      score: widest ? widest.cells.length / 1000 : -1,
    }
  }
  return {
    heads: head.cells,
    rows: all.slice(head.index + 1),
    broken,
    found: head.found,
    score: head.found.count,
  }
}

/** What the store takes: no control characters, and no half of a character at its end. */
const shortened = (cell: string): string =>
  cell
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, CELL_LENGTH_MAX)
    .replace(/\p{Surrogate}/gu, '')

function readingOf({ heads, rows, broken, found }: Table, asked: SomeColumns, today: string): BankReading {
  const cellsOf = (column: number | undefined) =>
    column === undefined ? [] : rows.map(({ cells }) => cells[column] ?? '')
  const date = asked.date ?? found.date
  // Some layouts have both, and leave the first empty throughout.
  const hasAmounts = (column: number) =>
    rows.length === 0 || cellsOf(column).some((cell) => plainDecimal(cell, '.') !== null)
  const amount = asked.amount ?? [...found.amounts, ...found.credits].find(hasAmounts) ?? found.credits[0]
  const currency = asked.currency === undefined ? (found.currency ?? null) : asked.currency
  const currencyCode =
    asked.currencyCode ?? (amount === undefined ? null : amountCurrencyIn(heads[amount] ?? '')) ?? null
  const dateOrder = asked.dateOrder ?? dateOrderOf(cellsOf(date), today)
  const columns: SomeColumns = {
    ...(date !== undefined && { date }),
    ...(amount !== undefined && { amount }),
    texts: asked.texts ?? found.texts,
    currency,
    currencyCode,
    dateOrder,
  }
  const questions: BankReading['questions'] = [
    ...(date === undefined ? (['date'] as const) : dateOrder === null ? (['dateOrder'] as const) : []),
    ...(amount === undefined ? (['amount'] as const) : []),
    ...(currency === null && currencyCode === null ? (['currency'] as const) : []),
  ]
  const result: BankReading = {
    heads: heads.map((head, index) => head || `Column ${index + 1}`),
    sample: rows.slice(0, SAMPLE_ROWS).map(({ cells }) => [...cells]),
    columns,
    questions,
    rows: [],
    problems: [],
    problemCount: 0,
  }
  const refuse = (lineNumber: number, reason: string) => {
    result.problemCount++
    if (result.problems.length < BANK_PROBLEMS_MAX) result.problems.push({ lineNumber, reason })
  }
  for (const { lineNumber, reason } of broken) refuse(lineNumber, reason)
  if (questions.length > 0 || date === undefined || amount === undefined || dateOrder === null) return result
  const mark = decimalMarkOf(cellsOf(amount))
  const direction = directionsIn(
    rows.flatMap(({ cells }) => {
      const value = plainDecimal(cells[amount] ?? '', mark)
      return value && bankDay(cells[date] ?? '', dateOrder) !== undefined ? { cells, value } : []
    }),
    heads.length,
  )
  for (const { lineNumber, cells } of rows) {
    const read = rowOf(cells, { date, amount, currency, currencyCode, dateOrder, today, mark, direction })
    if ('reason' in read) refuse(lineNumber, read.reason)
    else
      result.rows.push({
        lineNumber,
        ...read,
        text: columns
          .texts!.map((column) => cells[column] ?? '')
          .filter(Boolean)
          .join(' · '),
      })
  }
  return result
}

interface Layout {
  date: number
  amount: number
  currency: number | null
  currencyCode: string | null
  dateOrder: DateOrder
  today: string
  mark: '.' | ','
  direction: Directions | undefined
}

interface Directions {
  column: number
  /** Amounts have the sign that the words say. */
  isSigned: boolean
}

/** Of debits that are above zero and below it, some are money back: those that are fewer. */
function directionsIn(
  movements: readonly { cells: readonly string[]; value: string }[],
  width: number,
): Directions | undefined {
  const column = directionColumnIn(
    movements.map(({ cells }) => cells),
    width,
  )
  if (column === undefined) return undefined
  const debits = movements
    .filter(({ cells }) => directionIn(cells[column] ?? '') === 'DEBIT')
    .map(({ value }) => Number(value))
  const countOf = (sign: number) => debits.filter((value) => Math.sign(value) === sign).length
  return { column, isSigned: countOf(-1) > countOf(1) }
}

function rowOf(
  cells: readonly string[],
  { date, amount, currency, currencyCode, dateOrder, today, mark, direction }: Layout,
): { reason: string } | { day: string; amount: string | null; currency: string } {
  const [dayCell, amountCell] = [cells[date] ?? '', cells[amount] ?? '']
  const value = plainDecimal(amountCell, mark)
  if (value === undefined) return { reason: `"${amountCell.slice(0, 40)}" is no amount` }
  if (value !== null && !/^-?\d{1,9}(\.\d{1,4})?$/.test(value))
    return { reason: `${value.slice(0, 40)} is no amount of a payout` }
  const day = bankDay(dayCell, dateOrder)
  if (day === undefined)
    // Sums and balances stand under the rows of many statements, without a day.
    return { reason: dayCell === '' ? 'The row has no day' : `"${dayCell.slice(0, 40)}" is no day` }
  if (day > today) return { reason: `${day} is still to come` }
  const stated = currency === null ? '' : (cells[currency] ?? '').toUpperCase()
  const code = stated || currencyCode || ''
  if (!CURRENCY_CODES.some((known) => known === code))
    return {
      reason:
        code === '' ? 'The row has no currency' : `"${code.slice(0, 20)}" is no currency of Amazon’s payouts`,
    }
  if (value === null || direction === undefined) return { day, amount: value, currency: code }
  const side = directionIn(cells[direction.column] ?? '')
  if (side === undefined) return { reason: 'The row says neither debit nor credit' }
  const isTurned = side === 'DEBIT' && !direction.isSigned && Number(value) !== 0
  return { day, amount: isTurned ? turned(value) : value, currency: code }
}

const turned = (value: string): string => (value.startsWith('-') ? value.slice(1) : `-${value}`)
