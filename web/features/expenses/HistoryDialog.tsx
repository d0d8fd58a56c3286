import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { ExpenseEdit } from '#contract/expenses.ts'
import type { ExpenseFrequency } from '#contract/dashboards/expenses.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { dayText, momentText } from '#web/ui/dates.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { FREQUENCY_LABELS } from './expense-lines.ts'

/** Who changed what and when. */
export const HistoryDialog = ({ companyId }: { companyId: string }) => (
  <Modal
    size="lg"
    title="History of expenses"
    trigger={
      <Button kind="ghost" size="sm" icon={History} foldsToIcon>
        History
      </Button>
    }
  >
    <Edits companyId={companyId} />
  </Modal>
)

function Edits({ companyId }: { companyId: string }) {
  const history = useInfiniteQuery(
    trpc.expenses.getHistory.infiniteQueryOptions(
      { companyId },
      {
        getNextPageParam: ({ edits, hasMore }) => (hasMore ? edits.at(-1)?.id : undefined),
        staleTime: 0,
      },
    ),
  )
  return (
    <QueryBody title="The history" query={history}>
      {({ pages }) => {
        const edits = pages.flatMap((page) => page.edits)
        if (edits.length === 0) return <p>Nothing was entered yet.</p>
        return (
          <>
            <SimpleTable
              label="History"
              columns={COLUMNS}
              rows={edits}
              rowId={({ id }) => String(id)}
              isDense
            />
            {history.hasNextPage && (
              <Button
                size="sm"
                kind="ghost"
                isPending={history.isFetchingNextPage}
                onPress={() => void history.fetchNextPage()}
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

const SUBJECTS = { EXPENSE: 'Expense', CATEGORY: 'Category', VENDOR: 'Vendor' } as const
const LABELS: Record<string, string> = {
  name: 'name',
  amount: 'amount',
  currency: 'currency',
  category: 'category',
  vendor: 'vendor',
  marketplace: 'marketplace',
  frequency: 'frequency',
  startDate: 'start',
  endDate: 'end',
  note: 'note',
}

const said = (column: string, text: string): string => {
  if (text === '') return column === 'marketplace' ? 'all' : 'none'
  if (column === 'frequency') return FREQUENCY_LABELS[text as ExpenseFrequency] ?? text
  return column === 'startDate' || column === 'endDate' ? dayText(text) : text
}

/** "amount 1910 → 2060". */
function what({ before, after }: ExpenseEdit): string {
  if (!before) return after?.['amount'] ? `Created, ${after['amount']} ${after['currency'] ?? ''}` : 'Created'
  if (!after) return before['movedTo'] ? `Deleted, its expenses went to ${before['movedTo']}` : 'Deleted'
  return Object.keys(after)
    .filter((column) => before[column] !== after[column])
    .map(
      (column) =>
        `${LABELS[column] ?? column} ${said(column, before[column] ?? '')} → ${said(column, after[column] ?? '')}`,
    )
    .join(', ')
}

const COLUMNS: readonly SimpleColumn<ExpenseEdit>[] = [
  { id: 'at', title: 'When', kind: 'text', cell: ({ at }) => momentText(at) },
  { id: 'by', title: 'Who', kind: 'text', cell: ({ by }) => by, cellHint: ({ by }) => by },
  {
    id: 'name',
    title: 'What',
    kind: 'text',
    isName: true,
    cell: ({ subject, before, after }) => `${SUBJECTS[subject]} ${(after ?? before)?.['name'] ?? ''}`,
  },
  { id: 'change', title: 'Change', kind: 'text', cell: what, cellHint: what },
]
