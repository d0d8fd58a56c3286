/** Documents and the links to them. A document is made when somebody asks for it; the newest stay for a moment. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { header, type Answer, type Asked } from './http.ts'
import type { Seal } from './seal.ts'

export interface Document {
  bytes: Buffer
  contentType: string
}

/** Where a document comes from, in words of the part that makes it. */
export interface DocumentSource {
  kind: 'SELLING_PARTNER' | 'ADVERTISING'
  /** As the part that makes it has written it. */
  key: string
}

interface Link extends DocumentSource {
  serial: number
  expiresAt: number
  /** The bytes are compressed by the way they travel, and not by what they are. */
  isEncoded: boolean
}

/** A report is asked for right after it is looked at, and again when its download breaks. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024

export class Documents {
  readonly #seal: Seal
  readonly #now: () => Date
  readonly #kept = new LRUCache<string, Document>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  })
  #serial = 0
  #firstValidSerial = 0

  constructor(seal: Seal, now: () => Date) {
    this.#seal = seal
    this.#now = now
  }

  keep({ kind, key }: DocumentSource, document: Document): void {
    this.#kept.set(`${kind} ${key}`, document)
  }

  /** The query that makes an address lead to a document for so long. */
  signedQuery(source: DocumentSource, seconds: number, isEncoded = false): string {
    const now = this.#now()
    const link: Link = {
      ...source,
      isEncoded,
      serial: this.#serial++,
      expiresAt: now.getTime() + seconds * 1000,
    }
    return new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Date': now.toISOString().replace(/[-:]|\.\d+/g, ''),
      'X-Amz-Expires': String(seconds),
      'X-Amz-Signature': this.#seal.write('link', link),
    }).toString()
  }

  /** Every link that was given out so far leads nowhere. */
  expireLinks(): void {
    this.#firstValidSerial = this.#serial
  }

  async answer(
    asked: Asked,
    make: (source: DocumentSource) => Promise<Document | undefined>,
  ): Promise<Answer> {
    if (asked.method !== 'GET' && asked.method !== 'HEAD') return refused(405, 'MethodNotAllowed')
    // Amazon's buckets take one proof of who asks, not two.
    if (asked.headers.authorization !== undefined)
      return refused(400, 'InvalidArgument', 'Only one auth mechanism allowed')
    const link = this.#seal.read<Link>('link', asked.query.get('X-Amz-Signature') ?? '')
    if (!link) return refused(403, 'SignatureDoesNotMatch', 'The request signature does not match')
    if (link.expiresAt <= this.#now().getTime() || link.serial < this.#firstValidSerial)
      return refused(403, 'AccessDenied', 'Request has expired')
    const document = this.#kept.get(`${link.kind} ${link.key}`) ?? (await make(link))
    if (!document) return refused(404, 'NoSuchKey', 'The specified key does not exist.')
    this.keep(link, document)
    const { bytes, contentType } = document
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
    const headers = {
      'content-type': contentType,
      'accept-ranges': 'bytes',
      etag,
      ...(link.isEncoded && { 'content-encoding': 'gzip' }),
    }
    // Of what has changed since, there is no rest.
    const isSame = [undefined, etag].includes(asked.headers['if-range'] as string | undefined)
    const from = isSame ? Number(/^bytes=(\d{1,12})-$/.exec(header(asked, 'range'))?.[1] ?? 0) : 0
    if (from === 0) return { status: 200, headers, body: bytes }
    if (from >= bytes.length) return refused(416, 'InvalidRange', 'The requested range is not satisfiable')
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
    return { status: 206, headers: { ...headers, 'content-range': range }, body: bytes.subarray(from) }
  }
}

export const documentFailure = (status: 429 | 500): Answer =>
  status === 429
    ? refused(503, 'SlowDown', 'Please reduce your request rate.')
    : refused(500, 'InternalError')

const refused = (status: number, code: string, message = code): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
})
