import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { AUDIT_SUBJECTS, type AuditEntry, type AuditSubject } from '#contract/admin.ts'
import { DateRangeFilter } from '#web/filters/DateRangeFilter.tsx'
import { FilterBar } from '#web/filters/FilterBar.tsx'
import { SearchFilter } from '#web/filters/SearchFilter.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { trpc } from '#web/trpc.ts'
import { momentText, today } from '#web/ui/dates.ts'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { AdminList } from './AdminList.tsx'
import { AdminPage } from './AdminPage.tsx'
import { auditAsked, daysAsked } from './audit-view.ts'
import { actionText, detailsText, fullDetailsText, SUBJECT_WORDS } from './audit-words.ts'
import { useAddressView } from './use-address-view.ts'

type LogPage = { entries: AuditEntry[]; hasMore: boolean }
const entriesOf = (page: LogPage) => page.entries
const entryId = ({ id }: AuditEntry) => String(id)

const EVENTS = [
  { value: 'ALL' as const, label: 'All' },
  ...AUDIT_SUBJECTS.map((value) => ({ value, label: SUBJECT_WORDS[value] })),
]
/** Nothing was written down before. */
const FIRST_DAY = '2026-01-01'

/** Who did what, newest first. */
export function AuditLogPage() {
  const [view, change] = useAddressView()
  const asked = auditAsked(view)
  const query = useInfiniteQuery({
    ...trpc.threefinAdmin.getAuditLog.infiniteQueryOptions(asked, {
      getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <AdminPage
      title="Audit log"
      filters={
        <FilterBar
          filters={[
            {
              id: 'company',
              control: (
                <SearchFilter
                  label="Company or id"
                  value={asked.company}
                  onChange={(company) => change({ company })}
                />
              ),
            },
            {
              id: 'person',
              control: (
                <SearchFilter
                  label="Address of a person"
                  value={asked.person}
                  onChange={(person) => change({ person })}
                />
              ),
            },
            {
              id: 'event',
              control: (
                <FilterSelect<AuditSubject | 'ALL'>
                  label="Event"
                  choices={EVENTS}
                  value={asked.subject ?? 'ALL'}
                  onChange={(event) => change({ event: event === 'ALL' ? undefined : event })}
                />
              ),
            },
            {
              id: 'dates',
              control: (
                <DateRangeFilter
                  value={daysAsked(view)}
                  min={FIRST_DAY}
                  max={today()}
                  onChange={({ start, end }) => change({ from: start, to: end })}
                />
              ),
            },
          ]}
          onReset={() =>
            change({
              company: undefined,
              person: undefined,
              event: undefined,
              from: undefined,
              to: undefined,
            })
          }
        />
      }
    >
      <AdminList
        label="Audit log"
        columns={COLUMNS}
        query={query}
        rowsOf={entriesOf}
        rowId={entryId}
        counted={['entry', 'entries']}
        empty={{
          title: 'No entries',
          text: 'No entry matches these filters. Reset them to see all entries.',
        }}
      />
    </AdminPage>
  )
}

const COLUMNS: readonly TableColumn<AuditEntry>[] = [
  {
    id: 'at',
    title: 'When',
    kind: 'text',
    width: 160,
    isSortable: false,
    value: ({ at }) => momentText(at),
    cellHint: ({ at }) => at,
  },
  {
    id: 'actor',
    title: 'Who',
    kind: 'text',
    width: 220,
    isSortable: false,
    value: ({ actor }) => actor,
    cellHint: ({ actor }) => actor,
  },
  {
    id: 'action',
    title: 'Event',
    kind: 'text',
    width: 220,
    isSortable: false,
    value: ({ action }) => actionText(action),
    cellHint: ({ action }) => action,
  },
  {
    id: 'company',
    title: 'Company',
    kind: 'text',
    width: 180,
    isSortable: false,
    // Of a deleted company only the id is left.
    value: ({ companyName, companyId }) => companyName ?? companyId ?? '',
    cellHint: ({ companyId }) => companyId ?? undefined,
  },
  {
    id: 'details',
    title: 'Details',
    kind: 'text',
    width: 360,
    isSortable: false,
    value: ({ details }) => detailsText(details),
    cellHint: ({ details }) => fullDetailsText(details) || undefined,
  },
]
