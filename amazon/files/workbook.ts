/** The sheets of an XLSX workbook, as text, row by row: of the workbook only its different texts are held in memory. */
// The compiler of the browser follows types into here.
// oxlint-disable-next-line typescript/triple-slash-reference -- a declaration of another module can not be imported
/// <reference path="./saxen.d.ts" />
import { posix } from 'node:path'
import { Parser } from 'saxen'
import type { Entry, ZipFile } from 'yauzl'
import { fromBufferPromise } from 'yauzl'
import { UnreadableFile } from '../reports/report-type.ts'
import { checkEntryCount, entryBytes } from './archive.ts'
import { workbookNumber } from './decimal-text.ts'
import { decoded } from './encoding.ts'
import type { FileLimits } from './file-limits.ts'
import { FILE_LIMITS, bytesText, limitText } from './file-limits.ts'

export interface Workbook {
  /** Of the first sheet, from its first row on, empty ones among them. */
  rows: () => AsyncGenerator<SheetRow>
  /** The sheets after it, of which nothing is imported. */
  others: readonly { name: string; rows: () => AsyncGenerator<SheetRow> }[]
}

/** As long as its last cell needs. */
export interface SheetRow {
  /** Dates are `2026-03-31` or `2026-03-31 10:15:00`, numbers keep all digits that the workbook stores. */
  cells: readonly string[]
  /** Which cells the workbook stores as numbers: in the others `2,315` is what somebody typed. */
  isNumber: readonly boolean[]
}

export async function openWorkbook(
  bytes: AsyncIterable<Uint8Array>,
  limits: FileLimits = FILE_LIMITS,
): Promise<Workbook> {
  const packed = await collect(bytes, limits.workbook.packedBytesMax)
  return damageNamed(async () => {
    const parts = await Parts.open(packed, limits)
    const { sheets, from1904 } = await sheetsIn(parts)
    const [texts, shownAs] = [await sharedTexts(parts), await numberStyles(parts)]
    const [first, ...others] = sheets.map(({ name, path }) => ({
      name,
      rows: () => sheetRows(parts, { path, from1904, texts, shownAs }),
    }))
    if (!first) throw new Error('The workbook has no sheet of cells.')
    return { rows: first.rows, others }
  })
}

async function collect(bytes: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    chunks.push(chunk)
    size += chunk.length
    if (size > bytesMax) throw tooLarge(`is larger than ${bytesText(bytesMax)}`)
  }
  return Buffer.concat(chunks)
}

const tooLarge = (how: string): UnreadableFile =>
  new UnreadableFile(
    'WORKBOOK_TOO_LARGE',
    `The workbook ${how}. Save the sheet that you need as CSV and import that.`,
  )

const damaged = (cause: unknown): UnreadableFile =>
  Object.assign(
    new UnreadableFile(
      'DAMAGED_ARCHIVE',
      'The workbook is damaged or locked with a password. Save it again, or save it as CSV.',
    ),
    { cause },
  )

const damageNamed = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw error instanceof UnreadableFile ? error : damaged(error)
  })

/** The XML files of a workbook. */
class Parts {
  readonly limits: FileLimits
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>

  private constructor(zip: ZipFile, entries: Map<string, Entry>, limits: FileLimits) {
    this.#zip = zip
    this.#entries = entries
    this.limits = limits
  }

  static async open(packed: Buffer, limits: FileLimits): Promise<Parts> {
    const zip = await fromBufferPromise(packed)
    checkEntryCount(zip, limits.archive)
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry())
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
    return new Parts(zip, entries, limits)
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Reads a part through handlers, and pauses after each piece that is unpacked. */
  async *read(name: string, handlers: XmlHandlers, bytesMax = Infinity): AsyncGenerator<void> {
    const xml = new Xml(handlers, this.limits.workbook)
    for await (const text of this.#texts(name, bytesMax)) {
      xml.write(text)
      yield
    }
    xml.end()
  }

