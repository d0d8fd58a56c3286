import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { addAbortSignal, PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { ReceivedFile, StoredFile } from './raw-files.ts'

/** How the bytes lie in the store: gzipped by us, or as they came because they are compressed already. */
export const FORMS = ['gz', 'raw'] as const
export type Form = (typeof FORMS)[number]

/** The key of a stored file below its company. */
export const storedName = (sha256: string, form: Form) => `${sha256}.${form}`

const STORED_NAME = /^([0-9a-f]{64})\.(?:gz|raw)$/
export const hashOfStoredName = (name: string): string | undefined => STORED_NAME.exec(name)?.[1]

/** What goes into a path or key: an id of ours, not what a caller makes up. */
export function checkedId(companyId: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(companyId)) throw new Error(`Not a company id: ${companyId}`)
  return companyId
}

export function checkedHash(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`Not a SHA-256: ${sha256}`)
  return sha256
}

/**
 * Writes the source into a new file in the form it will be stored in, flushed to the disk, and hashes it on the way.
 * The name under which it is kept is known only then. If it fails, or is aborted, nothing is left.
 */
export async function stage(
  source: Readable,
  file: string,
  { signal, copy }: { signal?: AbortSignal | undefined; copy?: PassThrough | undefined },
): Promise<StoredFile & { form: Form }> {
  const hash = createHash('sha256')
  let bytes = 0
  if (signal) addAbortSignal(signal, source)

  async function* observed() {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      if (copy?.writable && !copy.write(chunk)) await drained(copy)
      yield chunk
    }
  }
  try {
    const chunks = observed()
    const head = await takeHead(chunks)
    const form = isCompressed(head) ? 'raw' : 'gz'
    const all = async function* () {
      yield head
      yield* chunks
    }
    // Open before anything can fail: a stream that opens its file itself may do so after it was taken back below.
    const written = (await open(file, 'wx', 0o600)).createWriteStream({ flush: true })
    // Level 1 keeps up with reading; the higher ones save a quarter of the space for several times the time.
    if (form === 'gz') await pipeline(all, createGzip({ level: 1 }), written)
    else await pipeline(all, written)
    copy?.end()
    return { sha256: hash.digest('hex'), bytes, form }
  } catch (error) {
    source.destroy()
    copy?.destroy(error as Error)
    await rm(file, { force: true })
    throw error
  }
}

/** `RawFiles.put`, out of a file that is received. */
export async function kept(receiving: Promise<ReceivedFile>): Promise<StoredFile> {
  await using received = await receiving
  await received.keep()
  const { sha256, bytes } = received
  return { sha256, bytes }
}

/** `RawFiles.putWhile`, out of a way to put that fills a copy. */
export function putWhile<T>(put: (copy: PassThrough) => Promise<T>): { copy: Readable; done: Promise<T> } {
  const copy = new PassThrough({ highWaterMark: 1 << 20 })
  const done = put(copy)
  // A failure is told by both. Who follows one need not follow the other.
  copy.on('error', () => {})
  done.catch(() => {})
  return { copy, done }
}

/** The original bytes out of stored ones. Damage ends the stream with an error. */
export function restored(stored: Readable, form: Form): Readable {
  if (form === 'raw') return stored
  const gunzip = createGunzip({ chunkSize: 1 << 18 })
  pipeline(stored, gunzip).catch(() => {}) // it destroys gunzip with the same error
  return gunzip
}

async function takeHead(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < 4) {
    const next = await chunks.next()
    if (next.done) break
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
  }
  return head
}

/** gzip, and zip with the office formats that are zip files. */
const isCompressed = (head: Buffer) =>
  (head[0] === 0x1f && head[1] === 0x8b) || head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

async function drained(copy: PassThrough): Promise<void> {
  const waiting = new AbortController()
  await Promise.race([
    once(copy, 'drain', { signal: waiting.signal }),
    once(copy, 'close', { signal: waiting.signal }),
  ]).catch(() => {})
  waiting.abort()
}
