/** A file of text, whatever it is packed in and in which characters it is written. */
import type { Unpacked } from './archive.ts'
import { asUtf8, decoded, decodedSample, probeText, refuseNoise } from './encoding.ts'
import type { Encoding } from './encoding.ts'
import { UnreadableFile } from '../reports/report-type.ts'

export interface TextFile {
  encoding: Encoding
  /** The first megabyte, up to the end of a line. */
  sampleText: string
  isSampleCut: boolean
  text: () => AsyncIterable<string>
  utf8: () => AsyncIterable<Uint8Array>
}

/** Reads the file once as a whole, so that what is found out about it holds to its end. */
export async function openText({ bytes }: Unpacked, charset?: string): Promise<TextFile> {
  const probe = await probeText(bytes, charset)
  const isSampleCut = probe.sample.length < probe.size
  const written = decodedSample(probe)
  // "CSV (Macintosh)" of Excel ends lines with a carriage return alone.
  const isOldMac = !written.includes('\n') && written.includes('\r')
  const beginning = isOldMac ? written.replaceAll('\r', '\n') : written
  const sampleText = isSampleCut
    ? beginning.slice(0, beginning.lastIndexOf('\n') + 1) || beginning
    : beginning
  if (sampleText.trim() === '') throw new UnreadableFile('EMPTY_FILE', 'The file is empty.')
  refuseNoise(sampleText, probe.sample)
  const text = () => decoded(bytes(), probe.encoding)
  return {
    encoding: probe.encoding,
    sampleText,
    isSampleCut,
    text: isOldMac ? () => withLineFeeds(text()) : text,
    utf8: isOldMac ? () => encoded(withLineFeeds(text())) : () => asUtf8(bytes(), probe),
  }
}

async function* withLineFeeds(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of text) yield part.replaceAll('\r', '\n')
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of text) yield Buffer.from(part)
}
