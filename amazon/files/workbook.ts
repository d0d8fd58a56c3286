/** The first sheet of an XLSX workbook, as text. */
import { readSheet } from 'read-excel-file/universal'
import { fromBufferPromise } from 'yauzl'
import { UnreadableFile } from '../reports/report-type.ts'
import { plainNumber } from './decimal-text.ts'

/** A workbook is read in memory, so it may not be large. */
export interface WorkbookLimits {
  packedBytesMax: number
  unpackedBytesMax: number
}

export const WORKBOOK_LIMITS: WorkbookLimits = {
  packedBytesMax: 50 * 2 ** 20,
  unpackedBytesMax: 400 * 2 ** 20,
}

/** Dates become `2026-03-31` or `2026-03-31 10:15:00`, numbers keep all digits the workbook stores. */
export async function readWorkbook(
  bytes: AsyncIterable<Uint8Array>,
  limits = WORKBOOK_LIMITS,
): Promise<string[][]> {
  const workbook = await collect(bytes, limits.packedBytesMax)
  try {
    await checkUnpackedSize(workbook, limits.unpackedBytesMax)
    const rows = await readSheet(new Blob([new Uint8Array(workbook)]), 1, {
      parseNumber: (text) => plainNumber(text) ?? text,
      trim: false,
    })
    return rows.map((row) => row.map(cellText))
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const text = 'The workbook is damaged or locked with a password. Save it again, or save it as CSV.'
    throw Object.assign(new UnreadableFile('DAMAGED_ARCHIVE', text), { cause: error })
  }
}

const tooLarge = (): UnreadableFile =>
  new UnreadableFile(
    'ARCHIVE_TOO_LARGE',
    'The workbook is too large to be read as one. Save its sheet as CSV and import that.',
  )

async function collect(bytes: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    chunks.push(chunk)
    size += chunk.length
    if (size > bytesMax) throw tooLarge()
  }
  return Buffer.concat(chunks)
}

/** What an archive says of its sizes is only a claim, so everything is unpacked once and counted. */
async function checkUnpackedSize(workbook: Buffer, bytesMax: number): Promise<void> {
  const zip = await fromBufferPromise(workbook)
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
      unpacked += chunk.length
      if (unpacked > bytesMax) throw tooLarge()
    }
  }
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value
  if (!(value instanceof Date)) return typeof value === 'boolean' ? String(value) : ''
  const text = value.toISOString().slice(0, 19).replace('T', ' ')
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text
}
