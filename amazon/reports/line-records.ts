/**
 * Reads a report that the warehouse would take apart itself record by record, from the same declaration: a settlement
 * that a spreadsheet saved as CSV or as a workbook gives the same facts.
 */
import type { FactTable } from '../facts.ts'
import { FACTS } from '../facts.ts'
import type { Row } from '../files/csv.ts'
import { readingIn } from '../files/sampling.ts'
import type { CellRules } from './cells.ts'
import { readCell } from './cells.ts'
import type { FactRecord, InstantFormat, LineReportType } from './report-type.ts'

/** How the cells of one file are written. */
export interface Writing {
  cellOf: Record<string, number>
  decimalMark: '.' | ','
  instants: Record<string, InstantFormat>
}

export const lineFacts =
  (type: LineReportType, writing: Writing) =>
  (row: Row): FactRecord[] => {
    const values = readColumns(type, writing, row)
    const { summary, amounts, table } = type
    const fact = (factTable: FactTable, part: number, from: Record<string, string | null>): FactRecord => ({
      table: factTable,
      lineNumber: row.lineNumber,
      part,
      values: Object.fromEntries(
        Object.keys(FACTS[factTable]).flatMap((column) =>
          column in from ? [[column, from[column] ?? null]] : [],
        ),
      ),
    })

    if (summary && values[summary.filled] != null) {
      const stated = Object.entries(summary.columns).map(([column, key]) => [column, values[key] ?? null])
      return [fact('settlements', 0, Object.fromEntries(stated))]
    }
    if (!amounts) return [fact(table, 0, values)]
    const filled = amounts.flatMap((amount, part) =>
      values[amount.amount] == null ? [] : [{ ...amount, part }],
    )
    // A line without an amount can still carry the quantity of its item.
    if (filled.length === 0)
      return [fact(table, 0, { ...values, amount: null, amount_type: null, amount_description: null })]
    return filled.map(({ amount, amountType, description, part }) =>
      fact(table, part, {
        ...values,
        amount: values[amount] ?? null,
        amount_type: valueOf(amountType, values),
        amount_description: valueOf(description, values),
      }),
    )
  }

const valueOf = (
  from: { column: string } | { constant: string },
  values: Record<string, string | null>,
): string | null => ('constant' in from ? from.constant : (values[from.column] ?? null))

function readColumns(
  type: LineReportType,
  { cellOf, decimalMark, instants }: Writing,
  row: Row,
): Record<string, string | null> {
  const values: Record<string, string | null> = {}
  for (const [column, cell] of Object.entries(cellOf)) {
    const rules: CellRules = { decimalMark, instantFormat: instants[column] ?? 'ISO' }
    const heading = type.columns[column]!.names[0]!
    values[column] = readCell(heading, row.cells[cell] ?? '', readingIn(type, column), rules)
  }
  return values
}
