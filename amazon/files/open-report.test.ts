import writeExcelFile from 'write-excel-file/node'
import { expect, test } from 'vitest'
import {
  CHARACTER_SETS,
  PACKINGS,
  V2_HEADINGS,
  WIDE_HEADINGS,
  collected,
  linesIn,
  rowsOf,
  separated,
  sheetOf,
  sourceOf,
  tabbed,
  v2Rows,
  workbookOf,
} from '../testing.ts'
import type { OpenOptions } from '../reports/report-type.ts'
import { openReport } from './open-report.ts'
import { readRawLines } from './raw-lines.ts'

const open = (bytes: Uint8Array | string, options: OpenOptions = {}) =>
  openReport(sourceOf(bytes), 'a.bin', options)

const V2 = tabbed(v2Rows())
const V2_LINES = V2.slice(V2.indexOf('\n') + 1)

const PACKED = Object.keys(PACKINGS).flatMap((packing) =>
  Object.keys(CHARACTER_SETS).map((set) => [packing, set] as const),
)

test.each(PACKED)('a settlement packed as %s in %s is the same settlement', async (packing, set) => {
  const japanese = set === 'Shift_JIS'
  const text = japanese ? V2.replaceAll('GRÖSSE', 'サイズテスト') : V2
  const opened = await open(PACKINGS[packing]!(CHARACTER_SETS[set]!(text)))
  expect(opened).toMatchObject({
    type: { id: 'settlement_v2' },
    kind: 'lines',
    compression: packing,
    encoding: set.replace(' with mark', ''),
    firstLineNumber: 2,
    cellCount: 24,
    decimalMark: '.',
    instants: {
      start_at: 'DMY_DOT_UTC',
      end_at: 'DMY_DOT_UTC',
      deposit_at: 'DMY_DOT_UTC',
      posted_at: 'DMY_DOT_UTC',
    },
    sample: { marketplaces: ['Amazon.de'], currencies: ['EUR'] },
  })
  expect(await linesIn(opened)).toBe(japanese ? text.slice(text.indexOf('\n') + 1) : V2_LINES)
})

test('line ends stay as they are, blank lines above the headings are counted', async () => {
  const opened = await open(`\r\n\r\n${tabbed(v2Rows(), '\r\n')}`)
  expect(opened).toMatchObject({ firstLineNumber: 4, cellCount: 24, instants: { posted_at: 'DMY_DOT_UTC' } })
  expect(await linesIn(opened)).toBe(V2_LINES.replaceAll('\n', '\r\n'))
})

test('lines that end with a carriage return alone are lines', async () => {
  const opened = await open(V2.replaceAll('\n', '\r'))
  expect(opened).toMatchObject({ type: { id: 'settlement_v2' }, firstLineNumber: 2 })
  expect(await linesIn(opened)).toBe(V2_LINES)
})

test('columns are found by their names, in any order and spelling', async () => {
  const reversed = v2Rows().map((row) => row.toReversed())
  reversed[0] = reversed[0]!.map((heading) => ` ${heading.toUpperCase().replaceAll('-', '_')} `)
  const opened = await open(tabbed(reversed))
  expect(opened).toMatchObject({
    type: { id: 'settlement_v2' },
    cellOf: { settlement_id: 23, amount: 9, sku: 2 },
  })
})

test.each([
  ['V2', v2Rows()],
  ['wide', [[...WIDE_HEADINGS]]],
])('a settlement without any date is asked for the one that every layout has: %s', async (_, rows) => {
  const dates = new Set([rows[0]!.indexOf('posted-date'), rows[0]!.indexOf('posted-date-time')])
  const without = rows.map((row) => row.filter((__, index) => !dates.has(index)))
  await expect(open(tabbed(without))).rejects.toThrow('these columns are missing: posted-date.')
})

