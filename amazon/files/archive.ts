/**
 * What a file is packed in: nothing, gzip, or a zip archive holding one file or several. Nothing is ever unpacked to
 * disk, and the names in an archive are labels, never paths.
 */
import { Readable, pipeline } from 'node:stream'
import { crc32, createGunzip } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { RandomAccessReader, fromRandomAccessReaderPromise, getFileNameLowLevel } from 'yauzl'
import { UnreadableFile } from '../reports/report-type.ts'
import type { ArchiveLimits } from './file-limits.ts'
import { bytesText, limitText } from './file-limits.ts'

/** A fresh stream of the file's original bytes at each call. */
export type Source = () => Readable

export interface Unpacked {
  compression: 'none' | 'gzip' | 'zip'
  /** A workbook stays packed here: its reader unpacks it. */
  format: 'text' | 'xlsx'
  bytes: () => AsyncIterable<Uint8Array>
}

/** Looks at the first bytes, never at the name, and gives the way to the bytes inside. */
export async function unpack(source: Source, limits: ArchiveLimits): Promise<Unpacked> {
  const magic = await firstBytes(source, 4)
  if (magic[0] === 0x1f && magic[1] === 0x8b) {
    return { compression: 'gzip', format: 'text', bytes: () => gunzipped(source, limits) }
  }
  // `PK\5\6` is an archive without entries.
  if (magic[0] === 0x50 && magic[1] === 0x4b && (magic[2] === 3 || magic[2] === 5)) {
    return unpackZip(source, limits)
  }
  return { compression: 'none', format: 'text', bytes: () => source() }
}

async function firstBytes(source: Source, count: number): Promise<Uint8Array> {
  let bytes: Uint8Array = new Uint8Array()
  for await (const chunk of source() as AsyncIterable<Uint8Array>) {
    bytes = Buffer.concat([bytes, chunk])
    if (bytes.length >= count) break
  }
  return bytes.subarray(0, count)
}

async function* gunzipped(source: Source, limits: ArchiveLimits): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // The error reaches the reader through `gunzip`; the callback only keeps the pipeline from throwing it too.
  pipeline(source(), gunzip, () => {})
  let unpacked = 0
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      unpacked += chunk.length
      checkSize(unpacked, gunzip.bytesWritten, limits)
      yield chunk
    }
  } catch (error) {
    throw isZlibError(error) ? damaged('the gzip data', error) : error
  }
}

function checkSize(
  unpacked: number,
  packed: number,
  limits: SizeLimits,
  tooLarge: () => UnreadableFile = () =>
    archiveTooLarge(
      `unpacks to more than ${bytesText(limits.unpackedBytesMax)}. Split the report by date and import the parts.`,
    ),
): void {
  if (unpacked > limits.unpackedBytesMax) throw tooLarge()
  if (unpacked > limits.ratioFreeBytes && unpacked > packed * limits.ratioMax)
    throw archiveTooLarge(
      `unpacks to more than ${limits.ratioMax} times its size, which no report does. Unpack it yourself and import the file inside.`,
    )
}

const archiveTooLarge = (how: string): UnreadableFile =>
  new UnreadableFile('ARCHIVE_TOO_LARGE', `The archive ${how}`)

