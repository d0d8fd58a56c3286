/** How the moments of a file are written, above all whether 02/03/2026 is in February or in March. */
import type { SlashedDateOrder } from '#contract/cost-mapping.ts'
import { marketplaceOf, marketplaceOfName } from '#contract/marketplaces.ts'
import type { InstantFormat, LineReportType, OpenOptions } from '../reports/report-type.ts'
import { UnreadableFile } from '../reports/report-type.ts'
import type { BrokenRow, Row } from './csv.ts'
import { localDayOf } from './local-moment.ts'
import { dayOf, formatOf, instantOf } from './moment-text.ts'
import type { Rows } from './sampling.ts'
import { columnsRead, distinct, valuesOf } from './sampling.ts'

/** A spreadsheet that writes days anew does so in every row. */
const SAMPLE_ROWS = 2000

interface BeyondTheSample {
  options: OpenOptions
  /** Names in the sample. */
  marketplaces: readonly string[]
  /** The rows of the whole file. */
  rest: () => AsyncIterable<Row | BrokenRow>
}

/**
 * The format of each column of moments. Day against month is settled by any value of the file with a day above 12,
 * then by the person's answer, then by the length of the settlement, then by the marketplaces that the file names.
 */
export async function instantFormats(
  type: LineReportType,
  cellOf: Record<string, number>,
  rows: Rows,
  { options, marketplaces, rest }: BeyondTheSample,
): Promise<Record<string, InstantFormat>> {
  const sampled = sampledInstants(type, cellOf, rows)
  const { formats } = sampled
  const isNeeded = (column: string) => !isOnlyStandIn(type, column, cellOf, rows)
  for (const column of sampled.open) if (!isNeeded(column)) formats[column] = 'ISO'
  const open = sampled.open.filter(isNeeded)
  if (open.length === 0) return formats
  const cells = open.map((column) => cellOf[column]!)
  const order =
    (await orderInRows(rest(), cells)) ??
    orderOf(options.dateOrder) ??
    orderOfPeriod(type, cellOf, rows) ??
    orderOfMarketplaces(options, marketplaces)
  if (!order) {
    const [example] = distinct(
      cells.flatMap((cell) => valuesOf(rows, cell)),
      1,
    )
    throw orderUnknown(example)
  }
  return { ...formats, ...Object.fromEntries(open.map((column) => [column, order])) }
}

const orderUnknown = (example: string | undefined, advice = 'Say which it is.'): UnreadableFile =>
  new UnreadableFile(
    'DATE_ORDER_UNKNOWN',
    `Every date of this file can be read as day/month and as month/day, as ${example}. ${advice}`,
  )

/**
 * How columns of days are read that a person was to see: `2026-03-31`, `31.03.2026`, `Mar 31, 2026`, and slashes in the
 * order that some day of the file, or else its marketplace, decides. What reads it gives undefined for what is no day.
 */
export async function dayReader(
  rows: () => AsyncIterable<Row | BrokenRow>,
  cells: readonly number[],
  options: OpenOptions,
  /** That the file names. */
  marketplaces: readonly string[] = [],
  /** What to do where nothing decides it. */
  advice?: string,
): Promise<(text: string) => string | undefined> {
  const order =
    (await orderInRows(rows(), cells)) ??
    orderOf(options.dateOrder) ??
    orderOfMarketplaces(options, marketplaces)
  return (text) => {
    if (!text.includes('/')) return localDayOf(withoutTime(text)) ?? dayOf(text)
    const format = formatOf(text)
    if (format === 'SLASH' && !order) throw orderUnknown(text, advice)
    const read = format === 'YMD_SLASH' ? format : (order ?? format)
    return read && read !== 'SLASH' ? instantOf(text, read)?.slice(0, 10) : undefined
  }
}

/** `10.03.2020 18:17`, as a spreadsheet writes a moment anew, is of this day. */
const withoutTime = (text: string): string =>
  text.replace(/^(\d{1,2}\.\d{1,2}\.\d{4})\s+\d{1,2}:\d{2}(:\d{2})?$/, '$1')

/** Whether the column is read in the place of another one, which is filled. */
function isOnlyStandIn(
  type: LineReportType,
  column: string,
  cellOf: Record<string, number>,
  rows: Rows,
): boolean {
  const replaced = Object.entries(type.standIns ?? {}).find(([, standIn]) => standIn === column)?.[0]
  if (replaced === undefined || cellOf[replaced] === cellOf[column]) return false
  const own = valuesOf(rows, cellOf[column]!)
  return valuesOf(rows, cellOf[replaced]!).every(
    (value, row) => value.trim() !== '' || own[row]!.trim() === '',
  )
}

