import { LIST_ROWS_SHOWN } from '#contract/dashboards/entered-lists.ts'
import type { ListChange, ListPreview, ListProblem } from '#contract/entered-lists.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import type { Sheet } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { countText } from '#web/ui/numbers.ts'
import type { EditTexts } from './EditHistory.tsx'
import { heldFact, problemsSheet, unknownSheet } from './list-problems.ts'
import styles from './ListImport.module.css'

interface ListChangesProps {
  preview: ListPreview<string>
  fileName: string
  /** What is imported: "expense". */
  noun: string
  texts: EditTexts
}

/** What a list would change, row by row, or what is wrong with it. */
export function ListChanges({ preview, fileName, noun, texts }: ListChangesProps) {
  const { counts, changes, problems, unknown, unread } = preview
  const parts = [
    countText(counts.rows, 'row'),
    ...(counts.problems > 0 ? [countText(counts.problems, 'error')] : [`${counts.created} new`]),
    ...(counts.changed > 0 ? [`${counts.changed} changed`] : []),
    ...(counts.unchanged > 0 ? [`${counts.unchanged} unchanged`] : []),
    ...(counts.unknown > 0 ? [`${counts.unknown} unknown`] : []),
  ]
  return (
    <>
      <p className={styles.counts}>
        <b>{parts[0]}</b>: {parts.slice(1).join(', ')}
      </p>
      {unread.length > 0 && (
        <Alert
          appearance="warning"
          title={unread.length === 1 ? 'A column is ignored' : 'Columns are ignored'}
        >
          {unread.join(', ')}. These headings are not recognised.
        </Alert>
      )}
      {problems.length > 0 && (
        <>
          <Alert appearance="negative" title="Nothing can be imported while rows have errors.">
            Correct them in the file, and choose it again.
          </Alert>
          <Rows
            title="Errors"
            label="Rows with errors"
            columns={PROBLEM_COLUMNS}
            rows={problems}
            all={counts.problems}
            file={{ name: 'rows-with-errors', listName: fileName, sheet: problemsSheet }}
          />
        </>
      )}
      {changes.length > 0 && (
        <Rows
          title="Changes"
          label="Changes"
          columns={changeColumns(texts)}
          rows={changes}
          all={Math.max(counts.created + counts.changed, changes.length)}
        />
      )}
      {unknown.length > 0 && (
        <>
          <Alert appearance="warning" title={`${countText(counts.unknown, 'row')} left out`}>
            No file names {counts.unknown === 1 ? 'this SKU' : 'these SKUs'}, so there is no such {noun} here
            yet.
          </Alert>
          <Rows
            title="Unknown SKUs"
            label="Unknown SKUs"
            columns={UNKNOWN_COLUMNS}
            rows={unknown}
            all={counts.unknown}
            file={{ name: 'unknown-skus', listName: fileName, sheet: unknownSheet }}
          />
        </>
      )}
    </>
  )
}

interface RowsProps<Row> {
  title: string
  label: string
  columns: readonly SimpleColumn<Row>[]
  rows: readonly Row[]
  /** How many there are of which these are the first. */
  all: number
  /** More of them than are shown, in a file of their own. */
  file?: { name: string; listName: string; sheet: (rows: readonly Row[]) => Sheet }
}

function Rows<Row>({ title, label, columns, rows, all, file }: RowsProps<Row>) {
  const shown = rows.slice(0, LIST_ROWS_SHOWN)
  const keys = new Map(shown.map((row, index) => [row, String(index)]))
  return (
    <section>
      <div className={styles.head}>
        <h3 className={styles.title}>
          {title}
          {all > shown.length && (
            <small>
              the first {shown.length} of {all}
            </small>
          )}
        </h3>
        {file && (
          <ExportMenu
            label="Download"
            content={() => ({
              sheet: file.sheet(rows),
              facts: [['List', file.listName], heldFact(rows.length, all)],
            })}
            fileName={file.name}
          />
        )}
      </div>
      <SimpleTable label={label} columns={columns} rows={shown} rowId={(row) => keys.get(row)!} isDense />
    </section>
  )
}

const lineColumn = <Row extends { lineNumber: number | null }>(): SimpleColumn<Row> => ({
  id: 'line',
  title: 'Line',
  kind: 'text',
  isMuted: true,
  cell: ({ lineNumber }) => lineNumber ?? '',
})

const PROBLEM_COLUMNS: readonly SimpleColumn<ListProblem>[] = [
  lineColumn(),
  { id: 'column', title: 'Column', kind: 'text', isName: true, cell: ({ column }) => column || 'The row' },
  {
    id: 'text',
    title: 'What is wrong',
    kind: 'text',
    cell: ({ text }) => text,
    cellHint: ({ text }) => text,
  },
]

const UNKNOWN_COLUMNS: readonly SimpleColumn<ListPreview<string>['unknown'][number]>[] = [
  lineColumn(),
  {
    id: 'sku',
    title: 'SKU',
    kind: 'text',
    isName: true,
    cell: ({ name }) => name,
    cellHint: ({ name }) => name,
  },
]

const changeColumns = ({ named, change }: EditTexts): readonly SimpleColumn<ListChange<string>>[] => [
  lineColumn(),
  { id: 'name', title: 'What', kind: 'text', isName: true, cell: named, cellHint: named },
  { id: 'change', title: 'Change', kind: 'text', cell: change, cellHint: change },
]
