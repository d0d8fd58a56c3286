import { Link } from '@tanstack/react-router'
import type { AdminPath, PATHS } from '#web/paths.ts'
import styles from './RouteTabs.module.css'

interface RouteTab {
  label: string
  /** What the tab is about, as a tooltip. */
  hint: string
  to: AdminPath | (typeof PATHS)['transactionProfitAndLoss' | 'import']
}

/** Tabs that are pages of their own: links, with the place marked in brass. */
export function RouteTabs({ label, tabs }: { label: string; tabs: RouteTab[] }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          params={true}
          // The pages of a company share their filters; those of the platform have their own.
          search={tab.to.startsWith('/$') || {}}
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
