import { skipToken, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Identity } from '#contract/answer.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'

/** The products of a table that have a picture: they are asked for together, as one answer that all cells share. */
export const PicturedSkus = createContext<readonly string[]>([])

/** The picture of a row's product. */
export function ProductThumbnail({ identity }: { identity: Identity | undefined }) {
  const { company } = useCompany()
  const skus = useContext(PicturedSkus)
  const { data } = useQuery({
    ...trpc.productMaster.getProductThumbnails.queryOptions(
      identity?.hasPicture ? { companyId: company.id, skus: [...skus] } : skipToken,
    ),
    select: (pictures) => pictures.find(({ sku }) => sku === identity?.sku),
    retry: false,
    meta: { isQuiet: true },
  })
  return <Thumbnail {...(data && { src: `data:${data.contentType};base64,${data.base64}` })} />
}
