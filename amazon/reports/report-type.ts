/**
 * What a report type is, and what opening a file gives. One report type is one file in this folder; nothing else
 * changes when a type is added.
 */
import type { CostMapping, CostQuestion, SlashedDateOrder } from '#contract/cost-mapping.ts'
import type { CompanyNote, CompanySettings, DeclaredAccount, FactTable } from '../facts.ts'
import type { DecimalMark } from '../files/decimal-text.ts'
import type { Columns } from '../files/header.ts'
import type { SheetRow } from '../files/workbook.ts'

/** Spellings of one header cell, compared folded (case, blanks, dashes, `_` and `/` ignored), localised ones among them. */
export type HeaderNames = readonly string[]

/** An amount of a line: which column holds it, and what names it. A line can hold several. */
export interface AmountColumns {
  amount: string
  /** A column of the file, or a constant in quotes-free form `{ constant: 'price-amount' }`. */
  amountType: { column: string } | { constant: string }
  description: { column: string } | { constant: string }
}

/** What people are told of a kind of report. */
export interface ReportGuide {
  gives: string
  /** The menus of Seller Central by their English names, or where else it comes from. */
  where: string
  /** Its address below the Seller Central of a marketplace, which no language changes. */
  path?: string
  /** The menus by language, each from a source that names them. */
  local?: Record<string, string>
}

/**
 * A tab-separated report whose lines the warehouse takes apart itself: rows never become JavaScript objects.
 * Quotes are literal characters in these files.
 */
export interface LineReportType {
  kind: 'lines'
  id: string
  label: string
  guide: ReportGuide
  table: FactTable
  /** Rank of the source where two hold the same settlement; higher wins. */
  source: SourceCode
  /** Column key → header spellings. Keys are columns of the fact table, or local names used by `amounts` and `summary`. */
  columns: Columns
  amounts?: readonly AmountColumns[]
  /** Column → the column that is read in its place where it is empty. */
  standIns?: Record<string, string>
  /** Lines where this column is filled describe the whole settlement: they become a row of `settlements`. */
  summary?: {
    filled: string
    columns: Record<
      'settlement_id' | 'start_at' | 'end_at' | 'deposit_at' | 'total_amount' | 'currency',
      string
    >
  }
}

/**
 * A report that is read record by record here (quoted CSV, XLSX, JSON) and handed on as fact rows in canonical form.
 */
export interface RecordReportType {
  kind: 'records'
  id: string
  label: string
  guide: ReportGuide
  source: SourceCode
  /** Whether its rows belong to a seller account, although `source` says nothing of it. */
  isOfAccount?: true
  /** Its rows are of a seller account and of a marketplace. Which, is asked where the file does not say. */
  isOfMarketplace?: true
  /** Of JSON, the list whose rows become those of a table; empty where the file is a list, left out where it has the table's name. */
  lists?: Partial<Record<FactTable, string>>
  /** The column for the day, where a file may not say it: then it is asked. */
  dayColumn?: string
  /** What is asked then, where the file is no picture of the day on which it was downloaded. */
  dayQuestion?: string
  /** The columns of a type that is a table, so that a file that comes near can be told what it lacks. */
  columns?: LineReportType['columns']
  /** Whether the first bytes look like this type; the reasons of a near miss help the person. */
  recognise(head: FileHead): boolean
  /** The fact rows, in file order. Reads the file as a stream wherever its format allows. */
  read(input: RecordInput): AsyncIterable<FactRecord>
}

export type ReportType = LineReportType | RecordReportType

/** Order of trust for one settlement: V2 over wide over date range over finances over own facts. */
export const SOURCES = {
  SETTLEMENT_V2: 5,
  SETTLEMENT_WIDE: 4,
  DATE_RANGE: 3,
  FINANCES: 2,
  FACTS: 1,
  NONE: 0,
} as const
export type SourceCode = keyof typeof SOURCES

/** The beginning of a decoded file. */
export interface FileHead {
  /** Up to 64 KiB of text. */
  text: string
  /** For XLSX: the first rows of the first sheet. */
  sheet?: readonly (readonly string[])[]
  format: 'text' | 'xlsx'
  fileName: string
}

export interface RecordInput {
  head: FileHead
  /** Decoded UTF-8 text (format text). */
  text(): AsyncIterable<string>
  /** Rows of the first sheet, as text (format xlsx). */
  rows(): AsyncIterable<SheetRow>
  /** Answers the person gave where the file is silent. */
  options: OpenOptions
}

