import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { usePaperWidth } from '#web/print/paper.ts'
import { useIsPrinting } from '#web/print/printing.ts'
import { cx } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { CellPlace } from './cell-edits.ts'
import { boundedWidth, fittedWidths } from './column-widths.ts'
import { columnViews, type ColumnView } from './column-view.ts'
import { copiedCells, OWN_CELLS } from './copied-cells.ts'
import styles from './DataTable.module.css'
import { EdgeFade } from './EdgeFade.tsx'
import { HEADS, moveOf, type GridMove, type GridPosition } from './grid-keys.ts'
import { nextSort } from './sort-rows.ts'
import type { TableColumn } from './table-column.ts'
import { closedSiblings, type TableLine } from './table-line.ts'
import type { CellEditor } from './table-editor.ts'
import { TableHead, type HeadLines } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { useColumnWindow } from './use-column-window.ts'
import { useScrollFrame } from './use-scroll-frame.ts'
import { TOTALS, type TableModel } from './use-table.ts'
import { useVirtualRows } from './use-virtual-rows.tsx'

export interface TableCell<Row> {
  row: Row
  column: TableColumn<Row>
}

/**
 * How somebody came to a cell or row: with Enter, which leads on into what opens; with a click, which leaves the
 * focus; or by moving on while the drawer is open.
 */
export type Reach = 'enter' | 'click' | 'follow'

/** Heights of rows (design, section 4). */
export const ROW_HEIGHTS = { pivot: 26, normal: 32, dense: 36, picture: 44 } as const
const SELECT_WIDTH = 36
const SKELETON_ROWS = 12

interface DetailRows<Row> {
  render: (row: Row) => React.ReactNode
  /** In pixels; what is higher scrolls. A table of more than a hundred rows must know it. */
  height?: number
}

interface DataTableProps<Row> {
  table: TableModel<Row>
  label: string
  /** In pixels; rows that are wrapped to more lines do not exist. */
  rowHeight?: number | ((row: Row) => number)
  /** Scrolls within this height rather than with the page. */
  maxHeight?: string
  /** Which lines the head has; both where columns have groups. */
  heads?: HeadLines
  /** A row of the table that stands over the head and shares its columns, like a chart. It scrolls away. */
  strip?: React.ReactNode
  /** How many columns stay at the left. */
  stickyColumns?: 1 | 2
  /** The rows are being read. */
  isLoading?: boolean
  /** Stands where the rows would be when there are none. */
  empty?: React.ReactNode
  rowClass?: (row: Row) => string | undefined
  /** What an open row shows below it, as `hasDetail` of its model says. */
  detail?: DetailRows<Row>
  /** The numbers that are being explained. */
  marked?: { row: string; columns: readonly string[] } | null
  /** The row whose inspector is open. */
  openedRow?: string | null
  /** The cell that somebody asked to be led to, by its names; another object leads again. It waits for rows that have yet to come. */
  goTo?: CellPlace | null
  /** Cells can be typed into: `tableEditor` of columns that can. */
  editor?: CellEditor
  /** Every number can be asked where it comes from. */
  onExplain?: (cell: TableCell<Row>, reach: Reach) => void
  onOpen?: (row: Row, reach: Reach) => void
  /** Escape was pressed. */
  onLeave?: () => void
}

