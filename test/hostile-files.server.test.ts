/**
 * Files that nobody should import, and files that nearly are what they should be. Whatever is refused is named, by file or
 * by line; whatever is kept is right; and an import that does not come to its end leaves everything as it was.
 */
import { deflateRawSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReport } from '#amazon/index.ts'
import { sourceOf, zipOf } from '#amazon/testing.ts'
import { getCompany } from '#server/accounts/index.ts'
import { NAMES_OF_FILE_MAX } from '#server/ledger/settlements/settlement-holdings.ts'
import { readIntoFacts } from '#server/ledger/importing/read-file.ts'
import { piecesOf } from '#server/reading/pieces.ts'
import type { ImportRecord } from '#contract/imports.ts'
import { formTest, casesOf, formsOf, printedSeed } from './support/drawn-cases.ts'
import { mutants, randomFrom } from './support/mutants.ts'
import { startTestServer, type FileContent, type TestCompany, type TestServer } from './support/server.ts'
import {
  cents,
  fileOf,
  linesOf,
  other,
  sale,
  totalOf,
  v2File,
  wideFile,
  type Settlement,
} from './support/settlement-file.ts'

const MUTANTS = casesOf(6, 400)
const random = randomFrom(printedSeed())
const randomBytes = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))

const settlement: Settlement = {
  id: '90000000001',
  start: '2026-03-01',
  end: '2026-03-15',
  currency: 'EUR',
  entries: [
    ...sale({
      order: '302-0000000-0000001',
      at: '2026-03-02 10:11:12',
      units: 2,
      marketplace: 'Amazon.de',
      amounts: {
        'ItemPrice Principal': '1234.56',
        'ItemFees Commission': '-184.07',
        'Promotion Principal': '-10.00',
      },
    }).map((entry) => ({ ...entry, promotion: 'Spring-10' })),
    ...sale({
      order: '302-0000000-0000002',
      at: '2026-03-03 08:00:00',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '19.99', 'ItemFees Commission': '-3.00' },
    }),
    other('Storage Fee', '-33.10', '2026-03-07 21:05:15'),
    other('Subscription Fee', '-39.00', '2026-03-08 00:00:00'),
  ],
}
const V2 = v2File(settlement)
const { header, lines } = linesOf(V2)