test('the moment is preferred to the day, and the day serves where there is no moment', async () => {
  const at = V2_HEADINGS.indexOf('posted-date-time')
  expect(await open(V2)).toMatchObject({ cellOf: { posted_at: at } })
  const older = v2Rows().map((row) => row.filter((_, index) => index !== at && index !== 23))
  expect(await open(tabbed(older))).toMatchObject({
    cellCount: 22,
    cellOf: { posted_at: at - 1 },
    instants: { posted_at: 'DMY_DOT_UTC' },
  })
})

test('an empty cell at the end of the headings, or of the lines, is no column', async () => {
  const [headings, ...lines] = v2Rows()
  const longHeadings = tabbed([[...headings!, ''], ...lines])
  expect(await open(longHeadings)).toMatchObject({ cellCount: 24 })
  const longLines = tabbed([headings!, ...lines.map((line) => [...line, ''])])
  expect(await open(longLines)).toMatchObject({ cellCount: 25 })
  const oneCutLine = tabbed([headings!, ...lines, lines[1]!.slice(0, 5)])
  expect(await open(oneCutLine)).toMatchObject({ cellCount: 24 })
})

test('a report in another sheet is not left out without a word', async () => {
  const cells = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map((value) => ({ value })))
  const report = cells(v2Rows())
  const notes = cells([['Exported on Monday'], ['settlement-id', 'my own notes']])
  const saved = (...sheets: (typeof report)[]) =>
    writeExcelFile(sheets.map((data, index) => ({ data, sheet: `Part ${index + 1}` }))).toBuffer()
  expect(await open(await saved(report, notes))).toMatchObject({ kind: 'records' })
  await expect(open(await saved(report, notes, report))).rejects.toMatchObject({
    code: 'SEVERAL_SHEETS',
    message: expect.stringContaining('a report in “Part 3” beside the one in its first sheet'),
  })
  await expect(open(await saved(notes, report))).rejects.toMatchObject({
    code: 'SEVERAL_SHEETS',
    message: expect.stringContaining('The first sheet of the workbook is no report'),
  })
})

test('a sheet beside a report that cannot be read takes nothing from it', async () => {
  const row = (cells: readonly string[]) =>
    `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`
  const report = sheetOf(v2Rows().map(row).join(''))
  const damaged = sheetOf('<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>')
  expect(await open(workbookOf([report, damaged]))).toMatchObject({ kind: 'records' })
})

test('headings that come again among the lines are a line', async () => {
  const rows = v2Rows()
  const opened = await open(tabbed([...rows, ...rows]))
  expect((await linesIn(opened)).trimEnd().split('\n')).toHaveLength(7)
})

test('decimal commas are seen', async () => {
  const german = (amount: string) => amount.replace('.', ',').replace(/^(\d)(\d{3})/, '$1.$2')
  expect(await open(tabbed(v2Rows(german)))).toMatchObject({ decimalMark: ',' })
})

test('a settlement that a spreadsheet saved gives the same facts', async () => {
  const rows = v2Rows()
  const facts = async (bytes: Uint8Array | string) => {
    const opened = await open(bytes)
    expect(opened.kind).toBe('records')
    return opened.kind === 'records' ? collected(opened.records) : []
  }
  const quotedTabs = rows
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t'))
    .join('\r\n')
  const german = v2Rows((amount) => amount.replace('.', ','))
  const workbook = await writeExcelFile(rows.map((row) => row.map((value) => ({ value })))).toBuffer()

  const expected = [
    {
      table: 'settlements',
      lineNumber: 2,
      part: 0,
      values: {
        settlement_id: '900001',
        start_at: '2026-08-02 07:00:00',
        end_at: '2026-08-16 07:00:00',
        deposit_at: '2026-08-18 07:00:00',
        total_amount: '1216.45',
        currency: 'EUR',
      },
    },
    expect.objectContaining({
      table: 'settlement_lines',
      lineNumber: 3,
      part: 0,
      values: expect.objectContaining({
        settlement_id: '900001',
        transaction_type: 'Order',
        posted_at: '2026-08-16 10:12:00',
        order_id: '028-0000001-0000001',
        order_item_id: '77001',
        marketplace: 'Amazon.de',
        sku: 'GRÖSSE-12"',
        quantity: '2',
        amount_type: 'ItemPrice',
        amount_description: 'Principal',
        amount: '1234.5',
        fulfillment_channel: 'AFN',
      }),
    }),
    expect.objectContaining({
      lineNumber: 4,
      values: expect.objectContaining({ amount_description: 'Commission', amount: '-18.05' }),
    }),
  ]
  expect(await facts(separated(rows, ','))).toEqual(expected)
  expect(await facts(separated(rows, ',').replaceAll('\n', '\r'))).toEqual(expected)
  expect(await facts(separated(german, ';'))).toEqual(expected)
  expect(await facts(quotedTabs)).toEqual(expected)
  expect(await facts(workbook)).toEqual(expected)
})

