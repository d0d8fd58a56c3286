import {
  FACTS,
  FILE_LIMITS,
  limitText,
  SOURCES,
  type FactTable,
  type InstantFormat,
  type Reading,
  type LineReportType,
} from '#amazon/index.ts'
import { CELL_SEPARATOR, type LinesLayout, type OpenedFile } from '#server/reading/pieces.ts'
import { MARKETPLACE_DOMAINS, MARKETPLACES } from '#contract/marketplaces.ts'
import { NamedColumns } from './named-columns.ts'
import { LOST } from '#server/ledger/derivation/row-identity.ts'

/**
 * SQL that takes lines of a file apart and writes fact rows, inside the engine: rows never become JavaScript objects
 * on the way. A line that can't be read becomes a row too, with a problem and its text, and counts nowhere.
 *
 * The body of the statement is lines of text (FORMAT LineAsString); company, account, import and source are parameters.
 */
export interface FactInsert {
  table: FactTable
  sql: string
  params: Record<string, string | number | string[]>
}

/** The text of a refused line is kept up to here. */
const RAW_LENGTH_MAX = 2_000
/** A line longer than this is not a row of a report. */
const LINE_BYTES_MAX = FILE_LIMITS.text.recordCharactersMax

type Headed = Pick<OpenedFile, 'headings'>

/** Marks the lines that describe a whole settlement until they are read into `settlements`. */
const SUMMARY = 'SUMMARY'

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const list = (texts: readonly string[]): string => `[${texts.map(quote).join(', ')}]`

const marketplaceNames: [name: string, code: string][] = [
  ...MARKETPLACE_DOMAINS.flatMap(([domain, code]): [string, string][] => [
    [domain, code],
    [`www.${domain}`, code],
  ]),
  ...MARKETPLACES.flatMap((m): [string, string][] => [
    [m.code.toLowerCase(), m.code],
    [m.amazonId.toLowerCase(), m.code],
  ]),
  // Amazon writes UK in some files.
  ['uk', 'GB'],
]

const NAMES = list(marketplaceNames.map(([name]) => name))
const CODES = list(marketplaceNames.map(([, code]) => code))
const isMultichannel = (name: string) => `startsWith(lower(${name}), 'non-amazon')`
/** `Amazon.co.uk`, `GB` and `Non-Amazon GB` are GB; anything unknown is the account's, so that no money is lost. */
const marketplaceCode = (name: string) =>
  `transform(if(${isMultichannel(name)}, lower(splitByChar(' ', ${name})[-1]), lower(${name})), ${NAMES}, ${CODES}, '')`

/** How cells of one stream are written. */
interface Spelling {
  decimalMark: '.' | ','
  instants: Record<string, InstantFormat>
}

const CANONICAL: Spelling = { decimalMark: '.', instants: {} }

/** Thousands marks are believed only where they group thousands: `95,00` in a file with decimal points is no 9,500. */
function decimal(text: string, { decimalMark }: Spelling): string {
  const group = decimalMark === '.' ? ',' : '.'
  const grouped = `match(${text}, '^[-+]?[0-9]{1,3}([${group} ][0-9]{3})+([${decimalMark}][0-9]*)?$')`
  const plain = (digits: string) => (decimalMark === '.' ? digits : `replaceOne(${digits}, ',', '.')`)
  const ungrouped = `replaceAll(replaceAll(${text}, '${group}', ''), ' ', '')`
  return `toDecimal64OrNull(multiIf(position(${text}, '${group}') = 0 AND position(${text}, ' ') = 0, ${plain(text)}, ${grouped}, ${plain(ungrouped)}, ''), 9)`
}

