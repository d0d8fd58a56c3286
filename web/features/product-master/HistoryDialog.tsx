import { useInfiniteQuery } from '@tanstack/react-query'
import { EditHistory, EditList, HISTORY_PAGES } from '#web/dashboard/EditHistory.tsx'
import { queryClient, trpc } from '#web/trpc.ts'
import { PRODUCT_TEXTS } from '#web/product-drawer/product-edit-texts.ts'

interface HistoryDialogProps {
  companyId: string
  refusal: string | undefined
}

/** Who changed what of products and when. */
export const HistoryDialog = (props: HistoryDialogProps) => (
  <EditHistory title="History of products">
    <Edits {...props} />
  </EditHistory>
)

const Edits = (props: HistoryDialogProps) => (
  <EditList
    {...props}
    area="productMaster"
    texts={PRODUCT_TEXTS}
    canUndo={() => true}
    read={(cursor) =>
      queryClient.fetchQuery(
        trpc.productMaster.getHistory.queryOptions(
          { companyId: props.companyId, cursor },
          { gcTime: 0, staleTime: 0 },
        ),
      )
    }
    query={useInfiniteQuery(
      trpc.productMaster.getHistory.infiniteQueryOptions({ companyId: props.companyId }, HISTORY_PAGES),
    )}
  />
)
