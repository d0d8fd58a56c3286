import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Identity } from '#contract/answer.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'
import styles from './keyed-table.module.css'

/** The products of a table that have a picture: they are asked for together, as one answer that all cells share. */
export const PicturedSkus = createContext<readonly string[]>([])

/** The picture of a row's product. Most products of a table may have none, and nothing is asked for them. */
export const ProductThumbnail = ({ identity, ...size }: PictureSize & { identity: Pictured | undefined }) =>
  identity?.hasPicture ? <Picture sku={identity.sku} {...size} /> : <Thumbnail {...size} />

type Pictured = Pick<Identity, 'sku'> & { hasPicture?: boolean }
type PictureSize = Pick<React.ComponentProps<typeof Thumbnail>, 'size'>

function Picture({ sku, ...size }: PictureSize & { sku: string }) {
  const { company } = useCompany()
  const skus = useContext(PicturedSkus)
  const { data } = useQuery({
    ...trpc.productMaster.getProductThumbnails.queryOptions({ companyId: company.id, skus: [...skus] }),
    select: (pictures) => pictures.find((picture) => picture.sku === sku),
    retry: false,
    meta: { isQuiet: true },
  })
  return <Thumbnail {...size} {...(data && { src: `data:${data.contentType};base64,${data.base64}` })} />
}

/** Shows a product in the drawer; absent where a page has none. */
export const OpenProduct = createContext<((sku: string) => void) | null>(null)

/** The name of a product, which opens it. The table has one tab stop: keys open it from its cell. */
export function ProductName({ sku, children }: { sku: string; children: React.ReactNode }) {
  const open = useContext(OpenProduct)
  if (!open || sku === '') return children
  return (
    <button type="button" tabIndex={-1} className={styles.product} onClick={() => open(sku)}>
      {children}
    </button>
  )
}