/** A moment without zone is UTC. The engine would read 31 February as 3 March, so what it read is written back and compared. */
function instant(text: string, format: InstantFormat | undefined, named: NamedColumns): string {
  const strict = (spelled: string) => {
    const iso = named.of(spelled)
    const moment = named.of(`toDateTimeOrNull(${iso}, 'UTC')`)
    return `if(toString(${moment}) = ${iso}, ${moment}, NULL)`
  }
  const time = (from: number) =>
    `multiIf(length(${text}) >= ${from + 7}, substring(${text}, ${from}, 8), length(${text}) = ${from + 4}, concat(substring(${text}, ${from}, 5), ':00'), '00:00:00')`
  const year = (from: number) =>
    `if(match(substring(${text}, ${from}, 4), '^[0-9]{4}$'), substring(${text}, ${from}, 4), concat('20', substring(${text}, ${from}, 2)))`
  switch (format) {
    case 'ISO':
      return `parseDateTimeBestEffortOrNull(${text}, 'UTC')`
    case 'DMY_DOT_UTC':
      return strict(
        `concat(substring(${text}, 7, 4), '-', substring(${text}, 4, 2), '-', substring(${text}, 1, 2), ' ', ${time(12)})`,
      )
    case 'MDY_SLASH':
      return strict(
        `concat(${year(7)}, '-', substring(${text}, 1, 2), '-', substring(${text}, 4, 2), ' ', ${time(12)})`,
      )
    case 'DMY_SLASH':
      return strict(
        `concat(${year(7)}, '-', substring(${text}, 4, 2), '-', substring(${text}, 1, 2), ' ', ${time(12)})`,
      )
    case 'YMD_SLASH':
      return strict(`concat(replaceAll(substring(${text}, 1, 10), '/', '-'), ' ', ${time(12)})`)
    case 'YMD':
    case 'YMD_UTC':
    case undefined:
      return strict(`concat(substring(${text}, 1, 10), ' ', ${time(12)})`)
  }
}

/** NULL where the cell is empty or can't be read. */
function typed(
  reading: Reading,
  text: string,
  column: string,
  { spelling, named }: { spelling: Spelling; named: NamedColumns },
): string {
  switch (reading) {
    case 'text':
      return text
    case 'decimal':
      return column === 'usd_per_unit' ? `toDecimal128OrNull(${text}, 18)` : decimal(text, spelling)
    case 'integer':
      // Quantities such as `1.00`, `1,00` or `1,000` occur; `1.5` units do not.
      return spelling.decimalMark === ','
        ? `toInt32OrNull(replaceRegexpOne(${text}, ',0+$', ''))`
        : `toInt32OrNull(replaceRegexpOne(replaceRegexpAll(${text}, ',([0-9]{3})', '\\\\1'), '\\\\.0+$', ''))`
    case 'instant':
      return instant(text, spelling.instants[column], named)
    case 'day': {
      const day = named.of(`toDateOrNull(${text})`)
      return `if(toString(${day}) = ${text}, ${day}, NULL)`
    }
    case 'flag':
      return `multiIf(lower(${text}) IN ('1', 'true', 'yes'), true, lower(${text}) IN ('0', 'false', 'no'), false, NULL)`
  }
}

/** Columns without which a row says nothing. */
const REQUIRED: Record<FactTable, readonly string[]> = {
  settlement_lines: ['amount', 'posted_at'],
  settlements: ['settlement_id'],
  order_items: ['order_id'],
  product_costs: ['sku', 'valid_from', 'currency'],
  exchange_rates: ['rate_date', 'currency', 'usd_per_unit'],
  vat_rates: ['marketplace', 'rate'],
  returns: ['return_date', 'quantity'],
  listings: ['snapshot_date', 'marketplace', 'sku'],
  catalogue_items: ['snapshot_date', 'marketplace', 'asin'],
  fee_estimates: ['sku', 'marketplace', 'snapshot_date'],
  expenses: ['amount', 'currency', 'start_date', 'frequency'],
  inventory_ledger: ['date', 'sku', 'disposition'],
  ads_daily: ['date', 'ad_type', 'cost'],
  sales_traffic_date: ['date', 'marketplace'],
  sales_traffic_asin_day: ['date', 'marketplace'],
  inventory_snapshots: ['date', 'marketplace', 'sku'],
  search_query_performance: ['start_date', 'end_date', 'marketplace', 'asin', 'search_query'],
  inventory_planning: ['date', 'marketplace', 'sku'],
  stranded_inventory: ['date', 'marketplace', 'units'],
  storage_fees: ['month', 'fnsku', 'currency', 'fee'],
  aged_fees: ['date', 'sku', 'currency', 'amount'],
  reimbursements: ['date', 'reimbursement_id'],
  removal_orders: ['date', 'order_id', 'sku', 'requested'],
  removal_shipments: ['date', 'order_id', 'sku', 'quantity'],
  promotions: ['promotion_id', 'marketplace'],
  coupons: ['coupon_id', 'marketplace'],
  vat_transactions: ['date', 'transaction_type'],
  coverage: ['table_name', 'marketplace', 'start_date', 'end_date'],
}

