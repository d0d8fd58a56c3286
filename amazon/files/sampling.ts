/** What the first megabyte of a table tells about the rest: decimal mark, formats of moments, marketplaces. */
import type { Reading } from '../facts.ts'
import { readingOf } from '../facts.ts'
import type { LineReportType } from '../reports/report-type.ts'
import type { Row } from './csv.ts'
import type { DecimalMark } from './decimal-text.ts'
import { decimalMarkOf } from './decimal-text.ts'
import type { Table } from './table.ts'
import { spellingsIn } from './table.ts'

/** What a column of a report holds: a fact, a statement of the settlement, or one of its amounts. */
export function readingIn(type: LineReportType, column: string): Reading {
  const replaced = Object.entries(type.standIns ?? {}).find(([, standIn]) => standIn === column)?.[0]
  if (replaced !== undefined) return readingIn(type, replaced)
  const summaryColumn = Object.entries(type.summary?.columns ?? {}).find(([, key]) => key === column)?.[0]
  const isAmount = type.amounts?.some(({ amount }) => amount === column)
  return (
    readingOf(type.table, column) ??
    readingOf('settlements', summaryColumn ?? '') ??
    (isAmount ? 'decimal' : 'text')
  )
}

export const columnsRead = (
  type: LineReportType,
  cellOf: Record<string, number>,
  ...readings: Reading[]
): string[] => Object.keys(cellOf).filter((column) => readings.includes(readingIn(type, column)))

/** Different values in the order of their appearance; counts are not needed, so few stand for many. */
export function distinct(values: Iterable<string | undefined>, max = 50): string[] {
  const found = new Set<string>()
  for (const value of values) {
    const text = value?.trim()
    if (text) found.add(text)
    if (found.size >= max) break
  }
  return [...found]
}

export interface Sample {
  /** Names or codes, as they stand in the file. */
  marketplaces: string[]
  currencies: string[]
}

export function sampleOf(cellOf: Record<string, number>, rows: Rows): Sample {
  const values = (column: string) => (cellOf[column] === undefined ? [] : valuesOf(rows, cellOf[column]))
  return {
    marketplaces: distinct([...values('marketplace'), ...values('sales_channel')]),
    currencies: distinct(values('currency')),
  }
}

export type Rows = readonly (readonly string[])[]

export const valuesOf = (rows: Rows, cell: number): string[] => rows.map((cells) => cells[cell] ?? '')

/** Null for a sheet in which nothing says it. */
export function sampledDecimalMark(
  type: LineReportType,
  { header, delimiter }: Table,
  rows: readonly Row[],
): DecimalMark | null {
  const cells = columnsRead(type, header.cellOf, 'decimal').map((column) => header.cellOf[column]!)
  return decimalMarkOf(
    rows.flatMap((row) => spellingsIn(row, cells)),
    delimiter === null ? null : '.',
  )
}
