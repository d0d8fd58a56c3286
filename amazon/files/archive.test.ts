import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { collected, sourceOf, zipOf } from '../testing.ts'
import { archivedFiles, unpack } from './archive.ts'
import { FILE_LIMITS } from './file-limits.ts'

const TEXT = 'a line\n'.repeat(1000)

async function unpacked(
  bytes: Uint8Array,
  chunkBytes?: number,
  limits = FILE_LIMITS.archive,
): Promise<string> {
  const file = await unpack(sourceOf(bytes, chunkBytes), limits)
  return Buffer.concat(await collected(file.bytes())).toString()
}

test.each([1, 7, 65_536])(
  'plain, gzip and zip give the same text in chunks of %i bytes',
  async (chunkBytes) => {
    const text = TEXT.slice(0, 500)
    expect(await unpacked(Buffer.from(text), chunkBytes)).toBe(text)
    expect(await unpacked(gzipSync(text), chunkBytes)).toBe(text)
    expect(await unpacked(zipOf({ name: 'a.txt', data: text }), chunkBytes)).toBe(text)
  },
)

test('gzip in several parts is one file', async () => {
  expect(await unpacked(Buffer.concat([gzipSync('a\n'), gzipSync('b\n')]))).toBe('a\nb\n')
})

test('what desktop systems add to a zip does not count as a file', async () => {
  const archive = zipOf(
    { name: 'reports/', data: '' },
    { name: 'reports/a.txt', data: TEXT },
    { name: '__MACOSX/reports/._a.txt', data: 'x' },
    { name: 'reports/.DS_Store', data: 'x' },
  )
  expect(await unpacked(archive)).toBe(TEXT)
})

test('several files in a zip are named', async () => {
  const archive = zipOf({ name: 'may.txt', data: 'a' }, { name: 'june.txt', data: 'b' })
  await expect(unpacked(archive)).rejects.toMatchObject({
    code: 'SEVERAL_FILES_IN_ARCHIVE',
    message: expect.stringContaining('may.txt, june.txt'),
  })
})

test.each([
  ['content.xml', 'mimetype', /OpenDocument spreadsheet \(\.ods\): save it as/],
  ['Index/Document.iwa', 'Index/Tables/DataList.iwa', /Numbers spreadsheet: export it as/],
  ['xl/workbook.bin', 'xl/worksheets/sheet1.bin', /binary form \(\.xlsb\): save it as/],
])('a document with %s is no archive of reports', async (part, other, message) => {
  const document = zipOf({ name: other, data: 'a' }, { name: part, data: 'b' })
  const expected = { code: 'UNDECODABLE', message: expect.stringMatching(message) }
  await expect(unpacked(document)).rejects.toMatchObject(expected)
  await expect(archivedFiles(sourceOf(document), FILE_LIMITS.archive)).rejects.toMatchObject(expected)
})

test('an empty zip and a locked one are told apart from a damaged one', async () => {
  await expect(unpacked(zipOf())).rejects.toMatchObject({ code: 'EMPTY_FILE' })
  const locked = zipOf({ name: 'a.txt', data: TEXT, locked: true })
  await expect(unpacked(locked)).rejects.toMatchObject({ message: expect.stringContaining('password') })
})

test('a changed byte of the packed data is noticed', async () => {
  for (const archive of [gzipSync(TEXT), zipOf({ name: 'a.txt', data: TEXT })]) {
    const damaged = Buffer.from(archive)
    damaged[45]! ^= 0xff
    await expect(unpacked(damaged)).rejects.toMatchObject({ code: 'DAMAGED_ARCHIVE' })
  }
})

test('an archive that is cut anywhere is damaged, and never waited for', async () => {
  for (const archive of [gzipSync(TEXT), zipOf({ name: 'a.txt', data: TEXT })]) {
    for (let length = 4; length < archive.length; length++) {
      await expect(unpacked(archive.subarray(0, length))).rejects.toMatchObject({ code: 'DAMAGED_ARCHIVE' })
    }
  }
})

test('what unpacks to far more than any report does is refused before it is all there', async () => {
  const limits = { ...FILE_LIMITS.archive, unpackedBytesMax: 2 ** 40, ratioMax: 100, ratioFreeBytes: 2 ** 20 }
  const zeros = Buffer.alloc(2 ** 24)
  for (const bomb of [gzipSync(zeros), zipOf({ name: 'a.txt', data: zeros })]) {
    await expect(unpacked(bomb, undefined, limits)).rejects.toMatchObject({ code: 'ARCHIVE_TOO_LARGE' })
    await expect(
      unpacked(bomb, undefined, { ...limits, ratioMax: 1e6, unpackedBytesMax: 2 ** 22 }),
    ).rejects.toMatchObject({
      code: 'ARCHIVE_TOO_LARGE',
    })
    expect((await unpacked(bomb, undefined, { ...limits, ratioFreeBytes: 2 ** 25 })).length).toBe(2 ** 24)
  }
})

test('a failing disk is not blamed on the archive', async () => {
  // Larger than what is kept of the end of a zip.
  const noise = randomBytes(2 ** 21)
  for (const bytes of [gzipSync(noise), zipOf({ name: 'a.txt', data: noise })]) {
    let isBroken = false
    const source = () => (isBroken ? failing() : sourceOf(bytes)())
    const file = await unpack(source, FILE_LIMITS.archive)
    isBroken = true
    await expect(collected(file.bytes())).rejects.toMatchObject({ code: 'EIO' })
  }
})

const failing = () =>
  new Readable({
    read() {
      this.destroy(Object.assign(new Error('read failed'), { code: 'EIO' }))
    },
  })

test('a file in the middle of a large zip is reached by skipping to it', async () => {
  const noise = randomBytes(2 ** 21)
  const archive = zipOf(
    { name: '__MACOSX/a', data: noise },
    { name: 'a.txt', data: TEXT },
    { name: '__MACOSX/b', data: noise },
  )
  expect(await unpacked(archive, 1000)).toBe(TEXT)
})

test('an archive of very many names is refused by its count, before its list is read', async () => {
  const archive = zipOf(...Array.from({ length: 1_001 }, (_, index) => ({ name: `${index}.txt`, data: '' })))
  await expect(unpacked(archive)).rejects.toMatchObject({
    code: 'ARCHIVE_TOO_LARGE',
    message: expect.stringContaining('1,001 files; up to 1,000'),
  })
})