/** Rank of statuses: what an empty cell means, and what a file may say. */
const STATUSES = ['RELEASED', 'DEFERRED', 'DEFERRED_RELEASED']

/** Column of the table for a column of the facts; one name is taken by the rank of the file. */
const columnName = (table: FactTable, column: string) =>
  table === 'exchange_rates' && column === 'source' ? 'publisher' : column

interface Cells {
  /** SQL of the trimmed text of a column; undefined where the file has no such column. */
  text(column: string): string | undefined
  /** The column that is read where this one is empty. */
  standIn?: (column: string) => { column: string; text: string } | undefined
  /** SQL of what the file calls a column. */
  name(column: string): string
  /** SQL conditions with their reasons, looked at before anything else. */
  problems: [condition: string, reason: string][]
}

/** Headings come from files, so that they are parameters. */
function headingNames(headings: Record<string, string>) {
  const columns = Object.keys(headings)
  return {
    name: (column: string): string =>
      column in headings ? `{headings:Array(String)}[${columns.indexOf(column) + 1}]` : quote(column),
    params: { headings: Object.values(headings) },
  }
}

/** What names the marketplace of a row: a column of its own or, for orders, the channel where that one is silent. */
function marketplaceText(table: FactTable, cells: Cells): string | undefined {
  const own = cells.text('marketplace')
  const channel = table === 'order_items' ? cells.text('sales_channel') : undefined
  return own === undefined || channel === undefined ? (own ?? channel) : `if(${own} = '', ${channel}, ${own})`
}

/** `1.36104E+14`, as spreadsheets write numbers of twelve digits and more. */
const isScientific = (text: string) => `match(${text}, '^[0-9]([.,][0-9]+)?[eE][+][0-9]+$')`
/** Or more digits than a number holds, the last ones zeros: where a column of a spreadsheet was made to show them all, and in workbooks. */
const isDamagedNumber = (text: string) => `(${isScientific(text)} OR match(${text}, '^[1-9][0-9]{13,}00$'))`

/** The third of December, as spreadsheets write what was the name of a product: `3-12`, `DEC3`. */
const MONTHS =
  'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mrz|Mai|Okt|Dez|janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc'
const isDate = (text: string) =>
  `match(${text}, '^([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{4}|[0-9]{1,2}(-|[.] )(${MONTHS})[.]?|(${MONTHS})[.]?[- ][0-9]{2})$')`

/** Rows of settlement reports state the time of day; only where a spreadsheet was at work they do not. */
const TIMED = `{source:UInt8} > ${SOURCES.DATE_RANGE}`

