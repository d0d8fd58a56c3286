/**
 * Reads a report that the warehouse would take apart itself record by record, from the same declaration: a settlement
 * that a spreadsheet saved as CSV or as a workbook gives the same facts.
 */
import { FACTS } from '../facts.ts'
import type { Row } from '../files/csv.ts'
import type { DecimalMark } from '../files/decimal-text.ts'
import { readingIn } from '../files/sampling.ts'
import type { CellRules } from './cells.ts'
import { RefusedRecord, readCell, rulesIn } from './cells.ts'
import { emptyRow } from './fact-records.ts'
import type { AmountColumns, FactRecord, InstantFormat, LineReportType } from './report-type.ts'

/** How the cells of one file are written. */
export interface Writing {
  cellOf: Record<string, number>
  /** Null where nothing says it. */
  decimalMark: DecimalMark | null
  instants: Record<string, InstantFormat>
}

type Values = Record<string, string | null>

/** How a row of this file becomes its facts. */
export function lineFacts(
  type: LineReportType,
  writing: Writing,
  /** What the file calls its columns. */
  headings: Record<string, string>,
): (row: Row) => FactRecord[] {
  const { summary, table, amounts = [] } = type
  const readColumns = columnReader(type, writing, headings)
  const copied = Object.keys(FACTS[table]).filter((column) => column in writing.cellOf)

  return (row) => {
    const read = readColumns(row)
    const fact = (part: number, own: Values): FactRecord => {
      const values = emptyRow(table)
      for (const column of copied) values[column] = read[column] ?? null
      return { table, lineNumber: row.lineNumber, part, values: Object.assign(values, own) }
    }
    if (summary && read[summary.filled] != null) {
      const values = emptyRow('settlements')
      for (const [column, key] of Object.entries(summary.columns)) values[column] = read[key] ?? null
      return [{ table: 'settlements', lineNumber: row.lineNumber, part: 0, values }]
    }
    if (amounts.length === 0) return [fact(0, {})]
    if (amounts.length === 1) return [fact(0, namedAmount(amounts[0]!, read))]

    const filled = amounts.map((amount) => namedAmount(amount, read))
    const parts = filled.flatMap((own, part) =>
      own['amount'] === null ? [] : [fact(part, { ...own, quantity: null })],
    )
    const isPrincipal = filled.some(
      (own) => own['amount'] !== null && own['amount_description'] === 'Principal',
    )
    if (read['quantity'] != null && (parts.length === 0 || isPrincipal)) {
      parts.push(fact(QUANTITY_PART, { amount: '0', amount_type: 'quantity', amount_description: null }))
    }
    if (parts.length === 0) throw new RefusedRecord('the line has no amount')
    return parts
  }
}

/** Where a line can hold several amounts, its quantity is a part of its own, so that no unit counts twice. */
const QUANTITY_PART = 100

function namedAmount({ amount, amountType, description }: AmountColumns, read: Values): Values {
  const valueOf = (from: typeof amountType) =>
    'constant' in from ? from.constant : (read[from.column] ?? null)
  return {
    amount: read[amount] ?? null,
    amount_type: valueOf(amountType),
    amount_description: valueOf(description),
  }
}

function columnReader(
  type: LineReportType,
  { cellOf, decimalMark, instants }: Writing,
  headings: Record<string, string>,
): (row: Row) => Values {
  const columns = Object.entries(cellOf).map(([column, cell]) => {
    const rules: CellRules = { decimalMark, instantFormat: instants[column] ?? 'ISO' }
    return { column, cell, rules, heading: headings[column]!, reading: readingIn(type, column) }
  })
  const empty = Object.fromEntries(columns.map(({ column }) => [column, null]))
  const standIns = Object.entries(type.standIns ?? {}).filter(([, standIn]) => standIn in cellOf)
  const inPlaceOf = new Map(standIns.map(([replaced, standIn]) => [standIn, replaced]))
  // What stands in for another column comes last, and is looked at only where that one is empty.
  columns.sort((a, b) => Number(inPlaceOf.has(a.column)) - Number(inPlaceOf.has(b.column)))
  return (row) => {
    const values: Values = { ...empty }
    for (const { column, cell, rules, heading, reading } of columns) {
      const replaced = inPlaceOf.get(column)
      if (replaced !== undefined && values[replaced] != null) continue
      values[replaced ?? column] = readCell(
        heading,
        row.cells[cell] ?? '',
        reading,
        rulesIn(row, cell, rules),
      )
    }
    return values
  }
}
