import { useMemo, useState } from 'react'
import { roomyWidth } from './column-widths.ts'
import { sortRows, type Sort } from './sort-rows.ts'
import type { TableColumn } from './table-column.ts'
import { rowsOf } from './sheet.ts'
import { linesOf, type TableLine } from './table-line.ts'
import { shownColumns, type TableSettings } from './table-settings.ts'
import { useTableSettings } from './use-table-settings.ts'

/** The row of totals is the first line; no row of data has this name. */
export const TOTALS = ' totals'

interface Folding {
  isOpen: (id: string) => boolean
  onFold: (ids: readonly string[], open: boolean) => void
}

interface Selection {
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
}

interface Sorting {
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** The rows come in this order already, because the server put them so. */
  isSorted?: boolean
}

export interface TableOptions<Row> {
  /** Under this name columns and widths are remembered. Without one they cannot be changed. */
  id?: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Makes the table a tree. */
  childrenOf?: (row: Row) => readonly Row[] | undefined
  /** Rows that open to something that is no row: see `detail` of the table. */
  hasDetail?: (row: Row) => boolean
  /** Who folds from outside, as the address may; else the table does it itself, all rows closed at first. */
  folding?: Folding
  /** Drawn by the same columns, directly under the head. It is computed from all rows, not from those shown. */
  totals?: Row | undefined
  /** Whose order it is, if not the table's own. */
  sorting?: Sorting
  /** Rows can be chosen. */
  selection?: Selection
  /** The rows are some of many, as those of a page are. */
  part?: TablePart
}

interface TablePart {
  /** How many rows stand before the first of these. */
  first: number
  total: number
}

/** What is shown of rows: which columns, in which order, folded how. Table, chooser and export share it. */
export interface TableModel<Row> {
  columns: readonly TableColumn<Row>[]
  allColumns: readonly TableColumn<Row>[]
  /** Rows in the order in which they are shown, the totals first. */
  lines: readonly TableLine<Row>[]
  /** The rows in the same order with none folded away, the totals first. */
  allRows: () => Row[]
  hasTotals: boolean
  isTree: boolean
  hasDetail: ((row: Row) => boolean) | null
  part: TablePart | null
  fold: (ids: readonly string[], open: boolean) => void
  sort: Sort | null
  setSort: ((sort: Sort | null) => void) | null
  selection: Selection | null
  /** A person may choose columns and widths. */
  isAdjustable: boolean
  /** Its name in storage. */
  id: string | undefined
  widths: readonly number[]
  /** True once somebody changed a width: the others then stay as they are. */
  hasOwnWidths: boolean
  setWidths: (widths: Readonly<Record<string, number>>) => void
  /** What the person changed of it. */
  settings: TableSettings
  setSettings: (settings: TableSettings) => void
}

export function useTable<Row>(options: TableOptions<Row>): TableModel<Row> {
  const { id, columns: allColumns, rows, rowId, childrenOf, folding, totals, sorting, selection } = options
  const { hasDetail, part } = options
  const [settings, setSettings] = useTableSettings(id, allColumns)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [ownSort, setOwnSort] = useState<Sort | null>(null)

  const columns = useMemo(() => shownColumns(allColumns, settings), [allColumns, settings])
  const sort = sorting ? sorting.sort : ownSort
  const sortColumn =
    sort && !sorting?.isSorted ? allColumns.find((column) => column.id === sort.column) : undefined
  const isDescending = sort?.isDescending ?? false
  const isOpen = folding?.isOpen

  const tree = useMemo(
    () => ({
      rowId,
      childrenOf,
      hasDetail,
      order: (siblings: readonly Row[]) =>
        sortColumn ? sortRows(siblings, sortColumn, isDescending) : siblings,
    }),
    [rowId, childrenOf, hasDetail, sortColumn, isDescending],
  )
  const lines = useMemo(() => {
    const shown = linesOf(rows, { ...tree, isOpen: isOpen ?? ((rowName) => opened.has(rowName)) })
    if (totals === undefined) return shown
    return [{ id: TOTALS, row: totals, level: 1, isOpen: null, place: 1, siblings: 1 }, ...shown]
  }, [rows, tree, isOpen, opened, totals])

  const foldHere: Folding['onFold'] = (ids, open) => {
    const next = new Set(opened)
    for (const row of ids) {
      if (open) next.add(row)
      else next.delete(row)
    }
    setOpened(next)
  }
  const canSort = allColumns.some(({ isSortable = true }) => isSortable)
  return {
    columns,
    allColumns,
    lines,
    allRows: () => [
      ...(totals === undefined ? [] : [totals]),
      ...rowsOf(linesOf(rows, { ...tree, isOpen: () => true })),
    ],
    hasTotals: totals !== undefined,
    isTree: childrenOf !== undefined || hasDetail !== undefined,
    hasDetail: hasDetail ?? null,
    part: part ?? null,
    fold: folding?.onFold ?? foldHere,
    sort,
    setSort: canSort ? (sorting?.onSort ?? setOwnSort) : null,
    selection: selection ?? null,
    isAdjustable: id !== undefined,
    id,
    widths: useMemo(
      () => columns.map((column) => settings.widths[column.id] ?? roomyWidth(column, rowsOf(lines))),
      [columns, settings, lines],
    ),
    hasOwnWidths: Object.keys(settings.widths).length > 0,
    setWidths: (widths) => setSettings({ ...settings, widths }),
    settings,
    setSettings,
  }
}
