import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Package, Plug, TrendingDown, type LucideIcon } from 'lucide-react'
import type { Alerts as Answer } from '#contract/all-in-one.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { PATHS, type CompanyPath } from '#web/paths.ts'
import { trpc } from '#web/trpc.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { wholeText } from '#web/ui/numbers.ts'
import styles from './AllInOnePage.module.css'

interface Alert {
  count: (answer: Answer) => number
  text: string
  icon: LucideIcon
  to: CompanyPath
  /** What the page that it leads to shows. */
  search?: Record<string, string>
}

const ALERTS: readonly Alert[] = [
  {
    count: ({ losingProducts }) => losingProducts ?? 0,
    text: 'lose money after ads',
    icon: TrendingDown,
    to: PATHS.brandManagerProduct,
    search: { sortBy: 'contributionMargin3', sortOrder: 'ASC' },
  },
  {
    count: ({ unitsWithoutCost }) => unitsWithoutCost ?? 0,
    text: 'units sold without a cost',
    icon: CircleAlert,
    to: PATHS.productMaster,
  },
  {
    count: ({ strandedUnits }) => Number(strandedUnits ?? 0),
    text: 'stranded units',
    icon: Package,
    to: PATHS.productMaster,
  },
  {
    count: ({ brokenConnections }) => brokenConnections,
    text: 'connections ended',
    icon: Plug,
    to: PATHS.connections,
  },
]

/** What needs somebody; nothing where nothing does. */
export function Alerts({ scope }: { scope: DashboardScope }) {
  const { companyId, currencyCode, marketplaces, asOf } = scope
  const { data } = useQuery(
    trpc.allInOne.getAlerts.queryOptions({ companyId, currencyCode, marketplaces, ...(asOf && { asOf }) }),
  )
  const shown = data ? ALERTS.filter(({ count }) => count(data) > 0) : []
  if (!data || shown.length === 0) return null
  return (
    <ul className={styles.alerts} aria-label="What needs somebody">
      {shown.map(({ count, text, icon, to, search }) => (
        <li key={text}>
          <Icon of={icon} size={14} />
          <b>{wholeText(count(data))}</b>{' '}
          <Link to={to} params={{ companyId }} {...(search && { search })}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}
