import { CompanySelect } from './CompanySelect.tsx'
import { useShellCompany } from './use-company.ts'
import { useSwitchCompany } from './use-switch-company.ts'

/** The company that a page is about, and the way to others. */
export function CompanySelector() {
  const { companies, company } = useShellCompany()
  const switchTo = useSwitchCompany()
  return company && <CompanySelect companies={companies} company={company} onChange={switchTo} />
}