interface SampledInstants {
  formats: Record<string, InstantFormat>
  /** Columns whose values leave the order of day and month open. */
  open: string[]
}

/** The format of each column of moments: that of most of its values, else that of the other columns. */
function sampledInstants(type: LineReportType, cellOf: Record<string, number>, rows: Rows): SampledInstants {
  const formats: Record<string, InstantFormat> = {}
  const open: string[] = []
  const silent: string[] = []
  for (const column of columnsRead(type, cellOf, 'instant', 'day')) {
    const format = mostFrequent(valuesOf(rows, cellOf[column]!))
    if (format === undefined) silent.push(column)
    else if (format === 'SLASH') open.push(column)
    else formats[column] = format
  }
  const known = Object.values(formats)
  // One file is written in one order.
  const slashed = known.find((format) => format === 'DMY_SLASH' || format === 'MDY_SLASH')
  if (slashed) for (const column of open.splice(0)) formats[column] = slashed
  for (const column of silent) {
    if (open.length > 0) open.push(column)
    else formats[column] = known[0] ?? 'ISO'
  }
  return { formats, open }
}

function mostFrequent(values: readonly string[]): InstantFormat | 'SLASH' | undefined {
  const counts = new Map<InstantFormat | 'SLASH', number>()
  for (const value of values) {
    const format = value && formatOf(value)
    if (format) counts.set(format, (counts.get(format) ?? 0) + 1)
  }
  // A day above 12 settles the order for the values that leave it open.
  const settled = (counts.get('DMY_SLASH') ?? 0) >= (counts.get('MDY_SLASH') ?? 0) ? 'DMY_SLASH' : 'MDY_SLASH'
  if (counts.has('SLASH') && counts.has(settled)) {
    counts.set(settled, counts.get(settled)! + counts.get('SLASH')!)
    counts.delete('SLASH')
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** The order that some day above 12 decides. A file whose first rows have no slashes is not read to its end for it. */
async function orderInRows(
  rows: AsyncIterable<Row | BrokenRow>,
  cells: readonly number[],
): Promise<InstantFormat | undefined> {
  let rowCount = 0
  let hasSlashes = false
  for await (const row of rows) {
    if (!('cells' in row)) continue
    for (const cell of cells) {
      const format = formatOf(row.cells[cell] ?? '')
      if (format === 'DMY_SLASH' || format === 'MDY_SLASH') return format
      hasSlashes ||= format === 'SLASH'
    }
    if (++rowCount >= SAMPLE_ROWS && !hasSlashes) return undefined
  }
  return undefined
}

/** A settlement lasts weeks: in the other order its first and its last day of a month would lie months apart. */
function orderOfPeriod(
  { summary }: LineReportType,
  cellOf: Record<string, number>,
  rows: Rows,
): InstantFormat | undefined {
  if (!summary) return undefined
  const [start, end] = [cellOf[summary.columns.start_at], cellOf[summary.columns.end_at]]
  const stated = rows.find((cells) => start !== undefined && end !== undefined && cells[end]?.trim())
  const spanIn = (order: InstantFormat) => {
    const [first, last] = [start, end].map((cell) => instantOf(stated?.[cell ?? -1] ?? '', order))
    const span = first && last ? Date.parse(last) - Date.parse(first) : -1
    return span >= 0 ? span : Infinity
  }
  const [dayFirst, monthFirst] = [spanIn('DMY_SLASH'), spanIn('MDY_SLASH')]
  if (dayFirst === monthFirst) return undefined
  return dayFirst < monthFirst ? 'DMY_SLASH' : 'MDY_SLASH'
}

const orderOf = (order: SlashedDateOrder | undefined): InstantFormat | undefined => order && `${order}_SLASH`

/** Where Amazon writes the month first. */
const MONTH_FIRST = ['US', 'CA', 'MX']

function orderOfMarketplaces(options: OpenOptions, names: readonly string[]): InstantFormat | undefined {
  const named = names
    .map((name) => marketplaceOf(name)?.code ?? marketplaceOfName(name))
    .filter((code) => code !== undefined)
  const codes = named.length > 0 ? named : options.marketplace ? [options.marketplace] : []
  const orders = new Set(
    codes.map((code) => (MONTH_FIRST.includes(code) ? ('MDY' as const) : ('DMY' as const))),
  )
  return orders.size === 1 ? orderOf([...orders][0]) : undefined
}