test('a settlement in a workbook has numbers and texts beside each other, each read as it is written', async () => {
  const rows = v2Rows((amount) => (amount === '-18.05' ? '-18,05' : amount))
  const cells = rows.map((row) =>
    row.map((value) =>
      value === '1234.50' ? { value: 1234.125 } : value === '1216.45' ? { value: '1.216,45' } : { value },
    ),
  )
  const opened = await open(await writeExcelFile(cells).toBuffer())
  const records = opened.kind === 'records' ? await collected(opened.records) : []
  expect(
    records.map((record) => 'values' in record && (record.values['amount'] ?? record.values['total_amount'])),
  ).toEqual(['1216.45', '1234.125', '-18.05'])
})

test('a wide line gives a row for each of its amounts, and its quantity once', async () => {
  const item = {
    'settlement-id': '1',
    'transaction-type': 'Order',
    'posted-date': '2026-08-16T10:12:00+00:00',
    sku: 'A',
  }
  const rows = [
    WIDE_HEADINGS,
    ...rowsOf(WIDE_HEADINGS, [
      { ...item, 'quantity-purchased': '2' },
      { ...item, 'price-type': 'Principal', 'price-amount': '60.00 ' },
      {
        ...item,
        'transaction-type': 'ServiceFee',
        'item-related-fee-type': 'Cost of Advertising',
        'item-related-fee-amount': '-24',
        'other-fee-amount': '-1.20',
        'other-fee-reason-description': 'TaxAmount',
      },
      { ...item, 'transaction-type': 'Storage Fee', 'other-amount': '-3' },
      { ...item, 'transaction-type': 'Nothing' },
    ]),
  ]
  const opened = await open(separated(rows, ','))
  const records = opened.kind === 'records' ? await collected(opened.records) : []
  expect(
    records.map((record) =>
      'values' in record
        ? [
            record.lineNumber,
            record.part,
            record.values['amount_type'],
            record.values['amount_description'],
            record.values['amount'],
            record.values['quantity'],
          ]
        : record,
    ),
  ).toEqual([
    [2, 100, 'quantity', null, '0', '2'],
    [3, 0, 'price-amount', 'Principal', '60', null],
    [4, 1, 'item-related-fee-amount', 'Cost of Advertising', '-24', null],
    [4, 5, 'other-fee-amount', 'TaxAmount', '-1.2', null],
    [5, 8, 'other-amount', 'Storage Fee', '-3', null],
    { refused: 'the line has no amount', table: 'settlement_lines', lineNumber: 6, text: expect.any(String) },
  ])
})

test('cells at the end of a row that nobody reads may be left out, as Excel does where many are empty', async () => {
  const headings = 'return-date,order-id,sku,quantity,detailed-disposition,store,customer-comments'
  const opened = await open(
    `${headings}\n2026-03-05,O1,MUG,2,SELLABLE,A,Too blue\n2026-03-06,O2,MUG,1,SELLABLE\n2026-03-07,O3,MUG\n2026-03-08,O4,MUG,1,SELL`,
  )
  expect(opened.kind === 'records' && (await collected(opened.records))).toMatchObject([
    { values: { quantity: '2' } },
    { values: { quantity: '1' } },
    { refused: 'The line has 3 cells, the headings have 7', lineNumber: 4 },
    // The file may have been cut here.
    { refused: 'The line has 5 cells, the headings have 7', lineNumber: 5 },
  ])
})