/** What a row of a settlement has lost, as bits; `absent` are those of the columns that its file lacks. */
function lostIn(cells: Cells, moment: string | undefined, named: NamedColumns): string {
  const bits = Object.entries(LOST).flatMap(([column, bit]) => {
    const text = cells.text(column)
    if (text === undefined || column === 'posted_at') return []
    const isDamaged = () => named.of(isDamagedNumber(text))
    if (column === 'sku') return [`if(${isDamaged()} OR ${isDate(text)}, ${bit}, 0)`]
    return ['order_id', 'order_item_id'].includes(column) ? [`if(${isDamaged()}, ${bit}, 0)`] : []
  })
  if (moment !== undefined)
    bits.push(`if(${TIMED} AND NOT match(${moment}, ':[0-9][0-9]:'), ${LOST.posted_at}, 0)`)
  return `toUInt16(if({source:UInt8} = ${SOURCES.FACTS}, 0, bitOr({absent:UInt16}, ${bits.join(' + ') || '0'})))`
}

/** The typed columns of a table and the check that says why a row can't be read, over columns that are `named`. */
function columnsOf(
  table: FactTable,
  cells: Cells,
  how: { spelling: Spelling; named: NamedColumns },
): { select: string[]; problem: string } {
  const { named } = how
  const select: string[] = []
  const checks = cells.problems.map(([condition, reason]): [string, string] => [condition, quote(reason)])
  const refuse = (condition: string, name: string, reason: string) =>
    checks.push([condition, `concat(${name}, ${quote(` ${reason}`)})`])
  for (const [column, reading] of Object.entries(FACTS[table]) as [string, Reading][]) {
    const text = column === 'marketplace' ? marketplaceText(table, cells) : cells.text(column)
    const required = REQUIRED[table].includes(column)
    const name = columnName(table, column)
    if (text === undefined) {
      if (required) refuse('1', cells.name(column), 'is missing')
      if (column === 'status') select.push(`'RELEASED' AS status`)
      else select.push(`${reading === 'text' ? "''" : emptyOf(reading, required)} AS ${name}`)
      continue
    }
    const standIn = cells.standIn?.(column)
    if (column === 'marketplace') select.push(`${marketplaceCode(text)} AS marketplace`)
    else if (column === 'order_id' && table === 'settlement_lines')
      // Several orders have one damaged id, so it is none.
      select.push(`if(${named.of(isDamagedNumber(text))}, '', ${text}) AS order_id`)
    else if (column === 'currency') select.push(`upper(${text}) AS currency`)
    else if (column === 'status' && table === 'settlement_lines') {
      select.push(`if(${text} = '', 'RELEASED', upper(${text})) AS status`)
      refuse(
        `${text} != '' AND upper(${text}) NOT IN (${STATUSES.map(quote).join(', ')})`,
        cells.name(column),
        `is not one of ${STATUSES.join(', ')}`,
      )
    } else if (column === 'fulfillment_channel') {
      select.push(
        `transform(lower(${text}), ['amazon', 'merchant', 'afn', 'mfn', 'fba', 'fbm'], ['AFN', 'MFN', 'AFN', 'MFN', 'AFN', 'MFN'], ${text}) AS fulfillment_channel`,
      )
    } else {
      const own = typed(reading, text, column, how)
      const read = standIn
        ? `if(${text} != '', ${own}, ${typed(reading, standIn.text, standIn.column, how)})`
        : own
      const value = reading === 'text' ? read : named.of(read)
      const isEmpty = standIn ? `${text} = '' AND ${standIn.text} = ''` : `${text} = ''`
      select.push(
        `${required && reading !== 'text' ? `ifNull(${value}, ${zeroOf(reading)})` : value} AS ${name}`,
      )
      if (reading !== 'text') {
        const heading = cells.name(column)
        const filled = standIn ? `if(${text} != '', ${heading}, ${cells.name(standIn.column)})` : heading
        if (required) refuse(isEmpty, heading, 'is empty')
        refuse(`NOT (${isEmpty}) AND isNull(${value})`, filled, `is not ${articleOf[reading]}`)
      }
    }
    if (required && reading === 'text') refuse(`${text} = ''`, cells.name(column), 'is empty')
  }
  if (table === 'settlement_lines' || table === 'order_items') {
    const name = marketplaceText(table, cells)
    select.push(`${name === undefined ? 'false' : isMultichannel(name)} AS multichannel`)
  }
  if (table === 'settlement_lines') {
    const settlement = cells.text('settlement_id')
    if (settlement !== undefined)
      checks.push([
        isScientific(settlement),
        quote('the settlement id was damaged by a spreadsheet; download the report again'),
      ])
    const [posted, standIn] = [cells.text('posted_at'), cells.standIn?.('posted_at')]
    const moment = posted && standIn ? named.of(`if(${posted} != '', ${posted}, ${standIn.text})`) : posted
    select.push(
      moment === undefined
        ? 'CAST(NULL AS Nullable(Date)) AS posted_day'
        : `if(position(${moment}, ':') = 0, toDate(posted_at), NULL) AS posted_day`,
      `${lostIn(cells, moment, named)} AS lost`,
    )
  }
  return {
    select,
    problem: `multiIf(${checks.map(([condition, reason]) => `${condition}, ${reason}`).join(',\n    ')}, '')`,
  }
}

