import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Band } from '#web/shell/Page.tsx'
import { DataTable, ROW_HEIGHTS } from '#web/table/DataTable.tsx'
import type { Sort } from '#web/table/sort-rows.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { useTable } from '#web/table/use-table.ts'
import { errorText } from '#web/trpc.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { countText, wholeText } from '#web/ui/numbers.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { useShownLoading } from '#web/ui/use-shown-loading.ts'
import styles from './AdminList.module.css'

interface AdminListProps<Row, Page> {
  label: string
  columns: readonly TableColumn<Row>[]
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>
  rowsOf: (page: Page) => readonly Row[]
  rowId: (row: Row) => string
  /** Rows in all, where somebody has counted them. */
  total?: number | undefined
  /** What one and several of them are called. */
  counted: readonly [one: string, many: string]
  /** The server puts rows in order. */
  sorting?: { sort: Sort; onSort: (sort: Sort | null) => void }
  opened?: string | null
  onOpen?: (row: Row | null) => void
  /** Where there is nothing to list, and why. */
  empty: { title: string; text: string }
}

/** A table that is read page by page. */
export function AdminList<Row, Page>(props: AdminListProps<Row, Page>) {
  const {
    label,
    columns,
    query,
    rowsOf,
    rowId,
    total,
    counted,
    sorting,
    opened = null,
    onOpen,
    empty,
  } = props
  const { data } = query
  const rows = useMemo(() => (data ? data.pages.flatMap(rowsOf) : []), [data, rowsOf])
  const table = useTable({
    columns,
    rows,
    rowId,
    ...(sorting && { sorting: { ...sorting, isSorted: true } }),
  })
  const isLoading = useShownLoading(query.isLoading)
  if (query.isError && rows.length === 0)
    return (
      <Band>
        <StateMessage
          kind="error"
          title={`${label} could not be read`}
          action={
            <Button onPress={() => void query.refetch()} isPending={query.isFetching}>
              Try again
            </Button>
          }
        >
          {errorText(query.error)}
        </StateMessage>
      </Band>
    )
  return (
    <>
      {(query.isRefetchError || query.isFetchNextPageError) && (
        <Banner appearance="negative">{errorText(query.error)}</Banner>
      )}
      <DataTable
        table={table}
        label={label}
        rowHeight={ROW_HEIGHTS.dense}
        isLoading={isLoading || query.isLoading}
        openedRow={opened}
        {...(onOpen && { onOpen, onLeave: () => onOpen(null) })}
        empty={
          data && (
            <StateMessage title={empty.title} reading="beyond">
              {empty.text}
            </StateMessage>
          )
        }
      />
      {rows.length > 0 && (
        <Band className={styles.more}>
          <span>
            {total === undefined
              ? countText(rows.length, ...counted)
              : `${wholeText(rows.length)} of ${countText(total, ...counted)}`}
          </span>
          {query.hasNextPage && (
            <Button size="sm" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              Load more
            </Button>
          )}
        </Band>
      )}
    </>
  )
}