test('records that can not be read are refused one by one, with column and value', async () => {
  const rows = v2Rows()
  const bad = rows[1 + 1]!.with(V2_HEADINGS.indexOf('amount'), '12,3x').with(
    V2_HEADINGS.indexOf('quantity-purchased'),
    '1.5',
  )
  const opened = await open(separated([...rows, bad, rows[0]!, rows[2]!.slice(0, 9)], ','))
  const records = opened.kind === 'records' ? await collected(opened.records) : []
  expect(records.slice(3)).toMatchObject([
    { refused: 'amount: "12,3x" is not an amount', lineNumber: 5 },
    { refused: 'The headings stand here again', lineNumber: 6 },
    { refused: 'The line has 9 cells, the headings have 24', lineNumber: 7 },
  ])
})

const changed = (heading: string, value: string) => {
  const rows = v2Rows()
  return tabbed(rows.with(3, rows[3]!.with(V2_HEADINGS.indexOf(heading), value)))
}

test.each([
  ['posted-date-time', '16.08.2026 10:12', 'posted_at', '2026-08-16 10:12'],
  ['posted-date-time', '16.8.2026 10:12:00 UTC', 'posted_at', '2026-08-16 10:12:00'],
  ['posted-date-time', '16.08.2026 10:12:00 +02:00', 'posted_at', '2026-08-16 08:12:00'],
  ['posted-date-time', '2026-08-16T10:12:00Z', 'posted_at', '2026-08-16 10:12:00'],
  ['amount', '-€18.05', 'amount', '-18.05'],
  ['amount', '-1\u00a0018.05', 'amount', '-1018.05'],
])(
  'a tab file in which a person wrote %s as %s is read with care',
  async (heading, value, column, canonical) => {
    const opened = await open(changed(heading, value))
    const records = opened.kind === 'records' ? await collected(opened.records) : []
    expect(records[2]).toMatchObject({ lineNumber: 4, values: { [column]: canonical } })
  },
)

test('an amount with the other decimal mark is refused, not multiplied by a hundred', async () => {
  const opened = await open(changed('amount', '95,00'))
  const records = opened.kind === 'records' ? await collected(opened.records) : []
  expect(records[2]).toMatchObject({ refused: 'amount: "95,00" is not an amount' })
})

const slashed = (day: string, marketplace = '') => {
  const [headings, , ...lines] = v2Rows()
  const set = (row: string[], heading: string, value: string) => row.with(V2_HEADINGS.indexOf(heading), value)
  return tabbed([
    headings!,
    ...lines.map((line) => set(set(line, 'posted-date-time', day), 'marketplace-name', marketplace)),
  ])
}
const formatIn = async (text: string, options?: OpenOptions) => {
  const opened = await open(text, options)
  return opened.kind === 'lines' && opened.instants['posted_at']
}

test('day and month are told apart by the file, the person, or the marketplace, in this order', async () => {
  expect(await formatIn(slashed('08/16/2026', 'Amazon.de'), { dateOrder: 'DMY' })).toBe('MDY_SLASH')
  expect(await formatIn(slashed('16/08/2026'))).toBe('DMY_SLASH')
  expect(await formatIn(slashed('02/03/2026', 'Amazon.de'), { dateOrder: 'MDY' })).toBe('MDY_SLASH')
  expect(await formatIn(slashed('02/03/2026', 'Amazon.de'))).toBe('DMY_SLASH')
  expect(await formatIn(slashed('02/03/2026', 'Amazon.com'), { marketplace: 'DE' })).toBe('MDY_SLASH')
  expect(await formatIn(slashed('02/03/2026'), { marketplace: 'CA' })).toBe('MDY_SLASH')
  await expect(formatIn(slashed('02/03/2026'))).rejects.toMatchObject({
    code: 'DATE_ORDER_UNKNOWN',
    message: expect.stringContaining('02/03/2026'),
  })
})

