import type { TableModel } from '#web/table/use-table.ts'

export interface TablePart {
  /** Of its columns in the table. */
  places: number[]
  width: number
}

/** The first column, and the groups that the others stand in; a column without a group is one by itself. */
export function tableParts<Row>({ columns, widths }: Pick<TableModel<Row>, 'columns' | 'widths'>): {
  lead: TablePart
  groups: TablePart[]
} {
  const groups: (TablePart & { id: string })[] = []
  for (const [place, { id, group }] of columns.entries()) {
    if (place === 0) continue
    const name = group?.id ?? id
    const width = widths[place] ?? 0
    const last = groups.at(-1)
    if (last?.id === name) {
      last.places.push(place)
      last.width += width
    } else groups.push({ id: name, places: [place], width })
  }
  return { lead: { places: columns.length > 0 ? [0] : [], width: widths[0] ?? 0 }, groups }
}
