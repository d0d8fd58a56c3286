import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { useMove } from 'react-aria/useMove'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { ColumnView } from './column-view.ts'
import styles from './DataTable.module.css'

interface HeadCellProps<Row> {
  view: ColumnView<Row>
  tabIndex: number | undefined
  /** Null where the column is not the one that decides the order. */
  isDescending: boolean | null
  canSort: boolean
  width: number
  /** Absent where widths are fixed. */
  onWidth: ((width: number) => void) | undefined
}

/** The head of one column: pressed, it puts the rows in order; its edge can be dragged. */
export function HeadCell<Row>(props: HeadCellProps<Row>) {
  const { view, tabIndex, isDescending, canSort, width, onWidth } = props
  const { column } = view
  const isSortable = canSort && (column.isSortable ?? true)
  const mark = isDescending !== null && <Icon of={isDescending ? ArrowDown : ArrowUp} size={12} />
  return (
    <th
      scope="col"
      className={cx(view.className, styles.columnHead, isSortable && styles.sortable)}
      tabIndex={tabIndex}
      title={column.hint}
      aria-sort={
        isDescending === null ? (isSortable ? 'none' : undefined) : isDescending ? 'descending' : 'ascending'
      }
    >
      <span className={styles.title}>
        <span className={styles.cut}>{column.title}</span>
        {mark}
      </span>
      {onWidth && <Resizer width={width} onWidth={onWidth} onReset={() => onWidth(column.width)} />}
    </th>
  )
}

interface ResizerProps {
  width: number
  onWidth: (width: number) => void
  onReset: () => void
}

/** The edge that is dragged. On the keyboard the head itself takes Shift and an arrow. */
function Resizer({ width, onWidth, onReset }: ResizerProps) {
  const dragged = useRef(width)
  const { moveProps } = useMove({
    onMoveStart: () => {
      dragged.current = width
    },
    onMove: ({ deltaX }) => {
      dragged.current += deltaX
      onWidth(dragged.current)
    },
  })
  return <span {...moveProps} aria-hidden className={styles.resizer} data-resizer onDoubleClick={onReset} />
}