test('a settlement that a French spreadsheet saved lasts days, not months', async () => {
  const rows = v2Rows()
  const column = (heading: string) => V2_HEADINGS.indexOf(heading)
  const moments = { 'settlement-start-date': '01/08/2026 10:12', 'settlement-end-date': '12/08/2026 10:12' }
  const french = rows.map((cells, row) => {
    if (row === 0) return cells
    const posted = cells[column('posted-date-time')] ? '05/08/2026 10:12' : ''
    const dated = cells
      .with(column('posted-date-time'), posted)
      .with(column('posted-date'), posted.slice(0, 10))
    return Object.entries(moments).reduce(
      (all, [heading, text]) => (all[column(heading)] ? all.with(column(heading), text) : all),
      dated,
    )
  })
  const opened = await open(tabbed(french))
  const records = opened.kind === 'records' ? await collected(opened.records) : []
  expect(records[0]).toMatchObject({ values: { start_at: '2026-08-01 10:12', end_at: '2026-08-12 10:12' } })
  expect(records[1]).toMatchObject({ values: { posted_at: '2026-08-05 10:12' } })
})

test('one date far behind the sample settles the order', async () => {
  const open = slashed('02/03/2026')
  const rest = open.slice(open.indexOf('\n') + 1).repeat(5000)
  expect(await formatIn(open + rest + slashed('16/08/2026').split('\n')[1]!)).toBe('DMY_SLASH')
})

test('an unknown file is told what comes close and what is understood', async () => {
  const without = (...names: string[]) =>
    v2Rows().map((row) => row.filter((_, index) => !names.includes(V2_HEADINGS[index]!)))
  await expect(open(tabbed(without('amount', 'currency')))).rejects.toMatchObject({
    code: 'UNKNOWN_HEADER',
    message: expect.stringMatching(
      /closest is "Settlement report \(flat file V2\)".*missing: currency, amount\. The reports that can be read, and where to find them, are listed under Import/,
    ),
  })
  await expect(open('name,birthday\nx,y\n')).rejects.toMatchObject({
    message: expect.not.stringContaining('closest'),
  })
  await expect(open('{"reportSpecification": {"reportType": "X"}}')).rejects.toMatchObject({
    code: 'UNKNOWN_HEADER',
  })
})

test.each([
  [
    'Arabic',
    '"جميع المبالغ بالدرهم AED"\n"التاريخ","التسوية","النوع","الطلب","sku","الوصف","الكمية"\n"1","2","3","4","CUP","6","7"\n',
  ],
  ['Korean', '날짜\t정산\t유형\t주문\tsku\t설명\t수량\n1\t2\t3\t4\tCUP\t6\t7\n'],
  ['Chinese', '日期;结算;类型;订单;sku;说明;数量\n1;2;3;4;CUP;6;7\n'],
])('a table in %s is told to come in English', async (language, file) => {
  await expect(open(file)).rejects.toMatchObject({
    code: 'NO_REPORT',
    message: expect.stringMatching(
      new RegExp(`headings of this file are ${language}.*Set Seller Central to English`),
    ),
  })
})

test.each([
  ['날짜\t정산\t유형\t주문\tsku\t설명\t수량\n1\t2\t3\t4\tCUP\t6\t7\n', 'are Korean'],
  [
    'ASIN\tnimi\tmäärä\tpäivä\thinta\ttila\nB01\tMuki\t1\t2\t3\t4\n',
    'If it is in another language than English: Amazon makes',
  ],
])(
  'what is fetched in another language is no matter of the pages of Seller Central',
  async (file, reason) => {
    const error: unknown = await openReport(sourceOf(file), 'a.txt', { isFetched: true }).catch(
      (e: unknown) => e,
    )
    expect(String(error)).toContain(reason)
    expect(String(error)).toContain('Language for feed processing reports')
    expect(String(error)).not.toMatch(/download|top of its pages/)
  },
)

