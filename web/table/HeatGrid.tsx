import { useRef, useState } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import cells from './CellKinds.module.css'
import { boundsOf, heatStep } from './heat-step.ts'
import styles from './HeatGrid.module.css'

interface HeatGridProps {
  label: string
  /** What the rows are: `Marketplace`. */
  rowsAre: string
  columns: readonly string[]
  /** Of a value that is undefined nothing is said: its place is not among those that are asked. */
  rows: readonly {
    id: string
    name: string
    icon?: React.ReactNode
    values: readonly (number | null | undefined)[]
    /** Of the whole row, on no ground. */
    last?: string
  }[]
  format: (value: number) => string
  /** The step of a value, from 1 to 7; by itself equal parts between the least and the most. */
  stepOf?: (value: number) => number
  /** Why a value is not there. */
  absence?: string
  /** Heads the numbers of whole rows. */
  lastIs?: string
  /** Many narrow columns rather than few wide ones. */
  isDense?: boolean
  /** Something is to be said of a number, which its name says. */
  isMarked?: (row: number, column: number) => boolean
  /** A number was pressed. It is named for those who do not see where it stands. */
  onPress?: { nameAt: (row: number, column: number) => string; press: (row: number, column: number) => void }
}

/** Few rows over a row of periods, each number on a ground that is the darker the larger it is. */
export function HeatGrid({
  label,
  rowsAre,
  columns,
  rows,
  format,
  stepOf,
  absence = 'nothing to compare with',
  lastIs,
  isDense = false,
  isMarked,
  onPress,
}: HeatGridProps) {
  const bounds = boundsOf(rows.flatMap(({ values }) => values))
  const step = stepOf ?? ((value: number) => heatStep(value, bounds!))
  const { isReached, ref, onKeyDown, onFocus } = useCellKeys(rows.map(({ values }) => values))
  return (
    <table className={cx(styles.grid, isDense && styles.dense)} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{isDense ? <VisuallyHidden>{rowsAre}</VisuallyHidden> : rowsAre}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className={styles.number}>
              {column}
            </th>
          ))}
          {lastIs && (
            <th scope="col" className={styles.last}>
              {lastIs}
            </th>
          )}
        </tr>
      </thead>
      {/* Its buttons are reached by the arrow keys, as one place among those that Tab leads to. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody ref={ref} onKeyDown={onPress && onKeyDown}>
        {rows.map(({ id, name, icon, values, last }, row) => (
          <tr key={id}>
            <th scope="row">
              <span className={styles.name}>
                {icon}
                <span className={styles.cut} title={name}>
                  {name}
                </span>
              </span>
            </th>
            {values.map((value, column) => {
              const ground =
                typeof value === 'number' ? cx(cells.heatCell, cells[`step${step(value)}`]) : undefined
              return (
                <td key={columns[column]} className={cx(cells.heat, styles.number)}>
                  {value === null ? (
                    <NoValue reason={absence} />
                  ) : value === undefined ? null : onPress ? (
                    <button
                      type="button"
                      className={cx(ground, styles.pressed, isMarked?.(row, column) && styles.marked)}
                      title={onPress.nameAt(row, column)}
                      // What is seen is in the name, by which somebody may say it.
                      aria-label={`${onPress.nameAt(row, column)}, ${format(value)}`}
                      data-cell={`${row} ${column}`}
                      tabIndex={isReached(row, column) ? 0 : -1}
                      onFocus={() => onFocus(row, column)}
                      onClick={() => onPress.press(row, column)}
                    >
                      {format(value)}
                    </button>
                  ) : (
                    <span className={ground}>{format(value)}</span>
                  )}
                </td>
              )
            })}
            {lastIs && <td className={styles.last}>{last}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const MOVES: Partial<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** One number that Tab leads to, and arrow keys that lead from it to the next one that is there. */
function useCellKeys(values: readonly (readonly (number | null | undefined)[])[]) {
  const ref = useRef<HTMLTableSectionElement>(null)
  const [at, setAt] = useState<readonly [number, number]>([0, 0])
  const isThere = (row: number, column: number) => typeof values[row]?.[column] === 'number'
  const first = values.findIndex((row) => row.some((value) => typeof value === 'number'))
  const [row, column] = isThere(...at)
    ? at
    : [first, values[first]?.findIndex((value) => typeof value === 'number') ?? 0]
  return {
    ref,
    isReached: (ofRow: number, ofColumn: number) => ofRow === row && ofColumn === column,
    onFocus: (ofRow: number, ofColumn: number) => setAt([ofRow, ofColumn]),
    onKeyDown: (event: React.KeyboardEvent) => {
      const move = MOVES[event.key]
      if (!move || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      let [toRow, toColumn] = [row + move[0], column + move[1]]
      // Over those that are not there.
      while (toColumn in (values[toRow] ?? []) && !isThere(toRow, toColumn))
        [toRow, toColumn] = [toRow + move[0], toColumn + move[1]]
      ref.current?.querySelector<HTMLElement>(`[data-cell="${toRow} ${toColumn}"]`)?.focus()
    },
  }
}
