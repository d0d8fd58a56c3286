/** Files are read here by readers of others, and hold what went into them. */
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { csvPieces } from './csv.ts'
import type { Facts, Sheet } from './sheet.ts'
import { xlsxBlob } from './xlsx.ts'

const SHEET: Sheet = {
  heads: ['SKU', 'Day', 'Net sales', 'Units', 'Share', 'Weight'],
  types: ['text', 'day', 'money', 'count', 'share', 'number'],
  rows: [
    ['00123', '2026-06-09', '31939.716784', 12, '0.191922', '0.35'],
    ['12.50', '2026-06-10', '-0.5', '0', null, '∞'],
    ['=1+1', null, null, null, 0.5, undefined],
  ],
  currencyCode: 'EUR',
}
const FACTS: Facts = [
  ['Company', '=cmd()|A1'],
  ['Dates', '2026-06-09 to 2026-06-10'],
  ['Difference', '-1234.567891', 'money'],
  ['Statement', 'no value', 'money'],
]

const bytesOf = async (sheet: Sheet, facts: Facts): Promise<Buffer> =>
  Buffer.from(await (await xlsxBlob(sheet, facts)).arrayBuffer())

const csvOf = (sheet: Sheet, facts: Facts, notation: Parameters<typeof csvPieces>[2]) =>
  [...csvPieces(sheet, facts, notation)].join('')

describe('CSV', () => {
  test.each([
    { decimal: '.', delimiter: ',' },
    { decimal: ',', delimiter: ';' },
    { decimal: '.', delimiter: ';' },
  ] as const)('with $decimal and $delimiter is read back as it was', ({ decimal, delimiter }) => {
    const text = csvOf(SHEET, [], { decimal, delimiter })
    expect(text.startsWith('\uFEFF')).toBe(true)
    const [heads, ...rows] = parse(text, { bom: true, delimiter, record_delimiter: '\r\n' }) as string[][]
    expect(heads).toEqual(SHEET.heads)
    const number = (value: string) => value.replace('.', decimal)
    expect(rows).toEqual([
      ['00123', '2026-06-09', number('31939.716784'), '12', number('0.191922'), number('0.35')],
      // A text that looks like a number stays what it is.
      ['12.50', '2026-06-10', number('-0.5'), '0', '', '∞'],
      ["'=1+1", '', '', '', number('0.5'), ''],
    ])
  })

  test('has its facts above an empty line, and none where they were left out', () => {
    const notation = { decimal: '.', delimiter: ',' } as const
    expect(csvOf(SHEET, FACTS, notation).split('\r\n').slice(0, 6)).toEqual([
      "\uFEFFCompany,'=cmd()|A1",
      'Dates,2026-06-09 to 2026-06-10',
      'Difference,-1234.567891',
      'Statement,no value',
      '',
      'SKU,Day,Net sales,Units,Share,Weight',
    ])
    expect(csvOf(SHEET, FACTS, { decimal: ',', delimiter: ';' })).toContain('\r\nDifference;-1234,567891\r\n')
    expect(csvOf(SHEET, [], notation)).toMatch(/^\uFEFFSKU,/)
  })
})

describe('XLSX', () => {
  test('has texts, days and numbers as what they are, unrounded', async () => {
    const blob = await bytesOf(SHEET, FACTS)
    expect(await readSheet(blob, 'Table')).toEqual([
      SHEET.heads,
      ['00123', new Date('2026-06-09T00:00:00Z'), 31939.716784, 12, 0.191922, 0.35],
      ['12.50', new Date('2026-06-10T00:00:00Z'), -0.5, 0, null, '∞'],
      ["'=1+1", null, null, null, 0.5, null],
    ])
    expect(await readSheet(blob, 'About')).toEqual([
      ['Company', "'=cmd()|A1"],
      ['Dates', '2026-06-09 to 2026-06-10'],
      ['Difference', -1234.567891],
      ['Statement', 'no value'],
    ])
  })
  test.each([
    ['EUR', ['#,##0.00', '#,##0', '0.0%', 'yyyy-mm-dd']],
    ['JPY', ['#,##0', '0.0%', 'yyyy-mm-dd']],
  ])('shows money of %s, counts, shares and days as what they are', async (currencyCode, formats) => {
    const bytes = await bytesOf({ ...SHEET, currencyCode }, [])
    const styles = await partOf(bytes, 'xl/styles.xml')
    const known = [...styles.matchAll(/<numFmt [^>]*formatCode="([^"]*)"/g)].map(([, code]) => code!)
    expect(new Set(known)).toEqual(new Set(formats))
    // Rows have a cell of each: heads first, then the first row of data.
    const table = await partOf(bytes, 'xl/worksheets/sheet1.xml')
    const codes = [...styles.matchAll(/<numFmt [^>]*numFmtId="(\d+)"[^>]*formatCode="([^"]*)"/g)]
    const codeOf = new Map(codes.map(([, id, code]) => [id, code]))
    const cellFormats = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf ([^>]*)>/g)]
    const shown = (cell: string) => {
      const style = new RegExp(`<c r="${cell}"[^>]*? s="(\\d+)"`).exec(table)?.[1]
      return style === undefined
        ? undefined
        : codeOf.get(/numFmtId="(\d+)"/.exec(cellFormats[Number(style)]![1]!)?.[1])
    }
    expect(['B2', 'C2', 'D2', 'E2', 'F2'].map(shown)).toEqual([
      'yyyy-mm-dd',
      currencyCode === 'JPY' ? '#,##0' : '#,##0.00',
      '#,##0',
      '0.0%',
      undefined,
    ])
  })
})

