/**
 * Documents that an answer leads to. Only hosts that may hold them are asked, none of them gets a token, and a connection that
 * breaks is taken up where it was.
 */
import { AmazonError } from './clients.ts'
import type { AmazonDocument } from './clients.ts'
import type { Endpoints } from './endpoints.ts'
import type { Pace } from './pace.ts'
import { requestIdIn, unreachable, USER_AGENT } from './request.ts'
import type { Fetch } from './request.ts'

export const DOCUMENT_BYTES_MAX = 2_000_000_000
const STALL_MS_MAX = 60_000
/** However slowly it drips. */
const DOWNLOAD_MS_MAX = 60 * 60_000
const REDIRECTS_MAX = 3
const BREAKS_MAX = 10

export interface Download {
  address: string
  /** Where the document can be found once the address has expired; addresses of some documents cannot be had twice. */
  newAddress?: () => Promise<string>
  endpoints: Endpoints
  fetch: Fetch
  pace: Pace
  bytesMax: number
  stallMsMax?: number
}

/** Throws `AmazonError` at once where the address may not be asked; of what happens later, its bytes do. */
export function download(asked: Download): AmazonDocument {
  const address = checkedAddress(asked.address, asked.endpoints)
  let charset: string | undefined
  const bytes = bytesFrom(address, asked, (answer) => (charset = charsetIn(answer)))
  return { bytes, charset: () => charset }
}

const charsetIn = ({ headers }: Response): string | undefined =>
  /;\s*charset="?([\w.:-]{1,40})/i.exec(headers.get('content-type') ?? '')?.[1]

async function* bytesFrom(
  first: URL,
  asked: Download,
  onAnswer: (answer: Response) => void,
): AsyncGenerator<Uint8Array> {
  const { pace, bytesMax } = asked
  const endsAt = pace.now() + DOWNLOAD_MS_MAX
  let { newAddress } = asked
  let address = first
  let received = 0
  let entity: Entity | undefined
  for (let breaks = 0; ;) {
    const connection = new Connection(asked)
    let broken: AmazonError
    try {
      const answer = await connection.open(address, received > 0 ? rangeOf(entity, received) : {})
      if (answer.status === 403 && newAddress) {
        address = checkedAddress(await newAddress(), asked.endpoints)
        newAddress = undefined
        continue
      }
      checkStatus(answer, received)
      if (received === 0) onAnswer(answer)
      if (received === 0 || !entity) entity = entityOf(answer)
      if (entity.bytes !== undefined && entity.bytes > bytesMax) throw tooLarge(bytesMax)
      let chunk: Uint8Array | undefined
      while ((chunk = await connection.next())) {
        received += chunk.byteLength
        if (received > bytesMax) throw tooLarge(bytesMax)
        if (pace.now() > endsAt) throw new AmazonError('LATER', 'The document takes too long to arrive')
        yield chunk
      }
      if (entity.bytes === undefined || received >= entity.bytes) return
      broken = new AmazonError('LATER', 'The document breaks off')
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      broken = error.reason
    } finally {
      connection.close()
    }
    breaks += 1
    if (breaks > BREAKS_MAX) throw broken
    if (received > 0 && entity?.validator === undefined) throw broken
    await pace.pause(Math.min(breaks, 3))
  }
}

/** What it takes to go on in the middle of the same document. */
interface Entity {
  /** Undefined where the HTTP layer unpacks it, or nothing is said. */
  bytes: number | undefined
  validator: string | undefined
}

function entityOf({ headers }: Response): Entity {
  const isAsStored = (headers.get('content-encoding') ?? 'identity') === 'identity'
  const length = headers.get('content-length')
  const etag = headers.get('etag')
  const strongEtag = etag?.startsWith('"') ? etag : undefined
  return {
    bytes: isAsStored && length !== null ? Number(length) : undefined,
    validator: isAsStored ? (strongEtag ?? headers.get('last-modified') ?? undefined) : undefined,
  }
}

/** Another document at the same address is then sent whole, which is noticed by its status. */
const rangeOf = (entity: Entity | undefined, received: number): Record<string, string> => ({
  range: `bytes=${received}-`,
  'if-range': entity?.validator ?? '',
})

function checkStatus({ status, headers }: Response, received: number): void {
  const isRest = status === 206 && headers.get('content-range')?.startsWith(`bytes ${received}-`)
  if (received > 0 ? isRest : status === 200) return
  const text =
    status === 403 ? 'The address of the document has expired' : `The document was answered ${status}`
  const isGone = received === 0 && status >= 400 && status < 500 && status !== 403 && status !== 429
  const error = new AmazonError(isGone ? 'WRONG' : 'LATER', text, requestIdIn({ headers }))
  throw status >= 500 || status === 429 ? new Broken(error) : error
}

function checkedAddress(address: string, endpoints: Endpoints, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined
  // The address itself is a key to the document, so it is not named.
  if (!url || url.username || url.password || !endpoints.mayDownloadFrom(url))
    throw new AmazonError('DENIED', 'The document lies at an address that is not asked')
  return url
}

const tooLarge = (bytesMax: number): AmazonError =>
  new AmazonError('WRONG', `The document has more than ${bytesMax / 1e6} MB`)

/** The connection, not the document: trying again may help. */
class Broken extends Error {
  readonly reason: AmazonError

  constructor(reason: AmazonError) {
    super(reason.message)
    this.reason = reason
  }
}

class Connection {
  readonly #asked: Download
  readonly #abort = new AbortController()
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined

  constructor(asked: Download) {
    this.#asked = asked
  }

  async open(address: URL, headers: Record<string, string>): Promise<Response> {
    const { fetch, endpoints } = this.#asked
    let url = address
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const answer = await this.#inTime(() =>
        fetch(url.href, {
          // Ranges count the bytes as they are stored.
          headers: { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...headers },
          redirect: 'manual',
          signal: this.#abort.signal,
        }),
      )
      const target = answer.headers.get('location')
      if (answer.status < 300 || answer.status >= 400 || target === null) {
        this.#reader = answer.body?.getReader()
        return answer
      }
      await answer.body?.cancel()
      url = checkedAddress(target, endpoints, url)
    }
    throw new AmazonError('LATER', 'The address of the document leads in circles')
  }

  async next(): Promise<Uint8Array | undefined> {
    const reader = this.#reader
    return reader && (await this.#inTime(() => reader.read())).value
  }

  close(): void {
    this.#abort.abort()
    this.#reader?.cancel().catch(() => {})
  }

  /** The clock runs while we wait for Amazon, not while whoever reads is slow. */
  async #inTime<T>(step: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#abort.abort(), this.#asked.stallMsMax ?? STALL_MS_MAX)
    try {
      return await step()
    } catch (error) {
      throw new Broken(unreachable(error))
    } finally {
      clearTimeout(timer)
    }
  }
}
