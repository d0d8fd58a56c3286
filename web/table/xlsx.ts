import writeXlsxFile, { type CellObject, type Feature, type SheetData } from 'write-excel-file/universal'
import { parseDecimal, ZERO } from '#contract/decimal.ts'
import { harmlessText, type CellValue } from '#contract/delimited-text.ts'
import { isNumberType, typeAt, type CellType, type Facts, type Sheet } from './sheet.ts'

const CHARACTERS_MAX = 48

/** A workbook of a table, and on a second sheet what its numbers are of. */
export async function xlsxBlob(sheet: Sheet, facts: Facts): Promise<Blob> {
  const formats = formatsIn(sheet.currencyCode)
  const data: SheetData = [
    sheet.heads.map((head) => textCell(head, true)),
    ...sheet.rows.map((row, place) =>
      row.map((value, column) => cellOf(value, typeAt(sheet, place, column), formats)),
    ),
  ]
  const columns = sheet.heads.map((head, column) => ({
    width: Math.min(Math.max(head.length, longest(sheet, column)) + 2, CHARACTERS_MAX),
  }))
  return writeXlsxFile(
    [
      { sheet: 'Table', data, columns, stickyRowsCount: 1, stickyColumnsCount: 1 },
      ...(facts.length > 0
        ? [
            {
              sheet: 'About',
              data: facts.map(([name, value, type = 'text']) => [
                textCell(name, true),
                // A column of texts: its few numbers stand with them.
                beside(cellOf(value, type, formats)),
              ]),
              columns: [{ width: 20 }, { width: 80 }],
            },
          ]
        : []),
    ],
    { features: [withFormulas(formulasIn(sheet))] },
  ).toBlob()
}

/** By the address of a cell. */
type Formulas = ReadonlyMap<string, string>

/**
 * Of cells that are the exact sum of others in the table; what is rounded stays a number alone. Parts without a value are
 * empty cells, which a spreadsheet adds up as nothing.
 */
function formulasIn(sheet: Sheet): Formulas {
  const formulas = new Map<string, string>()
  for (const [place, parts] of (sheet.sums ?? []).entries())
    for (const [column, value] of (sheet.rows[place] ?? []).entries()) {
      if (!['money', 'count'].includes(typeAt(sheet, place, column))) continue
      const values = parts.map((part) => sheet.rows[part]![column]).filter((part) => part !== null)
      if (values.length === 0 || !isDecimal(value) || !values.every(isDecimal)) continue
      const sum = values.reduce((total, part) => total + parseDecimal(part), ZERO)
      if (sum === parseDecimal(value))
        formulas.set(
          addressOf(place, column),
          `SUM(${parts.map((part) => addressOf(part, column)).join(',')})`,
        )
    }
  return formulas
}

const DECIMAL = /^-?\d+(\.\d{1,9})?$/
const isDecimal = (value: CellValue): value is string => typeof value === 'string' && DECIMAL.test(value)

const LETTERS = 26
const lettersOf = (column: number): string =>
  (column < LETTERS ? '' : lettersOf(Math.floor(column / LETTERS) - 1)) +
  String.fromCodePoint(65 + (column % LETTERS))
/** Below the heads. */
const addressOf = (row: number, column: number): string => `${lettersOf(column)}${row + 2}`

/** Formulas before values that are there: whoever calculates nothing reads these. The package writes one or the other. */
const withFormulas = (formulas: Formulas): Feature<Blob> => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml, _options, { sheetIndex }) =>
          formulas.size === 0 || sheetIndex > 0
            ? xml
            : xml.replaceAll(/<c r="([A-Z]+\d+)"[^>]*>(?=<v>)/g, (cell, address: string) => {
                const formula = formulas.get(address)
                return formula === undefined ? cell : `${cell}<f>${formula}</f>`
              }),
      },
    },
  },
})

type Formats = Record<Exclude<CellType, 'text'>, string | undefined>

/** How numbers are shown; their values stay as they are. */
function formatsIn(currencyCode: string | undefined): Formats {
  const digits = currencyCode === undefined ? 2 : currencyDigits(currencyCode)
  return {
    day: 'yyyy-mm-dd',
    number: undefined,
    count: '#,##0',
    money: digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`,
    share: '0.0%',
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/

function cellOf(value: CellValue, type: CellType, formats: Formats): CellObject | null {
  if (value == null || value === '') return null
  if (type === 'day' && DAY.test(String(value)))
    return { type: Date, value: new Date(`${value}T00:00:00Z`), format: formats.day! }
  // What has no end is a text in any column.
  if (type === 'text' || !isNumberType(type) || !Number.isFinite(Number(value)))
    return textCell(harmlessText(value))
  const format = type === 'day' ? undefined : formats[type]
  return { type: Number, value: Number(value), ...(format !== undefined && { format }) }
}

const beside = (cell: CellObject | null): CellObject | null => cell && { ...cell, align: 'left' }

/** Always text, whatever it looks like: an identifier keeps its zeros. */
function textCell(text: string, isHead = false): CellObject | null {
  if (text === '') return null
  return { type: String, value: text, ...(isHead ? { fontWeight: 'bold' as const } : {}) }
}

const longest = ({ rows }: Sheet, column: number): number =>
  rows.slice(0, 200).reduce((longestYet, row) => Math.max(longestYet, String(row[column] ?? '').length), 0)
import { currencyDigits } from '#contract/number-text.ts'
