import { Link } from '@tanstack/react-router'
import type { CompanyPath } from '#web/paths.ts'
import type { SearchParams } from '#web/search-params.ts'
import styles from './RouteTabs.module.css'
import { useTooltip } from '#web/ui/use-tooltip.tsx'
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
        <Tab key={tab.to} tab={tab} companyId={company.id} search={search ?? true} />
      ))}
    </nav>
  )
}

interface TabProps {
  tab: RouteTab
  companyId: string
  search: true | ((search: SearchParams) => SearchParams)
}

function Tab({ tab: { label, hint, to }, companyId, search }: TabProps) {
  const { ref, triggerProps, tooltip } = useTooltip<HTMLAnchorElement>({
    text: hint,
    delay: 300,
    placement: 'bottom',
  })
  return (
    <>
      <Link
        {...triggerProps}
        ref={ref}
        to={to}
        params={{ companyId }}
        search={search}
        activeOptions={{ includeSearch: false }}
        className={styles.tab}
      >
        {label}
      </Link>
      {tooltip}
    </>
  )
}