export interface OpenOptions {
  /** The marketplace of a file that names none. */
  marketplace?: string
  /** The day of a file that is a picture of one, and names none. */
  day?: string
  /** Order of day and month where the whole file leaves it open. */
  dateOrder?: SlashedDateOrder
  /** Which column of a list of costs is what. */
  costs?: CostMapping
  /** In which characters the file is, as what came with it says. */
  charset?: string
  /** Somebody knows of which days the file is: without a row nothing happened on them. */
  mayBeEmpty?: boolean
  /** Nobody downloaded it: Amazon made it for this installation. */
  isFetched?: boolean
  /** Days outside of which what an inventory ledger tells is in part, and not taken; absent where all of it is. */
  days?: { start: string; end: string }
  /** The tables that the file was asked for. What it has for others is nothing to speak of; absent where nobody says. */
  tables?: readonly string[]
}

/** One fact row, or one refused record of the file. */
export type FactRecord =
  | {
      table: FactTable
      lineNumber: number
      part: number
      values: Record<string, string | null>
      /** The kind of report that a row of a facts file comes from. */
      source?: SourceCode
      /** The seller account of a row, where the file declares several. */
      account?: string
    }
  /** `table` as the file names it, also where there is no such table. */
  | { refused: string; table?: string; lineNumber: number; text: string }
  | { company: CompanySettings }
  | { sellerAccount: DeclaredAccount }
  | { note: CompanyNote }

/** How the timestamps of a tab-separated file are written. */
export type InstantFormat =
  | 'ISO' // 2025-08-14T06:23:59+00:00
  | 'YMD_UTC' // 2025-08-14 06:23:59 UTC
  | 'DMY_DOT_UTC' // 14.08.2025 06:23:59 UTC
  | 'YMD' // 2025-08-14
  | 'MDY_SLASH' // 08/14/2025, with or without time, two-digit years too
  | 'DMY_SLASH' // 14/08/2025
  | 'YMD_SLASH' // 2025/08/14 with or without time and zone

/** A file whose type is known, ready to be streamed once. */
export type OpenedReport = OpenedCommon & (OpenedLines | OpenedRecords)

interface OpenedCommon {
  type: ReportType
  encoding: string
  compression: 'none' | 'gzip' | 'zip'
  /** From the first rows: marketplace names or codes and currencies, to choose the seller account. */
  sample: { marketplaces: string[]; currencies: string[] }
  /** Columns of the type that the file does not have. */
  absent: string[]
  /** What the file calls the columns of the type; empty where it is no table. */
  headings: Record<string, string>
  /** What has to be answered in the options before the file can be read. */
  question?: CostQuestion
  /** Neither its rows nor its name say their day, which has to be said in the options. */
  lacksDay: boolean
}

export interface OpenedLines {
  kind: 'lines'
  /** UTF-8 bytes of the data lines after the header, as they stand (LF or CRLF). */
  bytes: AsyncIterable<Uint8Array>
  /** 1-based line number of the first data line. */
  firstLineNumber: number
  /** Column key → 0-based cell index. Absent columns are missing here. */
  cellOf: Record<string, number>
  /** Cells of the header: a line with another number of cells is refused. */
  cellCount: number
  decimalMark: DecimalMark
  instants: Record<string, InstantFormat>
}

export interface OpenedRecords {
  kind: 'records'
  records: AsyncIterable<FactRecord>
}

/** A file that can't be read as a whole. The text says what was expected and what to do. */
export class UnreadableFile extends Error {
  readonly code: UnreadableCode
  constructor(code: UnreadableCode, message: string) {
    super(message)
    this.name = 'UnreadableFile'
    this.code = code
  }
}

/** Imported, it would look as if something had been. */
export const noRows = (): UnreadableFile =>
  new UnreadableFile('EMPTY_FILE', 'The file has headings and no rows. Nothing was imported.')

export type UnreadableCode =
  | 'EMPTY_FILE'
  | 'UNKNOWN_HEADER'
  /** A report that is known and not read. */
  | 'REPORT_NOT_READ'
  /** Text that came in place of a report. */
  | 'NO_REPORT'
  | 'UNDECODABLE'
  | 'DAMAGED_ARCHIVE'
  | 'ARCHIVE_TOO_LARGE'
  | 'WORKBOOK_TOO_LARGE'
  /** A list of more rows than are taken at once. */
  | 'LIST_TOO_LONG'
  | 'SEVERAL_FILES_IN_ARCHIVE'
  | 'SEVERAL_SHEETS'
  /** The process that read it met a limit, or died of it twice. */
  | 'MEMORY_LIMIT'
  | 'TIME_LIMIT'
  | 'READER_DIED'
  | 'DATE_ORDER_UNKNOWN'
  /** Costs in a currency that nothing can convert. */
  | 'COSTS_WITHOUT_RATES'
  /** A facts file declares a seller account that the company has in another region. */
  | 'ACCOUNT_ELSEWHERE'