/**
 * The table of all pages: a grid, or a tree grid, on native markup. One tab stop, arrows between the cells, every
 * number explained, rows out of view left out.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { table, label, rowHeight = ROW_HEIGHTS.normal, maxHeight, strip, stickyColumns = 1 } = props
  const { isLoading = false, empty, rowClass, marked = null, openedRow = null } = props
  const { goTo = null, detail, editor, onExplain, onOpen, onLeave } = props
  const { columns, lines, selection, isTree } = table

  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const scroll = useScrollFrame(frame, body)
  const isPrinting = useIsPrinting()
  const paperWidth = usePaperWidth()
  const available = paperWidth ?? scroll.available

  const hasGroups = columns.some(({ group }) => group)
  const heads = props.heads ?? (hasGroups ? 'both' : 'columns')
  const hasReachableHeads = heads !== 'groups' && (table.setSort !== null || table.isAdjustable)
  const lead = selection ? 1 : 0
  const cells = columns.length + lead

  /** The row is known by name too: it keeps its place when others come, go or change their order. */
  const [place, setPlace] = useState<GridPosition & { id?: string | undefined }>({ row: 0, column: lead + 1 })
  /** Where a range of cells began; it ends at the place. */
  const [anchor, setAnchor] = useState<GridPosition | null>(null)
  const at: GridPosition = {
    row: Math.max(Math.min(rowOf(place, lines), lines.length - 1), hasReachableHeads ? HEADS : 0),
    column: Math.max(Math.min(place.column, cells - 1), 0),
  }
  const range = anchor && cellsBetween(anchor, at)

  const views = useMemo(
    () => columnViews(columns, stickyColumns, lead > 0, heads === 'both'),
    [columns, stickyColumns, lead, heads],
  )
  const widths = useMemo(
    () => (table.hasOwnWidths ? table.widths : fittedWidths(table.widths, available - lead * SELECT_WIDTH)),
    [table.hasOwnWidths, table.widths, available, lead],
  )
  const width = widths.reduce((sum, one) => sum + one, lead * SELECT_WIDTH)
  const setWidth = useLatest((place: number, wanted: number) =>
    table.setWidths(
      Object.fromEntries(
        columns.map(({ id }, index) => [id, index === place ? boundedWidth(wanted) : (widths[index] ?? 0)]),
      ),
    ),
  )

  const rowHeightOf = (index: number) =>
    typeof rowHeight === 'number' ? rowHeight : lines[index] ? rowHeight(lines[index].row) : 0
  const isDetailed = (line: TableLine<Row> | undefined) =>
    detail !== undefined && line?.isOpen === true && (table.hasDetail?.(line.row) ?? false)
  const heightOf = (index: number) =>
    rowHeightOf(index) + (isDetailed(lines[index]) ? (detail?.height ?? 0) : 0)
  const { drawn, gapAfter, pageRows, watcher } = useVirtualRows({
    count: lines.length,
    isPage: table.part !== null && table.part.total > lines.length,
    heightOf,
    frame: scroll,
    kept: at.row >= 0 ? [at.row] : [],
    isWhole: isPrinting || (detail?.height === undefined && lines.some(isDetailed)),
  })

  // A cell can be focused once it is drawn as the one that Tab reaches.
  const drawnColumns = useColumnWindow(scroll, widths, isPrinting)

  const waiting = useRef<GridPosition | null>(null)
  useLayoutEffect(() => {
    if (!waiting.current) return
    cellElement(grid.current, waiting.current)?.focus()
    waiting.current = null
  })
  const focus = (to: GridPosition) => {
    waiting.current = to
    setPlace({ ...to, id: lines[to.row]?.id })
  }

  const [led, setLed] = useState(goTo)
  const ledTo = goTo === led ? -1 : lines.findIndex(({ id }) => id === goTo?.row)
  if (goTo && ledTo >= 0) {
    setLed(goTo)
    setAnchor(null)
    const column = columns.findIndex(({ id }) => id === goTo.column)
    setPlace({ row: ledTo, column: lead + Math.max(0, column), id: goTo.row })
  }
  const reached = useRef(goTo)
  useLayoutEffect(() => {
    const cell = led === reached.current ? null : cellElement(grid.current, at)
    if (!cell) return
    reached.current = led
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'center', inline: 'nearest' })
  })

  // What is opened from elsewhere is where keys begin.
  const openedAt = openedRow === null ? -1 : lines.findIndex(({ id }) => id === openedRow)
  useLayoutEffect(() => {
    if (openedAt < 0 || grid.current?.contains(document.activeElement)) return
    setPlace({ row: openedAt, column: lead, id: openedRow ?? undefined })
  }, [openedAt, openedRow, lead])

  // What is explained stays in view, also when the place for it becomes smaller.
  const markedName = marked && `${marked.row} ${marked.columns.join(' ')}`
  useLayoutEffect(() => {
    if (markedName === null) return
    const row = grid.current?.querySelector('tr[data-marked]')
    const cell = row?.querySelector('[aria-selected=true]') ?? row?.querySelector('th')
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [markedName, available])

  const cellAt = ({ row, column }: GridPosition): TableCell<Row> | null => {
    const line = lines[row]
    const view = views[column - lead]
    return line && view ? { row: line.row, column: view.column } : null
  }
  const isExplainedAt = ({ column }: GridPosition) =>
    onExplain !== undefined && (views[column - lead]?.isExplained ?? false)
  const activate = (to: GridPosition, reach: Reach) => {
    const cell = cellAt(to)
    if (!cell) return
    if (isExplainedAt(to)) onExplain?.(cell, reach)
    else if (lines[to.row]?.id !== TOTALS) onOpen?.(cell.row, reach)
  }
  const moveTo = (to: GridPosition) => {
    setAnchor(null)
    focus(to)
    if (to.row === HEADS) return
    const cell = cellAt(to)
    if (!cell) return
    if (marked && isExplainedAt(to)) onExplain?.(cell, 'follow')
    else if (openedRow !== null && to.row !== at.row && lines[to.row]?.id !== TOTALS)
      onOpen?.(cell.row, 'follow')
  }
  const extendTo = (to: GridPosition) => {
    setAnchor(anchor ?? at)
    focus(to)
  }
  const sortBy = (column: number) => {
    const head = columns[column - lead]
    // The focus is drawn first: another order may be an address, with which the whole page is drawn anew.
    if (head && (head.isSortable ?? true)) setTimeout(() => table.setSort?.(nextSort(table.sort, head)))
  }

  const names = useMemo(() => lines.filter(({ id }) => id !== TOTALS).map(({ id }) => id), [lines])
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(selection?.selected)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    selection?.onSelect(next)
  }
  const isAllChosen =
    selection !== null && names.length > 0 && names.every((id) => selection.selected.has(id))
  const chooseAll = () => choose(names, !isAllChosen)
  const chooseRow = (row: number, from: number = row) => {
    const id = lines[row]?.id
    if (id === undefined || id === TOTALS) return
    const ids = lines.slice(Math.min(row, from), Math.max(row, from) + 1).map((line) => line.id)
    choose(
      ids.filter((one) => one !== TOTALS),
      !selection?.selected.has(id),
    )
  }

  const perform = (move: GridMove) => {
    if ('to' in move) moveTo(move.to)
    if ('extendTo' in move) extendTo(move.extendTo)
    if ('fold' in move) foldRow(move.fold, move.open)
    if ('openSiblingsOf' in move) table.fold(closedSiblings(lines, move.openSiblingsOf), true)
    if ('activate' in move) activate(move.activate, 'enter')
    if ('sort' in move) {
      if (selection && move.sort === 0) chooseAll()
      else sortBy(move.sort)
    }
    if ('resize' in move && table.isAdjustable && move.resize >= lead) {
      setWidth(move.resize - lead, (widths[move.resize - lead] ?? 0) + move.by)
    }
    if ('select' in move) chooseRow(move.select)
    if ('selectAll' in move) chooseAll()
  }
  const foldRow = (row: number, open: boolean) => {
    const id = lines[row]?.id
    if (id !== undefined) table.fold([id], open)
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    // A control within a cell has its own keys; Escape leads out of it, back to the cell.
    const cell = cellAround(event.target, grid.current)
    const from = positionOf(cell)
    if (!from && event.key === 'Escape') {
      const under = cell?.closest('tr')?.dataset['detailOf']
      if (under !== undefined) focus({ row: Number(under), column: lead })
    }
    if (!from || event.altKey) return
    if (event.target !== cell) {
      if (event.key === 'Escape') cell?.focus()
      return
    }
    if (from.row >= 0 && editor?.onKeyDown(event, from.row, from.column - lead)) {
      event.preventDefault()
      return
    }
    const move = moveOf(event, from, {
      columns: cells,
      rows: lines,
      nameColumn: lead,
      pageRows,
      hasHeads: hasReachableHeads,
      hasSelection: selection !== null,
      opensRows: onOpen !== undefined,
    })
    if (!move) return
    if ('leave' in move) {
      if (anchor) setAnchor(null)
      else onLeave?.()
      return
    }
    event.preventDefault()
    perform(move)
  }

  const onClick = (event: React.MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const to = positionOf(cellAround(target, grid.current))
    if (!to) return
    if (target?.closest('a,button,input:not([type=checkbox]),[data-resizer]')) {
      // Keys go on from where a name or link was pressed.
      if (to.row !== HEADS) setPlace({ ...to, id: lines[to.row]?.id })
      return
    }
    if (event.shiftKey && to.row !== HEADS && !(selection && to.column === 0)) return extendTo(to)
    const previous = at.row
    // The second press on a cell is about its content.
    const isPressedAgain = to.row === at.row && to.column === at.column && target?.matches(':focus, :focus *')
    if (isPressedAgain && editor?.onPress(to.row, to.column - lead)) return
    setAnchor(null)
    focus(to)
    if (selection && to.column === 0) {
      if (to.row === HEADS) chooseAll()
      else chooseRow(to.row, event.shiftKey ? Math.max(previous, 0) : to.row)
      return
    }
    if (to.row === HEADS) return sortBy(to.column)
    const line = lines[to.row]
    const isFoldMark = onOpen === undefined || target?.closest('[data-fold]')
    if (to.column === lead && line && line.isOpen !== null && isFoldMark) return foldRow(to.row, !line.isOpen)
    // A press on what can be typed into is the first of two. It opens nothing; what is open beside goes along, as with keys.
    if (editor?.isTyped(to.row, to.column - lead)) return moveTo(to)
    activate(to, 'click')
  }

  const onFocus = ({ target }: React.FocusEvent) => {
    const cell = cellAround(target, grid.current)
    const to = target === cell ? positionOf(cell) : null
    if (to && (place.id === undefined || to.row !== at.row || to.column !== at.column))
      setPlace({ ...to, id: lines[to.row]?.id })
  }

  const onCopy = (event: React.ClipboardEvent) => {
    // Text that was selected with the mouse is what should be copied.
    if (!document.getSelection()?.isCollapsed || event.target instanceof HTMLInputElement) return
    if (!positionOf(cellAround(event.target, grid.current))) return
    const copied = copiedCells({ columns, lines, at, lead, range, selected: selection?.selected ?? null })
    if (copied === null) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copied.text)
    event.clipboardData.setData(OWN_CELLS, copied.cells)
  }

  const onPaste = (event: React.ClipboardEvent) => {
    const to = positionOf(cellAround(event.target, grid.current))
    if (!to || event.target instanceof HTMLInputElement) return
    if (editor?.onPaste(event.clipboardData, to.row, to.column - lead)) event.preventDefault()
  }

  const headRows = heads === 'both' ? 2 : 1
  const isEmpty = lines.length === 0
  const hasSubtitles = columns.some(({ group }) => group?.subtitle !== undefined)
  const headHeight = headHeightOf(heads, hasSubtitles)
  const pinned = widths.filter((_, index) => columns[index]?.isPinned)
  const stickyWidth = widths.slice(0, stickyColumns).reduce((sum, one) => sum + one, lead * SELECT_WIDTH)
  const style = {
    width,
    '--head-h': `${headHeight}px`,
    '--sticky-w': `${stickyWidth}px`,
    ...(pinned.length > 0 && {
      '--pinned-w': `${pinned.reduce((sum, one) => sum + one, 0)}px`,
      '--right-1': `${pinned.at(-1) ?? 0}px`,
      '--right-2': `${(pinned.at(-1) ?? 0) + (pinned.at(-2) ?? 0)}px`,
    }),
    '--left-1': `${lead ? SELECT_WIDTH : (widths[0] ?? 0)}px`,
    '--left-2': `${SELECT_WIDTH + (widths[0] ?? 0)}px`,
  } as React.CSSProperties
  const content = (
    <div ref={frame} className={styles.frame}>
      {watcher}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        ref={grid}
        // The pattern for a table whose cells are walked through (ARIA Authoring Practices, Grid and Treegrid).
        role={isTree ? 'treegrid' : 'grid'}
        aria-label={label}
        aria-rowcount={(table.part?.total ?? lines.length) + headRows}
        aria-colcount={cells}
        aria-busy={isLoading}
        aria-multiselectable={selection ? true : undefined}
        className={cx(
          styles.table,
          hasSubtitles && styles.hasSubtitles,
          onExplain && styles.explains,
          onOpen && styles.opens,
        )}
        style={style}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onCopy={onCopy}
        onPaste={onPaste}
        onFocus={onFocus}
        onMouseDown={preventTextSelection}
      >
        <colgroup>
          {selection && <col style={{ width: SELECT_WIDTH }} />}
          {widths.map((one, index) => (
            <col key={columns[index]?.id ?? index} style={{ width: one }} />
          ))}
        </colgroup>
        <thead>
          {!isPrinting && strip}
          <TableHead
            views={views}
            lines={heads}
            choice={
              selection && { isAll: isAllChosen, isSome: names.some((id) => selection.selected.has(id)) }
            }
            sort={table.sort}
            canSort={table.setSort !== null}
            activeColumn={at.row === HEADS || (isEmpty && hasReachableHeads) ? at.column : null}
            isReached={hasReachableHeads}
            widths={widths}
            onWidth={table.isAdjustable ? setWidth : undefined}
          />
        </thead>
        <tbody ref={body}>
          {/* On paper a head is repeated on each sheet; the drawing is not. */}
          {isPrinting && strip}
          {isLoading && isEmpty ? (
            <SkeletonRows views={views} lead={lead} height={heightOfSkeleton(rowHeight)} />
          ) : (
            drawn.flatMap(({ index, gap }) => {
              const line = lines[index]
              if (!line) return []
              const row = (
                <TableRow
                  key={line.id}
                  line={line}
                  index={index}
                  views={views}
                  // The row with the focus has all its cells, so that keys can lead to each of them.
                  drawnColumns={at.row === index ? null : drawnColumns}
                  stickyColumns={stickyColumns}
                  className={rowClass?.(line.row) ?? ''}
                  height={rowHeightOf(index)}
                  isTree={isTree}
                  isTotals={line.id === TOTALS}
                  isSelected={selection ? selection.selected.has(line.id) : null}
                  isOpened={openedRow === line.id}
                  activeColumn={at.row === index ? at.column : null}
                  rangeFrom={
                    range && index >= range.from.row && index <= range.to.row ? range.from.column : null
                  }
                  rangeTo={range && index >= range.from.row && index <= range.to.row ? range.to.column : null}
                  marked={marked?.row === line.id ? marked.columns : null}
                  rowsBefore={headRows + (table.part?.first ?? 0)}
                />
              )
              return [
                gap > 0 && <Gap key={`gap before ${index}`} height={gap} columns={cells} />,
                row,
                isDetailed(line) && (
                  <tr key={`detail of ${line.id}`} data-detail-of={index} aria-level={line.level + 1}>
                    <td colSpan={cells} className={styles.detailCell}>
                      <div
                        className={styles.detail}
                        style={{ width: available || '100%', height: detail?.height }}
                      >
                        {detail?.render(line.row)}
                      </div>
                    </td>
                  </tr>
                ),
              ]
            })
          )}
          {gapAfter > 0 && <Gap height={gapAfter} columns={cells} />}
        </tbody>
      </table>
      {isEmpty && !isLoading && empty && (
        <div className={styles.empty} style={{ width: scroll.available || '100%' }}>
          {typeof empty === 'string' ? <p className={styles.nothing}>{empty}</p> : empty}
        </div>
      )}
      <EdgeFade />
    </div>
  )
  return maxHeight === undefined ? (
    content
  ) : (
    <div className={styles.box} style={{ maxHeight }}>
      {content}
    </div>
  )
}