const articleOf: Record<Reading, string> = {
  text: 'a text',
  decimal: 'an amount',
  integer: 'a whole number',
  instant: 'a date and time',
  day: 'a date',
  flag: 'true or false',
}
const emptyOf = (reading: Reading, required: boolean): string => (required ? zeroOf(reading) : 'NULL')
const zeroOf = (reading: Reading): string =>
  reading === 'instant' ? `toDateTime(0, 'UTC')` : reading === 'day' ? 'toDate(0)' : '0'

const columnNames = (table: FactTable): string[] => [
  ...Object.keys(FACTS[table]).map((column) => columnName(table, column)),
  ...(table === 'settlement_lines' || table === 'order_items' ? ['multichannel'] : []),
  ...(table === 'settlement_lines' ? ['posted_day', 'lost'] : []),
]

const insertInto = (table: FactTable): string =>
  `INSERT INTO ${table} (company_id, account_id, import_id, line_no, part, source, ${columnNames(table).join(', ')}, problem, raw)`

const WHOSE =
  '{companyId:String} AS company_id, {accountId:String} AS account_id, {importId:UInt64} AS import_id'

/** Among settlement lines, the source of a refused row of a table that nothing knows; its type is the table's name. */
export const UNKNOWN_TABLE = 0

/** Stands behind the last line of a file that ends without a line end; no report contains it. */
export const UNFINISHED = '\x1f'

const withoutEnd = (text: string) => `replaceAll(replaceAll(${text}, '\\r', ''), '${UNFINISHED}', '')`

/** The last cell of a line can carry the carriage return, and that of the last line the mark. */
const lastCell = (cell: string) => `trimBoth(${withoutEnd(cell)})`

/**
 * A last line without its end may have lost more than that: half an amount is an amount too. In a settlement it counts
 * if its last cell is empty or an amount with both its decimals.
 */
function unfinished(type: LineReportType, { cellCount, decimalMark }: LinesLayout): string {
  const last = lastCell(`c[${cellCount}]`)
  const isCut = `length(c) < ${cellCount}`
  const mayBeCut =
    type.table === 'settlement_lines'
      ? `${isCut} OR NOT match(${last}, '^$|[${decimalMark}][0-9][0-9]$')`
      : isCut
  return `endsWith(line, '${UNFINISHED}') AND (${mayBeCut})`
}

const INNER = 'substring(cell, 2, length(cell) - 2)'
/** The cells of a line, without quotes that a spreadsheet put around them; where rows are read one by one, `csvRows` does it. */
const CELLS = `if(position(line, '"') = 0, splitByChar('\\t', line),
  arrayMap(cell -> if(startsWith(cell, '"') AND endsWith(cell, '"') AND (position(${INNER}, '""') > 0 OR position(${INNER}, ',') > 0)
      AND position(replaceAll(${INNER}, '""', ''), '"') = 0, replaceAll(${INNER}, '""', '"'), cell),
    splitByChar('\\t', ${withoutEnd('line')})))`

