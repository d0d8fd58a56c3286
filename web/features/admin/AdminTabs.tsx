import { Link } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import styles from '#web/shell/RouteTabs.module.css'

const TABS = [
  { label: 'Brands', hint: 'All companies of this installation', page: 'companies' },
  { label: 'Licenses', hint: 'Which parts of the product a company has', page: 'licenses' },
  { label: 'Subscriptions', hint: 'What companies have, and since when', page: 'subscriptions' },
  { label: 'Jobs', hint: 'Imports of all companies', page: 'jobs' },
  { label: 'Audit log', hint: 'Who did what', page: 'auditLog' },
  { label: 'Crash reports', hint: 'What failed in browsers', page: 'crashReports' },
  { label: 'Maintenance', hint: 'Close and open the installation', page: 'maintenance' },
]

/** The pages of the platform, as links. Each has filters of its own. */
export const AdminTabs = () => (
  <nav aria-label="Platform" className={styles.tabs}>
    {TABS.map(({ label, hint, page }) => (
      <Link
        key={page}
        to={PATHS.admin}
        params={{ page }}
        activeOptions={{ includeSearch: false }}
        className={styles.tab}
        title={hint}
      >
        {label}
      </Link>
    ))}
  </nav>
)