test('a file is read in the characters that came with it', async () => {
  const rows = v2Rows()
  rows[2]![V2_HEADINGS.indexOf('sku')] = '東京都'
  const bytes = CHARACTER_SETS['Shift_JIS']!(tabbed(rows))
  const opened = await openReport(sourceOf(bytes), 'a.txt', { charset: 'Shift_JIS' })
  expect(opened.encoding).toBe('Shift_JIS')
  expect(await linesIn(opened)).toContain('東京都')
  const wanted = [{ table: 'settlement_lines', lineNumber: 3 }]
  const [line] = await readRawLines(sourceOf(bytes), 'a.txt', wanted, 'Shift_JIS')
  expect(line!.text).toContain('東京都')
})

test('moments of a settlement may name the zone of their marketplace', async () => {
  const japanese = tabbed(v2Rows()).replaceAll(
    /(\d{2})\.(\d{2})\.(\d{4})( \d{2}:\d{2}:\d{2}) UTC/g,
    '$3/$2/$1$4 JST',
  )
  const opened = await open(japanese)
  const records = opened.kind === 'records' ? await collected(opened.records) : []
  expect(records.map((record) => 'values' in record && record.values)).toMatchObject([
    { start_at: '2026-08-01 22:00:00', deposit_at: '2026-08-17 22:00:00' },
    { posted_at: '2026-08-16 01:12:00' },
    { posted_at: '2026-08-16 01:12:00' },
  ])
})

test('a Japanese report that is not read yet is told to come in English', async () => {
  await expect(
    open('日付,在庫の状態,（子）ASIN,商品名,数量,理由,倉庫\n1,2,3,4,5,6,7\n'),
  ).rejects.toMatchObject({
    code: 'NO_REPORT',
    message: expect.stringMatching(/headings of this file are Japanese, .* this report is not read yet/),
  })
  // Titles of products are no headings.
  await expect(open('日期;结算;类型;订单;sku;说明;数量\n1;2;3;4;CUP;マグ;7\n')).rejects.toMatchObject({
    message: expect.stringContaining('are Chinese'),
  })
})

test.each([
  ['ASINs', '(Enfant) ASIN,Titre,Sessions au total,Pages vues,Commandes,Montant\nB0,x,1,2,3,4\n'],
  ['accents', 'Référence;Statut;Impressions;Clics;Dépenses;Ventes\nx;1;2;3;4;5\n'],
])('headings that nobody knows with %s among them may be in another language', async (_, file) => {
  await expect(open(file)).rejects.toMatchObject({
    code: 'UNKNOWN_HEADER',
    message: expect.stringContaining('set Seller Central or the advertising console to English'),
  })
})

test('an English table with few unknown headings is not sent back for its language', async () => {
  const headings = V2_HEADINGS.filter((heading) => heading !== 'amount' && heading !== 'currency')
  await expect(open(`${[...headings, 'asin'].join('\t')}\n`)).rejects.toMatchObject({
    message: expect.not.stringContaining('another language'),
  })
})

test('words of another script among English headings are no language', async () => {
  await expect(open('date,type,order,كوب,sku,quantity,total\n1,2,3,4,5,6,7\n')).rejects.toMatchObject({
    code: 'UNKNOWN_HEADER',
  })
})

test('an empty file, an empty archive and headings alone are told apart', async () => {
  await expect(open('')).rejects.toMatchObject({ code: 'EMPTY_FILE' })
  await expect(open('\ufeff \n\n')).rejects.toMatchObject({ code: 'EMPTY_FILE' })
  await expect(open(`${V2_HEADINGS.join('\t')}\n`)).rejects.toMatchObject({
    code: 'EMPTY_FILE',
    message: expect.stringContaining('headings and no rows'),
  })
})

test('of a line without end, the warehouse gets little more than the limit', async () => {
  const rows = tabbed(v2Rows())
  const opened = await open(`${rows}${'x'.repeat(5 * 2 ** 20)}\n${rows.slice(rows.indexOf('\n') + 1)}`)
  const [, , long, ...others] = (await linesIn(opened)).split('\n').slice(1)
  expect(long!.length).toBeGreaterThan(2 ** 20)
  expect(long!.length).toBeLessThan(2 ** 20 + 2 ** 18)
  expect(others.join('\n')).toBe(rows.slice(rows.indexOf('\n') + 1))
})
