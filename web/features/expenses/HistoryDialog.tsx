import { useInfiniteQuery } from '@tanstack/react-query'
import { EditHistory, EditList, HISTORY_PAGES } from '#web/dashboard/EditHistory.tsx'
import { queryClient, trpc } from '#web/trpc.ts'
import { EXPENSE_TEXTS } from './expense-edit-texts.ts'

interface HistoryDialogProps {
  companyId: string
  refusal: string | undefined
}

/** Who changed what and when. */
export const HistoryDialog = (props: HistoryDialogProps) => (
  <EditHistory title="History of expenses">
    <Edits {...props} />
  </EditHistory>
)

const Edits = (props: HistoryDialogProps) => (
  <EditList
    {...props}
    area="expenses"
    texts={EXPENSE_TEXTS}
    // What is changed or deleted is put right on the page.
    canUndo={({ before }) => before === null}
    read={(cursor) =>
      queryClient.fetchQuery(
        trpc.expenses.getHistory.queryOptions(
          { companyId: props.companyId, cursor },
          { gcTime: 0, staleTime: 0 },
        ),
      )
    }
    query={useInfiniteQuery(
      trpc.expenses.getHistory.infiniteQueryOptions({ companyId: props.companyId }, HISTORY_PAGES),
    )}
  />
)
