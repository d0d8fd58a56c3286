import { useInfiniteQuery } from '@tanstack/react-query'
import type { ExpenseFrequency } from '#contract/dashboards/expenses.ts'
import type { ExpenseEdit } from '#contract/expenses.ts'
import { changedColumns, EditHistory, EditList } from '#web/dashboard/EditHistory.tsx'
import { trpc } from '#web/trpc.ts'
import { dayText } from '#web/ui/dates.ts'
import { FREQUENCY_LABELS } from './expense-lines.ts'

/** Who changed what and when. */
export const HistoryDialog = ({ companyId }: { companyId: string }) => (
  <EditHistory title="History of expenses">
    <Edits companyId={companyId} />
  </EditHistory>
)

function Edits({ companyId }: { companyId: string }) {
  const query = useInfiniteQuery(
    trpc.expenses.getHistory.infiniteQueryOptions(
      { companyId },
      {
        getNextPageParam: ({ edits, hasMore }) => (hasMore ? edits.at(-1)?.id : undefined),
        staleTime: 0,
      },
    ),
  )
  return (
    <EditList
      query={query}
      named={({ subject, before, after }) => `${SUBJECTS[subject]} ${(after ?? before)?.['name'] ?? ''}`}
      change={what}
    />
  )
}

const SUBJECTS = { EXPENSE: 'Expense', CATEGORY: 'Category', VENDOR: 'Vendor' } as const
const LABELS: Record<string, string> = { startDate: 'start', endDate: 'end' }

const said = (column: string, text: string): string => {
  if (text === '') return column === 'marketplace' ? 'all' : 'none'
  if (column === 'frequency') return FREQUENCY_LABELS[text as ExpenseFrequency] ?? text
  return column === 'startDate' || column === 'endDate' ? dayText(text) : text
}

function what({ before, after }: ExpenseEdit): string {
  if (!before) return after?.['amount'] ? `Created, ${after['amount']} ${after['currency'] ?? ''}` : 'Created'
  if (!after) return before['movedTo'] ? `Deleted, its expenses went to ${before['movedTo']}` : 'Deleted'
  return changedColumns(before, after, LABELS, said)
}
