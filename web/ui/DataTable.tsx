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
    // Where it is too wide it scrolls, and the arrow keys must reach that.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
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
