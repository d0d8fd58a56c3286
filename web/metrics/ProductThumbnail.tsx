import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Identity } from '#contract/answer.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'

/** The products of a table that have a picture: they are asked for together, as one answer that all cells share. */
export const PicturedSkus = createContext<readonly string[]>([])

/** The picture of a row's product. Most products of a table may have none, and nothing is asked for them. */
export const ProductThumbnail = ({ identity }: { identity: Identity | undefined }) =>
  identity?.hasPicture ? <Picture sku={identity.sku} /> : <Thumbnail />

function Picture({ sku }: { sku: string }) {
  const { company } = useCompany()
  const skus = useContext(PicturedSkus)
  const { data } = useQuery({
    ...trpc.productMaster.getProductThumbnails.queryOptions({ companyId: company.id, skus: [...skus] }),
    select: (pictures) => pictures.find((picture) => picture.sku === sku),
    retry: false,
    meta: { isQuiet: true },
  })
  return <Thumbnail {...(data && { src: `data:${data.contentType};base64,${data.base64}` })} />
}