let server: TestServer
/** A company whose data must survive what the tests give it. */
let standing: TestCompany
beforeAll(async () => {
  server = await startTestServer()
  standing = await server.company()
  await standing.import('standing.txt', wideFile({ ...settlement, id: '90000000009' }))
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

/** Gives a file to the company that has data, expects it to be refused, and everything to stand as before. */
async function refused(name: string, content: FileContent): Promise<NonNullable<ImportRecord['problem']>> {
  const before = await standing.checksums()
  const record = await standing.import(name, content)
  expect(record).toMatchObject({ status: 'REFUSED', problem: { text: expect.stringMatching(/.{20}/) } })
  expect(await standing.checksums()).toEqual(before)
  return record.problem!
}

/** Gives a file to a company of its own, where it is kept, at least in part. */
async function kept(
  name: string,
  content: FileContent,
): Promise<{ company: TestCompany; record: ImportRecord }> {
  const company = await server.company()
  const record = await company.import(name, content)
  expect(record).toMatchObject({ status: 'PUBLISHED', problem: null })
  return { company, record }
}

const march = { from: '2026-03-01', to: '2026-03-15', currency: 'EUR' } as const
const moneyOf = async (company: TestCompany) => {
  const [row] = await company.reconcile()
  return { sum: cents(row!.sum), difference: row!.difference, ledgerDifference: row!.ledgerDifference }
}

describe('another delimiter', () => {
  test.each([',', ';', '\t\t'])('%j is read as it stands', async (delimiter) => {
    const { company, record } = await kept('settlement.csv', V2.replaceAll('\t', delimiter))
    expect(record.refusedRows).toEqual([])
    expect(await moneyOf(company)).toEqual({
      sum: cents(totalOf(settlement.entries)),
      difference: '0',
      ledgerDifference: '0',
    })
  })

  test.each([
    ['|', /NO_REPORT/],
    [' ', /UNKNOWN_HEADER|UNDECODABLE/],
    ['\u0001', /UNKNOWN_HEADER|UNDECODABLE/],
  ])('%j is refused', async (delimiter, code) => {
    expect(await refused('settlement.txt', V2.replaceAll('\t', delimiter))).toMatchObject({
      code: expect.stringMatching(code),
    })
  })
})

test('headings that stand there again are a refused line', async () => {
  const { company, record } = await kept(
    'doubled.txt',
    fileOf(header, [lines[0]!, header, ...lines.slice(1)]),
  )
  expect(record.refusedRows).toEqual([
    {
      lineNumber: 3,
      table: expect.stringMatching(/^settlement/),
      reason: expect.stringMatching(/.{10}/),
      text: expect.stringContaining('amount-type'),
    },
  ])
  expect(record.counts).toMatchObject({ refused: 1, kept: settlement.entries.length })
  expect(await moneyOf(company)).toMatchObject({ difference: '0', ledgerDifference: '0' })
})

test('two files in one keep both', async () => {
  const { company } = await kept('both.txt', V2 + v2File({ ...settlement, id: '90000000002' }))
  expect(
    (await company.reconcile()).map(({ settlementId, difference }) => [settlementId, difference]),
  ).toEqual([
    ['90000000001', '0'],
    ['90000000002', '0'],
  ])
})

describe('a line of 10 MB', () => {
  const long = 'x'.repeat(10_000_000)

  test('among the others is refused alone', async () => {
    const { company, record } = await kept(
      'long.txt',
      fileOf(header, [...lines.slice(0, 3), long, ...lines.slice(3)]),
    )
    expect(record.refusedRows).toMatchObject([{ lineNumber: 5, reason: expect.stringMatching(/long|cells/) }])
    expect(record.refusedRows[0]!.text.length).toBeLessThan(10_000)
    expect(await moneyOf(company)).toMatchObject({ difference: '0', ledgerDifference: '0' })
  })

  test('with all its cells is refused alone', async () => {
    const cells = lines[2]!.split('\t')
    cells[21] = long
    const { company, record } = await kept('long-cell.txt', fileOf(header, [...lines, cells.join('\t')]))
    expect(record.refusedRows).toMatchObject([
      { lineNumber: lines.length + 2, reason: expect.stringContaining('long') },
    ])
    expect(await moneyOf(company)).toMatchObject({ difference: '0', ledgerDifference: '0' })
  })

  test('in place of the headings, or as the whole file, is refused', async () => {
    await refused('long-header.txt', fileOf(long, lines))
    await refused('long-only.txt', long)
    await refused('long-json.json', `{"settlement_lines": [{"amount": "${long}"}]}`)
  })
})

describe('a bomb', () => {
  const zeros = Buffer.alloc(300_000_000)
  formTest(
    'of zeros in a zip, in gzip, and behind a true beginning',
    async () => {
      expect(deflateRawSync(zeros).length).toBeLessThan(400_000)
      expect(await refused('zeros.zip', zipOf({ name: 'report.txt', data: zeros }))).toMatchObject({
        code: expect.stringMatching(/TOO_LARGE|UNDECODABLE|HEADER/),
      })
      expect(await refused('zeros.gz', gzipSync(zeros))).toMatchObject({
        code: expect.stringMatching(/TOO_LARGE|UNDECODABLE|HEADER/),
      })
      const lies = Buffer.concat([Buffer.from(V2), Buffer.alloc(300_000_000, '\n')])
      expect(await refused('lies.gz', gzipSync(lies))).toMatchObject({ code: 'ARCHIVE_TOO_LARGE' })
    },
    120_000,
  )

  test('a zip within a zip is no report', async () => {
    await refused('nested.zip', zipOf({ name: 'inner.zip', data: zipOf({ name: 'report.txt', data: V2 }) }))
  })
})

test('formulas are text', async () => {
  const formulas = [`=cmd|' /C calc'!A0`, '@SUM(1+1)*cmd', '+1+1', '-2+3', '=HYPERLINK("http://x.invalid")']
  const escaped = (text: string) => `"${text.replaceAll('"', '""')}"`
  const costs = [
    'sku,valid_from,currency,manufacturing,note',
    ...formulas.map((text) => `${escaped(text)},2026-01-01,EUR,1.50,${escaped(text)}`),
    '',
  ]
  const { company, record } = await kept('costs.csv', costs.join('\n'))
  expect(record.counts).toMatchObject({ kept: formulas.length, refused: 0 })

  const entries = formulas.flatMap((sku, index) =>
    sale({
      order: `302-${index}`,
      sku,
      at: '2026-03-02 10:00:00',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '10.00' },
    }),
  )
  const sold = await company.import('sold.txt', v2File({ ...settlement, entries }))
  expect(sold).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const { rows } = await company.explain('productSales', march)
  expect(rows.map(({ sku }) => sku).toSorted((a, b) => a.localeCompare(b))).toEqual(
    formulas.toSorted((a, b) => a.localeCompare(b)),
  )
  for (const sku of formulas) {
    const { lines: ofOne } = await company.pnl({ ...march, skus: [sku] })
    expect([ofOne.productSales, ofOne.cogsManufacturing], sku).toEqual(['10', '-1.5'])
  }
})

test.each([
  ['noise', randomBytes(100_000)],
  ['nothing but zeros', Buffer.alloc(50_000)],
  ['a picture', Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), randomBytes(20_000)])],
  ['a document', Buffer.concat([Buffer.from('%PDF-1.7\n%âãÏÓ\n'), randomBytes(20_000)])],
  ['a program', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), randomBytes(20_000)])],
  ['a broken archive', Buffer.concat([Buffer.from('504b0304', 'hex'), randomBytes(5_000)])],
  ['a page', Buffer.from('<!doctype html><title>Sign in</title><p>Your session has ended.')],
  ['an empty list', Buffer.from('[]')],
])('%s is refused', async (_, bytes) => {
  await refused('report.txt', bytes)
})

