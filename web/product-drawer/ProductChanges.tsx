import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { withMoment } from '#web/search-params.ts'
import { exportedEdits } from '#web/dashboard/exported-edits.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { queryClient, trpc } from '#web/trpc.ts'
import type { ProductEdit } from '#contract/product-master.ts'
import { PATHS } from '#web/paths.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { ShowOlder } from '#web/ui/ShowOlder.tsx'
import { dayOfMoment, momentText } from '#web/ui/dates.ts'
import { Timeline } from '#web/ui/Timeline.tsx'
import { PRODUCT_TEXTS } from './product-edit-texts.ts'
import styles from './ProductDrawer.module.css'

interface ProductChangesProps {
  companyId: string
  sku: string
  query: UseInfiniteQueryResult<{ pages: { edits: ProductEdit[]; hasMore: boolean }[] }, unknown>
}

/** What people entered of the product and its costs, the newest first. */
export const ProductChanges = ({ companyId, sku, query }: ProductChangesProps) => (
  <div className={styles.changes}>
    <QueryBody title="The changes" query={query}>
      {({ pages }) => {
        const edits = pages.flatMap((page) => page.edits)
        return (
          <>
            {edits.length === 0 ? (
              <p>No changes for this product yet.</p>
            ) : (
              <>
                <ExportMenu
                  content={() =>
                    exportedEdits(
                      (cursor) =>
                        queryClient.fetchQuery(
                          trpc.productMaster.getHistory.queryOptions(
                            { companyId, sku, cursor },
                            { gcTime: 0, staleTime: 0 },
                          ),
                        ),
                      PRODUCT_TEXTS,
                      [['SKU', sku]],
                    )
                  }
                  fileName={`changes-${sku}`}
                />
                <Timeline
                  label="Changes"
                  entries={edits.map((edit) => ({
                    id: String(edit.id),
                    day: dayOfMoment(new Date(edit.at)),
                    title: edit.subject === 'COST' ? 'Cost' : 'Name, category and tags',
                    text: `${PRODUCT_TEXTS.change(edit)}, ${edit.by}, ${momentText(edit.at)}`,
                  }))}
                />
              </>
            )}
            <ShowOlder query={query} />
            <Link
              to={PATHS.productMaster}
              params={{ companyId }}
              search={withMoment(PATHS.productMaster, { opened: sku, searchText: sku })}
            >
              Costs in product master
            </Link>
          </>
        )
      }}
    </QueryBody>
  </div>
)
