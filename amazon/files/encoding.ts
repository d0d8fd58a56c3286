/**
 * In which characters a file is written, decided on all of its bytes: a report of hundreds of megabytes may hold its
 * first accented letter at the end.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { UnreadableFile } from '../reports/report-type.ts'

const ENCODINGS = ['UTF-8', 'UTF-16LE', 'UTF-16BE', 'Shift_JIS', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

export interface TextProbe {
  encoding: Encoding
  /** Bytes of the unpacked file. */
  size: number
  /** The first bytes of the file, at most `SAMPLE_BYTES`. */
  sample: Uint8Array
  /** Bytes at the end that begin a character and break off; 0 but for a file that was cut. */
  brokenTailBytes: number
}

export const SAMPLE_BYTES = 2 ** 20
/** Enough bytes to tell text of two-byte units from anything else. */
const UNIT_PROBE_BYTES = 2 ** 16

/**
 * Reads everything once. Throws `UNDECODABLE` for what is no text. What is UTF-8 from its beginning to its end is nothing else;
 * of the rest, what came with the file says it where that can be.
 */
export async function probeText(
  bytes: () => AsyncIterable<Uint8Array>,
  /** A label as HTTP has it. */
  charset?: string,
): Promise<TextProbe> {
  const scan = new Scan()
  for await (const chunk of bytes()) scan.add(chunk)
  scan.end()

  const { sample, size } = scan
  const probe = { sample, size, brokenTailBytes: 0 }
  if (scan.wide) return { ...probe, encoding: scan.wide }
  if (scan.valid && (scan.carry.length === 0 || scan.nonAscii)) {
    return { ...probe, encoding: 'UTF-8', brokenTailBytes: scan.carry.length }
  }
  const stated = encodingOf(charset)
  if (stated === 'windows-1252') return { ...probe, encoding: stated }
  const japanese = stated === 'Shift_JIS' || looksJapanese(sample) || looksJapanese(scan.firstOddBytes)
  const encoding = japanese && (await isShiftJis(bytes)) ? 'Shift_JIS' : 'windows-1252'
  return { ...probe, encoding }
}

/** Names that Java has for it, which browsers do not know. */
const OTHER_LABELS: Record<string, Encoding> = { cp932: 'Shift_JIS', ms932: 'Shift_JIS' }

function encodingOf(label = ''): Encoding | undefined {
  const other = OTHER_LABELS[label.toLowerCase()]
  if (other || label === '') return other
  try {
    const { encoding } = new TextDecoder(label)
    return ENCODINGS.find((name) => name.toLowerCase() === encoding)
  } catch {
    // A label that nobody knows says nothing.
    return undefined
  }
}

class Scan {
  size = 0
  /** UTF-16, if that is what it is. */
  wide: 'UTF-16LE' | 'UTF-16BE' | undefined
  valid = true
  nonAscii = false
  /** Bytes of a character that the next chunk completes. */
  carry: Uint8Array = new Uint8Array()
  /** From the line of the first byte that is not UTF-8. */
  firstOddBytes: Uint8Array = new Uint8Array()
  #sampleParts: Uint8Array[] = []
  #sampleBytes = 0
  #decided = false

  get sample(): Uint8Array {
    return this.#sampleParts.length === 1 ? this.#sampleParts[0]! : Buffer.concat(this.#sampleParts)
  }

  add(chunk: Uint8Array): void {
    this.size += chunk.length
    if (this.#sampleBytes < SAMPLE_BYTES) {
      const part = chunk.subarray(0, SAMPLE_BYTES - this.#sampleBytes)
      // A copy: streams may use their buffers again.
      this.#sampleParts.push(Uint8Array.from(part))
      this.#sampleBytes += part.length
    }
    if (this.#decided) return this.#check(chunk)
    if (this.#sampleBytes >= UNIT_PROBE_BYTES) this.#decide(chunk)
  }

  end(): void {
    if (!this.#decided) this.#decide(new Uint8Array())
  }

  /** Called once there is enough to see the unit; what lies in the sample is checked then. */
  #decide(chunk: Uint8Array): void {
    this.#decided = true
    const sample = this.sample
    this.wide = unitOf(sample.subarray(0, UNIT_PROBE_BYTES))
    this.#check(sample)
    const unsampled = this.size - sample.length
    if (unsampled > 0) this.#check(chunk.subarray(chunk.length - unsampled))
  }

  #check(chunk: Uint8Array): void {
    if (this.wide) return
    const zero = chunk.indexOf(0)
    if (zero >= 0) throw notText(this.sample, 'it holds zero bytes')
    if (!this.valid) return
    const bytes = this.carry.length > 0 ? Buffer.concat([this.carry, chunk]) : chunk
    const whole = bytes.length - brokenTail(bytes)
    const checked = bytes.subarray(0, whole)
    if (!isUtf8(checked)) {
      this.valid = false
      this.firstOddBytes = Uint8Array.from(bytes.subarray(0, UNIT_PROBE_BYTES * 4))
      this.carry = new Uint8Array()
      return
    }
    this.nonAscii ||= !isAscii(checked)
    this.carry = Uint8Array.from(bytes.subarray(whole))
  }
}

/** Bytes at the end that begin a UTF-8 character without completing it. */
function brokenTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? back : 0
  }
  return 0
}