test('headings alone are refused: nobody is told that a file was imported of which nothing was', async () => {
  const before = await standing.checksums()
  expect(await standing.import('report.txt', `${header}\n`)).toMatchObject({
    status: 'REFUSED',
    problem: { code: 'EMPTY_FILE' },
  })
  expect(await standing.checksums()).toEqual(before)
})

test('a file that makes a name up for each line is refused, before all of them are held', async () => {
  const before = await standing.checksums()
  const names = Array.from({ length: NAMES_OF_FILE_MAX + 1 }, (_, nth) =>
    other(`Made up ${nth}`, '-0.01', '2026-03-08 00:00:00'),
  )
  const made = (entries: Settlement['entries']) => v2File({ ...settlement, id: '90000000077', entries })
  const refused = await standing.import('names.txt', made(names))
  expect(refused).toMatchObject({ status: 'REFUSED', problem: { code: 'NO_REPORT' } })
  expect(refused.problem?.text).toMatch(/^This file calls its amounts by more than 5,000 names/)
  expect(await standing.checksums()).toEqual(before)
})

test('noise after true lines is refused line by line', async () => {
  const noise = randomBytes(20_000).map((byte) => (byte % 97 === 0 ? 0x0a : 0x20 + (byte % 95)))
  const { company, record } = await kept(
    'noisy.txt',
    Buffer.concat([Buffer.from(V2), noise, Buffer.from('\n')]),
  )
  expect(record.counts).toMatchObject({ kept: settlement.entries.length })
  expect(record.counts!.refused).toBeGreaterThan(0)
  for (const row of record.refusedRows)
    expect(row).toMatchObject({ lineNumber: expect.any(Number), reason: expect.stringMatching(/.{8}/) })
  expect(await moneyOf(company)).toMatchObject({ difference: '0', ledgerDifference: '0' })
})

