import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { collected, sheetOf, tabbed, v2Rows, workbookOf } from '#amazon/testing.ts'
import { openRawFiles } from '#server/files/open.ts'
import { fileReaderOf, fileReadersOf } from './support/file-readers.ts'
import { ReportReader, type FileId, type ReaderLimits } from '#server/reading/report-reader.ts'

const directory = await mkdtemp(join(tmpdir(), 'sextant-reading-'))
const files = await openRawFiles(directory)
afterAll(() => rm(directory, { recursive: true }))

async function stored(bytes: Uint8Array | string, fileName = 'report.txt'): Promise<FileId> {
  const { sha256 } = await files.put('c1', Readable.from([Buffer.from(bytes)], { objectMode: false }))
  return { companyId: 'c1', sha256, fileName }
}

const reader = (limits: Partial<ReaderLimits> = {}) => new ReportReader(directory, limits)

const small = await stored(tabbed(v2Rows()))
/** Takes seconds to recognise: all of its texts come before its first row. */
const long = await stored(
  workbookOf(sheetOf('<row><c t="s"><v>0</v></c></row>'), {
    name: 'xl/sharedStrings.xml',
    data: `<sst>${Array.from({ length: 1_500_000 }, (_, index) => `<si><t>text number ${index}</t></si>`).join('')}</sst>`,
  }),
  'long.xlsx',
)

test('a file is read in another process, which then reads the next', async () => {
  await using reports = reader()
  const text = tabbed(v2Rows())
  for (let times = 1; times <= 2; times++) {
    const opened = await reports.open(small, {}, undefined)
    expect(opened).toMatchObject({ type: { id: 'settlement_v2' }, kind: 'lines', firstLineNumber: 2 })
    const pieces = await collected(opened.pieces)
    const bytes = pieces.map((piece) => ('bytes' in piece ? Buffer.from(piece.bytes).toString() : ''))
    expect(bytes.join('')).toBe(text.slice(text.indexOf('\n') + 1))
    expect(fileReadersOf()).toHaveLength(1)
  }
  const settings = await stored(
    '{"company": {"fx_policy": "DAILY"}, "expenses": [{"amount": 1}]}',
    'facts.json',
  )
  const pieces = await collected((await reports.open(settings, {}, undefined)).pieces)
  expect(pieces).toMatchObject([{ settings: { fx_policy: 'DAILY' } }, { table: 'expenses' }])
  expect(fileReadersOf()).toHaveLength(1)
  await reports.close()
  expect(fileReadersOf()).toEqual([])
})

test('a refusal reaches the caller with its code, and the process goes on', async () => {
  await using reports = reader()
  await expect(reports.open(await stored('name,birthday\n'), {}, undefined)).rejects.toMatchObject({
    name: 'UnreadableFile',
    code: 'UNKNOWN_HEADER',
    message: expect.stringContaining('not those of a known report'),
  })
  const [pid] = fileReadersOf()
  await collected((await reports.open(small, {}, undefined)).pieces)
  expect(fileReadersOf()).toEqual([pid])
})

test('lines are shown as they stand, from text and from a workbook', async () => {
  await using reports = reader()
  expect(await reports.rawLines(small, [{ table: 'settlement_lines', lineNumber: 3 }], undefined)).toEqual([
    { table: 'settlement_lines', lineNumber: 3, text: v2Rows()[2]!.join('\t') },
  ])
  const sheet = workbookOf(sheetOf('<row r="3"><c t="str"><v>a</v></c><c><v>1</v></c></row>'))
  expect(
    await reports.rawLines(await stored(sheet), [{ table: 'product_costs', lineNumber: 3 }], undefined),
  ).toMatchObject([{ text: 'a\t1' }])
})

test.each<[string, Partial<ReaderLimits>, string, RegExp]>([
  ['heap', { heapMbMax: 64 }, 'MEMORY_LIMIT', /more than 64 MB of memory/],
  ['memory as a whole', { residentMbMax: 20 }, 'MEMORY_LIMIT', /more than 20 MB of memory/],
  ['time', { workMsMax: 100 }, 'TIME_LIMIT', /more than 1 second/],
  ['time of somebody who waits', { shownMsMax: 100 }, 'TIME_LIMIT', /more than 1 second/],
])('a file that takes too much %s is refused by the name of the limit', async (_, limits, code, message) => {
  await using reports = reader(limits)
  const read = limits.shownMsMax
    ? reports.rawLines(long, [{ table: 'settlement_lines', lineNumber: 3 }], undefined)
    : reports.open(long, {}, undefined)
  await expect(read).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  })
  await reports.close()
  expect(fileReadersOf()).toEqual([])
})

test('a process that is deaf is killed', async () => {
  await using reports = reader({ silentMsMax: 3_000 })
  const opening = reports.open(long, {}, undefined)
  opening.catch(() => {})
  process.kill(await fileReaderOf(), 'SIGSTOP')
  await expect(opening).rejects.toMatchObject({
    code: 'TIME_LIMIT',
    message: expect.stringContaining('still'),
  })
  await reports.close()
  expect(fileReadersOf()).toEqual([])
})

test('who cancels is answered at once, and the process is gone', async () => {
  await using reports = reader()
  const stop = new AbortController()
  const opening = reports.open(long, {}, stop.signal)
  opening.catch(() => {})
  await fileReaderOf()
  stop.abort(new Error('cancelled'))
  await expect(opening).rejects.toThrow('cancelled')
  await reports.close()
  expect(fileReadersOf()).toEqual([])

  const left = reader()
  const opened = await left.open(small, {}, undefined)
  await opened[Symbol.asyncDispose]()
  await left.close()
  expect(fileReadersOf()).toEqual([])
})

test('a process that dies is replaced once; twice is the file’s fault', async () => {
  await using reports = reader()
  const opening = reports.open(small, {}, undefined)
  const first = await fileReaderOf()
  process.kill(first, 'SIGKILL')
  expect((await opening).type.id).toBe('settlement_v2')

  const fatal = reports.open(long, {}, undefined)
  fatal.catch(() => {})
  const others = fileReadersOf()
  const second = await fileReaderOf(process.pid, others)
  process.kill(second, 'SIGKILL')
  const third = await fileReaderOf(process.pid, [...others, second])
  process.kill(third, 'SIGKILL')
  await expect(fatal).rejects.toMatchObject({ name: 'UnreadableFile', code: 'READER_DIED' })
})

test('no more than two files are imported at once, and lines are shown beside them', async () => {
  await using reports = reader()
  const [one, two] = [await reports.open(small, {}, undefined), await reports.open(small, {}, undefined)]
  let isOpen = false
  const three = reports.open(small, {}, undefined).then((opened) => {
    isOpen = true
    return opened
  })
  await reports.rawLines(small, [{ table: 'settlement_lines', lineNumber: 3 }], undefined)
  expect(isOpen).toBe(false)
  await collected(one.pieces)
  await collected((await three).pieces)
  await collected(two.pieces)
})