/** Looks at what the archive says of itself, before its list is read. */
export function checkEntryCount(zip: ZipFile, { entriesMax }: ArchiveLimits): void {
  if (zip.entryCount > entriesMax)
    throw new UnreadableFile(
      'ARCHIVE_TOO_LARGE',
      `The archive names ${limitText(zip.entryCount)} files; up to ${limitText(entriesMax)} are looked at. Split it.`,
    )
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')

const damaged = (what: string, cause: unknown): UnreadableFile =>
  Object.assign(
    new UnreadableFile(
      'DAMAGED_ARCHIVE',
      `The archive is damaged or incomplete (${what}). Download it again.`,
    ),
    { cause },
  )

/** Bytes kept from the end of an archive: its list of entries, however long their comments are. */
const TAIL_BYTES = 2 ** 20

/**
 * A zip is read from its end, but what we have is a stream that can be opened again. So the end is kept in memory,
 * and the one entry that matters is read by skipping to it.
 */
class ReopenedStream extends RandomAccessReader {
  readonly #source: Source
  readonly #tail: Uint8Array
  readonly #tailStart: number

  constructor(source: Source, tail: Uint8Array, totalSize: number) {
    super()
    this.#source = source
    this.#tail = tail
    this.#tailStart = totalSize - tail.length
  }

  override _readStreamForRange(start: number, end: number): Readable {
    if (start >= this.#tailStart) {
      const bytes = this.#tail.subarray(start - this.#tailStart, end - this.#tailStart)
      return Readable.from(bytes.length > 0 ? [bytes] : [])
    }
    return Readable.from(rangeOf(this.#source(), start, end))
  }
}

async function* rangeOf(
  stream: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let position = 0
  for await (const chunk of stream) {
    const from = Math.max(start - position, 0)
    const to = Math.min(end - position, chunk.length)
    position += chunk.length
    if (from < to) yield chunk.subarray(from, to)
    if (position >= end) return
  }
}

/** A zip archive with the entries that its list names. */
interface OpenZip {
  entries: readonly Entry[]
  bytesOf: (entry: Entry) => AsyncIterable<Uint8Array>
}

/** Documents that are zip archives too, by a part that each has. */
const OTHER_DOCUMENTS: readonly [part: RegExp, what: string][] = [
  [/^content\.xml$/, 'an OpenDocument spreadsheet (.ods): save it as .xlsx or CSV'],
  [/^Index\/.*\.iwa$/, 'a Numbers spreadsheet: export it as Excel or CSV'],
  [/^xl\/workbook\.bin$/, 'an Excel workbook in binary form (.xlsb): save it as .xlsx or CSV'],
]

async function openZip(source: Source, limits: ArchiveLimits): Promise<OpenZip> {
  const { tail, size } = await tailOf(source)
  const entries: Entry[] = []
  await withZip(source, tail, size, async (zip) => {
    checkEntryCount(zip, limits)
    for await (const entry of zip.eachEntry()) entries.push(entry)
  })
  const document = OTHER_DOCUMENTS.find(([part]) => entries.some((entry) => part.test(pathOf(entry))))
  if (document) throw new UnreadableFile('UNDECODABLE', `This file is ${document[1]}.`)
  return { entries, bytesOf: (entry) => unzipped(source, tail, size, entry, limits) }
}

async function unpackZip(source: Source, limits: ArchiveLimits): Promise<Unpacked> {
  const { entries, bytesOf } = await openZip(source, limits)
  if (entries.some((entry) => pathOf(entry) === 'xl/workbook.xml')) {
    return { compression: 'none', format: 'xlsx', bytes: () => source() }
  }

  const files = entries.filter(isData)
  const [file] = files
  if (!file) throw new UnreadableFile('EMPTY_FILE', 'The archive holds no file.')
  if (files.length > 1) {
    const names = files.slice(0, 10).map(labelOf)
    const more = files.length > names.length ? ` and ${files.length - names.length} more` : ''
    throw new UnreadableFile(
      'SEVERAL_FILES_IN_ARCHIVE',
      `The archive holds several files (${names.join(', ')}${more}). Unpack it and import the reports one by one.`,
    )
  }
  if (file.isEncrypted()) throw locked()
  return { compression: 'zip', format: 'text', bytes: () => bytesOf(file) }
}

const locked = (): UnreadableFile =>
  new UnreadableFile(
    'DAMAGED_ARCHIVE',
    'The archive is locked with a password. Unpack it and import the file inside.',
  )

/** The names of the files in a zip archive, as labels that differ from each other, in the order of its list. */
export async function archivedFiles(source: Source, limits: ArchiveLimits): Promise<string[]> {
  const files = (await openZip(source, limits)).entries.filter(isData)
  if (files.length > limits.filesMax)
    throw archiveTooLarge(
      `holds ${limitText(files.length)} files; up to ${limitText(limits.filesMax)} are imported out of one. Split it.`,
    )
  const seen = new Map<string, number>()
  return files.map((file) => {
    const label = labelOf(file)
    const times = (seen.get(label) ?? 0) + 1
    seen.set(label, times)
    return times === 1 ? label : `${label} (${times})`
  })
}

/** The bytes of one of the files that `archivedFiles` names, by its place among them. */
export async function* archivedFile(
  source: Source,
  index: number,
  limits: ArchiveLimits,
): AsyncGenerator<Uint8Array> {
  const { entries, bytesOf } = await openZip(source, limits)
  const file = entries.filter(isData)[index]
  if (!file) throw new Error(`The archive has no file ${index}.`)
  if (file.isEncrypted()) throw locked()
  yield* bytesOf(file)
}

/** A name as the archive writes it. yauzl's own check of names would refuse a whole archive for one that climbs out of it. */
const pathOf = (entry: Entry): string =>
  getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)

const LABEL_CHARACTERS_MAX = 200

/** A name for people: no control characters, and nothing that would mean something as a path. */
function labelOf(entry: Entry): string {
  const parts = pathOf(entry)
    .split(/[/\\]/)
    .map((part) => part.replace(/\p{C}/gu, '').trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  return Array.from(parts.join('/')).slice(-LABEL_CHARACTERS_MAX).join('') || 'file'
}

/** Folders, and what desktop systems add by themselves, are no data. */
function isData(entry: Entry): boolean {
  const path = pathOf(entry)
  return (
    !path.endsWith('/') &&
    !path.startsWith('__MACOSX/') &&
    !/(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(path)
  )
}

async function tailOf(source: Source): Promise<{ tail: Uint8Array; size: number }> {
  let kept: Uint8Array[] = []
  let keptBytes = 0
  let size = 0
  for await (const chunk of source() as AsyncIterable<Uint8Array>) {
    kept.push(chunk)
    keptBytes += chunk.length
    size += chunk.length
    if (keptBytes > 2 * TAIL_BYTES) {
      kept = [Buffer.concat(kept).subarray(-TAIL_BYTES)]
      keptBytes = TAIL_BYTES
    }
  }
  return { tail: Buffer.concat(kept), size }
}

async function withZip<T>(
  source: Source,
  tail: Uint8Array,
  size: number,
  use: (zip: ZipFile) => Promise<T>,
): Promise<T> {
  try {
    const reader = new ReopenedStream(source, tail, size)
    return await use(
      await fromRandomAccessReaderPromise(reader, size, { autoClose: false, decodeStrings: false }),
    )
  } catch (error) {
    throw isArchiveFault(error) ? damaged('the list of files in the zip', error) : error
  }
}

/** yauzl throws plain errors without a code; errors of the source (network, disk) carry one. */
const isArchiveFault = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof UnreadableFile) && (!('code' in error) || isZlibError(error))

async function* unzipped(
  source: Source,
  tail: Uint8Array,
  size: number,
  entry: Entry,
  limits: ArchiveLimits,
): AsyncGenerator<Uint8Array> {
  try {
    yield* await withZip(source, tail, size, async (zip) => entryBytes(zip, entry, limits))
  } catch (error) {
    throw isArchiveFault(error) ? damaged(`the file ${labelOf(entry)} in the zip`, error) : error
  }
}

type SizeLimits = Pick<ArchiveLimits, 'unpackedBytesMax' | 'ratioMax' | 'ratioFreeBytes'>

/** An entry unpacked. What an archive says of sizes is only a claim, so what comes is counted, and its checksum compared. */
export async function* entryBytes(
  zip: ZipFile,
  entry: Entry,
  limits: SizeLimits,
  tooLarge?: () => UnreadableFile,
): AsyncGenerator<Uint8Array> {
  let unpacked = 0
  let checksum = 0
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
    unpacked += chunk.length
    checksum = crc32(chunk, checksum)
    checkSize(unpacked, entry.compressedSize, limits, tooLarge)
    yield chunk
  }
  if (checksum !== entry.crc32) throw new Error('The checksum differs.')
}
