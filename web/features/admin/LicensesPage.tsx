import { LICENCES, type Licence } from '#contract/licences.ts'
import type { AdminCompany } from '#contract/admin.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { trpc } from '#web/trpc.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { AdminList } from './AdminList.tsx'
import { AdminPage } from './AdminPage.tsx'
import { NAME, OWNERS, STATE } from './company-columns.tsx'
import { CompanyFilters } from './CompanyFilters.tsx'
import { useCompanies } from './use-companies.ts'
import { useCompanyChange } from './use-company-change.ts'
import { LICENCE_WORDS } from './words.ts'

/** Which parts of the product each company has. */
export function LicensesPage() {
  const { change, asked, list } = useCompanies()
  return (
    <AdminPage
      title="Licenses"
      filters={<CompanyFilters asked={asked} total={list.total} onChange={change} />}
    >
      <AdminList
        label="Licenses"
        columns={COLUMNS}
        {...list}
        counted={['company', 'companies']}
        empty={{ title: 'No company found', text: 'No company has this text in its name, id or addresses.' }}
      />
    </AdminPage>
  )
}

const licenceColumn = (licence: Licence): TableColumn<AdminCompany> => ({
  id: licence,
  title: LICENCE_WORDS[licence],
  kind: 'text',
  width: 120,
  isSortable: false,
  value: ({ licences }) => (licences.includes(licence) ? 'on' : 'off'),
  cell: (company) => <LicenceSwitch company={company} licence={licence} />,
})

const COLUMNS = [NAME, ...LICENCES.map(licenceColumn), STATE, OWNERS]

function LicenceSwitch({ company, licence }: { company: AdminCompany; licence: Licence }) {
  const change = useCompanyChange(trpc.threefinAdmin.setCompanyLicence.mutationOptions())
  // It moves at once, and back when that failed.
  const isOn = change.isPending ? change.variables.isOn : company.licences.includes(licence)
  return (
    <Switch
      isSelected={isOn}
      onChange={(wanted) => change.mutate({ companyId: company.id, licence, isOn: wanted })}
    >
      <VisuallyHidden>
        {LICENCE_WORDS[licence]} of {company.name}
      </VisuallyHidden>
    </Switch>
  )
}
