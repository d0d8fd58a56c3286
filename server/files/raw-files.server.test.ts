import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBucketFiles } from './bucket-files.ts'
import { startImitationOfS3, type ImitationOfS3 } from './imitation-of-s3.ts'
import { openRawFiles } from './open.ts'
import { RawFileMissing, type RawFiles } from './raw-files.ts'
import { formTest } from '#test/support/drawn-cases.ts'

const SILENT_MS = 300
const COMPANY = '0b5d7b55-8f0c-4a1c-9f0e-5a2f6f6f0001'
const OTHER = '0b5d7b55-8f0c-4a1c-9f0e-5a2f6f6f0002'

const tmpdirBefore = tmpdir()
let directory: string
let s3: ImitationOfS3
beforeAll(async () => {
  process.env['AWS_ACCESS_KEY_ID'] = 'id'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'secret'
  s3 = await startImitationOfS3()
})
afterAll(() => s3.stop())
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdirBefore, 'sextant-files-'))
  process.env['TMPDIR'] = join(directory, 'tmp')
  await mkdir(join(directory, 'tmp'))
  s3.objects.clear()
  s3.requests.length = 0
  s3.failing = () => false
  s3.stalling = () => false
})
afterEach(() => rm(directory, { recursive: true }))

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const streamOf = (content: Buffer, size = 64 * 1024) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
    })(),
  )
const lines = Buffer.from('order-id\tamount\n'.concat('123\t4.56\n'.repeat(200_000)))
const large = randomBytes(12_000_000)

const contents: Record<string, Buffer> = {
  empty: Buffer.alloc(0),
  'one byte': Buffer.from('a'),
  text: lines,
  'bytes that do not compress': large,
  gzip: gzipSync(lines),
  zip: Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(1000)]),
}

/** The stored objects by name, whatever the store. */
const stores = {
  'a directory': {
    open: () => openRawFiles(join(directory, 'files')),
    async stored(): Promise<Map<string, Buffer>> {
      const names = await readdir(join(directory, 'files'), { recursive: true, withFileTypes: true })
      const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)))
    },
  },
  'an imitation of S3': {
    open: () => openRawFiles(s3.address),
    stored: () => Promise.resolve(s3.objects),
  },
}