  /** Reads in one piece, as saxen takes a `>` in an attribute that is cut for the end of its tag. For parts of any attributes. */
  async readWhole(name: string, handlers: XmlHandlers): Promise<void> {
    const texts: string[] = []
    for await (const text of this.#texts(name, LIST_BYTES_MAX)) texts.push(text)
    const xml = new Xml(handlers, this.limits.workbook)
    xml.write(texts.join(''))
    xml.end()
  }

  #texts(name: string, bytesMax: number): AsyncGenerator<string> {
    const entry = this.#entries.get(name)
    if (!entry) throw new Error(`${name} is missing.`)
    const { workbook, archive } = this.limits
    const unpackedBytesMax = Math.min(workbook.unpackedBytesMax, bytesMax)
    const refusal = () =>
      tooLarge(`has a part (${posix.basename(name)}) of more than ${bytesText(unpackedBytesMax)}`)
    return decoded(entryBytes(this.#zip, entry, { ...archive, unpackedBytesMax }, refusal), 'UTF-8')
  }
}

/** Bytes of a part that lists sheets or styles. */
const LIST_BYTES_MAX = 2 ** 24

interface XmlHandlers {
  /** Names come without their prefix. */
  open(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
  text?(text: string): void
}

/** What a workbook needs of XML, in pieces of any length. Document types, and with them entities of one's own, are refused. */
class Xml {
  readonly #parser = new Parser()
  readonly #charactersMax: number
  #unfinished = 0
  #depth = 0

  constructor(handlers: XmlHandlers, { tokenCharactersMax, depthMax }: FileLimits['workbook']) {
    this.#charactersMax = tokenCharactersMax
    const finished = () => (this.#unfinished = 0)
    this.#parser
      .on('openTag', (name, attributes, decode) => {
        finished()
        if (++this.#depth > depthMax) throw tooLarge(`holds more than ${depthMax} elements within each other`)
        handlers.open(localName(name), (wanted) => {
          const found = Object.entries(attributes()).find(([key]) => localName(key) === wanted)
          return found && decode(found[1])
        })
      })
      .on('closeTag', (name) => {
        finished()
        this.#depth--
        handlers.close?.(localName(name))
      })
      .on('text', (text, decode) => {
        finished()
        handlers.text?.(decode(text))
      })
      .on('cdata', (text) => {
        finished()
        handlers.text?.(text)
      })
      .on('comment', finished)
      .on('question', finished)
      .on('attention', () => {
        throw new Error('Workbooks have no document type.')
      })
      .on('error', (error) => {
        throw error
      })
  }

  write(text: string): void {
    this.#unfinished += text.length
    this.#parser.write(text)
    if (this.#unfinished > this.#charactersMax)
      throw tooLarge(`has a text of more than ${limitText(this.#charactersMax)} characters`)
  }

  end(): void {
    this.#parser.end()
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

async function sheetsIn(
  parts: Parts,
): Promise<{ sheets: { name: string; path: string }[]; from1904: boolean }> {
  const paths = new Map<string | undefined, string>()
  await parts.readWhole('xl/_rels/workbook.xml.rels', {
    open(name, attribute) {
      if (name === 'Relationship' && attribute('Type')?.endsWith('/worksheet'))
        paths.set(attribute('Id'), partNamed(attribute('Target') ?? ''))
    },
  })
  const sheets: { name: string; path: string }[] = []
  let from1904 = false
  await parts.readWhole('xl/workbook.xml', {
    open(name, attribute) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      const path = name === 'sheet' ? paths.get(attribute('id')) : undefined
      if (path !== undefined) sheets.push({ name: attribute('name') ?? '', path })
    },
  })
  return { sheets, from1904 }
}

/** Longer than any name of a part; to resolve a long one takes its length times itself. */
const TARGET_LENGTH_MAX = 1_000

function partNamed(target: string): string {
  if (target.length > TARGET_LENGTH_MAX) throw new Error('A part has a name that is too long.')
  return target.startsWith('/') ? target.slice(1) : posix.join('xl', target)
}

async function sharedTexts(parts: Parts): Promise<string[]> {
  const { sharedTextsMax, sharedTextBytesMax } = parts.limits.workbook
  const texts: string[] = []
  if (!parts.has('xl/sharedStrings.xml')) return texts
  const item = new ItemText('si')
  const reading = parts.read(
    'xl/sharedStrings.xml',
    {
      open: (name) => item.open(name),
      text: (text) => item.add(text),
      close(name) {
        item.close(name)
        if (name !== 'si') return
        texts.push(unescaped(item.text))
        if (texts.length > sharedTextsMax)
          throw tooLarge(`holds more than ${limitText(sharedTextsMax)} different texts`)
      },
    },
    sharedTextBytesMax,
  )
  for await (const _ of reading);
  return texts
}

/** The text of a shared or inline string: its runs in a row, without the readings that Japanese text carries. */
class ItemText {
  text = ''
  readonly #element: string
  #isText = false
  #isReading = false

  constructor(element: string) {
    this.#element = element
  }

  open(name: string): void {
    if (name === this.#element) this.text = ''
    else if (name === 't') this.#isText = true
    else if (name === 'rPh') this.#isReading = true
  }

  add(text: string): void {
    if (this.#isText && !this.#isReading) this.text += text
  }

  close(name: string): void {
    if (name === 't') this.#isText = false
    else if (name === 'rPh') this.#isReading = false
  }
}

/** Characters that XML can't hold stand as `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text

/** What a number of a cell is shown as where it is not shown as it is. */
type ShownAs = 'MOMENT' | 'PERCENTAGE' | undefined

/** What styles of cells show a number as. */
async function numberStyles(parts: Parts): Promise<(style: string | undefined) => ShownAs> {
  const ownFormats = new Map<string | undefined, ShownAs>()
  const formats: (string | undefined)[] = []
  let isCellFormat = false
  if (parts.has('xl/styles.xml')) {
    await parts.readWhole('xl/styles.xml', {
      open(name, attribute) {
        if (name === 'numFmt') ownFormats.set(attribute('numFmtId'), shownIn(attribute('formatCode') ?? ''))
        else if (name === 'cellXfs') isCellFormat = true
        else if (name === 'xf' && isCellFormat) formats.push(attribute('numFmtId'))
      },
      close(name) {
        if (name === 'cellXfs') isCellFormat = false
      },
    })
  }
  const shown = formats.map((id) => (ownFormats.has(id) ? ownFormats.get(id) : builtIn(Number(id))))
  return (style) => shown[Number(style ?? 0)]
}

/** ECMA-376 part 1, 18.8.30, with the ones that eastern languages add. */
const builtIn = (id: number): ShownAs =>
  id === 9 || id === 10
    ? 'PERCENTAGE'
    : (id >= 14 && id <= 22) ||
        (id >= 27 && id <= 36) ||
        (id >= 45 && id <= 47) ||
        (id >= 50 && id <= 58) ||
        (id >= 71 && id <= 81)
      ? 'MOMENT'
      : undefined

/** Excel's own limit for the format of a cell. */
const FORMAT_LENGTH_MAX = 255

/**
 * A format with a letter of dates or times and no digit, or with a digit and the sign of percent behind it; what is quoted,
 * escaped or in brackets is left out.
 */
function shownIn(code: string): ShownAs {
  if (code.length > FORMAT_LENGTH_MAX) return undefined
  const bare = code
    .toLowerCase()
    .replace(/\\.|"[^"]*"|_./g, ' ')
    .replace(/\[(h+|m+|s+)\]/g, '$1')
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/general|am\/pm|a\/p/g, '')
    .replace(/([sh])[.,]0+/g, '$1')
  const sections = bare.split(';')
  if (sections.some((section) => /[ymdhs]/.test(section) && !/[0#?%]/.test(section))) return 'MOMENT'
  return /[0#?]\s*%/.test(sections[0]!) ? 'PERCENTAGE' : undefined
}

interface Sheet {
  path: string
  from1904: boolean
  texts: readonly string[]
  shownAs: (style: string | undefined) => ShownAs
}

const EMPTY_ROW: SheetRow = { cells: [], isNumber: [] }

/** How large a sheet says that it is, is only a claim: what counts are the cells that hold something. */
async function* sheetRows(parts: Parts, sheet: Sheet): AsyncGenerator<SheetRow> {
  const finished: SheetRow[] = []
  const reader = new SheetReader(sheet, parts.limits.workbook, finished)
  try {
    for await (const _ of parts.read(sheet.path, reader)) {
      yield* finished
      finished.length = 0
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged(error)
  }
  yield* finished
}

class SheetReader implements XmlHandlers {
  readonly #sheet: Sheet
  readonly #limits: FileLimits['workbook']
  readonly #finished: SheetRow[]
  readonly #inline = new ItemText('is')
  #row: { cells: string[]; isNumber: boolean[] } = { cells: [], isNumber: [] }
  #rowNumber = 0
  #rowsGiven = 0
  #cells = 0
  #column = 0
  #type = 'n'
  #style: string | undefined
  #isValue = false
  #value = ''

  constructor(sheet: Sheet, limits: FileLimits['workbook'], finished: SheetRow[]) {
    this.#sheet = sheet
    this.#limits = limits
    this.#finished = finished
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === 'c') {
      const column = columnIn(attribute('r') ?? '') ?? this.#column + 1
      if (column <= this.#column) throw new Error('Cells are out of order.')
      this.#column = column
      this.#type = attribute('t') ?? 'n'
      this.#style = attribute('s')
      this.#value = ''
      this.#inline.open('is')
    } else if (name === 'v') this.#isValue = true
    else if (name === 'row') {
      const number = Number(attribute('r') ?? this.#rowNumber + 1)
      if (!(number > this.#rowNumber)) throw new Error('Rows are out of order.')
      this.#rowNumber = number
      this.#row = { cells: [], isNumber: [] }
      this.#column = 0
    } else this.#inline.open(name)
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text
    else this.#inline.add(text)
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false
    else if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow()
    else this.#inline.close(name)
  }

  #endCell(): void {
    const number = this.#number()
    const text = number ?? this.#cellText()
    if (text === '') return
    const { columnsMax, cellsMax } = this.#limits
    if (this.#column > columnsMax)
      throw tooLarge(
        `has a cell far to the right (column ${limitText(this.#column)} of row ${limitText(this.#rowNumber)}; up to ${limitText(columnsMax)} columns are read)`,
      )
    const { cells, isNumber } = this.#row
    this.#cells += this.#column - cells.length
    if (this.#cells > cellsMax)
      throw tooLarge(`has more than ${limitText(cellsMax)} cells in its first sheet`)
    while (cells.length < this.#column - 1) {
      cells.push('')
      isNumber.push(false)
    }
    cells.push(text)
    isNumber.push(number !== undefined)
  }

  #endRow(): void {
    if (this.#row.cells.length === 0) return
    const { rowsMax } = this.#limits
    if (this.#rowNumber > rowsMax)
      throw tooLarge(
        `has a cell in row ${limitText(this.#rowNumber)}; up to ${limitText(rowsMax)} rows are read`,
      )
    for (; this.#rowsGiven < this.#rowNumber - 1; this.#rowsGiven++) this.#finished.push(EMPTY_ROW)
    this.#rowsGiven++
    this.#finished.push(this.#row)
  }

  /** Undefined for every other cell, also one that shows its number as a day or as a percentage. */
  #number(): string | undefined {
    return this.#type === 'n' && this.#shown() === undefined ? workbookNumber(this.#value) : undefined
  }

  /** What a person sees in the place of the number. */
  #shown(): string | undefined {
    return this.#day() ?? this.#percentage()
  }

  #percentage(): string | undefined {
    if (this.#sheet.shownAs(this.#style) !== 'PERCENTAGE') return undefined
    const hundredths = workbookNumber(this.#value)
    const percent = hundredths && workbookNumber(`${hundredths}e2`)
    return percent && `${percent}%`
  }

  #day(): string | undefined {
    const { shownAs, from1904 } = this.#sheet
    return this.#value !== '' && shownAs(this.#style) === 'MOMENT'
      ? dateText(Number(this.#value), from1904)
      : undefined
  }

  #cellText(): string {
    const { texts } = this.#sheet
    const value = this.#value
    switch (this.#type) {
      case 's': {
        if (value === '') return ''
        const text = texts[Number(value)]
        if (text === undefined) throw new Error(`There is no text ${value}.`)
        return text
      }
      case 'inlineStr':
        return unescaped(this.#inline.text)
      case 'b':
        return value === '' ? '' : String(value === '1' || value === 'true')
      case 'd':
        return withoutMidnight(value.replace('T', ' ').replace(/(\.\d+)?Z?$/, ''))
      case 'n':
        return this.#shown() ?? value
      // The outcome of a formula: a text, or an error such as #N/A.
      default:
        return unescaped(value)
    }
  }
}

/** 1-based; undefined where the cell does not say it. */
function columnIn(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0]
  if (letters === undefined) {
    if (reference !== '') throw new Error(`${reference.slice(0, 20)} is no cell.`)
    return undefined
  }
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

/** Days from 1900 to 1970, one that never was among them, and from 1900 to 1904. */
const DAYS_TO_1970 = 25_569
const DAYS_TO_1904 = 1_462
const DAY_9999 = 2_958_465

/** Undefined for a number that is no day of a spreadsheet. */
function dateText(days: number, from1904: boolean): string | undefined {
  if (!(days >= 0 && days <= DAY_9999)) return undefined
  const seconds = Math.round((days + (from1904 ? DAYS_TO_1904 : 0) - DAYS_TO_1970) * 86_400)
  return withoutMidnight(new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' '))
}

const withoutMidnight = (text: string): string => (text.endsWith(' 00:00:00') ? text.slice(0, 10) : text)
