import { memo } from 'react'
import { cx } from '#web/ui/class-names.ts'
import type { ColumnView } from './column-view.ts'
import styles from './DataTable.module.css'
import { HeadCell } from './HeadCell.tsx'
import { SelectBox } from './SelectBox.tsx'
import type { Sort } from './sort-rows.ts'
import { groupSpans } from './table-column.ts'

export type HeadLines = 'columns' | 'groups' | 'both'

interface TableHeadProps<Row> {
  views: readonly ColumnView<Row>[]
  lines: HeadLines
  /** Null where rows cannot be chosen. */
  choice: { isAll: boolean; isSome: boolean } | null
  sort: Sort | null
  canSort: boolean
  /** The head that Tab reaches; null where keys do not lead to heads, or the focus is elsewhere. */
  activeColumn: number | null
  /** Keys lead to the heads. */
  isReached: boolean
  widths: readonly number[]
  onWidth: ((column: number, width: number) => void) | undefined
}

/** The names of the columns, under those of their groups. */
export const TableHead = memo(function TableHead<Row>(props: TableHeadProps<Row>) {
  const { views, lines, choice, sort, canSort, activeColumn, isReached, widths, onWidth } = props
  const lead = choice ? 1 : 0
  const tabIndexAt = (column: number) => (isReached ? (activeColumn === column ? 0 : -1) : undefined)
  const selectHead = choice && (
    <th
      scope="col"
      className={cx(styles.sticky, styles.sticky0, styles.select, styles.columnHead)}
      tabIndex={tabIndexAt(0)}
    >
      <SelectBox label="Choose all rows" isChecked={choice.isAll} isPartly={choice.isSome && !choice.isAll} />
    </th>
  )
  return (
    <>
      {lines !== 'columns' && (
        <tr className={styles.groupHeads} aria-rowindex={1}>
          {choice && <td className={cx(styles.sticky, styles.sticky0, styles.select)} aria-hidden />}
          {groupSpans(views.map(({ column }) => column)).map(({ group, first, count }) => {
            const view = views[first]!
            if (!group && lines === 'both')
              return <td key={view.column.id} colSpan={count} className={view.className} aria-hidden />
            return (
              <th
                key={view.column.id}
                scope={group ? 'colgroup' : 'col'}
                colSpan={count}
                className={cx(view.className, group?.className)}
                title={group?.hint}
              >
                {group ? group.title : view.column.title}
                {group?.mark}
                {group?.subtitle !== undefined && <small>{group.subtitle}</small>}
              </th>
            )
          })}
        </tr>
      )}
      {lines !== 'groups' && (
        <tr className={styles.columnHeads} aria-rowindex={lines === 'both' ? 2 : 1} data-row={-1}>
          {selectHead}
          {views.map((view, place) => (
            <HeadCell
              key={view.column.id}
              view={view}
              tabIndex={tabIndexAt(place + lead)}
              isDescending={sort?.column === view.column.id ? sort.isDescending : null}
              canSort={canSort}
              width={widths[place] ?? view.column.width}
              onWidth={onWidth && ((width) => onWidth(place, width))}
            />
          ))}
        </tr>
      )}
    </>
  )
}) as <Row>(props: TableHeadProps<Row>) => React.ReactNode
