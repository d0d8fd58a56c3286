import { useMutation } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { ProductMasterRow } from '#contract/product-master.ts'
import { PRODUCT_CHANGES_MAX } from '#contract/dashboards/product-master.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import type { EditStore } from '#web/table/edit-store.ts'
import { useSaveId } from '#web/table/use-save-id.ts'
import { useSheetSave } from '#web/table/use-sheet-save.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import {
  bulkChanges,
  draftOf,
  valueOf,
  type BulkEdit,
  type ProductDraft,
  type TypedColumn,
} from './product-lines.ts'

const NO_ROWS: readonly ProductMasterRow[] = []

const withRows = (
  before: ReadonlyMap<string, ProductMasterRow>,
  rows: readonly ProductMasterRow[],
): ReadonlyMap<string, ProductMasterRow> =>
  new Map([...before, ...rows.map((row) => [row.sku, row] as const)])

/** What is typed on the page and not saved, on whatever page of the table it was typed. */
export function useProductEdits(
  shown: readonly ProductMasterRow[] | undefined,
  {
    companyId,
    currencyCode,
    store,
  }: Pick<DashboardScope, 'companyId' | 'currencyCode'> & { store: EditStore },
) {
  const { typed } = useSyncExternalStore(store.subscribe, store.edits)
  const [remembered, remember] = useState<ReadonlyMap<string, ProductMasterRow>>(new Map())
  const rows = shown ?? NO_ROWS
  const known = useMemo(() => withRows(remembered, rows), [remembered, rows])
  const [seen, setSeen] = useState(NO_ROWS)
  if (seen !== rows) {
    setSeen(rows)
    remember(known)
  }

  const draftAt = (row: ProductMasterRow) => draftOf(row, (column) => store.typedAt({ row: row.sku, column }))
  const touched = [...new Set([...typed.values()].map(({ row }) => row))]
  const drafts = touched.flatMap((sku) => {
    const row = known.get(sku)
    return row ? [draftAt(row)] : []
  })
  const problems = drafts.filter(({ problem }) => problem !== undefined)

  const mutation = useMutation(trpc.productMaster.updateProducts.mutationOptions())
  const saveIdOf = useSaveId()
  const sheet = useSheetSave(store)
  const reread = async (products: readonly ProductDraft[]) => {
    const skus = products.map(({ sku }) => sku)
    const [answer] = await Promise.all([
      queryClient.fetchQuery({
        ...trpc.productMaster.list.queryOptions({
          companyId,
          currencyCode,
          skus,
          pageSize: PRODUCT_CHANGES_MAX,
        }),
        staleTime: 0,
      }),
      queryClient.refetchQueries(trpc.productMaster.list.pathFilter()),
    ])
    remember((before) => withRows(before, answer.rows))
  }
  const save = () => {
    const products = drafts.map(({ draft }) => draft)
    return sheet.save(
      {
        send: async () => {
          await mutation.mutateAsync({ companyId, saveId: saveIdOf(products), products })
        },
        reread: () => reread(products),
      },
      'Products saved. Names and filters are updated.',
    )
  }
  /** Types into many rows; they are saved with everything else. */
  const change = (skus: ReadonlySet<string>, edit: BulkEdit) => {
    const chosen = [...skus].flatMap((sku) => known.get(sku) ?? [])
    store.change(
      bulkChanges(
        chosen.map((row) => draftAt(row).draft),
        edit,
      ),
      ({ row, column, typed: text }) => text === (valueOf(known.get(row)!, column as TypedColumn) ?? ''),
    )
  }
  return {
    drafts,
    problems,
    change,
    /** Rows that were read, on any page. */
    known,
    count: drafts.length,
    tooMany: drafts.length > PRODUCT_CHANGES_MAX,
    discard: sheet.discard,
    save,
    bar: sheet.bar,
  }
}

export type ProductEdits = ReturnType<typeof useProductEdits>
