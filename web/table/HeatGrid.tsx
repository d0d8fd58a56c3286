import { cx } from '#web/ui/class-names.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import cells from './CellKinds.module.css'
import { boundsOf, heatStep } from './heat-step.ts'
import styles from './HeatGrid.module.css'

interface HeatGridProps {
  label: string
  /** What the rows are: `Marketplace`. */
  rowsAre: string
  columns: readonly string[]
  rows: readonly { id: string; name: string; icon?: React.ReactNode; values: readonly (number | null)[] }[]
  format: (value: number) => string
}

/** Few rows over a row of periods, each number on a ground that is the darker the larger it is. */
export function HeatGrid({ label, rowsAre, columns, rows, format }: HeatGridProps) {
  const bounds = boundsOf(rows.flatMap(({ values }) => values))
  return (
    <table className={styles.grid} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{rowsAre}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className={styles.number}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, icon, values }) => (
          <tr key={id}>
            <th scope="row">
              <span className={styles.name}>
                {icon}
                <span className={styles.cut} title={name}>
                  {name}
                </span>
              </span>
            </th>
            {values.map((value, index) => (
              <td key={columns[index]} className={cx(cells.heat, styles.number)}>
                {value === null || !bounds ? (
                  <NoValue reason="nothing to compare with" />
                ) : (
                  <span className={cx(cells.heatCell, cells[`step${heatStep(value, bounds)}`])}>
                    {format(value)}
                  </span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