/** UTF-16 by its mark, or by every second byte of the (English) headings being zero. */
function unitOf(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16BE'
  let even = 0
  let odd = 0
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    if (bytes[i] === 0) even++
    if (bytes[i + 1] === 0) odd++
  }
  const pairs = bytes.length / 2
  if (odd > pairs * 0.3 && even < pairs * 0.02) return 'UTF-16LE'
  if (even > pairs * 0.3 && odd < pairs * 0.02) return 'UTF-16BE'
  return undefined
}

/**
 * Kana is what Japanese text cannot do without, and its lead bytes (0x82, 0x83) are rare punctuation in Windows-1252.
 * Kanji proves nothing: many pairs of accented letters are one in Shift_JIS.
 */
function looksJapanese(bytes: Uint8Array): boolean {
  // A line feed is never the second byte of a character, so decoding may begin after one.
  const start = bytes.indexOf(0x0a) + 1
  const text = [bytes, bytes.subarray(start)]
    .map((part) => new TextDecoder('shift_jis').decode(part))
    .join('')
  return (text.match(/[\u3041-\u3096\u30a1-\u30fa]/g) ?? []).length >= 4
}

async function isShiftJis(bytes: () => AsyncIterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder('shift_jis', { fatal: true })
  try {
    // The last call without `stream` is left out: a file may break off within a character.
    for await (const chunk of bytes()) decoder.decode(chunk, { stream: true })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * The text of a file. A character that breaks off at the end becomes U+FFFD.
 * Always with `stream`: without it Node 20 reads Windows-1252 as Latin-1 and loses quotes, dashes and the euro sign.
 */
export async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    if (text) yield text
  }
  const rest = decoder.decode()
  if (rest) yield rest
}

export const decodedSample = ({ sample, encoding }: TextProbe): string =>
  new TextDecoder(encoding).decode(sample, { stream: true })

/** The bytes of a file as UTF-8: as they stand where they are that already. */
export async function* asUtf8(
  bytes: AsyncIterable<Uint8Array>,
  probe: TextProbe,
): AsyncGenerator<Uint8Array> {
  if (probe.encoding !== 'UTF-8') {
    for await (const text of decoded(bytes, probe.encoding)) yield Buffer.from(text)
    return
  }
  const whole = probe.size - probe.brokenTailBytes
  let position = 0
  for await (const chunk of bytes) {
    const part = chunk.subarray(0, whole - position)
    position += part.length
    if (part.length > 0) yield part
  }
  if (probe.brokenTailBytes > 0) yield Buffer.from('\ufffd')
}

/** Throws for text that is mostly control characters: a picture or a program decodes as Windows-1252 too. */
export function refuseNoise(text: string, sample: Uint8Array): void {
  // eslint-disable-next-line no-control-regex
  const controls = text.match(/[\u0001-\u0008\u000b\u000e-\u001f\u007f]/g)?.length ?? 0
  if (controls > text.length / 50) throw notText(sample, 'it is full of control characters')
}

/** The container of old workbooks, and of new ones that are locked; then its list names these. */
const OLE = 'd0cf11e0'
const LOCKED = ['EncryptionInfo', 'EncryptedPackage']

const KNOWN_FORMATS: readonly [magic: string, what: string][] = [
  [OLE, 'an Excel workbook of the old kind (.xls): save it as .xlsx or CSV'],
  ['25504446', 'a PDF: download the report as text or CSV'],
  ['377abcaf', 'a 7-Zip archive: unpack it first'],
  ['52617221', 'a RAR archive: unpack it first'],
  ['28b52ffd', 'a Zstandard file: unpack it first'],
  ['425a68', 'a bzip2 file: unpack it first'],
  ['504b0304', 'an archive or a workbook within an archive: unpack it first'],
  ['1f8b', 'an archive within an archive: unpack it first'],
  ['89504e47', 'a picture'],
  ['ffd8ff', 'a picture'],
]

function notText(sample: Uint8Array, why: string): UnreadableFile {
  const start = Buffer.from(sample.subarray(0, 8)).toString('hex')
  if (start.startsWith(OLE) && LOCKED.every((name) => Buffer.from(sample).includes(name, 0, 'utf16le')))
    return new UnreadableFile(
      'UNDECODABLE',
      'This workbook is locked with a password. Save it without one, or as CSV.',
    )
  const known = KNOWN_FORMATS.find(([magic]) => start.startsWith(magic))
  return new UnreadableFile(
    'UNDECODABLE',
    known
      ? `This file is ${known[1]}.`
      : `This file is not text: ${why}. Download the report again, as text or CSV.`,
  )
}