describe('a file that is cut', () => {
  const END_BYTES = 200
  /** How many of the last bytes a file may end after; in the long run it is each of them. */
  const CUTS_NEAR_THE_END = casesOf(40, END_BYTES)
  /** Bytes after which a file ends: spread over the whole, and closer near its end. */
  const cuts = (bytes: Buffer) => {
    const everywhere = Array.from({ length: Math.ceil(bytes.length / 37) }, (_, part) => part * 37)
    const nearTheEnd = Array.from(
      { length: CUTS_NEAR_THE_END },
      (_, part) => bytes.length - 1 - Math.floor((part * END_BYTES) / CUTS_NEAR_THE_END),
    )
    return [...new Set([...everywhere, ...nearTheEnd])]
  }

  interface Read {
    sum: bigint
    rows: number
    refused: number[]
  }

  /** Versions that no import has. */
  let version = 1_000_000
  const AT_ONCE = 8

  /** What the reader makes of each of these files, without deriving anything from it; nothing of one that it refuses. */
  async function readAll(files: readonly Buffer[]): Promise<(Read | undefined)[]> {
    const { analytics, accounts } = server.services
    const company = (await getCompany(accounts, standing.id))!
    const nobodys = { complete: undefined, ofFile: async () => 'nobody', declared: async () => 'nobody' }
    const first = version
    version += files.length
    const read = new Set<number>()
    let next = 0
    const worker = async () => {
      for (let at = next++; at < files.length; at = next++) {
        const opened = await openReport(sourceOf(files[at]!), 'cut.txt').catch((error: Error) => {
          expect(error.name).toBe('UnreadableFile')
          expect(error.message).toMatch(/.{15}/)
        })
        if (!opened) continue
        read.add(at)
        const pieces = piecesOf(opened)
        await readIntoFacts(
          { analytics, company, version: first + at },
          { ...opened, pieces },
          nobodys,
          () => {},
        )
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const found = await analytics.rows<{ at: number; amounts: string[]; refused: number[] }>(
      `SELECT toUInt32(import_id - {first:UInt64}) AS at, groupArrayIf(toString(amount), problem = '' AND amount != 0) AS amounts,
         groupUniqArrayIf(line_no, problem NOT IN ('', 'SUMMARY')) AS refused
       FROM settlement_lines WHERE company_id = {companyId:String} AND import_id >= {first:UInt64} GROUP BY import_id`,
      { params: { companyId: company.id, first } },
    )
    const byFile = new Map(found.map((file) => [file.at, file]))
    return files.map((_, at) => {
      if (!read.has(at)) return undefined
      const { amounts, refused: lineNumbers } = byFile.get(at) ?? { amounts: [], refused: [] }
      return {
        sum: amounts.reduce((sum, amount) => sum + cents(amount), 0n),
        rows: amounts.length,
        refused: lineNumbers,
      }
    })
  }

  const layouts = [
    ['V2', V2],
    ['wide', wideFile(settlement)],
  ] as const
  test.each(formsOf(layouts, 1))(
    'keeps its whole lines and names the one that is not (%s)',
    async (_, text) => {
      const bytes = Buffer.from(text)
      const amountsOf = (part: string) =>
        part
          .split('\n')
          .slice(2, -1)
          .map(amountOfLine)
          .filter((amount) => amount !== 0n)
      let [refusedFiles, refusedLines] = [0, 0]
      const lengths = cuts(bytes)
      const all = await readAll(lengths.map((length) => bytes.subarray(0, length)))
      for (const [at, length] of lengths.entries()) {
        const part = bytes.subarray(0, length).toString()
        const found = all[at]
        if (!found) {
          refusedFiles++
          // Only a file without a whole line is refused as a file.
          expect(part.split('\n').length, `cut at ${length}`).toBeLessThanOrEqual(2)
          continue
        }
        const whole = amountsOf(part)
        const unfinished = part.slice(part.lastIndexOf('\n') + 1)
        const what = `cut at ${length}: ${JSON.stringify(unfinished)}`
        if (found.refused.length > 0) {
          refusedLines++
          expect(found.refused, what).toEqual([part.split('\n').length])
        }
        // A last line that lacks nothing but its end may count; its amount is that of the whole line.
        const next = amountOfLine(text.split('\n')[part.split('\n').length - 1]!)
        const isLineKept = found.rows > whole.length
        expect(found.sum, what).toBe(whole.reduce((sum, amount) => sum + amount, isLineKept ? next : 0n))
      }
      expect(refusedFiles).toBeGreaterThan(5)
      expect(refusedLines).toBeGreaterThan(20)
    },
    240_000,
  )

  /** The only amount of a line: what stands in a column of amounts. */
  function amountOfLine(line: string): bigint {
    const amounts = line
      .split('\t')
      .slice(6)
      .filter((cell) => /^-?\d+\.\d\d$/.test(cell))
    return amounts.reduce((sum, amount) => sum + cents(amount), 0n)
  }

  test.each(formsOf([[0.45], [0.6], [0.85], [0.97]], 2))(
    'and the whole file after it give what the whole file gives (%d of it)',
    async (part) => {
      const clean = await kept('whole.txt', V2)
      const company = await server.company()
      const cut = await company.import('cut.txt', V2.slice(0, Math.floor(V2.length * part)))
      expect(cut).toMatchObject({ status: 'PUBLISHED', settlements: [{ complete: false }] })
      const whole = await company.import('whole.txt', V2)
      expect(whole.settlements).toMatchObject([{ difference: '0', complete: true }])
      expect(await company.checksums()).toEqual(await clean.company.checksums())
    },
  )
})

test(
  `${MUTANTS} mutated files are imported in part or refused, and leave nothing behind when taken back`,
  async () => {
    const before = await standing.checksums()
    const outcomes = new Map<string, number>()
    const files = [Buffer.from(V2), Buffer.from(wideFile(settlement))]
    for (const bytes of mutants(files, printedSeed(), MUTANTS)) {
      const record = await standing.import('mutant.txt', bytes)
      outcomes.set(record.status, (outcomes.get(record.status) ?? 0) + 1)
      const where = `${record.status} ${JSON.stringify(record.problem)} of ${bytes.toString('latin1').slice(0, 3000)}`
      expect(['PUBLISHED', 'REFUSED', 'NEEDS_ANSWER'], where).toContain(record.status)
      if (record.status === 'PUBLISHED') {
        for (const { ledgerDifference } of await standing.reconcile())
          expect(ledgerDifference, where).toBe('0')
        await standing.undo(record.id)
      } else expect(record.problem?.text, where).toMatch(/.{15}/)
      expect(await standing.checksums(), where).toEqual(before)
    }
    console.info(`Mutants: ${[...outcomes].map(([status, times]) => `${times} ${status}`).join(', ')}`)
  },
  60_000 + MUTANTS * 10_000,
)