/** For a tab-separated report: the engine numbers the lines and takes them apart. */
export function insertOfLines(type: LineReportType, opened: LinesLayout & Headed): FactInsert {
  const texts = new NamedColumns('c')
  const columns = new NamedColumns('x')
  const cell = (key: string): string | undefined => {
    const at = opened.cellOf[key]
    if (at === undefined) return undefined
    return texts.of(at === opened.cellCount - 1 ? lastCell(`c[${at + 1}]`) : `trimBoth(c[${at + 1}])`)
  }
  const isSummary = type.summary ? `${cell(type.summary.filled) ?? "''"} != ''` : '0'
  const amounts = type.amounts ?? []
  const named = (what: { column: string } | { constant: string }): string =>
    'constant' in what ? quote(what.constant) : (cell(what.column) ?? "''")

  // Several amounts in a line become several rows; a line has one part per amount that it fills.
  const single = amounts.length === 1 ? amounts[0] : undefined
  const quantity = cell('quantity')
  const entries = single
    ? []
    : amounts.flatMap((a, index) => {
        const text = cell(a.amount)
        return text === undefined
          ? []
          : [`(${index}, ${text}, ${named(a.amountType)}, ${named(a.description)})`]
      })
  const parts =
    quantity === undefined
      ? 'filled'
      : // The quantity stands in a row of its own; where a principal carries it, it is that row's.
        `arrayConcat(filled, if(${quantity} != '' AND (empty(filled) OR arrayExists(e -> e.4 = 'Principal', filled)), [(100, '0', 'quantity', '')], []))`

  const { name, params } = headingNames(opened.headings)
  const cells: Cells = {
    name(column) {
      if (column !== 'amount') return name(column)
      if (single) return name(single.amount)
      const names = amounts.map(({ amount }) => name(amount)).join(', ')
      return `transform(e.1, range(${amounts.length}), [${names}], '')`
    },
    problems: [
      [unfinished(type, opened), 'the file ends within this line'],
      [isSummary, SUMMARY],
      [`length(line) > ${LINE_BYTES_MAX}`, `the line is longer than ${limitText(LINE_BYTES_MAX)} bytes`],
      // A trailing empty cell more than the header has is a habit of some tools.
      [
        `length(c) != ${opened.cellCount} AND NOT (length(c) = ${opened.cellCount + 1} AND ${lastCell('c[-1]')} = '')`,
        `the line does not have the ${opened.cellCount} cells of the header`,
      ],
    ],
    standIn(column) {
      const standIn = type.standIns?.[column]
      const text = standIn === undefined ? undefined : cell(standIn)
      return standIn === undefined || text === undefined ? undefined : { column: standIn, text }
    },
    text(column) {
      if (type.table !== 'settlement_lines') return cell(column)
      if (single) {
        if (column === 'amount') return cell(single.amount)
        if (column === 'amount_type') return named(single.amountType)
        if (column === 'amount_description') return named(single.description)
      } else if (entries.length) {
        if (column === 'amount') return 'e.2'
        if (column === 'amount_type') return 'e.3'
        if (column === 'amount_description') return 'e.4'
        if (column === 'quantity' && quantity !== undefined) return `if(e.3 = 'quantity', ${quantity}, '')`
      }
      return cell(column)
    },
  }
  if (entries.length) cells.problems.push(['e.1 = 200', 'the line has no amount'])
  const { select, problem } = columnsOf(type.table, cells, { spelling: opened, named: columns })
  const source = `SELECT line, ${CELLS} AS c, toUInt32(rowNumberInAllBlocks() + {firstLine:UInt32}) AS line_no FROM input('line String')`
  const lines = texts.over(`SELECT * FROM (${source}) WHERE line NOT IN ('', '\\r')`)
  const exploded = entries.length
    ? `SELECT *, arrayJoin(if(empty(p), [(200, '', '', '')], p)) AS e FROM (SELECT *, ${parts} AS p FROM (
  SELECT *, arrayFilter(e -> e.2 != '', [${entries.join(', ')}]) AS filled FROM (${lines})))`
    : lines
  return {
    table: type.table,
    params: { ...params, firstLine: opened.firstLineNumber },
    sql: `${insertInto(type.table)}
SELECT ${WHOSE}, line_no, ${entries.length ? 'toUInt16(e.1)' : 'toUInt16(0)'} AS part, {source:UInt8} AS source,
  ${select.join(',\n  ')},
  ${problem} AS problem,
  multiIf(problem = '', '', problem = '${SUMMARY}', line, substringUTF8(replaceAll(line, '${UNFINISHED}', ''), 1, ${RAW_LENGTH_MAX})) AS raw
FROM (${columns.over(exploded)})
FORMAT LineAsString`,
  }
}

