/**
 * Files are opened in LibreOffice, in a language with decimal points and in one with commas, and saved as it understood them.
 * Debian's `libreoffice-calc` is not installed by anybody for this: where it is missing, nothing is tried.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvPieces } from './csv.ts'
import type { Facts, Sheet } from './sheet.ts'
import { xlsxBlob } from './xlsx.ts'

const hasLibreOffice = (() => {
  try {
    execFileSync('soffice', ['--version'])
    return true
  } catch {
    return false
  }
})()

/** As the program numbers languages, and how each writes numbers. */
const LANGUAGES = {
  'en-US': { id: 1033, notation: { decimal: '.', delimiter: ',' } },
  'de-DE': { id: 1031, notation: { decimal: ',', delimiter: ';' } },
} as const
type Language = keyof typeof LANGUAGES

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
const FACTS: Facts = [['Company', '=cmd()|A1']]

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sextant-opened-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

interface OpenedCell {
  type: string
  value: string
}

/** The tables of a file as the program has them after opening it. */
async function opened(name: string, content: string | Buffer, language: Language): Promise<OpenedCell[][][]> {
  const place = join(directory, language)
  const profile = join(place, 'profile', 'user')
  await mkdir(profile, { recursive: true })
  await writeFile(join(profile, 'registrymodifications.xcu'), settingsIn(language))
  const path = join(place, name)
  await writeFile(path, content)
  const { id, notation } = LANGUAGES[language]
  const asCsv = `--infilter=CSV:${notation.delimiter.charCodeAt(0)},34,76,1,,${id},false,false`
  await promisify(execFile)('soffice', [
    `-env:UserInstallation=file://${join(place, 'profile')}`,
    '--headless',
    ...(name.endsWith('.csv') ? [asCsv] : []),
    '--convert-to',
    'fods',
    '--outdir',
    place,
    path,
  ])
  const text = await readFile(path.replace(/\.\w+$/, '.fods'), 'utf8')
  return [...text.matchAll(/<table:table [\s\S]*?<\/table:table>/g)].map(([table]) =>
    [...table.matchAll(/<table:table-row[^>]*>([\s\S]*?)<\/table:table-row>/g)].map(([, row]) =>
      cellsIn(row!),
    ),
  )
}

const settingsIn = (language: Language) => `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${language}</value></prop></item>
</oor:items>`

function cellsIn(row: string): OpenedCell[] {
  const cells: OpenedCell[] = []
  for (const [, attributes = '', content = ''] of row.matchAll(
    /<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g,
  )) {
    const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
    const type = of('office:value-type') ?? 'empty'
    const texts = [...content.matchAll(/<text:p>([\s\S]*?)<\/text:p>/g)].map(([, text]) => text!)
    const value = of('office:value') ?? of('office:date-value') ?? unescaped(texts.join('\n'))
    const times = Math.min(Number(of('table:number-columns-repeated') ?? 1), SHEET.heads.length)
    for (let time = 0; time < times; time++) cells.push({ type, value })
  }
  return cells.slice(0, SHEET.heads.length)
}

const unescaped = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')

/** What a number is in a spreadsheet, which keeps fifteen digits. */
const float = (value: unknown): OpenedCell => ({ type: 'float', value: String(Number(value)) })
const asNumber = ({ type, value }: OpenedCell): OpenedCell => ({ type, value: String(Number(value)) })

describe.skipIf(!hasLibreOffice).each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  test('a workbook has the numbers, shares, days and texts that it was made of', async () => {
    const bytes = Buffer.from(await (await xlsxBlob(SHEET, FACTS)).arrayBuffer())
    const [table, about] = await opened('table.xlsx', bytes, language)
    expect(table![0]!.map(({ value }) => value)).toEqual(SHEET.heads)
    const rows = table!.slice(1, 1 + SHEET.rows.length)
    expect(rows).toHaveLength(SHEET.rows.length)
    for (const [place, [sku, day, amount, units, share, weight, size]] of SHEET.rows.entries()) {
      const found = rows[place]!
      const risky = String(sku).startsWith('=') || String(sku).startsWith('@')
      expect(found[0]).toEqual({ type: 'string', value: risky ? `'${sku}` : sku })
      expect(found[1]).toEqual({ type: 'date', value: day })
      expect(asNumber(found[2]!)).toEqual(float(amount))
      expect(asNumber(found[3]!)).toEqual(float(units))
      expect(share === null ? found[4]!.type : asNumber(found[4]!)).toEqual(
        share === null ? 'empty' : { ...float(share), type: 'percentage' },
      )
      expect(asNumber(found[5]!)).toEqual(float(weight))
      expect(found[6]).toEqual({ type: 'string', value: size })
    }
    expect(about![0]!.slice(0, 2)).toEqual([
      { type: 'string', value: 'Company' },
      { type: 'string', value: "'=cmd()|A1" },
    ])
  })

  test('a sum is calculated to what it was written with', async () => {
    const sheet: Sheet = {
      heads: ['Line', 'June'],
      types: ['text', 'money'],
      rows: [
        ['Net sales', '31939.816784'],
        ['Sales', '31939.716784'],
        ['Refunds', '0.1'],
      ],
      sums: [[1, 2], [], []],
    }
    const bytes = Buffer.from(await (await xlsxBlob(sheet, [])).arrayBuffer())
    const [table] = await opened('sums.xlsx', bytes, language)
    expect(table!.slice(1, 4).map(([, amount]) => asNumber(amount!))).toEqual(
      sheet.rows.map(([, amount]) => float(amount)),
    )
  })

  test('CSV has its numbers as numbers and its days as days, and no formula', async () => {
    const text = [...csvPieces(SHEET, [], LANGUAGES[language].notation)].join('')
    const [table] = await opened('table.csv', text, language)
    const rows = table!.slice(1, 1 + SHEET.rows.length)
    for (const [place, [, day, amount, units, share, weight, size]] of SHEET.rows.entries()) {
      const found = rows[place]!
      expect(found[0]!.value).not.toBe('2')
      expect(found[1]).toEqual({ type: 'date', value: day })
      expect(asNumber(found[2]!)).toEqual(float(amount))
      expect(asNumber(found[3]!)).toEqual(float(units))
      expect(share === null ? found[4]!.type : asNumber(found[4]!)).toEqual(
        share === null ? 'empty' : float(share),
      )
      expect(asNumber(found[5]!)).toEqual(float(weight))
      expect(found[6]).toEqual({ type: 'string', value: size })
    }
  })
})
