/** Pictures of products. Only hosts of Amazon's that hold them are asked, for little and not for long. */
import type { Endpoints } from './endpoints.ts'
import { USER_AGENT, type Fetch } from './request.ts'

export interface Picture {
  contentType: 'image/jpeg' | 'image/png' | 'image/webp'
  bytes: Buffer
}

const BYTES_MAX = 1_000_000
/** More than a picture has that is not packed at all. */
const BYTES_OF_POINT_MAX = 5
const MS_MAX = 5_000
const REDIRECTS_MAX = 2

interface PictureAsked {
  address: string
  /** How large its longer side is at most, where the host can make it so; otherwise it may be as many bytes. */
  pixels: number
  endpoints: Endpoints
  fetch?: Fetch
  msMax?: number
}

/**
 * A picture of an address that anybody may have named. Undefined where the address is none of Amazon's, nothing is there, or
 * what is there is large, slow or no picture.
 */
export async function fetchPicture({
  address,
  pixels,
  endpoints,
  fetch = globalThis.fetch,
  msMax = MS_MAX,
}: PictureAsked): Promise<Picture | undefined> {
  const signal = AbortSignal.timeout(msMax)
  let target: string | null = inPixels(address, pixels)
  let base: string | undefined
  try {
    for (let redirects = 0; redirects <= REDIRECTS_MAX && target !== null; redirects++) {
      const url: URL | undefined = URL.canParse(target, base) ? new URL(target, base) : undefined
      if (!url || url.username || url.password || !endpoints.mayHoldPicture(url)) return undefined
      const answer: Response = await fetch(url.href, {
        headers: { 'user-agent': USER_AGENT },
        redirect: 'manual',
        signal,
      })
      if (answer.status === 200)
        return await pictureIn(answer, Math.min(BYTES_MAX, BYTES_OF_POINT_MAX * pixels ** 2))
      await answer.body?.cancel()
      target = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
      base = url.href
    }
  } catch {
    // Away, slow or broken off: there is no picture this time.
  }
  return undefined
}

/** Amazon makes pictures in the size that their name asks for: `51abc.jpg` as `51abc._SL75_.jpg`. */
const inPixels = (address: string, pixels: number): string =>
  address.replace(/(\/images\/I\/[^/.]+)(\._[\w,+-]+_)?(\.(?:jpe?g|png|webp))$/i, `$1._SL${pixels}_$3`)

async function pictureIn({ body }: Response, bytesMax: number): Promise<Picture | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Unpacked, and however long the head says that it is.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > bytesMax) return undefined
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const contentType = typeOf(bytes)
  return contentType && { contentType, bytes }
}

/** By what it begins with, whatever its host calls it. */
function typeOf(bytes: Buffer): Picture['contentType'] | undefined {
  const begins = bytes.subarray(0, 12).toString('latin1')
  if (begins.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (begins.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  return /^RIFF[^]{4}WEBP$/.test(begins) ? 'image/webp' : undefined
}
