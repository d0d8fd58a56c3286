import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { Button } from '#web/ui/Button.tsx'
import { momentText } from '#web/ui/dates.ts'
import { Modal } from '#web/ui/Modal.tsx'

/** One thing that somebody entered, changed or deleted. */
interface Edit {
  id: number
  at: string
  by: string
  /** Null before it was entered, and after it was deleted. */
  before: Record<string, string> | null
  after: Record<string, string> | null
}

interface EditListProps<Row extends Edit> {
  query: UseInfiniteQueryResult<{ pages: { edits: Row[]; hasMore: boolean }[] }, unknown>
  /** What an edit is about: "Expense Rent". */
  named: (edit: Row) => string
  change: (edit: Row) => string
}

/** Who changed what and when, in a dialog that a button opens. */
export const EditHistory = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Modal
    size="lg"
    title={title}
    trigger={
      <Button kind="ghost" size="sm" icon={History} foldsToIcon>
        History
      </Button>
    }
  >
    {children}
  </Modal>
)

/** Edits, the newest first, page by page. */
export function EditList<Row extends Edit>({ query, named, change }: EditListProps<Row>) {
  const columns: readonly SimpleColumn<Row>[] = [
    { id: 'at', title: 'When', kind: 'text', cell: ({ at }) => momentText(at) },
    { id: 'by', title: 'Who', kind: 'text', cell: ({ by }) => by, cellHint: ({ by }) => by },
    { id: 'name', title: 'What', kind: 'text', isName: true, cell: named, cellHint: named },
    { id: 'change', title: 'Change', kind: 'text', cell: change, cellHint: change },
  ]
  return (
    <QueryBody title="The history" query={query}>
      {({ pages }) => {
        const edits = pages.flatMap((page) => page.edits)
        if (edits.length === 0) return <p>Nothing was entered yet.</p>
        return (
          <>
            <SimpleTable
              label="History"
              columns={columns}
              rows={edits}
              rowId={({ id }) => String(id)}
              isDense
            />
            {query.hasNextPage && (
              <Button
                size="sm"
                kind="ghost"
                isPending={query.isFetchingNextPage}
                onPress={() => void query.fetchNextPage()}
              >
                Show older ones
              </Button>
            )}
          </>
        )
      }}
    </QueryBody>
  )
}

/** "amount 1910 → 2060": the columns that differ, as `said` puts a text of theirs. */
export const changedColumns = (
  before: Record<string, string>,
  after: Record<string, string>,
  labels: Readonly<Record<string, string>>,
  said: (column: string, text: string) => string,
): string =>
  Object.keys(after)
    .filter((column) => before[column] !== after[column])
    .map(
      (column) =>
        `${labels[column] ?? column} ${said(column, before[column] ?? '')} → ${said(column, after[column] ?? '')}`,
    )
    .join(', ')
