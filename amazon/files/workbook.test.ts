import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { collected, isLinear, sheetOf, sourceOf, workbookOf, zipOf, type ZipEntry } from '../testing.ts'
import { FILE_LIMITS } from './file-limits.ts'
import { openWorkbook } from './workbook.ts'

const sheetRowsOf = async (bytes: Uint8Array, limits = FILE_LIMITS) =>
  collected((await openWorkbook(sourceOf(bytes, 999)(), limits)).rows())

const rowsOf = async (bytes: Uint8Array, limits = FILE_LIMITS) =>
  (await sheetRowsOf(bytes, limits)).map(({ cells }) => cells)

const cellsOf = (cells: string, parts: ZipEntry[] = []) =>
  rowsOf(workbookOf(sheetOf(`<row r="1">${cells}</row>`), ...parts))

test('what another library writes is read as it was given', async () => {
  const day = new Date('2026-03-31T00:00:00Z')
  const moment = new Date('2026-03-31T10:15:00Z')
  const workbook = await writeExcelFile([
    [{ value: 'sku' }, { value: 'a "b" <c> & ß商' }, { value: '' }],
    [{ value: 1234.5 }, { value: true }, { value: day, format: 'dd.mm.yyyy' }],
    [{ value: 0.1 }, { value: -3 }, { value: moment, format: 'yyyy-mm-dd hh:mm:ss' }],
  ]).toBuffer()
  expect(await rowsOf(workbook)).toEqual([
    ['sku', 'a "b" <c> & ß商'],
    ['1234.5', 'true', '2026-03-31'],
    ['0.1', '-3', '2026-03-31 10:15:00'],
  ])
})

test('which cells are numbers is told: what somebody typed into a cell for text is none, nor is a day', async () => {
  const workbook = await writeExcelFile([
    [
      { value: '2,315', format: '@' },
      null,
      { value: 2.315 },
      { value: new Date('2026-03-31'), format: 'dd.mm.yyyy' },
    ],
    [{ value: 7 }, { value: '7' }],
  ]).toBuffer()
  expect(await sheetRowsOf(workbook)).toEqual([
    { cells: ['2,315', '', '2.315', '2026-03-31'], isNumber: [false, false, true, false] },
    { cells: ['7', '7'], isNumber: [true, false] },
  ])
})

test('every kind of cell has its text', async () => {
  const shared = {
    name: 'xl/sharedStrings.xml',
    data: '<sst><si><t>plain</t></si><si><r><t>in </t></r><r><t>runs</t></r><rPh><t>reading</t></rPh></si><si><t>a_x000D_b&amp;c</t></si></sst>',
  }
  const cells = [
    '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c>',
    '<c t="inlineStr"><is><t>inline</t></is></c><c t="str"><f>A1</f><v>of a formula</v></c>',
    '<c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2026-03-31T00:00:00</v></c>',
    '<c><v>12345678901234567890</v></c><c><v>1E-7</v></c><c/><c><v>1</v></c>',
  ].join('')
  expect(await cellsOf(cells, [shared])).toEqual([
    [
      'plain',
      'in runs',
      'a\rb&c',
      'inline',
      'of a formula',
      'false',
      '#N/A',
      '2026-03-31',
      '12345678901234567890',
      '0.0000001',
      '',
      '1',
    ],
  ])
})

test.each([
  ['14', '45000', '2023-03-15'],
  ['22', '45000.4375', '2023-03-15 10:30:00'],
  ['2', '45000.4375', '45000.4375'],
  ['200', '45000.4375', '2023-03-15 10:30:00'],
  ['201', '45000', '45000'],
  ['202', '45000', '2023-03-15'],
  ['203', '45000', '45000'],
  ['14', '1e300', `1${'0'.repeat(300)}`],
  // A spreadsheet that opens 99.91% keeps the hundredth of it.
  ['10', '0.99909999999999999', '99.91%'],
  ['9', '1', '100%'],
  ['204', '0.125', '12.5%'],
  ['205', '0.125', '0.125'],
])('format %s makes of %s: %s', async (format, value, text) => {
  const styles = {
    name: 'xl/styles.xml',
    data: `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="[$-409]d\\.m\\.yyyy h:mm AM/PM"/><numFmt numFmtId="201" formatCode="#,##0.00 &quot;days&quot;"/><numFmt numFmtId="202" formatCode="[>1]yyyy"/><numFmt numFmtId="203" formatCode="General"/><numFmt numFmtId="204" formatCode="0.0%;[Red]-0.0%"/><numFmt numFmtId="205" formatCode="0.0&quot;%&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="${format}"/></cellXfs></styleSheet>`,
  }
  expect(await cellsOf(`<c s="1"><v>${value}</v></c>`, [styles])).toEqual([[text]])
})

test('rows and cells without a place follow each other, and gaps stay empty', async () => {
  expect(
    await rowsOf(
      workbookOf(
        sheetOf(
          '<row><c><v>1</v></c></row><row r="4"><c r="B4"><v>2</v></c><c><v>3</v></c></row><row r="9"><c r="A9" s="1"/></row>',
        ),
      ),
    ),
  ).toEqual([['1'], [], [], ['', '2', '3']])
})

const { workbook } = FILE_LIMITS
const limitedTo = (limits: Partial<typeof workbook>) => ({
  ...FILE_LIMITS,
  workbook: { ...workbook, ...limits },
})
const CELL = '<c><v>1</v></c>'

