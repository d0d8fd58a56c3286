import { skipToken, useQuery } from '@tanstack/react-query'
import type { Identity } from '#contract/answer.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'

/** The picture of a row's product, asked for when the row comes into view; of one that is known to have none never. */
export function ProductThumbnail({ identity }: { identity: Identity | undefined }) {
  const { company } = useCompany()
  const { data } = useQuery({
    ...trpc.productMaster.getProductThumbnail.queryOptions(
      identity?.hasPicture ? { companyId: company.id, sku: identity.sku } : skipToken,
    ),
    staleTime: Infinity,
    retry: false,
    meta: { isQuiet: true },
  })
  return <Thumbnail {...(data && { src: `data:${data.contentType};base64,${data.base64}` })} />
}
