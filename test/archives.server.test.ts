/** Archives of several reports: each file is an import of its own, whatever the others are. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sheetOf, workbookOf, zipOf, type ZipEntry } from '#amazon/testing.ts'
import type { ImportRecord } from '#contract/imports.ts'
import { deleteRefusedFiles } from '#server/ledger/importing/refused-files.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { sale, v2File } from './support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const settlement = (number: number) =>
  v2File({
    id: `9100000000${number}`,
    start: `2026-0${number}-01`,
    end: `2026-0${number}-15`,
    currency: 'EUR',
    entries: sale({
      order: `302-0000000-000000${number}`,
      at: `2026-0${number}-02 10:11:12`,
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': `${number}0.00` },
    }),
  })

/** Imports an archive and everything that it became; the archive's own record comes first. */
async function unpacked(
  company: TestCompany,
  archive: Uint8Array,
  fileName = 'reports.zip',
): Promise<{ record: ImportRecord; files: ImportRecord[] }> {
  const { id } = await company.import(fileName, archive)
  const record = await company.importRecord(id)
  const ids = record.parts.flatMap(({ importId }) => importId ?? [])
  for (const importId of ids) await server.queue.ended(company.id, importId)
  return {
    record: await company.importRecord(id),
    files: await Promise.all(ids.map((importId) => company.importRecord(importId))),
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const salesOf = async (company: TestCompany) =>
  (await company.pnl({ from: '2026-01-01', to: '2026-12-31', currency: 'EUR' })).lines.productSales

test('each report of an archive is imported, kept and undone by itself', async () => {
  const company = await server.company()
  const texts = [settlement(1), settlement(2), settlement(3)]
  const { record, files } = await unpacked(
    company,
    zipOf(
      { name: 'reports/', data: '' },
      { name: 'reports/may.txt', data: texts[0]! },
      { name: 'reports/june.txt', data: texts[1]! },
      { name: '__MACOSX/._june.txt', data: 'x' },
      { name: 'july.zip', data: zipOf({ name: 'july.txt', data: texts[2]! }) },
    ),
  )
  expect(record).toMatchObject({ status: 'UNPACKED', problem: null, counts: null })
  expect(files.map(({ fileName, status, archiveId }) => [fileName, status, archiveId])).toEqual([
    ['reports.zip › reports/may.txt', 'PUBLISHED', record.id],
    ['reports.zip › reports/june.txt', 'PUBLISHED', record.id],
    ['reports.zip › july.zip', 'PUBLISHED', record.id],
  ])
  expect(files[0]).toMatchObject({ sha256: sha256(texts[0]!), bytes: texts[0]!.length })
  expect(await salesOf(company)).toBe('60')

  await company.undo(files[1]!.id)
  expect(await salesOf(company)).toBe('40')
  // What is known of the file is known however it comes.
  expect(await company.import('may again.txt', texts[0]!)).toMatchObject({ status: 'ALREADY_KNOWN' })
  expect(await company.import('june again.txt', texts[1]!)).toMatchObject({ status: 'PUBLISHED' })
})

test('one bad file among good ones is named, and so is why', async () => {
  const company = await server.company()
  const damaged = zipOf({ name: 'a.txt', data: settlement(1) }, { name: 'b.txt', data: settlement(2) })
  // A byte in the middle of the first file's packed data.
  damaged[60]! ^= 0xff
  const entries: ZipEntry[] = [
    { name: 'good.txt', data: settlement(1) },
    { name: 'locked.txt', data: settlement(2), locked: true },
    { name: 'empty.txt', data: '' },
    { name: 'photo.jpg', data: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]) },
    { name: 'inner.zip', data: zipOf({ name: 'c.txt', data: 'c' }, { name: 'd.txt', data: 'd' }) },
    { name: 'last.txt', data: settlement(3) },
  ]
  const { record, files } = await unpacked(company, zipOf(...entries))
  expect(record.parts).toEqual([
    expect.objectContaining({ name: 'good.txt', status: 'PUBLISHED', problem: null }),
    { name: 'locked.txt', importId: null, status: null, problem: expect.stringContaining('password') },
    { name: 'empty.txt', importId: null, status: null, problem: 'The file is empty.' },
    expect.objectContaining({
      name: 'photo.jpg',
      status: 'REFUSED',
      problem: expect.stringMatching(/.{20}/),
    }),
    expect.objectContaining({ name: 'inner.zip', status: 'REFUSED' }),
    expect.objectContaining({ name: 'last.txt', status: 'PUBLISHED' }),
  ])
  expect(files[2]!.problem).toMatchObject({ code: 'SEVERAL_FILES_IN_ARCHIVE' })
  expect(await salesOf(company)).toBe('40')

  const other = await server.company()
  const { record: half } = await unpacked(other, damaged)
  expect(half.parts).toEqual([
    expect.objectContaining({ name: 'a.txt', importId: null, problem: expect.stringContaining('damaged') }),
    expect.objectContaining({ name: 'b.txt', status: 'PUBLISHED' }),
  ])
})

