/**
 * Reads a report that the warehouse would take apart itself record by record, from the same declaration: a settlement
 * that a spreadsheet saved as CSV or as a workbook gives the same facts.
 */
import type { FactTable } from '../facts.ts'
import { FACTS } from '../facts.ts'
import type { Row } from '../files/csv.ts'
import { readingIn } from '../files/sampling.ts'
import type { CellRules } from './cells.ts'
import { RefusedRecord, readCell } from './cells.ts'
import type { AmountColumns, FactRecord, InstantFormat, LineReportType } from './report-type.ts'

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
    const named = (amount: AmountColumns, quantity: string | null): Record<string, string | null> => ({
      ...values,
      quantity,
      amount: values[amount.amount] ?? null,
      amount_type: valueOf(amount.amountType, values),
      amount_description: valueOf(amount.description, values),
    })
    if (amounts.length === 1) return [fact(table, 0, named(amounts[0]!, values['quantity'] ?? null))]

    const parts = amounts.flatMap((amount, part) =>
      values[amount.amount] == null ? [] : [fact(table, part, named(amount, null))],
    )
    const isPrincipal = parts.some(
      (part) => 'values' in part && part.values['amount_description'] === 'Principal',
    )
    if (values['quantity'] != null && (parts.length === 0 || isPrincipal)) {
      parts.push(
        fact(table, QUANTITY_PART, {
          ...values,
          amount: '0',
          amount_type: 'quantity',
          amount_description: null,
        }),
      )
    }
    if (parts.length === 0) throw new RefusedRecord('the line has no amount')
    return parts
  }

/** Where a line can hold several amounts, its quantity is a part of its own, so that no unit counts twice. */
const QUANTITY_PART = 100

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
