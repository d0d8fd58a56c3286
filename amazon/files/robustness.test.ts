import fc from 'fast-check'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { UnreadableFile } from '../reports/report-type.ts'
import { CHARACTER_SETS, PACKINGS, collected, separated, sourceOf, tabbed, v2Rows } from '../testing.ts'
import { openReport } from './open-report.ts'

/** Reads everything; what is wrong with a file may only show as `UnreadableFile` or as refused rows. */
async function outcome(bytes: Uint8Array, fileName = 'a.bin'): Promise<string> {
  try {
    const opened = await openReport(sourceOf(bytes, 500), fileName)
    await collected<unknown>(opened.kind === 'lines' ? opened.bytes : opened.records)
    return opened.type.id
  } catch (error) {
    if (error instanceof UnreadableFile && error.message.length > 10) return error.code
    throw error
  }
}

const facts = JSON.stringify({
  company: { fx_policy: 'DAILY' },
  settlement_lines: [{ amount: 1.5 }, { amount: '2' }],
})

const FILES: Record<string, Buffer> = {
  'plain settlement': Buffer.from(tabbed(v2Rows())),
  'settlement in UTF-16': CHARACTER_SETS['UTF-16LE']!(tabbed(v2Rows())),
  'settlement as CSV': Buffer.from(separated(v2Rows(), ',')),
  'gzip settlement': PACKINGS['gzip']!(Buffer.from(tabbed(v2Rows()))),
  'zip settlement': PACKINGS['zip']!(Buffer.from(tabbed(v2Rows()))),
  'facts file': Buffer.from(facts),
}

test.each(Object.entries(FILES))('a %s that is cut at any byte ends in an answer', async (_, bytes) => {
  for (let length = 0; length < bytes.length; length++) await outcome(bytes.subarray(0, length))
})

test.each(Object.entries(FILES))('a %s with any bytes changed ends in an answer', async (_, bytes) => {
  const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
      const damaged = Buffer.from(bytes)
      for (const [at, byte] of changes) damaged[at] = byte
      await outcome(damaged)
    }),
    { numRuns: 100 },
  )
})

test('a workbook that is cut or changed ends in an answer', async () => {
  const rows = v2Rows().map((row) => row.map((value) => ({ value })))
  const workbook = await writeExcelFile(rows).toBuffer()
  expect(await outcome(workbook)).toBe('settlement_v2')
  const position = fc.nat(workbook.length - 1)
  await fc.assert(
    fc.asyncProperty(position, position, fc.nat(255), async (length, at, byte) => {
      await outcome(workbook.subarray(0, length))
      const damaged = Buffer.from(workbook)
      damaged[at] = byte
      await outcome(damaged)
    }),
    { numRuns: 60 },
  )
})

test('noise is no report, whatever it begins with', async () => {
  const start = fc.constantFrom('', '1f8b0800', '504b0304', '504b0506', 'fffe', 'efbbbf', '7b22')
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ maxLength: 2000 }), async (magic, noise) => {
      const code = await outcome(Buffer.concat([Buffer.from(magic, 'hex'), noise]))
      expect(['EMPTY_FILE', 'UNKNOWN_HEADER', 'UNDECODABLE', 'DAMAGED_ARCHIVE']).toContain(code)
    }),
    { numRuns: 300 },
  )
})

test('any text is read to its end', async () => {
  const word = fc.constantFrom(
    'settlement-id',
    'date',
    'USD',
    'sku',
    '"',
    '\t',
    ',',
    ';',
    '\n',
    '{',
    '[',
    ':',
    '1,5',
    'Ü',
    '\r',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 60 }), async (words) => {
      await outcome(Buffer.from(words.join('')))
    }),
    { numRuns: 300 },
  )
})
