import type { TableColumn } from './table-column.ts'

export interface Sort {
  column: string
  isDescending: boolean
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Rows in the order of a column; where it has no value, they come last, whichever the direction. */
export function sortRows<Row>(
  rows: readonly Row[],
  { kind, value }: Pick<TableColumn<Row>, 'kind' | 'value'>,
  isDescending: boolean,
): Row[] {
  const known: { row: Row; key: string | number }[] = []
  const unknown: Row[] = []
  for (const row of rows) {
    const raw = value(row)
    const key = raw == null || raw === '' ? null : kind === 'number' ? Number(raw) : String(raw)
    if (key === null || Number.isNaN(key)) unknown.push(row)
    else known.push({ row, key })
  }
  const turn = isDescending ? -1 : 1
  known.sort((a, b) => turn * compare(a.key, b.key))
  return [...known.map(({ row }) => row), ...unknown]
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

/**
 * What pressing a head leads to: numbers the largest first, text from A on, then the other way round, then the
 * order in which the rows came.
 */
export function nextSort(
  sort: Sort | null,
  { id, kind }: Pick<TableColumn<never>, 'id' | 'kind'>,
): Sort | null {
  const isDescendingFirst = kind === 'number'
  if (sort?.column !== id) return { column: id, isDescending: isDescendingFirst }
  return sort.isDescending === isDescendingFirst ? { column: id, isDescending: !isDescendingFirst } : null
}
