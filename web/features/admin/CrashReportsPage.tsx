import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { CrashGroup } from '#contract/admin.ts'
import { FilterBar } from '#web/filters/FilterBar.tsx'
import { SearchFilter } from '#web/filters/SearchFilter.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { trpc } from '#web/trpc.ts'
import { momentText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'
import { AdminList } from './AdminList.tsx'
import { AdminPage } from './AdminPage.tsx'
import { CrashInspector } from './CrashInspector.tsx'
import { placeOf } from './crash-place.ts'
import { useAddressView } from './use-address-view.ts'

type CrashesPage = { crashes: CrashGroup[]; total: number }
const crashesOf = (page: CrashesPage) => page.crashes
const crashId = ({ fingerprint }: CrashGroup) => fingerprint

/** What failed in browsers, crashes of one kind as one. */
export function CrashReportsPage() {
  const [view, change] = useAddressView()
  const reconciliationId = view['reconciliationId'] ?? ''
  const opened = view['crash'] ?? null
  const query = useInfiniteQuery({
    ...trpc.threefinAdmin.getCrashReports.infiniteQueryOptions(
      { reconciliationId },
      {
        getNextPageParam: ({ total }, pages) => {
          const read = pages.reduce((sum, { crashes }) => sum + crashes.length, 0)
          return read < total ? read : undefined
        },
      },
    ),
    placeholderData: keepPreviousData,
  })
  const total = query.data?.pages.at(-1)?.total
  const crash = query.data?.pages.flatMap(crashesOf).find(({ fingerprint }) => fingerprint === opened)
  return (
    <AdminPage
      title="Crash reports"
      filters={
        <FilterBar
          filters={[
            {
              id: 'reconciliationId',
              control: (
                <SearchFilter
                  label="Reconciliation id"
                  value={reconciliationId}
                  onChange={(text) => change({ reconciliationId: text })}
                />
              ),
            },
          ]}
          onReset={() => change({ reconciliationId: undefined })}
          result={total === undefined ? undefined : countText(total, 'crash', 'crashes')}
        />
      }
      inspector={crash && <CrashInspector crash={crash} onClose={() => change({ crash: undefined })} />}
    >
      <AdminList
        label="Crash reports"
        columns={COLUMNS}
        query={query}
        rowsOf={crashesOf}
        rowId={crashId}
        total={total}
        counted={['crash', 'crashes']}
        opened={opened}
        onOpen={(row) => change({ crash: row?.fingerprint })}
        empty={{
          title: 'No crashes',
          text:
            reconciliationId === ''
              ? 'No browser has reported a crash within the last 30 days.'
              : 'No browser with this id has reported a crash within the last 30 days.',
        }}
      />
    </AdminPage>
  )
}

const COLUMNS: readonly TableColumn<CrashGroup>[] = [
  {
    id: 'name',
    title: 'Error',
    kind: 'text',
    width: 190,
    isSortable: false,
    value: ({ name, causeName }) => (causeName === null ? name : `${name}, caused by ${causeName}`),
  },
  {
    id: 'place',
    title: 'Place',
    kind: 'text',
    width: 300,
    isSortable: false,
    value: ({ stack }) => placeOf(stack),
    cellHint: ({ stack }) => stack,
  },
  { id: 'count', title: 'Times', kind: 'number', width: 80, isSortable: false, value: ({ count }) => count },
  {
    id: 'browsers',
    title: 'Browsers',
    kind: 'number',
    width: 90,
    isSortable: false,
    value: ({ browserCount }) => browserCount,
  },
  {
    id: 'last',
    title: 'Last seen',
    kind: 'text',
    width: 150,
    isSortable: false,
    value: ({ lastAt }) => momentText(lastAt),
  },
  {
    id: 'path',
    title: 'Path',
    kind: 'text',
    width: 240,
    isSortable: false,
    value: ({ browserPathname }) => browserPathname,
    cellHint: ({ browserPathname }) => browserPathname,
  },
  {
    id: 'browser',
    title: 'Reconciliation id',
    kind: 'text',
    width: 200,
    isSortable: false,
    value: ({ reconciliationId }) => reconciliationId,
    cellHint: ({ reconciliationId }) => reconciliationId,
  },
]
