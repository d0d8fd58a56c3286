import type { CellValue } from '#contract/delimited-text.ts'
import { missingTogether } from '#contract/lack-words.ts'
import type { MetricUnit } from '#contract/metrics/metric.ts'
import type { FileColumn, TableColumn } from './table-column.ts'

/**
 * What a cell holds, for programs that tell texts from numbers: a day is `2026-03-31`, a share a fraction. Money is
 * shown with two decimals, or as many as its currency has; its value stays whole.
 */
export type CellType = 'text' | 'day' | 'number' | 'count' | 'money' | 'share'

export function typeOfUnit(unit: MetricUnit): CellType {
  if (unit === 'money' || unit === 'price') return 'money'
  if (unit === 'percent') return 'share'
  return unit === 'count' ? 'count' : 'number'
}

/** What the numbers of a file are of: name, value, and what the value is where that is not a text. */
export type Facts = readonly (readonly [name: string, value: string, type?: CellType])[]

/** An amount of the facts; where it is not known, a text that says so. */
export const amountFact = (name: string, amount: string | null): Facts[number] => [
  name,
  amount ?? 'no value',
  'money',
]

/** A table as a file holds it: raw values under the names of their columns. */
export interface Sheet {
  /** Each once. */
  heads: string[]
  /** Of each column, or of each of its rows. */
  types: (CellType | CellType[])[]
  rows: CellValue[][]
  /** Of money, where all of it is of one. */
  currencyCode?: string
  /** Of each row, the places of those that it adds up, where it does. */
  sums?: (readonly number[])[]
}

export const typeAt = ({ types }: Pick<Sheet, 'types'>, row: number, column: number): CellType => {
  const type = types[column] ?? 'text'
  return typeof type === 'string' ? type : (type[row] ?? 'text')
}

export const isNumberType = (type: CellType): boolean => type !== 'text' && type !== 'day'

/** The rows of a table under its columns; drawings have nothing for a file. */
export const sheetOf = <Row>(
  columns: readonly (FileColumn<Row> & Pick<Partial<TableColumn<Row>>, 'isDrawn' | 'inFile'>)[],
  rows: readonly Row[],
  currencyCode?: string,
): Sheet => {
  const shown = new Set(columns.filter(({ isDrawn }) => !isDrawn).map(headOf))
  const held = columns.flatMap((column): readonly FileColumn<Row>[] => [
    ...(column.isDrawn ? [] : [column]),
    // Somebody may have chosen the same to be shown.
    ...(column.inFile ?? []).filter((beside) => !shown.has(headOf(beside))),
  ])
  const answered = held.filter((column) => column.answered)
  if (answered.length > 0) held.push(missingColumn(answered))
  return {
    heads: eachOnce(held.map(headOf)),
    types: held.map(({ kind, type = kind }) => (typeof type === 'function' ? rows.map(type) : type)),
    rows: rows.map((row) => held.map(({ value }) => value(row))),
    ...(currencyCode !== undefined && { currencyCode }),
  }
}

/** Why cells of a row are empty, or are not all that they will be. */
const missingColumn = <Row>(columns: readonly FileColumn<Row>[]): FileColumn<Row> => ({
  title: 'Missing',
  kind: 'text',
  value: (row) => missingTogether(columns.flatMap(({ answered }) => answered?.(row) ?? [])),
})

/** A column of a file without a table: its head, what its cells are, and each of them. */
export type FileColumnOf<Row> = readonly [head: string, type: CellType, value: (row: Row) => CellValue]

export const sheetFrom = <Row>(
  rows: readonly Row[],
  columns: readonly FileColumnOf<Row>[],
  currencyCode?: string,
): Sheet => ({
  heads: eachOnce(columns.map(([head]) => head)),
  types: columns.map(([, type]) => type),
  rows: rows.map((row) => columns.map(([, , value]) => value(row))),
  ...(currencyCode !== undefined && { currencyCode }),
})

/** The rows of lines. */
export const rowsOf = <Row>(lines: readonly { row: Row }[]): Row[] => lines.map(({ row }) => row)

/** One sheet after another, of the same columns. */
export function sheetsTogether([first, ...others]: readonly [Sheet, ...Sheet[]]): Sheet {
  const sheets = [first, ...others]
  return {
    ...first,
    types: first.types.map((type, column) =>
      typeof type === 'string' ? type : sheets.flatMap(({ types }) => types[column] as CellType[]),
    ),
    rows: sheets.flatMap(({ rows }) => rows),
  }
}

/** How many of the rows are in a file. */
export const rowsFact = (held: number, total: number, why: string): Facts[number] => [
  'Rows',
  held < total ? `${held} of ${total}, ${why}` : `all ${total}`,
]

/** What is typed on the page is in no file before it is saved. */
export const unsavedFacts = (count: number, changes: string): Facts =>
  count === 0 ? [] : [['Warning', `${changes} not saved, and not in this file`]]

export function headOf<Row>({ title, group, exportTitle }: FileColumn<Row>): string {
  return exportTitle ?? (group ? `${group.title}: ${title}` : title)
}

/** A program finds a column by its name: the second of a name gets a number. */
export function eachOnce(heads: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return heads.map((head) => {
    const count = (counts.get(head) ?? 0) + 1
    counts.set(head, count)
    return count === 1 ? head : `${head} (${count})`
  })
}
