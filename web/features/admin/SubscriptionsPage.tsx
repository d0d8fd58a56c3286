import type { AdminCompany } from '#contract/admin.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { momentText } from '#web/ui/dates.ts'
import { AdminList } from './AdminList.tsx'
import { AdminPage } from './AdminPage.tsx'
import { NAME, OWNERS } from './company-columns.tsx'
import { CompanyFilters } from './CompanyFilters.tsx'
import { subscriptionOf } from './subscription-state.ts'
import { useCompanies } from './use-companies.ts'
import { LICENCE_WORDS } from './words.ts'

/** What each company has, and since when. */
export function SubscriptionsPage() {
  const { change, asked, list } = useCompanies()
  return (
    <AdminPage
      title="Subscriptions"
      filters={<CompanyFilters asked={asked} total={list.total} onChange={change} />}
    >
      <AdminList
        label="Subscriptions"
        columns={COLUMNS}
        {...list}
        counted={['company', 'companies']}
        empty={{ title: 'No company found', text: 'No company has this text in its name, id or addresses.' }}
      />
    </AdminPage>
  )
}

const COLUMNS: readonly TableColumn<AdminCompany>[] = [
  NAME,
  {
    id: 'subscription',
    title: 'Subscription',
    kind: 'text',
    width: 150,
    isSortable: false,
    value: (company) => subscriptionOf(company).state,
    cell: (company) => {
      const { state, isBlocked } = subscriptionOf(company)
      return isBlocked ? <Badge kind="negative">{state}</Badge> : state
    },
  },
  {
    id: 'since',
    title: 'Since',
    kind: 'text',
    width: 160,
    isSortable: false,
    value: (company) => momentText(subscriptionOf(company).since),
  },
  {
    id: 'licences',
    title: 'Licenses',
    kind: 'text',
    width: 220,
    isSortable: false,
    value: ({ licences }) => licences.map((licence) => LICENCE_WORDS[licence]).join(', ') || null,
  },
  OWNERS,
]