test('a row that adds up others has a formula beside its value, where it is exactly their sum', async () => {
  const sheet: Sheet = {
    heads: ['Line', 'June', 'Share', 'July', 'August', 'September', 'October'],
    types: ['text', 'money', 'share', 'money', 'money', 'money', 'money'],
    rows: [
      ['Net sales', '0.3', '1', '7', null, '4', '4'],
      ['Sales', '0.1', '0.5', '5.000000001', '1', '4', '3'],
      // Nobody has said it, and an empty cell adds nothing.
      ['Returns', '0.2', '0.5', '2', null, null, null],
      ['Units', '3', null, '4', '5', '6', '7'],
    ],
    sums: [[1, 2], [], [], []],
  }
  const bytes = await bytesOf(sheet, FACTS)
  const table = await partOf(bytes, 'xl/worksheets/sheet1.xml')
  expect(table.match(/<f>.*?<\/f>/g)).toEqual(['<f>SUM(B3,B4)</f>', '<f>SUM(F3,F4)</f>'])
  expect(table).toMatch(/<c r="B2"[^>]*><f>SUM\(B3,B4\)<\/f><v>0\.3<\/v><\/c>/)
  expect((await readSheet(bytes, 'Table'))[1]).toEqual(['Net sales', 0.3, 1, 7, null, 4, 4])
  const wide: Sheet = {
    heads: Array.from({ length: 30 }, (_, place) => `C${place}`),
    types: Array.from({ length: 30 }, () => 'money' as const),
    rows: [Array<string>(30).fill('2'), Array<string>(30).fill('2')],
    sums: [[1], []],
  }
  const cells = await partOf(await bytesOf(wide, []), 'xl/worksheets/sheet1.xml')
  expect(cells).toMatch(/<c r="AD2"[^>]*><f>SUM\(AD3\)<\/f><v>2</)
})

test('60,000 rows become a file piece by piece', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => [`SKU-${index}`, '2026-06-09', `${index}.25`])
  const sheet: Sheet = { heads: ['SKU', 'Day', 'Net sales'], types: ['text', 'day', 'money'], rows }
  let lines = 0
  for (const piece of csvPieces(sheet, [], { decimal: ',', delimiter: ';' })) {
    expect(piece.length).toBeLessThan(200_000)
    lines += piece.split('\r\n').length - 1
  }
  expect(lines).toBe(60_001)
  const table = await partOf(await bytesOf(sheet, []), 'xl/worksheets/sheet1.xml')
  expect(table.match(/<row /g)).toHaveLength(60_001)
  expect(table).toContain('<v>59999.25</v>')
})

/** The text of one part of a workbook. */
const partOf = (workbook: Buffer, name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(workbook, { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error)
      archive.on('entry', (entry: yauzl.Entry) => {
        if (entry.fileName !== name) return archive.readEntry()
        archive.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed)
          const pieces: Buffer[] = []
          stream.on('data', (piece: Buffer) => pieces.push(piece))
          stream.on('error', reject)
          stream.on('end', () => resolve(Buffer.concat(pieces).toString()))
        })
      })
      archive.on('end', () => reject(new Error(`No ${name} in the workbook.`)))
      archive.readEntry()
    })
  })
