/** What crosses from the process that reads a file to the server: pieces of bytes, ready to be stored as they are. */
import {
  FACTS,
  isFactTable,
  SOURCES,
  type CompanyNote,
  type CompanySettings,
  type DeclaredAccount,
  type EnteredListKind,
  type FactRecord,
  type FactTable,
  type OpenOptions,
  type OpenedLines,
  type OpenedReport,
  type RawLine,
  type ReadList,
  type WantedLine,
} from '#amazon/index.ts'

import type { SomeColumns } from '#contract/bank-match.ts'
import type { BankReading } from './bank-statement.ts'

/** Between the cells of a framed record; no report contains it. */
export const CELL_SEPARATOR = '\x1f'

/** Lines of a file, framed records of one table, or what a facts file says of the company: accounts before their rows. */
export type Piece =
  | { bytes: Uint8Array }
  | { table: FactTable; bytes: Uint8Array }
  | { settings: CompanySettings }
  | { sellerAccount: DeclaredAccount }
  | { note: CompanyNote }

/** How the lines of a file are written that the warehouse takes apart. */
export type LinesLayout = Omit<OpenedLines, 'bytes'>

/** A report whose type is known, without its rows. */
export type OpenedFile = Pick<
  OpenedReport,
  'type' | 'encoding' | 'compression' | 'sample' | 'absent' | 'headings' | 'question' | 'lacksDay'
> &
  (LinesLayout | { kind: 'records' })

interface StoredFileId {
  place: string
  companyId: string
  sha256: string
  fileName: string
}

export type Question =
  | { open: StoredFileId & { options: OpenOptions } }
  | { lines: StoredFileId & { wanted: readonly WantedLine[]; charset?: string } }
  /** The names of the files in an archive. */
  | { archive: StoredFileId }
  /** One of them, whose bytes come as pieces. */
  | { archived: StoredFileId & { index: number } }
  /** The statement of a bank, which is stored nowhere. */
  | { bank: { bytes: Uint8Array; columns: SomeColumns; today: string } }
  /** All rows of a list that is short enough to come with the question. */
  | { list: { bytes: Uint8Array; fileName: string; kind: EnteredListKind } }
  | 'next'

/** A type of report has functions, so it crosses as its id. */
type WithTypeId<T> = T extends unknown ? Omit<T, 'type'> & { typeId: string } : never

export type Answer =
  | { opened: WithTypeId<OpenedFile> }
  | { piece: Piece }
  | { done: true }
  | { lines: RawLine[] }
  | { names: string[] }
  | { bank: BankReading }
  | { list: ReadList }
  | { unpacking: true }

/** `alive` comes by itself, as long as the process turns to its timers. */
export type Message =
  | Answer
  | 'alive'
  | { unreadable: { code: string; message: string } }
  | { failed: { message: string; stack: string | undefined } }

/** Large enough that handing over costs nothing, small enough that nobody waits for it. */
const PIECE_BYTES = 1 << 18

export function piecesOf(opened: OpenedReport): AsyncGenerator<Piece> {
  return opened.kind === 'lines' ? bytePieces(opened.bytes) : recordPieces(opened.records)
}

export async function* bytePieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PIECE_BYTES) continue
    yield { bytes: Buffer.concat(waiting) }
    waiting = []
    size = 0
  }
  if (size > 0) yield { bytes: Buffer.concat(waiting) }
}

async function* recordPieces(records: AsyncIterable<FactRecord>): AsyncGenerator<Piece> {
  const waiting = new Map<FactTable, { lines: string[]; size: number }>()
  for await (const record of records) {
    if ('company' in record) {
      yield { settings: record.company }
      continue
    }
    if ('sellerAccount' in record || 'note' in record) {
      yield record
      continue
    }
    const table = storedIn(record.table)
    let part = waiting.get(table)
    if (!part) waiting.set(table, (part = { lines: [], size: 0 }))
    const line = framed(table, record)
    part.lines.push(line)
    part.size += line.length
    if (part.size < PIECE_BYTES) continue
    yield { table, bytes: Buffer.from(part.lines.join('')) }
    waiting.delete(table)
  }
  for (const [table, { lines }] of waiting) yield { table, bytes: Buffer.from(lines.join('')) }
}

/** A row of a table that nothing knows is kept among the settlement lines, under its table's own name. */
const storedIn = (table: string | undefined): FactTable =>
  table !== undefined && isFactTable(table) ? table : 'settlement_lines'

/**
 * One line: line number, part, problem, text, name of an unknown table, seller account and source where the row says
 * them, then the cells in the order of the table.
 */
function framed(
  table: FactTable,
  record: Exclude<
    FactRecord,
    { company: CompanySettings } | { sellerAccount: DeclaredAccount } | { note: CompanyNote }
  >,
): string {
  const cells =
    'refused' in record
      ? [record.lineNumber, 0, record.refused, record.text, unknownTable(record.table)]
      : [
          record.lineNumber,
          record.part,
          '',
          '',
          '',
          record.account ?? '',
          record.source ? SOURCES[record.source] : '',
          ...Object.keys(FACTS[table]).map((column) => record.values[column] ?? ''),
        ]
  return `${cells.map(clean).join(CELL_SEPARATOR)}\n`
}

/** What a framed line says, for who reads few of them outside the warehouse. */
export function unframed(table: FactTable, line: string) {
  const [lineNumber, , refused, , unknown, , , ...cells] = line.split(CELL_SEPARATOR)
  return {
    lineNumber: Number(lineNumber),
    table: unknown || table,
    /** Why the row is refused; empty where it is not. */
    refused: refused ?? '',
    values: Object.fromEntries(
      Object.keys(FACTS[table]).map((column, index) => [column, cells[index] ?? '']),
    ),
  }
}

/** Empty where the table is known, or where the file has only one. */
const unknownTable = (table: string | undefined): string =>
  table === undefined || isFactTable(table) ? '' : table.slice(0, TABLE_NAME_MAX) || '-'

const TABLE_NAME_MAX = 100

/** A cell may not end the line or the cell it is sent in. */
// oxlint-disable-next-line no-control-regex -- the separator is a control character so that no report contains it
const clean = (cell: string | number): string => String(cell).replace(/[\n\r\x1f]+/g, ' ')