describe.each(Object.entries(stores))('raw files in %s', (_name, store) => {
  let files: RawFiles
  beforeEach(async () => (files = await store.open()))

  test.each(Object.entries(contents))(
    '%s comes back as it went in, under its hash',
    async (_what, content) => {
      const hash = sha256(content)
      expect(await files.put(COMPANY, streamOf(content))).toEqual({ sha256: hash, bytes: content.length })
      expect((await buffer(await files.open(COMPANY, hash))).equals(content)).toBe(true)
      expect(await files.has(COMPANY, hash)).toBe(true)
      expect(await files.list(COMPANY)).toEqual([hash])
    },
  )

  test('chunks of any size give the same', async () => {
    for (const size of [1, 3, 5]) {
      const { sha256: hash } = await files.put(COMPANY, streamOf(contents['zip']!, size))
      expect(hash).toBe(sha256(contents['zip']!))
    }
    expect((await store.stored()).size).toBe(1)
  })

  test('text is gzipped, and what is compressed already is not compressed again', async () => {
    await files.put(COMPANY, streamOf(lines))
    await files.put(COMPANY, streamOf(contents['gzip']!))
    const stored = Object.fromEntries(
      [...(await store.stored())].map(([name, bytes]) => [name.slice(-3), bytes]),
    )
    expect(gunzipSync(stored['.gz']!).equals(lines)).toBe(true)
    expect(stored['raw']!.equals(contents['gzip']!)).toBe(true)
  })

  test('each company sees its own files, and deleting one leaves the others', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await files.put(COMPANY, streamOf(Buffer.from(`file ${n}`)))
    const { sha256: hash } = await files.put(OTHER, streamOf(Buffer.from('file 1')))
    expect(await files.list(COMPANY)).toHaveLength(7)
    expect(await files.list(COMPANY)).toEqual(
      (await files.list(COMPANY)).toSorted((a, b) => (a < b ? -1 : 1)),
    )
    await files.delete(COMPANY)

    expect(await files.list(COMPANY)).toEqual([])
    expect(await files.has(COMPANY, hash)).toBe(false)
    await expect(files.open(COMPANY, hash)).rejects.toThrow(RawFileMissing)
    expect(await files.list(OTHER)).toEqual([hash])
    await files.delete(COMPANY)
  })

  test('an aborted or failing put leaves nothing', async () => {
    const abort = new AbortController()
    const endless = Readable.from(
      (async function* () {
        for (let n = 0; ; n++) {
          await setImmediate()
          if (n === 100) abort.abort()
          yield randomBytes(64 * 1024)
        }
      })(),
    )
    await expect(files.put(COMPANY, endless, { signal: abort.signal })).rejects.toThrow('abort')
    const silent = new Readable({ read() {} })
    await expect(files.put(COMPANY, silent, { signal: AbortSignal.timeout(20) })).rejects.toThrow('abort')
    // Many times, since a sender may be gone before, while or after the file is opened.
    for (let n = 0; n < 200; n++) {
      let reads = 0
      const broken = new Readable({
        read() {
          if (reads++ === 0) this.push('order-id')
          else this.destroy(new Error('the sender is gone'))
        },
      })
      await expect(files.put(COMPANY, broken)).rejects.toThrow('the sender is gone')
    }

    expect([endless.destroyed, silent.destroyed]).toEqual([true, true])
    expect((await store.stored()).size).toBe(0)
    expect(await readdir(tmpdir())).toEqual([])
  })

  test('the bytes can be read while they are stored', async () => {
    const { copy, done } = files.putWhile(COMPANY, streamOf(lines))
    const [read, stored] = await Promise.all([buffer(copy), done])
    expect(read.equals(lines)).toBe(true)
    expect(stored).toEqual({ sha256: sha256(lines), bytes: lines.length })
  })

  test('a reader who leaves early does not keep a file from being stored', async () => {
    const content = randomBytes(5_000_000)
    const { copy, done } = files.putWhile(COMPANY, streamOf(content))
    for await (const _chunk of copy) break
    await done
    expect(await files.list(COMPANY)).toEqual([sha256(content)])
  })

  test('a slow reader holds the storing back instead of filling the memory', async () => {
    let sent = 0
    const source = Readable.from(
      (function* () {
        for (let n = 0; n < 500; n++) {
          sent += 1
          yield Buffer.alloc(64 * 1024)
        }
      })(),
    )
    const { copy, done } = files.putWhile(COMPANY, source)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(sent).toBeLessThan(100)
    copy.resume()
    await done
    expect(sent).toBe(500)
  })

  test('both the reader and the storing hear of a failure, and neither must listen', async () => {
    const failing = () =>
      Readable.from(
        (function* () {
          yield lines
          throw new Error('the sender is gone')
        })(),
      )
    const { copy, done } = files.putWhile(COMPANY, failing())
    await expect(buffer(copy)).rejects.toThrow('the sender is gone')
    await expect(done).rejects.toThrow('the sender is gone')
    files.putWhile(COMPANY, failing()).copy.resume()
    const unread = files.putWhile(COMPANY, failing())
    unread.copy.destroy()
    await expect(unread.done).rejects.toThrow('the sender is gone')
  })

  test('ten writers of the same content end with one file', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => files.put(COMPANY, streamOf(lines))))
    expect(new Set(all.map((file) => file.sha256)).size).toBe(1)
    expect((await store.stored()).size).toBe(1)
  })

  test('a stored file that was damaged ends with an error, not with fewer bytes', async () => {
    const { sha256: hash } = await files.put(COMPANY, streamOf(randomBytes(100_000)))
    const [[name, bytes]] = [...(await store.stored())] as [[string, Buffer]]
    const cut = bytes.subarray(0, bytes.length - 5_000)
    if (s3.objects.has(name)) s3.objects.set(name, cut)
    else await writeFile(name, cut)
    await expect(buffer(await files.open(COMPANY, hash))).rejects.toThrow('unexpected end of file')
  })

  test('ids and hashes that would leave the store are refused', async () => {
    const hash = sha256(lines)
    for (const id of ['..', 'a/b', '', '.unfinished', '../x']) {
      await expect(files.put(id, streamOf(lines))).rejects.toThrow('Not a company id')
      await expect(files.list(id)).rejects.toThrow('Not a company id')
      await expect(files.delete(id)).rejects.toThrow('Not a company id')
    }
    await expect(files.open(COMPANY, `../${OTHER}/${hash}`)).rejects.toThrow('Not a SHA-256')
    await expect(files.has(COMPANY, 'x')).rejects.toThrow('Not a SHA-256')
  })
})

