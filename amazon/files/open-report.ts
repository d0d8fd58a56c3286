/** The way from the bytes of a file to a report whose type is known. */
import { REPORT_TYPES } from '../reports/report-types.ts'
import type {
  FactRecord,
  FileHead,
  LineReportType,
  OpenOptions,
  OpenedReport,
  RecordInput,
  RecordReportType,
  ReportType,
} from '../reports/report-type.ts'
import { UnreadableFile } from '../reports/report-type.ts'
import { costQuestionOf, priceList } from '../reports/price-list.ts'
import { unreadReportOf } from '../reports/unread-reports.ts'
import type { Source, Unpacked } from './archive.ts'
import { unpack } from './archive.ts'
import type { FileLimits } from './file-limits.ts'
import { FILE_LIMITS } from './file-limits.ts'
import { fold, headingsOf, isBetter } from './header.ts'
import { openLines } from './lines.ts'
import type { Sample } from './sampling.ts'
import { distinct } from './sampling.ts'
import type { Table } from './table.ts'
import { findTable, isWhole } from './table.ts'
import type { TextFile } from './text-file.ts'
import { openText } from './text-file.ts'
import { openWorkbook, type SheetRow, type Workbook } from './workbook.ts'
import { maybeTranslated, unreadLanguage } from './unread-language.ts'
import { wrongThing } from './wrong-thing.ts'

/** Characters of a file by which its type is recognised. */
const HEAD_CHARACTERS = 2 ** 16
/** Rows of a sheet that tell how the rest is written. */
const SAMPLE_ROWS = 5000
/** Rows of a sheet, and other sheets of a workbook, by which reports are recognised. */
const HEAD_ROWS = 200
const OTHER_SHEETS_MAX = 50
/** Records looked at to know marketplaces and currencies. */
const SAMPLE_RECORDS = 1000

/**
 * Recognises a file by its content. The source is opened several times: first to see the file as a whole (its packing,
 * its characters, whether it is damaged), then for each stream of its rows. Throws `UnreadableFile`.
 */
export async function openReport(
  source: Source,
  fileName: string,
  options: OpenOptions = {},
  limits: FileLimits = FILE_LIMITS,
): Promise<OpenedReport> {
  const { compression, file } = await openFile(source, limits, options.charset)
  const input = inputOf(file, fileName, options)
  if (!isText(file)) await mustBeAlone(file, input.head)
  const opened = { compression, encoding: file.encoding }

  const found = lineTypeOf(input.head)
  if (found) {
    const { type, table } = found
    const utf8 = isText(file) ? file.utf8 : undefined
    const common = { ...opened, ...columnsIn(type, table) }
    return {
      type,
      ...common,
      lacksDay: false,
      ...(await openLines(type, table, input, sampleInput(input, file), utf8)),
    }
  }
  const type = recordTypes().find((candidate) => candidate.recognise(input.head))
  if (!type) throw notRead(input)
  const rows = await sampleRecords(type.read(sampleInput(input, file)))
  const question = type === priceList ? costQuestionOf(input.head) : undefined
  return {
    type,
    ...opened,
    ...columnsIn(type, type.columns && findTable(input.head, type.columns)),
    ...(question && { question }),
    lacksDay: type.dayColumn !== undefined && rows.some((row) => row[type.dayColumn!] === null),
    kind: 'records',
    sample: sampleOf(rows),
    records: type.read(input),
  }
}

async function openFile(source: Source, limits: FileLimits, charset?: string) {
  const unpacked = await unpack(source, limits.archive)
  const file =
    unpacked.format === 'xlsx' ? await openSheet(unpacked, limits) : await openText(unpacked, charset)
  return { compression: unpacked.compression, file }
}

/** A file as what reads its rows takes it, whatever is in it. Throws `UnreadableFile`. */
export async function openInput(source: Source, fileName: string, limits: FileLimits): Promise<RecordInput> {
  const { file } = await openFile(source, limits)
  return inputOf(file, fileName, {})
}

const columnsIn = ({ columns = {} }: ReportType, table: Table | undefined) => ({
  absent: Object.keys(columns).filter((key) => table?.header.cellOf[key] === undefined),
  headings: table ? headingsOf(table.header, columns) : {},
})

interface SheetFile {
  encoding: 'XLSX'
  /** The first rows. */
  sample: SheetRow[]
  rows: () => AsyncIterable<SheetRow>
  others: Workbook['others']
}

const isText = (file: TextFile | SheetFile): file is TextFile => file.encoding !== 'XLSX'

async function openSheet({ bytes }: Unpacked, limits: FileLimits): Promise<SheetFile> {
  const workbook = await openWorkbook(bytes(), limits)
  const sample: SheetRow[] = []
  for await (const row of workbook.rows()) if (sample.push(row) >= SAMPLE_ROWS) break
  if (sample.length === 0) throw new UnreadableFile('EMPTY_FILE', 'The first sheet of the workbook is empty.')
  return { encoding: 'XLSX', sample, rows: () => workbook.rows(), others: workbook.others }
}

const sheetHead = (sheet: readonly SheetRow[], fileName: string): FileHead => ({
  text: '',
  sheet: sheet.slice(0, HEAD_ROWS).map(({ cells }) => cells),
  format: 'xlsx',
  fileName,
})

