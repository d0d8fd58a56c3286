import { memo } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { cellContent } from './cell-content.tsx'
import type { ColumnView } from './column-view.ts'
import type { ColumnWindow } from './column-window.ts'
import styles from './DataTable.module.css'
import { NameCell } from './NameCell.tsx'
import { SelectBox } from './SelectBox.tsx'
import type { TableLine } from './table-line.ts'

interface TableRowProps<Row> {
  line: TableLine<Row>
  index: number
  views: readonly ColumnView<Row>[]
  /** The columns that are drawn besides those at the left; null for all of them. */
  drawnColumns: ColumnWindow | null
  stickyColumns: number
  className: string
  height: number
  isTree: boolean
  isTotals: boolean
  /** Null where rows cannot be chosen. */
  isSelected: boolean | null
  /** Its inspector is open. */
  isOpened: boolean
  /** The cell that Tab reaches, if it is in this row. */
  activeColumn: number | null
  /** The columns of this row that are part of the chosen range. */
  rangeFrom: number | null
  rangeTo: number | null
  /** Columns whose number is being explained. */
  marked: readonly string[] | null
  /** Rows before the first of these: those of the head, and of pages before this one. */
  rowsBefore: number
}

/** One row. It is drawn anew only when something of its own changes, however the table around it moves. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { line, index, views, drawnColumns, stickyColumns, isTree, isTotals, isSelected, marked } = props
  const first = Math.max(drawnColumns?.first ?? 0, stickyColumns)
  const end = drawnColumns?.end ?? views.length
  const cells: React.ReactNode[] = []
  const isDrawn = (place: number) =>
    place < stickyColumns || (place >= first && place < end) || views[place]?.column.isPinned === true
  for (let place = 0; place < views.length;) {
    if (isDrawn(place)) {
      cells.push(cellOf(props, place++))
      continue
    }
    const from = place
    while (place < views.length && !isDrawn(place)) place++
    cells.push(<td key={`gap ${from}`} aria-hidden colSpan={place - from} className={styles.gap} />)
  }
  return (
    <tr
      className={cx(
        styles.row,
        props.className,
        isTotals && styles.totals,
        isSelected === true && styles.selected,
        (props.isOpened || marked) && styles.opened,
      )}
      style={{ height: props.height }}
      data-row={index}
      data-marked={marked ? true : undefined}
      data-opened={props.isOpened ? true : undefined}
      aria-rowindex={props.rowsBefore + index + 1}
      aria-level={isTree ? line.level : undefined}
      aria-setsize={isTree ? line.siblings : undefined}
      aria-posinset={isTree ? line.place : undefined}
      aria-expanded={line.isOpen ?? undefined}
      aria-selected={isSelected !== null && !isTotals ? isSelected : undefined}
    >
      {isSelected !== null && (
        <td
          className={cx(styles.sticky, styles.sticky0, styles.select, isInRange(props, 0) && styles.inRange)}
          tabIndex={tabIndexAt(props, 0)}
        >
          {!isTotals && <SelectBox label="Choose this row" isChecked={isSelected} />}
        </td>
      )}
      {cells}
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => React.ReactNode

/** Not a component: a wide table has thousands of cells, and each would be one more for React to keep. */
function cellOf<Row>(props: TableRowProps<Row>, place: number): React.ReactNode {
  const { line, views, drawnColumns, isTree, isSelected, marked, rangeFrom } = props
  const { column, className, isName } = views[place]!
  const position = isSelected === null ? place : place + 1
  const { content, tone, label } = cellContent(column, line.row)
  const isMarked = marked !== null && marked.includes(column.id)
  const isPlain = !tone && !isMarked && rangeFrom === null
  const shared = {
    className: isPlain
      ? className
      : cx(
          className,
          tone && styles[tone],
          isMarked && styles.marked,
          isInRange(props, position) && styles.inRange,
        ),
    // What is explained gets the focus back when its drawer closes.
    tabIndex: tabIndexAt(props, position) ?? (isMarked ? -1 : undefined),
    'aria-colindex': drawnColumns ? position + 1 : undefined,
    'aria-selected': isMarked || undefined,
    'aria-label': label,
    title: column.cellHint?.(line.row),
  }
  if (!isName) {
    return (
      <td key={column.id} {...shared}>
        {content}
      </td>
    )
  }
  return (
    <th key={column.id} scope="row" {...shared}>
      {isTree ? (
        <NameCell level={line.level} isOpen={line.isOpen}>
          {content}
        </NameCell>
      ) : (
        content
      )}
    </th>
  )
}

/** Only the cell that Tab reaches can have the focus: the attribute on all the others would cost every row. */
const tabIndexAt = (
  { activeColumn }: Pick<TableRowProps<never>, 'activeColumn'>,
  position: number,
): 0 | undefined => (activeColumn === position ? 0 : undefined)

const isInRange = (
  { rangeFrom, rangeTo }: Pick<TableRowProps<never>, 'rangeFrom' | 'rangeTo'>,
  position: number,
): boolean => rangeFrom !== null && rangeTo !== null && position >= rangeFrom && position <= rangeTo
