/** Files for tests: a small settlement in every layout, and bytes in every packing and every set of characters. */
import { Readable } from 'node:stream'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import type { Source } from './files/archive.ts'
import type { OpenedReport } from './reports/report-type.ts'

/** A source that gives the bytes in chunks of some size, as networks do. */
export const sourceOf = (bytes: Uint8Array | string, chunkBytes = 65_536): Source => {
  const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  return () => Readable.from(chunksOf(buffer, chunkBytes))
}

function* chunksOf(bytes: Uint8Array, chunkBytes: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes)
}

export async function collected<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

/** The text of the lines that a report hands on. */
export async function linesIn(opened: OpenedReport): Promise<string> {
  if (opened.kind !== 'lines') throw new Error(`${opened.type.id} was opened record by record.`)
  return Buffer.concat(await collected(opened.bytes)).toString()
}

/**
 * Whether work on a text grows with its length, and not with the square of it: eight times the text may take thirty times
 * as long of the processor, which noise does not come to where it is slow at all.
 */
export async function isLinear(work: (length: number) => Promise<unknown>): Promise<boolean> {
  const took = async (length: number) => {
    const from = process.cpuUsage()
    await work(length)
    return process.cpuUsage(from).user / 1_000
  }
  const [small, large] = [2 ** 14, 2 ** 17]
  if ((await took(large)) < SLOW_MS) return true
  const [one, eight] = [
    Math.min(await took(small), await took(small), await took(small)),
    Math.min(await took(large), await took(large)),
  ]
  return eight < SLOW_MS || eight < 30 * one
}

const SLOW_MS = 100

export interface ZipEntry {
  name: string
  data: Uint8Array | string
  /** Sets the bit that says the data is locked. */
  locked?: boolean
}

export function zipOf(...entries: ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, locked } of entries) {
    const bytes = Buffer.from(data)
    const packed = deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(locked ? 1 : 0, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, end, Buffer.from(name)]))
    files.push(file)
    offset += file.length
  }
  const list = Buffer.concat(directory)
  const tail = Buffer.alloc(22)
  tail.write('PK\x05\x06')
  tail.writeUInt16LE(entries.length, 8)
  tail.writeUInt16LE(entries.length, 10)
  tail.writeUInt32LE(list.length, 12)
  tail.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, list, tail])
}

/** A workbook around the XML of its sheet, or of several. */
export function workbookOf(sheet: string | readonly string[], ...parts: ZipEntry[]): Buffer {
  const sheets = [sheet].flat()
  const each = (written: (nth: number) => string) => sheets.map((_, index) => written(index + 1)).join('')
  return zipOf(
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns:r="r"><sheets>${each((nth) => `<sheet name="Sheet ${nth}" sheetId="${nth}" r:id="rId${nth}"/>`)}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships>${each((nth) => `<Relationship Id="rId${nth}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${nth}.xml"/>`)}</Relationships>`,
    },
    ...sheets.map((data, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, data })),
    ...parts,
  )
}

export const sheetOf = (rows: string): string =>
  `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`

export const PACKINGS: Record<string, (bytes: Buffer) => Buffer> = {
  none: (bytes) => bytes,
  gzip: (bytes) => gzipSync(bytes),
  zip: (bytes) => zipOf({ name: 'report.txt', data: bytes }),
}

export const CHARACTER_SETS: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16LE with mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(text, 'utf16le').swap16(),
  'UTF-16BE with mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'windows-1252': (text) => encoded(text, 'windows-1252'),
  Shift_JIS: (text) => encoded(text, 'shift_jis'),
}

/** Node decodes these sets but does not encode them, so the way back is looked up. */
function encoded(text: string, set: 'windows-1252' | 'shift_jis'): Buffer {
  const bytesOf = (ENCODERS[set] ??= encoderOf(set))
  return Buffer.concat(Array.from(text, (character) => bytesOf.get(character) ?? Buffer.from('?')))
}

const ENCODERS: Partial<Record<string, Map<string, Buffer>>> = {}

function encoderOf(set: string): Map<string, Buffer> {
  // Without `stream` Node 20 reads Windows-1252 as Latin-1.
  const decode = (bytes: Buffer) => new TextDecoder(set).decode(bytes, { stream: true })
  const bytesOf = new Map<string, Buffer>()
  for (let first = 0; first < 256; first++) {
    for (let second = 0x40; second < 256; second++) {
      const pair = Buffer.from([first, second])
      const text = decode(pair)
      if (Array.from(text).length === 1 && !bytesOf.has(text)) bytesOf.set(text, pair)
    }
    const single = Buffer.from([first])
    bytesOf.set(decode(single), single)
  }
  return bytesOf
}

export const V2_HEADINGS =
  'settlement-id settlement-start-date settlement-end-date deposit-date total-amount currency transaction-type order-id merchant-order-id adjustment-id shipment-id marketplace-name amount-type amount-description amount fulfillment-id posted-date posted-date-time order-item-code merchant-order-item-id merchant-adjustment-item-id sku quantity-purchased promotion-id'.split(
    ' ',
  )

export const WIDE_HEADINGS =
  'settlement-id settlement-start-date settlement-end-date deposit-date total-amount currency transaction-type order-id merchant-order-id adjustment-id shipment-id marketplace-name shipment-fee-type shipment-fee-amount order-fee-type order-fee-amount fulfillment-id posted-date order-item-code merchant-order-item-id merchant-adjustment-item-id sku quantity-purchased price-type price-amount item-related-fee-type item-related-fee-amount misc-fee-amount other-fee-amount other-fee-reason-description promotion-id promotion-type promotion-amount direct-payment-type direct-payment-amount other-amount'.split(
    ' ',
  )

/** Rows of a table from what is in them, by heading. */
export const rowsOf = (headings: readonly string[], cells: Record<string, string>[]): string[][] =>
  cells.map((row) => headings.map((heading) => row[heading] ?? ''))

const SETTLEMENT = { 'settlement-id': '900001' }
const ITEM = {
  ...SETTLEMENT,
  'transaction-type': 'Order',
  'order-id': '028-0000001-0000001',
  'marketplace-name': 'Amazon.de',
  'fulfillment-id': 'AFN',
  'posted-date': '16.08.2026',
  'posted-date-time': '16.08.2026 10:12:00 UTC',
  'order-item-code': '77001',
  sku: 'GRÖSSE-12"',
  'quantity-purchased': '2',
}

/** A settlement of one order, with an accent and a quote in its SKU. Amounts are passed through `amount`. */
export const v2Rows = (amount: (text: string) => string = (text) => text): string[][] => [
  V2_HEADINGS,
  ...rowsOf(V2_HEADINGS, [
    {
      ...SETTLEMENT,
      'settlement-start-date': '02.08.2026 07:00:00 UTC',
      'settlement-end-date': '16.08.2026 07:00:00 UTC',
      'deposit-date': '18.08.2026 07:00:00 UTC',
      'total-amount': amount('1216.45'),
      currency: 'EUR',
    },
    { ...ITEM, 'amount-type': 'ItemPrice', 'amount-description': 'Principal', amount: amount('1234.50') },
    { ...ITEM, 'amount-type': 'ItemFees', 'amount-description': 'Commission', amount: amount('-18.05') },
  ]),
]

export const tabbed = (rows: readonly (readonly string[])[], lineEnd = '\n'): string =>
  rows.map((row) => row.join('\t') + lineEnd).join('')

export const separated = (rows: readonly (readonly string[])[], delimiter: string): string =>
  rows
    .map(
      (row) =>
        `${row.map((cell) => (/[",;\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\n`,
    )
    .join('')
