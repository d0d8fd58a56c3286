import writeXlsxFile, { type CellObject, type SheetData } from 'write-excel-file/universal'
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
  return writeXlsxFile([
    { sheet: 'Table', data, columns, stickyRowsCount: 1, stickyColumnsCount: 1 },
    ...(facts.length > 0
      ? [
          {
            sheet: 'About',
            data: facts.map(([name, value]) => [textCell(name, true), textCell(harmlessText(value))]),
            columns: [{ width: 20 }, { width: 80 }],
          },
        ]
      : []),
  ]).toBlob()
}

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

const currencyDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

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

/** Always text, whatever it looks like: an identifier keeps its zeros. */
function textCell(text: string, isHead = false): CellObject | null {
  if (text === '') return null
  return { type: String, value: text, ...(isHead ? { fontWeight: 'bold' as const } : {}) }
}

const longest = ({ rows }: Sheet, column: number): number =>
  rows.slice(0, 200).reduce((longestYet, row) => Math.max(longestYet, String(row[column] ?? '').length), 0)
