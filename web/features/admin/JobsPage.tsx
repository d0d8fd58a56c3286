import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { JOB_STATES, type Job, type JobState } from '#contract/admin.ts'
import { FilterBar } from '#web/filters/FilterBar.tsx'
import { SearchFilter } from '#web/filters/SearchFilter.tsx'
import { PHASE } from '#web/import-status/import-words.ts'
import { StatusWord } from '#web/import-status/StatusWord.tsx'
import { PATHS } from '#web/paths.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { trpc } from '#web/trpc.ts'
import { momentText } from '#web/ui/dates.ts'
import { bytesText, countText } from '#web/ui/numbers.ts'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { AdminList } from './AdminList.tsx'
import { AdminPage } from './AdminPage.tsx'
import styles from './JobsPage.module.css'
import { oneOf, useAddressView } from './use-address-view.ts'

const STATE_LABELS: Record<JobState, string> = { ALL: 'All', UNFINISHED: 'Unfinished', FAILED: 'Failed' }
const STATES = ['ALL', 'UNFINISHED', 'FAILED'] as const satisfies readonly JobState[]
const UNFINISHED: readonly string[] = JOB_STATES.UNFINISHED
const POLL_MS = 5_000

type JobsPage = { jobs: Job[]; total: number }
const jobsOf = (page: JobsPage) => page.jobs
const jobId = ({ id }: Job) => String(id)

/** Imports of all companies: what goes on, what waits, and what went wrong. */
export function JobsPage() {
  const [view, change] = useAddressView()
  const state = oneOf(view['state'], STATES, 'ALL')
  const search = view['search'] ?? ''
  const query = useInfiniteQuery({
    ...trpc.threefinAdmin.getJobs.infiniteQueryOptions(
      { state, search },
      {
        getNextPageParam: ({ total }, pages) => {
          const read = pages.reduce((sum, { jobs }) => sum + jobs.length, 0)
          return read < total ? read : undefined
        },
      },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ jobs }) => jobs.some(({ status }) => UNFINISHED.includes(status)))
        ? POLL_MS
        : false,
    meta: { isQuiet: true },
  })
  const total = query.data?.pages.at(-1)?.total
  return (
    <AdminPage
      title="Jobs"
      filters={
        <FilterBar
          filters={[
            {
              id: 'search',
              control: (
                <SearchFilter
                  label="Search file or company"
                  value={search}
                  onChange={(text) => change({ search: text })}
                />
              ),
            },
            {
              id: 'state',
              control: (
                <FilterSelect
                  label="State"
                  choices={STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
                  value={state}
                  onChange={(value) => change({ state: value === 'ALL' ? undefined : value })}
                />
              ),
            },
          ]}
          onReset={() => change({ search: undefined, state: undefined })}
          result={total === undefined ? undefined : countText(total, 'job')}
        />
      }
    >
      <AdminList
        label="Jobs"
        columns={COLUMNS}
        query={query}
        rowsOf={jobsOf}
        rowId={jobId}
        total={total}
        counted={['job', 'jobs']}
        empty={{ title: 'No jobs', text: 'No import has this status. Choose another to see the rest.' }}
      />
    </AdminPage>
  )
}

const isPhase = (phase: string | null): phase is keyof typeof PHASE => phase !== null && phase in PHASE

const COLUMNS: readonly TableColumn<Job>[] = [
  {
    id: 'file',
    title: 'File',
    kind: 'text',
    width: 210,
    isSortable: false,
    value: ({ fileName }) => fileName,
    cell: ({ fileName, companyId, id }) => (
      <Link className={styles.file} to={PATHS.import} params={{ companyId }} search={{ import: String(id) }}>
        {fileName}
      </Link>
    ),
    cellHint: ({ fileName }) => fileName,
  },
  {
    id: 'status',
    title: 'Status',
    kind: 'text',
    width: 130,
    isSortable: false,
    value: ({ status }) => status,
    cell: ({ status }) => <StatusWord status={status} />,
  },
  {
    id: 'company',
    title: 'Brand',
    kind: 'text',
    width: 150,
    isSortable: false,
    value: ({ companyName }) => companyName,
    cellHint: ({ companyName }) => companyName,
  },
  {
    id: 'reason',
    title: 'Reason and place',
    kind: 'text',
    width: 290,
    isSortable: false,
    value: ({ problem, phase }) => (problem ? problem.text : isPhase(phase) ? PHASE[phase] : ''),
    cellHint: ({ problem }) => (problem ? `${problem.text}\n${problem.code}` : undefined),
  },
  {
    id: 'size',
    title: 'Size',
    kind: 'number',
    width: 80,
    isSortable: false,
    value: ({ fileBytes }) => fileBytes,
    format: (bytes) => bytesText(Number(bytes)),
  },
  {
    id: 'queued',
    title: 'Queued',
    kind: 'text',
    width: 145,
    isSortable: false,
    value: ({ createdAt }) => momentText(createdAt),
  },
  {
    id: 'ended',
    title: 'Ended',
    kind: 'text',
    width: 145,
    isSortable: false,
    value: ({ finishedAt }) => finishedAt && momentText(finishedAt),
  },
]