test.each<[string, Buffer, Partial<typeof workbook>, RegExp]>([
  [
    'a cell in the last corner',
    workbookOf(sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
    {},
    /column 16,384 of row 1,048,576; up to 1,000 columns/,
  ],
  [
    'a row beyond the last',
    workbookOf(sheetOf(`<row r="1048577">${CELL}</row>`)),
    {},
    /row 1,048,577; up to 1,048,576 rows/,
  ],
  [
    'many cells',
    workbookOf(sheetOf(`<row>${CELL.repeat(6)}</row>`.repeat(2))),
    { cellsMax: 11 },
    /more than 11 cells/,
  ],
  [
    'few cells far to the right',
    workbookOf(sheetOf('<row><c r="L1"><v>1</v></c></row>')),
    { cellsMax: 11 },
    /more than 11 cells/,
  ],
  ['many bytes', workbookOf(sheetOf(`<row>${CELL}</row>`)), { packedBytesMax: 100 }, /larger than 0 MB/],
  [
    'a large part',
    workbookOf(sheetOf(`<row>${CELL}</row>`.repeat(100_000))),
    { unpackedBytesMax: 2 ** 20 },
    /part \(sheet1\.xml\) of more than 1 MB/,
  ],
  [
    'many texts',
    workbookOf(sheetOf(''), {
      name: 'xl/sharedStrings.xml',
      data: `<sst>${'<si><t>a</t></si>'.repeat(12)}</sst>`,
    }),
    { sharedTextsMax: 11 },
    /more than 11 different texts/,
  ],
  [
    'a long text',
    workbookOf(sheetOf(`<row><c t="str"><v>${'x'.repeat(500_000)}</v></c></row>`)),
    { tokenCharactersMax: 100_000 },
    /text of more than 100,000 characters/,
  ],
  [
    'deep elements',
    workbookOf(sheetOf(`<row>${'<c>'.repeat(100)}`)),
    {},
    /more than 64 elements within each other/,
  ],
])('%s is refused by the name of the limit', async (_, bytes, limits, message) => {
  await expect(rowsOf(bytes, limitedTo(limits))).rejects.toMatchObject({
    code: 'WORKBOOK_TOO_LARGE',
    message: expect.stringMatching(message),
  })
})

test('a far cell without a value is no cell', async () => {
  expect(
    await rowsOf(
      workbookOf(sheetOf(`<row>${CELL}<c r="XFD1" s="1"/></row><row r="1048576"><c r="A1048576"/></row>`)),
    ),
  ).toEqual([['1']])
})

test('a sheet with one cell in its last row is read without the memory of the rows above', async () => {
  const { rows } = await openWorkbook(sourceOf(workbookOf(sheetOf(`<row r="1048576">${CELL}</row>`)))())
  let count = 0
  for await (const row of rows()) count += row.cells.length + 1
  expect(count).toBe(2 ** 20 + 1)
})

test.each([
  [
    'a document type',
    sheetOf(`<row>${CELL}</row>`).replace('<worksheet', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet'),
  ],
  ['cells out of order', sheetOf('<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>')],
  ['rows out of order', sheetOf('<row r="2"/><row r="1"/>')],
  ['a text that is not there', sheetOf('<row><c t="s"><v>7</v></c></row>')],
  ['a place that is none', sheetOf('<row><c r="$$"><v>7</v></c></row>')],
  ['an end within an element', '<worksheet><sheetData><row>'],
])('%s is damage', async (_, sheet) => {
  await expect(rowsOf(workbookOf(sheet))).rejects.toMatchObject({ code: 'DAMAGED_ARCHIVE' })
})

/** All that a workbook says, by the place where it is said. */
const SAID = {
  type: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet',
  target: 'worksheets/sheet1.xml',
  link: 'rId1',
  date1904: '0',
  name: 'Sheet 1',
  formatId: '200',
  format: '0.00',
  styleFormat: '200',
  text: 'shared',
  row: '1',
  cell: 'A1',
  cellType: 's',
  style: '0',
  value: '0',
  number: '1',
  day: '2026-03-31T00:00:00',
  formula: 'text',
  inline: 'text',
}
const saying = (said: typeof SAID) =>
  zipOf(
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships><Relationship Id="${said.link}" Type="${said.type}" Target="${said.target}"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `<workbook><workbookPr date1904="${said.date1904}"/><sheets><sheet name="${said.name}" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet><numFmts><numFmt numFmtId="${said.formatId}" formatCode="${said.format}"/></numFmts><cellXfs><xf numFmtId="${said.styleFormat}"/></cellXfs></styleSheet>`,
    },
    { name: 'xl/sharedStrings.xml', data: `<sst><si><t>${said.text}</t></si></sst>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: sheetOf(
        `<row r="${said.row}"><c r="${said.cell}" t="${said.cellType}" s="${said.style}"><v>${said.value}</v></c><c><v>${said.number}</v></c><c t="d"><v>${said.day}</v></c><c t="str"><v>${said.formula}</v></c><c t="inlineStr"><is><t>${said.inline}</t></is></c></row>`,
      ),
    },
  )

/** What patterns go back and forth in. */
const REPEATED = [
  ' ',
  '0',
  '1',
  '[',
  '[h',
  '&quot;',
  '\\',
  '_',
  '_x0041',
  '.',
  '../',
  'a/../',
  's.0',
  '&',
  ';',
  'A',
]

test.each(Object.keys(SAID) as (keyof typeof SAID)[])(
  'a workbook is read in the time of its length, whatever it repeats as its %s',
  async (place) => {
    for (const repeated of REPEATED)
      for (const [before, after] of [
        ['', ''],
        [SAID[place], 'x'],
        ['1000000000000000000.', '1'],
      ] as const) {
        const read = (length: number) => {
          const text = before + repeated.repeat(length / repeated.length) + after
          return rowsOf(saying({ ...SAID, [place]: text })).catch(() => [])
        }
        expect([before, repeated, after, await isLinear(read)]).toEqual([before, repeated, after, true])
      }
  },
)
