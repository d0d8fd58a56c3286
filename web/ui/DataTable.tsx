import { cx } from './class-names.ts'
import styles from './DataTable.module.css'

/** A plain table: numbers right, text left, one hairline per row. Cells that hold text carry `textCell`. */
export function DataTable({
  label,
  head,
  children,
}: {
  label: string
  head: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface CellProps {
  /** Text stands left and may be cut; a number stands right. */
  isText?: boolean
  title?: string | undefined
  children?: React.ReactNode
}

export const Head = ({ isText = false, children }: CellProps) => (
  <th scope="col" className={cx(isText && styles.text)}>
    {children}
  </th>
)

export const Cell = ({ isText = false, title, children }: CellProps) => (
  <td className={cx(isText && styles.text)} title={title}>
    {children}
  </td>
)
