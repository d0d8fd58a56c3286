import { cx } from '#web/ui/class-names.ts'
import styles from './DataTable.module.css'
import type { TableColumn } from './table-column.ts'

/** Columns that can stay at the left, the check boxes included. */
const STICKY = [styles.sticky0, styles.sticky1, styles.sticky2]

/** Columns that stay at the right, counted from the edge. */
const PINNED = [styles.pinned0, styles.pinned1, styles.pinned2]

/** A column as all its cells need it, worked out once rather than in each of them. */
export interface ColumnView<Row> {
  column: TableColumn<Row>
  /** Its heads and cells carry these classes. */
  className: string
  isName: boolean
  isExplained: boolean
}

/**
 * @param stickyColumns columns of data that stay at the left
 * @param hasSelection check boxes stand before them
 * @param hasRules a line stands between groups
 */
export function columnViews<Row>(
  columns: readonly TableColumn<Row>[],
  stickyColumns: number,
  hasSelection: boolean,
  hasRules: boolean,
): ColumnView<Row>[] {
  const lastPinned = columns.findLastIndex(({ isPinned }) => isPinned)
  return columns.map((column, index) => {
    const before = columns[index - 1]
    // The edge of what stays at the left is a line already.
    const startsGroup = index > stickyColumns && column.group?.id !== before?.group?.id
    return {
      column,
      className: cx(
        column.kind === 'text' && styles.text,
        index < stickyColumns && cx(styles.sticky, STICKY[index + Number(hasSelection)]),
        index === stickyColumns - 1 && styles.lastSticky,
        column.isPinned && cx(styles.pinned, PINNED[lastPinned - index]),
        column.isPinned && !before?.isPinned && styles.firstPinned,
        hasRules && startsGroup && styles.groupStart,
        column.className,
      ),
      isName: index === 0,
      isExplained: column.kind === 'number' && (column.isExplained ?? true),
    }
  })
}
