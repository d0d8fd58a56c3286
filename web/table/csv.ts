import {
  BYTE_ORDER_MARK,
  csvLines,
  type CellValue,
  type DelimitedNotation,
} from '#contract/delimited-text.ts'
import { isNumberType, typeAt, type Facts, type Sheet } from './sheet.ts'

/** So many rows of a file are one text. */
const PIECE = 2_000

/**
 * A table as CSV, in pieces of bounded size: the facts and an empty line where there are any, the heads, and the rows,
 * unrounded.
 */
export function* csvPieces(sheet: Sheet, facts: Facts, notation: DelimitedNotation): Generator<string> {
  const above: CellValue[][] = [
    ...(facts.length > 0 ? [...facts.map(([name, value]) => [name, value]), []] : []),
    sheet.heads,
  ]
  const isNumber = (row: number, column: number) => column === 1 && isNumberType(facts[row]?.[2] ?? 'text')
  yield BYTE_ORDER_MARK + csvLines(above, { notation, isNumber })
  for (let first = 0; first < sheet.rows.length; first += PIECE)
    yield csvLines(sheet.rows.slice(first, first + PIECE), {
      notation,
      isNumber: (row, column) => isNumberType(typeAt(sheet, first + row, column)),
    })
}
