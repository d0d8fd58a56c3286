import { Link } from '@tanstack/react-router'
import type { CompanyPath } from '#web/paths.ts'
import type { SearchParams } from '#web/search-params.ts'
import styles from './RouteTabs.module.css'
import { useCompany } from './use-company.ts'

interface RouteTab {
  label: string
  /** What the tab is about, as a tooltip. */
  hint: string
  to: CompanyPath
}

interface RouteTabsProps {
  label: string
  tabs: RouteTab[]
  /** What of the address the pages have in common; all of it by itself. */
  search?: (search: SearchParams) => SearchParams
}

/** Tabs that are pages of their own: links, with the place marked in brass. */
export function RouteTabs({ label, tabs, search }: RouteTabsProps) {
  const { company } = useCompany()
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          params={{ companyId: company.id }}
          search={search ?? true}
          activeOptions={{ includeSearch: false }}
          className={styles.tab}
          title={tab.hint}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
