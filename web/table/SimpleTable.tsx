import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './SimpleTable.module.css'

export interface SimpleColumn<Row> {
  id: string
  title: string
  /** Numbers stand right; text stands left and is cut where it is too long. */
  kind: 'text' | 'number'
  cell: (row: Row) => React.ReactNode
  /** The whole of what may be cut. */
  cellHint?: (row: Row) => string
  /** Read out only: the column speaks for itself. */
  isTitleHidden?: boolean
  /** Names its row. */
  isName?: boolean
  /** Steps back behind the others. */
  isMuted?: boolean
  /** Pressed, its head puts the rows in order, where the table has one. */
  isSortable?: boolean
}

interface SimpleTableProps<Row> {
  label: string
  columns: readonly SimpleColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** The sum that the rows come to. */
  result?: Row
  isDense?: boolean
  /** Whoever has all rows puts them in order. */
  sorting?: { by: string; isDescending: boolean; onSort: (columnId: string) => void }
}

/** A table that is read and not worked in: no grid, no keys of its own. What is worked in is a `DataTable`. */
export function SimpleTable<Row>(props: SimpleTableProps<Row>) {
  const { label, columns, rows, rowId, result, isDense = false, sorting } = props
  const hasHead = columns.some(({ isTitleHidden = false }) => !isTitleHidden)
  const head = (
    <tr>
      {columns.map(({ id, title, kind, isTitleHidden = false, isSortable = false }) => {
        const order =
          !sorting || sorting.by !== id ? 'none' : sorting.isDescending ? 'descending' : 'ascending'
        return (
          <th
            key={id}
            scope="col"
            className={cx(kind === 'text' && styles.text)}
            aria-sort={sorting && isSortable ? order : undefined}
          >
            {isTitleHidden ? (
              <VisuallyHidden>{title}</VisuallyHidden>
            ) : sorting && isSortable ? (
              <button type="button" className={styles.sort} onClick={() => sorting.onSort(id)}>
                {title}
                {order !== 'none' && <Icon of={order === 'descending' ? ArrowDown : ArrowUp} size={12} />}
              </button>
            ) : (
              title
            )}
          </th>
        )
      })}
    </tr>
  )
  return (
    // Where it is too wide it scrolls, and the arrow keys must reach that. The table has the name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.frame} tabIndex={0}>
      <table className={cx(styles.table, isDense && styles.dense)} aria-label={label}>
        {hasHead && <thead>{head}</thead>}
        <tbody>
          {rows.map((row) => (
            <Cells key={rowId(row)} columns={columns} row={row} />
          ))}
        </tbody>
        {result !== undefined && (
          <tfoot>
            <Cells columns={columns} row={result} />
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Cells<Row>({ columns, row }: { columns: readonly SimpleColumn<Row>[]; row: Row }) {
  return (
    <tr>
      {columns.map(({ id, kind, cell, cellHint, isName = false, isMuted = false }) => {
        const shared = {
          className: cx(kind === 'text' && styles.text, isMuted && styles.muted),
          title: cellHint?.(row),
        }
        return isName ? (
          <th key={id} scope="row" {...shared}>
            {cell(row)}
          </th>
        ) : (
          <td key={id} {...shared}>
            {cell(row)}
          </td>
        )
      })}
    </tr>
  )
}