describe('in a directory', () => {
  test('known content is not written twice', async () => {
    const files = await openRawFiles(directory)
    const { sha256: hash } = await files.put(COMPANY, streamOf(lines))
    const path = join(directory, COMPANY, `${hash}.gz`)
    const before = await stat(path)
    await files.put(COMPANY, streamOf(lines))
    expect(await stat(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
  })

  test('what a killed process left unfinished is removed a day later', async () => {
    const unfinished = join(directory, '.unfinished')
    await mkdir(unfinished)
    for (const name of ['old', 'young']) await writeFile(join(unfinished, name), 'x')
    await utimes(join(unfinished, 'old'), 0, 0)
    await openRawFiles(directory)
    expect(await readdir(unfinished)).toEqual(['young'])
  })

  formTest('two hundred megabytes take little memory', async () => {
    const big = join(directory, 'big.txt')
    await writeFile(big, Readable.from(manyLines(200_000_000)))
    const files = await openRawFiles(join(directory, 'files'))
    const before = process.memoryUsage.rss()
    const { copy, done } = files.putWhile(COMPANY, createReadStream(big, { highWaterMark: 1 << 18 }))
    copy.resume()
    expect((await done).bytes).toBeGreaterThan(200_000_000)
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
  })
})

describe('in an imitation of S3', () => {
  test('large files go up in parts, under the prefix, and known content not at all', async () => {
    const files = await openRawFiles(s3.address)
    const { sha256: hash } = await files.put(COMPANY, streamOf(large))
    const key = `raw/files/${COMPANY}/${hash}.gz`
    expect(s3.requests.filter((line) => line.startsWith('PUT')).sort()).toEqual(
      [1, 2, 3].map((part) => `PUT ${key} part ${part}`),
    )
    expect(s3.uploads.size).toBe(0)

    s3.requests.length = 0
    await files.put(COMPANY, streamOf(large))
    expect(s3.requests).toEqual([`HEAD ${key}`])
  })

  test('whoever reads may take their time', async () => {
    const files = await openRawFiles(s3.address)
    const impatient = await openBucketFiles(s3.address, { silentMsMax: SILENT_MS })
    for (const content of [large, Buffer.concat([contents['zip']!, large])]) {
      const { sha256: hash } = await files.put(COMPANY, streamOf(content))
      const read: Buffer[] = []
      for await (const chunk of await impatient.open(COMPANY, hash)) {
        if (read.push(chunk as Buffer) <= 2) await delay(2 * SILENT_MS)
      }
      expect(sha256(Buffer.concat(read))).toBe(hash)
    }
  })

  test('a store that says nothing more in the middle of a file is noticed', async () => {
    const files = await openRawFiles(s3.address)
    const impatient = await openBucketFiles(s3.address, { silentMsMax: SILENT_MS })
    const { sha256: hash } = await files.put(COMPANY, streamOf(large))
    s3.stalling = (line) => line.startsWith('GET')
    await expect(buffer(await impatient.open(COMPANY, hash))).rejects.toThrow('says nothing')
  })

  test('a refusal of the store is an error, and leaves no parts', async () => {
    const files = await openRawFiles(s3.address)
    s3.failing = (line) => line.endsWith('part 2')
    await expect(files.put(COMPANY, streamOf(large))).rejects.toThrow('Access denied')
    s3.failing = (line) => line.startsWith('HEAD') || line.startsWith('GET')
    await expect(files.has(COMPANY, sha256(lines))).rejects.toThrow()
    await expect(files.list(COMPANY)).rejects.toThrow('Access denied')
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
  })
})

function* manyLines(bytes: number): Generator<Buffer> {
  for (let sent = 0, n = 0; sent < bytes;) {
    let text = ''
    for (let line = 0; line < 1000; line++, n++) {
      text += `${15_000_000_000 + ((n * 7919) % 1_000_000)}\t2025-01-0${n % 9}\t302-${(n * 104_729) % 9_999_999}\t${(n * 31_337) % 9999}\tSKU-${n % 5000}\n`
    }
    sent += text.length
    yield Buffer.from(text)
  }
}
