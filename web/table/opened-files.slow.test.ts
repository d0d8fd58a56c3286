/** Files are opened in LibreOffice, in a language with decimal points and in one with commas, and hold what went into them. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  EMPTY,
  hasLibreOffice,
  LANGUAGES,
  openedFiles,
  WITHOUT_LIBREOFFICE,
  type Language,
  type OpenedCell,
  type OpenedTable,
} from '#test/support/libreoffice.ts'
import { csvPieces } from './csv.ts'
import type { Facts, Sheet } from './sheet.ts'
import { xlsxBlob } from './xlsx.ts'

const AMOUNTS = [
  '0',
  '-0.01',
  '0.005',
  '31939.716784',
  '-123456789.123456',
  '999999999999.12',
  '0.000001',
  '-1000000',
  '12.5',
]
const SHEET: Sheet = {
  heads: ['SKU', 'Day', 'Net sales', 'Units', 'Share', 'Weight', 'Größe'],
  types: ['text', 'day', 'money', 'count', 'share', 'number', 'text'],
  rows: AMOUNTS.map((amount, index) => [
    ['00123', '12.50', '1,5', '=1+1', '-1', '2026-06-09', '1/2', 'TRUE', '@SUM(1)'][index],
    `2026-0${(index % 9) + 1}-28`,
    amount,
    index * 1_234_567,
    index === 3 ? null : String(index / 8 - 0.5),
    amount,
    'Ä "quoted"; with, all\nof it',
  ]),
  currencyCode: 'EUR',
}
const SUMS: Sheet = {
  heads: ['Line', 'June'],
  types: ['text', 'money'],
  rows: [
    ['Net sales', '31939.816784'],
    ['Sales', '31939.716784'],
    ['Refunds', '0.1'],
  ],
  sums: [[1, 2], [], []],
}
const FACTS: Facts = [
  ['Company', '=cmd()|A1'],
  ['Difference', '-1234.567891', 'money'],
  ['Statement', 'no value', 'money'],
  ['Rate', '0.055', 'share'],
  ['Version', '12.50'],
]

const workbook = async (sheet: Sheet, facts: Facts) =>
  new Uint8Array(await (await xlsxBlob(sheet, facts)).arrayBuffer())

/** What a number is in a spreadsheet, which keeps fifteen digits. */
const float = (value: unknown): OpenedCell => ({ type: 'float', value: String(Number(value)) })
const asNumber = ({ type, value }: OpenedCell): OpenedCell => ({ type, value: String(Number(value)) })

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  let opened: Map<string, OpenedTable[]>
  beforeAll(async () => {
    if (!hasLibreOffice) return
    const files = new Map<string, string | Uint8Array>([
      ['table.xlsx', await workbook(SHEET, FACTS)],
      ['sums.xlsx', await workbook(SUMS, [])],
      ['table.csv', [...csvPieces(SHEET, [], LANGUAGES[language].notation)].join('')],
      ['facts.csv', [...csvPieces(SUMS, FACTS, LANGUAGES[language].notation)].join('')],
    ])
    opened = await openedFiles(files, language)
  })
  beforeEach(({ skip }) => skip(!hasLibreOffice, WITHOUT_LIBREOFFICE))

  test('a workbook has the numbers, shares, days and texts that it was made of', () => {
    const [table] = opened.get('table.xlsx')!
    expect(table![0]!.map(({ value }) => value)).toEqual(SHEET.heads)
    const rows = table!.slice(1)
    expect(rows).toHaveLength(SHEET.rows.length)
    for (const [place, [sku, day, amount, units, share, weight, size]] of SHEET.rows.entries()) {
      const found = rows[place]!
      const risky = String(sku).startsWith('=') || String(sku).startsWith('@')
      expect(found[0]).toEqual({ type: 'string', value: risky ? `'${sku}` : sku })
      expect(found[1]).toEqual({ type: 'date', value: day })
      expect(asNumber(found[2]!)).toEqual(float(amount))
      expect(asNumber(found[3]!)).toEqual(float(units))
      if (share === null) expect(found[4]).toEqual(EMPTY)
      else expect(asNumber(found[4]!)).toEqual({ ...float(share), type: 'percentage' })
      expect(asNumber(found[5]!)).toEqual(float(weight))
      expect(found[6]).toEqual({ type: 'string', value: size })
    }
  })

  test('what the numbers are of has its own as numbers, in a workbook and above a CSV table', () => {
    const [, about] = opened.get('table.xlsx')!
    const [above] = opened.get('facts.csv')!
    for (const facts of [about!, above!.slice(0, FACTS.length)]) {
      expect(facts.map(([name]) => name!.value)).toEqual(FACTS.map(([name]) => name))
      const values = facts.map(([, value]) => value!)
      expect(values[0]).toEqual({ type: 'string', value: "'=cmd()|A1" })
      expect(asNumber(values[1]!)).toEqual(float('-1234.567891'))
      expect(values[2]).toEqual({ type: 'string', value: 'no value' })
      expect(Number(values[3]!.value)).toBe(0.055)
    }
    expect(about![3]![1]!.type).toBe('percentage')
    // CSV cannot say of a text that it is none of its numbers.
    expect(about![4]![1]).toEqual({ type: 'string', value: '12.50' })
  })

  test('a sum is calculated to what it was written with', () => {
    const [table] = opened.get('sums.xlsx')!
    expect(table!.slice(1).map(([, amount]) => asNumber(amount!))).toEqual(
      SUMS.rows.map(([, amount]) => float(amount)),
    )
  })

  test('CSV has its numbers as numbers and its days as days, and no formula', () => {
    const rows = opened.get('table.csv')![0]!.slice(1)
    expect(rows).toHaveLength(SHEET.rows.length)
    for (const [place, [, day, amount, units, share, weight, size]] of SHEET.rows.entries()) {
      const found = rows[place]!
      expect(found[0]!.value).not.toBe('2')
      expect(found[1]).toEqual({ type: 'date', value: day })
      expect(asNumber(found[2]!)).toEqual(float(amount))
      expect(asNumber(found[3]!)).toEqual(float(units))
      if (share === null) expect(found[4]).toEqual(EMPTY)
      else expect(asNumber(found[4]!)).toEqual(float(share))
      expect(asNumber(found[5]!)).toEqual(float(weight))
      expect(found[6]).toEqual({ type: 'string', value: size })
    }
  })
})