/** The place of rows that are not drawn. */
const Gap = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden style={{ height }}>
    <td colSpan={columns} className={styles.gap} aria-hidden />
  </tr>
)

interface SkeletonRowsProps<Row> {
  views: readonly ColumnView<Row>[]
  lead: number
  height: number
}

/** Rows that are being read: the columns stand as they will stand, only the values are blocks. */
function SkeletonRows<Row>({ views, lead, height }: SkeletonRowsProps<Row>) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row} aria-hidden className={styles.row} style={{ height }}>
      {lead > 0 && <td aria-hidden />}
      {views.map(({ column: { id, kind }, className }, index) => (
        <td key={id} className={className}>
          <Skeleton width={kind === 'number' ? '60%' : `${60 + ((row * 7 + index * 3) % 5) * 8}%`} />
        </td>
      ))}
    </tr>
  ))
}

const heightOfSkeleton = (rowHeight: number | ((row: never) => number)): number =>
  typeof rowHeight === 'number' ? rowHeight : ROW_HEIGHTS.normal

/** The head's lines as its style sets them. */
function headHeightOf(heads: HeadLines, hasSubtitles: boolean): number {
  if (heads === 'columns') return 28
  if (heads === 'groups') return hasSubtitles ? 36 : 28
  return hasSubtitles ? 34 + 20 : 24 + 28
}