/** Only the first sheet is read, so that a report in another one would be missing without a word. */
async function mustBeAlone({ others }: SheetFile, head: FileHead): Promise<void> {
  const reports: string[] = []
  for (const { name, rows } of others.slice(0, OTHER_SHEETS_MAX)) {
    const sheet: SheetRow[] = []
    try {
      for await (const row of rows()) if (sheet.push(row) >= HEAD_ROWS) break
    } catch (error) {
      // Whatever is wrong with it, it is not the report.
      if (!(error instanceof UnreadableFile)) throw error
    }
    if (isReport(sheetHead(sheet, head.fileName))) reports.push(`“${name.slice(0, 100)}”`)
  }
  if (reports.length === 0) return
  const where = `${reports.length === 1 ? 'a report' : 'reports'} in ${reports.slice(0, 3).join(', ')}`
  throw new UnreadableFile(
    'SEVERAL_SHEETS',
    isReport(head)
      ? `The workbook has ${where} beside the one in its first sheet. Save each sheet as a file of its own, so that none is left out.`
      : `The first sheet of the workbook is no report that is known here, and it has ${where}. Save that sheet as a file of its own.`,
  )
}

const isReport = (head: FileHead): boolean =>
  lineTypeOf(head) !== undefined || recordTypes().some((type) => type.recognise(head))

function inputOf(file: TextFile | SheetFile, fileName: string, options: OpenOptions): RecordInput {
  if (isText(file)) {
    const head: FileHead = { text: file.sampleText.slice(0, HEAD_CHARACTERS), format: 'text', fileName }
    return { head, text: file.text, rows: () => inTurn([]), options }
  }
  const head = sheetHead(file.sample, fileName)
  return { head, text: () => inTurn([]), rows: file.rows, options }
}

/** The same file as if it ended after the sample. */
const sampleInput = (input: RecordInput, file: TextFile | SheetFile): RecordInput =>
  isText(file)
    ? { ...input, text: () => inTurn([file.sampleText]) }
    : { ...input, rows: () => inTurn(file.sample) }

async function* inTurn<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

const lineTypes = () => REPORT_TYPES.filter((type): type is LineReportType => type.kind === 'lines')
const recordTypes = () => REPORT_TYPES.filter((type): type is RecordReportType => type.kind === 'records')

function lineTypeOf(head: FileHead): { type: LineReportType; table: Table } | undefined {
  let best: { type: LineReportType; table: Table } | undefined
  for (const type of lineTypes()) {
    const table = findTable(head, type.columns)
    if (isWhole(table) && (!best || isBetter(table.header, best.table.header))) best = { type, table }
  }
  return best
}

type FactValues = Record<string, string | null>

async function sampleRecords(records: AsyncIterable<FactRecord>): Promise<FactValues[]> {
  const rows: FactValues[] = []
  for await (const record of records) {
    // A table of rates names every currency there is.
    if ('values' in record && record.table !== 'exchange_rates') rows.push(record.values)
    if (rows.length >= SAMPLE_RECORDS) break
  }
  return rows
}

function sampleOf(rows: readonly FactValues[]): Sample {
  const values = (column: string) => distinct(rows.map((row) => row[column] ?? undefined))
  return {
    marketplaces: [...new Set([...values('marketplace'), ...values('sales_channel')])],
    currencies: values('currency'),
  }
}

/** What a file is that no type recognises: a report of another kind, no report at all, or nobody knows what. */
function notRead({ head, options: { isFetched = false } }: RecordInput): UnreadableFile {
  const report = unreadReportOf(head)
  if (report)
    return new UnreadableFile(
      'REPORT_NOT_READ',
      `This is the report "${report.label}". Sextant does not read it yet, and the file is all right. ${report.answer}`,
    )
  const wrong = wrongThing(head.text) ?? unreadLanguage(head, isFetched)
  return wrong ? new UnreadableFile('NO_REPORT', wrong) : unknownHeader(head, isFetched)
}

/** Says which type comes closest and what it lacks: a wrong report and an edited one are told apart by that. */
function unknownHeader(head: FileHead, isFetched: boolean): UnreadableFile {
  const near = REPORT_TYPES.flatMap((type) => {
    const missing = type.columns && findTable(head, type.columns)?.header.missing
    const required = Object.values(type.columns ?? {}).filter((column) => column.required).length
    return missing && missing.length > 0 && missing.length <= required / 2
      ? [{ type, missing, share: missing.length / required }]
      : []
  })
  const [closest] = near.sort((a, b) => a.share - b.share)
  const known = new Set(
    REPORT_TYPES.flatMap(({ columns }) => Object.values(columns ?? {})).flatMap(({ names }) =>
      names.map(fold),
    ),
  )
  return new UnreadableFile(
    'UNKNOWN_HEADER',
    [
      'The columns of this file are not those of a known report.',
      maybeTranslated(head, isFetched, (heading) => known.has(fold(heading))),
      closest &&
        `The closest is "${closest.type.label}", but these columns are missing: ${closest.missing.join(', ')}.`,
      'The reports that can be read, and where to find them, are listed under Import, "Where to find reports", and in docs/reports.md.',
    ]
      .filter(Boolean)
      .join(' '),
  )
}
