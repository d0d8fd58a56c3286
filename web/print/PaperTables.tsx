import type { TableModel } from '#web/table/use-table.ts'
import { cx } from '#web/ui/class-names.ts'
import { columnPages } from './column-pages.ts'
import { PAPER_WIDTH, PaperWidth } from './paper.ts'
import styles from './PaperTables.module.css'
import { tableParts } from './table-parts.ts'
import { useIsPrinting } from './printing.ts'

interface PaperTablesProps<Row> {
  table: TableModel<Row>
  /** Draws the table, on paper once for each part of its columns. */
  children: (part: TableModel<Row>, sheet: number) => React.ReactNode
}

/**
 * A table that also fits paper: made smaller to the width of the sheet, and where that would be too small, in parts
 * of which each begins with the first column.
 */
export function PaperTables<Row>({ table, children }: PaperTablesProps<Row>) {
  const isPrinting = useIsPrinting()
  if (!isPrinting) return children(table, 0)
  const { lead, groups } = tableParts(table)
  const { pages, scale } = columnPages(
    groups.map(({ width }) => width),
    lead.width,
    PAPER_WIDTH,
  )
  return (
    <PaperWidth value={PAPER_WIDTH / scale}>
      {pages.map((page, sheet) => {
        const places = [...lead.places, ...page.groups.flatMap((group) => groups[group]?.places ?? [])]
        return (
          <div key={page.groups[0]} style={{ zoom: scale }} className={cx(sheet > 0 && styles.next)}>
            {children(
              {
                ...table,
                // Nothing is chosen on paper.
                selection: null,
                columns: table.columns.filter((_, place) => places.includes(place)),
                widths: table.widths.filter((_, place) => places.includes(place)),
              },
              sheet,
            )}
          </div>
        )
      })}
    </PaperWidth>
  )
}