/** The browser would select the text between two clicks with Shift. */
const preventTextSelection = (event: React.MouseEvent) => {
  if (event.shiftKey) event.preventDefault()
}

/** Where a row stands now; where it stood, if it is no longer there. */
function rowOf(
  { row, id }: { row: number; id?: string | undefined },
  lines: readonly { id: string }[],
): number {
  if (id === undefined || lines[row]?.id === id) return row
  const moved = lines.findIndex((line) => line.id === id)
  return moved < 0 ? row : moved
}

function cellsBetween(a: GridPosition, b: GridPosition) {
  return {
    from: { row: Math.min(a.row, b.row), column: Math.min(a.column, b.column) },
    to: { row: Math.max(a.row, b.row), column: Math.max(a.column, b.column) },
  }
}

function cellElement(grid: HTMLTableElement | null, { row, column }: GridPosition): HTMLElement | null {
  const cells = grid?.querySelector<HTMLTableRowElement>(`:scope > * > tr[data-row="${row}"]`)?.cells
  return [...(cells ?? [])].find((cell) => columnOf(cell) === column) ?? null
}

/** The cell of this table that something lies in; what a detail shows may be a table too. */
function cellAround(target: EventTarget | null, grid: HTMLTableElement | null): HTMLElement | null {
  let cell = target instanceof Element ? target.closest<HTMLElement>('th,td') : null
  while (cell && cell.closest('table') !== grid) cell = cell.parentElement?.closest('th,td') ?? null
  return cell
}

function positionOf(cell: HTMLElement | null): GridPosition | null {
  const row = cell?.closest<HTMLElement>('tr[data-row]')
  return cell instanceof HTMLTableCellElement && row
    ? { row: Number(row.dataset['row']), column: columnOf(cell) }
    : null
}

/** Columns that are not drawn are one wide cell, so its place among the cells is not its column. */
function columnOf(cell: HTMLTableCellElement): number {
  let column = 0
  for (
    let at = cell.previousElementSibling;
    at instanceof HTMLTableCellElement;
    at = at.previousElementSibling
  )
    column += at.colSpan
  return column
}

/** A function that stays the same while what it does follows the newest render. */
function useLatest<Arguments extends unknown[]>(run: (...args: Arguments) => void) {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Arguments) => latest.current(...args), [])
}
