import { useInfiniteQuery } from '@tanstack/react-query'
import type { ProductEdit } from '#contract/product-master.ts'
import { changedColumns, EditHistory, EditList } from '#web/dashboard/EditHistory.tsx'
import { trpc } from '#web/trpc.ts'
import { dayText } from '#web/ui/dates.ts'

/** Who changed what of products and when. */
export const HistoryDialog = ({ companyId }: { companyId: string }) => (
  <EditHistory title="History of products">
    <Edits companyId={companyId} />
  </EditHistory>
)

function Edits({ companyId }: { companyId: string }) {
  const query = useInfiniteQuery(
    trpc.productMaster.getHistory.infiniteQueryOptions(
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
      named={({ subject, sku }) => `${subject === 'COST' ? 'Cost of' : 'Product'} ${sku}`}
      change={what}
    />
  )
}

const LABELS: Record<string, string> = {
  customName: 'custom name',
  validFrom: 'valid from',
  validTo: 'valid to',
  fbmShipping: 'own shipping',
}

const said = (column: string, text: string): string => {
  if (text === '') return column === 'marketplace' ? 'all' : 'none'
  return column === 'validFrom' || column === 'validTo' ? dayText(text) : text
}

/** "tags new → new, oak"; of a cost that was created or deleted, what it was. */
function what({ subject, before, after }: ProductEdit): string {
  const period = (texts: Record<string, string>) =>
    `from ${dayText(texts['validFrom']!)}, ${said('marketplace', texts['marketplace'] ?? '')}`
  if (subject === 'COST' && !before && after) return `Created, ${period(after)}`
  if (!after) return before ? `Deleted, ${period(before)}` : 'Deleted'
  return changedColumns(before ?? {}, after, LABELS, said)
}
