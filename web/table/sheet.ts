import type { CellValue } from '#contract/delimited-text.ts'
import type { TableColumn } from './table-column.ts'
import type { TableLine } from './table-line.ts'

/** What the numbers of a file are of: name and value. */
export type Facts = readonly (readonly [string, string])[]

/** A table as a file holds it: raw values under the names of their columns. */
export interface Sheet {
  heads: string[]
  /** Which columns hold numbers; the others are text, also where they look like numbers. */
  kinds: TableColumn<never>['kind'][]
  rows: CellValue[][]
}

export const sheetOf = <Row>(
  columns: readonly TableColumn<Row>[],
  lines: readonly Pick<TableLine<Row>, 'row'>[],
): Sheet => {
  const held = columns.filter(({ isDrawn }) => !isDrawn)
  return {
    heads: held.map(exportTitleOf),
    kinds: held.map(({ kind }) => kind),
    rows: lines.map(({ row }) => held.map(({ value }) => value(row))),
  }
}

function exportTitleOf<Row>({ title, group, exportTitle }: TableColumn<Row>): string {
  return exportTitle ?? (group ? `${group.title}: ${title}` : title)
}
