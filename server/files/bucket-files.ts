import { mkdtemp, rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { RawFileMissing, type RawFiles, type ReceivedFile } from './raw-files.ts'
import {
  checkedHash,
  checkedId,
  FORMS,
  hashOfStoredName,
  kept,
  putWhile,
  restored,
  stage,
  storedName,
} from './staging.ts'

const REACH_MS_MAX = 5_000
/** Of a store that took a request and says nothing; the SDK tries three times. */
const SILENT_MS_MAX = 8_000

/**
 * A bucket of Amazon S3 or of a store that speaks its protocol. Credentials are found where the AWS SDK always looks:
 * `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine.
 */
export async function openBucketFiles(
  address: string,
  { silentMsMax = SILENT_MS_MAX } = {},
): Promise<RawFiles> {
  const { bucket, prefix, client, reader } = connect(address, silentMsMax)
  // Now, rather than with the first file that somebody hands in.
  try {
    const asked = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })
    await client.send(asked, { abortSignal: AbortSignal.timeout(REACH_MS_MAX) })
  } catch (cause) {
    client.destroy()
    const { name, message } = cause as Error
    const why = name === 'AbortError' ? `nothing within ${REACH_MS_MAX / 1_000} s` : message || name
    throw new Error(`The bucket of SEXTANT_FILES_URL, ${bucket}, cannot be used: ${why}.`, { cause })
  }
  const keyOf = (companyId: string, name: string) => `${prefix}${checkedId(companyId)}/${name}`

  async function receive(
    companyId: string,
    source: Readable,
    options: { signal?: AbortSignal | undefined; copy?: PassThrough },
  ): Promise<ReceivedFile> {
    checkedId(companyId)
    // A key cannot be changed afterwards, so the file waits on this machine's disk until its hash is known.
    const directory = await mkdtemp(join(tmpdir(), 'sextant-upload-'))
    const remove = () => rm(directory, { recursive: true, force: true })
    try {
      const file = join(directory, 'file')
      const { sha256, bytes, form } = await stage(source, file, options)
      const key = keyOf(companyId, storedName(sha256, form))
      return {
        sha256,
        bytes,
        async keep() {
          if (!(await exists(key))) await upload(key, file, options.signal)
        },
        [Symbol.asyncDispose]: remove,
      }
    } catch (error) {
      await remove()
      throw error
    }
  }

  async function upload(key: string, file: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const uploading = new Upload({
      client,
      params: { Bucket: bucket, Key: key, Body: createReadStream(file) },
    })
    const abort = () => void uploading.abort()
    signal?.addEventListener('abort', abort)
    try {
      await uploading.done()
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  async function exists(key: string): Promise<boolean> {
    return found(() => client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).then(Boolean)
  }

  async function* keys(companyId: string): AsyncGenerator<string> {
    let page: string | undefined
    do {
      const listed = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: keyOf(companyId, ''), ContinuationToken: page }),
      )
      for (const { Key } of listed.Contents ?? []) if (Key !== undefined) yield Key
      page = listed.NextContinuationToken
    } while (page !== undefined)
  }

  return {
    receive: (companyId, source, { signal } = {}) => receive(companyId, source, { signal }),
    put: (companyId, source, { signal } = {}) => kept(receive(companyId, source, { signal })),
    putWhile: (companyId, source, { signal } = {}) =>
      putWhile((copy) => kept(receive(companyId, source, { signal, copy }))),
    async open(companyId, sha256) {
      for (const form of FORMS) {
        const key = keyOf(companyId, storedName(checkedHash(sha256), form))
        const object = await found(() => reader.send(new GetObjectCommand({ Bucket: bucket, Key: key })))
        if (object?.Body) return restored(object.Body as Readable, form)
      }
      throw new RawFileMissing(companyId, sha256)
    },
    async has(companyId, sha256) {
      for (const form of FORMS) {
        if (await exists(keyOf(companyId, storedName(checkedHash(sha256), form)))) return true
      }
      return false
    },
    async list(companyId) {
      const hashes: string[] = []
      for await (const key of keys(companyId)) {
        const hash = hashOfStoredName(key.slice(key.lastIndexOf('/') + 1))
        if (hash !== undefined) hashes.push(hash)
      }
      return hashes.sort()
    },
    async remove(companyId, sha256) {
      for (const form of FORMS) {
        const key = keyOf(companyId, storedName(checkedHash(sha256), form))
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
      }
    },
    async delete(companyId) {
      for await (const key of keys(companyId))
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
  }
}

function connect(address: string, silentMsMax: number) {
  const url = new URL(address)
  const option = (name: string) => url.searchParams.get(name) ?? undefined
  const endpoint = option('endpoint')
  const options: S3ClientConfig = {
    region: option('region') ?? process.env['AWS_REGION'] ?? 'us-east-1',
    ...(endpoint && { endpoint }),
    forcePathStyle: option('forcePathStyle') === 'true',
    // Not every store that speaks the protocol knows the newer checksums; the name of each file is its checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
  const client = new S3Client({
    ...options,
    requestHandler: { connectionTimeout: silentMsMax, socketTimeout: silentMsMax },
  })
  // The clock of a socket does not tell a silent store from a reader who is slow. So files are read over connections on which
  // it runs until the answer begins; from there on it is `heard`. Slow readers are many and do not wait for each other.
  const reader = new S3Client({
    ...options,
    requestHandler: {
      connectionTimeout: silentMsMax,
      requestTimeout: silentMsMax,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
      httpAgent: { maxSockets: Infinity },
      httpsAgent: { maxSockets: Infinity },
    },
  })
  reader.middlewareStack.add(
    (next) => async (asked) => {
      const answered = await next(asked)
      const answer = answered.response as { body: Readable }
      answer.body = heard(answer.body, silentMsMax)
      return answered
    },
    { step: 'deserialize', priority: 'low' },
  )
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return { client, reader, bucket: url.hostname, prefix: path === '' ? '' : `${path}/` }
}

/** The bytes of an answer. The clock runs while we wait for the store, not while whoever reads is slow. */
function heard(body: Readable, silentMsMax: number): Readable {
  async function* inTime(source: AsyncIterable<Buffer>) {
    const chunks = source[Symbol.asyncIterator]()
    for (;;) {
      const clock = setTimeout(
        () => body.destroy(new Error(`The bucket says nothing for ${silentMsMax / 1_000} s.`)),
        silentMsMax,
      )
      const { done, value } = await chunks.next().finally(() => clearTimeout(clock))
      if (done) return
      yield value
    }
  }
  const bytes = new PassThrough()
  pipeline(body, inTime, bytes).catch(() => {}) // it destroys bytes with the same error
  // Whoever leaves does not wait for the next chunk.
  bytes.once('close', () => body.destroy())
  return bytes
}

/** Undefined where the store answers that there is no such object. */
async function found<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (
      error instanceof S3ServiceException &&
      error.$metadata.httpStatusCode === 404 &&
      error.name !== 'NoSuchBucket'
    ) {
      return undefined
    }
    throw error
  }
}