/** Reads the summary lines that `insertOfLines` has set aside; undefined where the type has none. */
export function insertOfSummaries(
  type: LineReportType,
  opened: LinesLayout & Headed,
): FactInsert | undefined {
  const { summary } = type
  if (!summary) return undefined
  const at = (key: string): string | undefined => {
    const index = opened.cellOf[key]
    return index === undefined ? undefined : `c[${index + 1}]`
  }
  const named = new NamedColumns('x')
  const keyOf = (column: string) => summary.columns[column as keyof typeof summary.columns] ?? column
  const { name, params } = headingNames(opened.headings)
  const { select, problem } = columnsOf(
    'settlements',
    { problems: [], text: (column) => at(keyOf(column)), name: (column) => name(keyOf(column)) },
    { spelling: opened, named },
  )
  return {
    table: 'settlements',
    params,
    sql: `${insertInto('settlements')}
SELECT ${WHOSE}, line_no, part, {source:UInt8} AS source,
  ${select.join(',\n  ')},
  ${problem} AS problem,
  if(problem = '', '', line) AS raw
FROM (${named.over(`
  SELECT raw AS line, arrayMap(cell -> ${lastCell('cell')}, splitByChar('\\t', raw)) AS c, line_no, part FROM settlement_lines
  WHERE company_id = {companyId:String} AND import_id = {importId:UInt64} AND problem = '${SUMMARY}'`)})`,
  }
}

/**
 * For records that were read here: each arrives as one line of canonical cells behind line number, part, problem, text, name
 * of an unknown table, account and source. Source and type of a row of an unknown table say that it is one.
 */
export function insertOfRecords(table: FactTable, headings: Record<string, string>): FactInsert {
  const columns = Object.keys(FACTS[table])
  const { name, params } = headingNames(headings)
  const cells: Cells = {
    name,
    problems: [],
    text: (column) =>
      column === 'transaction_type'
        ? `if(c[5] = '', c[${columns.indexOf(column) + 8}], c[5])`
        : columns.includes(column)
          ? `c[${columns.indexOf(column) + 8}]`
          : undefined,
  }
  const named = new NamedColumns('x')
  const { select, problem } = columnsOf(table, cells, { spelling: CANONICAL, named })
  return {
    table,
    params,
    sql: `${insertInto(table)}
SELECT {companyId:String} AS company_id, transform(c[6], {accountNames:Array(String)}, {accountIds:Array(String)}, {accountId:String}) AS account_id,
  {importId:UInt64} AS import_id, toUInt32OrZero(c[1]) AS line_no, toUInt16OrZero(c[2]) AS part,
  multiIf(c[5] != '', ${UNKNOWN_TABLE}, c[7] != '', toUInt8OrZero(c[7]), {source:UInt8}) AS source,
  ${select.join(',\n  ')},
  if(c[3] != '', c[3], ${problem}) AS problem,
  if(problem = '', '', if(c[4] != '', c[4], arrayStringConcat(arraySlice(c, 8), ' '))) AS raw
FROM (${named.over(`SELECT splitByChar('${CELL_SEPARATOR}', line) AS c FROM input('line String')`)})
FORMAT LineAsString`,
  }
}
