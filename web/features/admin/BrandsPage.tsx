import { AdminList } from './AdminList.tsx'
import { AdminPage } from './AdminPage.tsx'
import { BrandInspector } from './BrandInspector.tsx'
import { BRAND_COLUMNS } from './company-columns.tsx'
import { CompanyFilters } from './CompanyFilters.tsx'
import { useCompanies } from './use-companies.ts'

/** Every company of the installation, and what can be done about one. */
export function BrandsPage() {
  const { view, change, asked, list } = useCompanies()
  const opened = view['company'] ?? null
  const company = list.query.data?.pages.flatMap((page) => page.companies).find(({ id }) => id === opened)
  return (
    <AdminPage
      title="Brands"
      filters={<CompanyFilters asked={asked} total={list.total} onChange={change} />}
      inspector={
        company && <BrandInspector company={company} onClose={() => change({ company: undefined })} />
      }
    >
      <AdminList
        label="Brands"
        columns={BRAND_COLUMNS}
        {...list}
        counted={['company', 'companies']}
        opened={opened}
        onOpen={(row) => change({ company: row?.id })}
        empty={{ title: 'No company found', text: 'No company has this text in its name, id or addresses.' }}
      />
    </AdminPage>
  )
}
