import writeXlsxFile, { type CellObject, type SheetData } from 'write-excel-file/universal'
import { harmlessText } from '#contract/delimited-text.ts'
import type { Facts, Sheet } from './sheet.ts'

const CHARACTERS_MAX = 48

/** A workbook of a table, and on a second sheet what its numbers are of. */
export async function xlsxBlob(sheet: Sheet, facts: Facts): Promise<Blob> {
  const data: SheetData = [
    sheet.heads.map((head) => textCell(head, true)),
    ...sheet.rows.map((row) =>
      row.map((value, column) => {
        // What has no end is a text in any column.
        const isNumber =
          sheet.kinds[column] === 'number' && value != null && value !== '' && Number.isFinite(Number(value))
        return isNumber ? { type: Number, value: Number(value) } : textCell(harmlessText(value))
      }),
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

/** Always text, whatever it looks like: an identifier keeps its zeros. */
function textCell(text: string, isHead = false): CellObject | null {
  if (text === '') return null
  return { type: String, value: text, ...(isHead ? { fontWeight: 'bold' as const } : {}) }
}

const longest = ({ rows }: Sheet, column: number): number =>
  rows.slice(0, 200).reduce((longestYet, row) => Math.max(longestYet, String(row[column] ?? '').length), 0)
