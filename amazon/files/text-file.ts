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
export async function openText({ bytes }: Unpacked): Promise<TextFile> {
  const probe = await probeText(bytes)
  const isSampleCut = probe.sample.length < probe.size
  const beginning = decodedSample(probe)
  const sampleText = isSampleCut
    ? beginning.slice(0, beginning.lastIndexOf('\n') + 1) || beginning
    : beginning
  if (sampleText.trim() === '') throw new UnreadableFile('EMPTY_FILE', 'The file is empty.')
  refuseNoise(sampleText, probe.sample)
  return {
    encoding: probe.encoding,
    sampleText,
    isSampleCut,
    text: () => decoded(bytes(), probe.encoding),
    utf8: () => asUtf8(bytes(), probe),
  }
}
