import { constants, gunzipSync } from 'node:zlib'
import { fitToShow, type AmazonDocument } from '#amazon/index.ts'

/** What says why is a sentence or two. */
const BYTES_MAX = 64_000

/** Why Amazon could not make a report, fit to be shown, out of the document that some of them have; undefined where it says nothing. */
export async function reasonIn({ bytes }: AmazonDocument): Promise<string | undefined> {
  const head: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    head.push(chunk)
    length += chunk.byteLength
    if (length >= BYTES_MAX) break
  }
  const text = unpacked(Buffer.concat(head).subarray(0, BYTES_MAX))
  return fitToShow(saidIn(text), []) || undefined
}

function unpacked(bytes: Buffer): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString()
  try {
    // As much as there is of one that was cut off.
    const end = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: BYTES_MAX }
    return gunzipSync(bytes, end).toString()
  } catch {
    return ''
  }
}

/** Most are JSON with one field. */
function saidIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    const said = typeof value === 'object' && value !== null ? Object.values(value) : [value]
    return said.filter((one) => typeof one === 'string').join(' ') || text
  } catch {
    return text
  }
}
