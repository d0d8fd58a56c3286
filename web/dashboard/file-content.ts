import { FILE_NAME_LENGTH_MAX } from '#contract/dashboards/chosen-files.ts'

/** A file as it travels with a question. */
export interface FileContent {
  fileName: string
  /** Base64. */
  content: string
}

/** Of a file that is not sent at all. Its message says why. */
export class UnsendableFile extends Error {}

const UNREADABLE =
  'The file could not be read. If it is open in another program, close it there and choose it again.'
/** As many arguments as any browser takes. */
const BYTES_AT_ONCE = 0x2000

/** Throws `UnsendableFile`. */
export async function fileContent(file: File, bytesMax: number): Promise<FileContent> {
  if (file.size > bytesMax)
    throw new UnsendableFile(`The file has more than ${bytesMax / 1_000_000} MB. Split it.`)
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new UnsendableFile(UNREADABLE, { cause })
  })
  // Half of a pair of surrogates, as a cut leaves it, is refused.
  const fileName = file.name.slice(0, FILE_NAME_LENGTH_MAX).replace(/\p{Surrogate}/gu, '')
  return { fileName, content: base64Of(new Uint8Array(bytes)) }
}

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE))
  return btoa(text)
}
