import { Link } from '@tanstack/react-router'
import type { PATHS } from '#web/paths.ts'
import styles from './RouteTabs.module.css'
import { useCompany } from './use-company.ts'

interface RouteTab {
  label: string
  /** What the tab is about, as a tooltip. */
  hint: string
  to: (typeof PATHS)['transactionProfitAndLoss' | 'import']
}

/** Tabs that are pages of their own: links, with the place marked in brass. */
export function RouteTabs({ label, tabs }: { label: string; tabs: RouteTab[] }) {
  const { company } = useCompany()
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          params={{ companyId: company.id }}
          search={true}
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