test('names are labels: none climbs anywhere, and those that are equal are told apart', async () => {
  const company = await server.company()
  const names = [
    '../../../etc/passwd',
    '/tmp/x.txt',
    'C:\\x\\..\\y.txt',
    'same.txt',
    'same.txt',
    '..',
    'a\u202e\u0000b.txt',
  ]
  const { record, files } = await unpacked(
    company,
    zipOf(...names.map((name, index) => ({ name, data: settlement(index + 1) }))),
  )
  expect(record.parts.map(({ name }) => name)).toEqual([
    'etc/passwd',
    'tmp/x.txt',
    'C:/x/y.txt',
    'same.txt',
    'same.txt (2)',
    'file',
    expect.stringMatching(/^a[^\p{C}]*b\.txt$/u),
  ])
  expect(files.every(({ status }) => status === 'PUBLISHED')).toBe(true)
})

test('the same content twice counts once, and an archive may come again', async () => {
  const company = await server.company()
  const archive = zipOf({ name: 'a.txt', data: settlement(1) }, { name: 'b.txt', data: settlement(1) })
  const { files } = await unpacked(company, archive)
  expect(files.map(({ status }) => status)).toEqual(['PUBLISHED', 'ALREADY_KNOWN'])
  const again = await unpacked(company, archive, 'again.zip')
  expect(again.record.status).toBe('UNPACKED')
  expect(again.files.map(({ status }) => status)).toEqual(['ALREADY_KNOWN', 'ALREADY_KNOWN'])
  expect(await salesOf(company)).toBe('10')
})

test('an archive of more files than one may hold, and one of nothing that can be taken, are refused as a whole', async () => {
  const company = await server.company()
  const before = await company.checksums()
  const many = zipOf(...Array.from({ length: 501 }, (_, index) => ({ name: `${index}.txt`, data: 'x' })))
  expect(await company.import('many.zip', many)).toMatchObject({
    status: 'REFUSED',
    problem: { code: 'ARCHIVE_TOO_LARGE', text: expect.stringContaining('501 files; up to 500') },
  })
  const locked = zipOf({ name: 'a.txt', data: 'a', locked: true }, { name: 'b.txt', data: 'b', locked: true })
  expect(await company.import('locked.zip', locked)).toMatchObject({
    status: 'REFUSED',
    parts: [],
    problem: { text: expect.stringMatching(/None of the 2 files.*a\.txt: .*password/) },
  })
  expect(await company.checksums()).toEqual(before)
})

test('workbooks stay what they are, alone and in an archive', async () => {
  const company = await server.company()
  const sheet = workbookOf(sheetOf('<row><c t="str"><v>nothing</v></c></row>'))
  expect(await company.import('book.xlsx', sheet)).toMatchObject({ status: 'REFUSED', parts: [] })
  const { files } = await unpacked(
    company,
    zipOf({ name: 'book.xlsx', data: sheet }, { name: 'a.txt.gz', data: gzipSync(settlement(1)) }),
  )
  expect(files.map(({ status }) => status)).toEqual(['REFUSED', 'PUBLISHED'])
})

test('the archive itself is deleted after a week; what was in it stays', async () => {
  const company = await server.company()
  const { record, files } = await unpacked(
    company,
    zipOf({ name: 'a.txt', data: settlement(1) }, { name: 'b.txt', data: settlement(2) }),
  )
  const now = server.now
  server.now = new Date(Date.now() + 8 * 24 * 3_600_000)
  try {
    await deleteRefusedFiles(server.services)
  } finally {
    server.now = now
  }
  const kept = await server.services.files.list(company.id)
  expect(kept).toEqual(files.map((file) => file.sha256).toSorted())
  expect(kept).not.toContain(record.sha256)
})
