import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CircleAlert, Megaphone, Package, PackageX, Plug, TrendingDown, type LucideIcon } from 'lucide-react'
import type { Alerts as Answer } from '#contract/all-in-one.ts'
import { RUNS_OUT_DAYS } from '#contract/dashboards/all-in-one.ts'
import { withMoment } from '#web/search-params.ts'
import { namesField } from '#web/filters/filter-fields.ts'
import { PATHS, type CompanyPath } from '#web/paths.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { AttentionList, type Attention } from '#web/ui/AttentionList.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { moneyText, wholeText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import styles from './Alerts.module.css'
import type { DashboardScope } from './use-dashboard.ts'

interface Alert {
  count: (answer: Answer) => number
  /** What there is one of, or several. */
  text: readonly [one: string, many: string]
  /** The same with its noun, where it has none. */
  named?: Alert['text']
  /** What is counted is money. */
  isMoney?: true
  level: Attention['level']
  /** What it means, where there is room to say so. */
  meaning: string
  /** The one thing to do about it. */
  act: string
  icon: LucideIcon
  to: CompanyPath
  /** What the page that it leads to shows. */
  search?: (answer: Answer, scope: DashboardScope) => Record<string, string>
}

/** A single product is shown at once; of several those that sell fastest are listed. */
const searchOf = ({ skus }: { skus: readonly string[] }): Record<string, string> =>
  skus.length === 1
    ? { product: skus[0]!, productTab: 'stock' }
    : { products: namesField(skus.length).write([...skus]) }

const ALERTS: readonly Alert[] = [
  {
    count: ({ runningOut }) => runningOut?.products ?? 0,
    text: [`out of stock in ${RUNS_OUT_DAYS} days`, `out of stock in ${RUNS_OUT_DAYS} days`],
    named: [
      `product will run out of stock within ${RUNS_OUT_DAYS} days`,
      `products will run out of stock within ${RUNS_OUT_DAYS} days`,
    ],
    level: 'bad',
    meaning: 'At the current rate of sale, or already out of stock',
    act: 'Show',
    icon: PackageX,
    to: PATHS.brandManagerProduct,
    search: ({ runningOut }) => searchOf(runningOut ?? { skus: [] }),
  },
  {
    count: ({ losingProducts }) => losingProducts ?? 0,
    text: ['loses money after ads', 'lose money after ads'],
    named: ['product loses money after ads', 'products lose money after ads'],
    level: 'bad',
    meaning: 'In the last 30 days, after advertising',
    act: 'Show',
    icon: TrendingDown,
    to: PATHS.brandManagerProduct,
    search: () => ({ sortBy: 'contributionMargin3', sortOrder: 'ASC' }),
  },
  {
    count: ({ spendWithoutOrders }) => Number(spendWithoutOrders ?? 0),
    text: ['spend without orders', 'spend without orders'],
    isMoney: true,
    level: 'warn',
    meaning: 'In the last 30 days, on search terms with many clicks and no orders',
    act: 'Show',
    icon: Megaphone,
    to: PATHS.allInOne,
    // The number of the link, whatever that page showed last.
    search: ({ period: { startDate, endDate } }, { currencyCode, marketplaces }) => ({
      explain: `wastedAdSpend.${startDate}.${endDate}`,
      currencyCode,
      marketplaces: marketplaces.join(',') || 'all',
    }),
  },
  {
    count: ({ unitsWithoutCost }) => unitsWithoutCost ?? 0,
    text: ['unit sold without a cost', 'units sold without a cost'],
    level: 'warn',
    meaning: 'Profit is shown without their cost',
    act: 'Enter costs',
    icon: CircleAlert,
    to: PATHS.productMaster,
  },
  {
    count: ({ strandedUnits }) => Number(strandedUnits ?? 0),
    text: ['stranded unit', 'stranded units'],
    level: 'warn',
    meaning: 'In the warehouse, but buyers cannot order them',
    act: 'Show',
    icon: Package,
    to: PATHS.productMaster,
  },
  {
    count: ({ brokenConnections }) => brokenConnections,
    text: ['connection ended', 'connections ended'],
    level: 'bad',
    meaning: 'No new data is coming in',
    act: 'Reconnect',
    icon: Plug,
    to: PATHS.connections,
  },
  {
    count: ({ endingConnections }) => endingConnections,
    text: ['connection ends soon', 'connections end soon'],
    level: 'warn',
    meaning: 'Consent at Amazon expires after a year',
    act: 'Reconnect',
    icon: Plug,
    to: PATHS.connections,
  },
]

function useAlerts({ companyId, currencyCode, marketplaces, asOf }: DashboardScope) {
  return useQuery(
    trpc.allInOne.getAlerts.queryOptions({ companyId, currencyCode, marketplaces, ...(asOf && { asOf }) }),
  )
}

const alertsIn = (answer: Answer, scope: DashboardScope) =>
  ALERTS.map(({ count, text, named = text, isMoney, search, ...alert }) => {
    const number = count(answer)
    const place = number === 1 ? 0 : 1
    const amount = isMoney ? moneyText(String(number), scope.currencyCode) : wholeText(number)
    return {
      ...alert,
      number,
      amount,
      text: text[place],
      named: named[place],
      search: search?.(answer, scope),
    }
  }).filter(({ number }) => number > 0)

/** What needs attention, in one line over a page; nothing where nothing does. */
export function Alerts({ scope }: { scope: DashboardScope }) {
  const { data, isError, error, refetch } = useAlerts(scope)
  if (!data)
    return (
      isError && (
        <div className={styles.alerts}>
          <StateMessage
            kind="error"
            place="line"
            title="What needs attention could not be read"
            action={
              <Button size="sm" onPress={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {errorText(error)}
          </StateMessage>
        </div>
      )
    )
  const shown = alertsIn(data, scope)
  if (shown.length === 0) return null
  return (
    <ul className={styles.alerts} aria-label="What needs attention">
      {shown.map(({ amount, text, icon, to, search }) => (
        <li key={text}>
          <Icon of={icon} size={14} />
          <b>{amount}</b>{' '}
          <Link to={to} params={{ companyId: scope.companyId }} search={withMoment(to, search)}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The same as a section, with what it means and what to do. */
export function AlertSection({ scope }: { scope: DashboardScope }) {
  const query = useAlerts(scope)
  const navigate = useNavigate()
  return (
    <SectionFrame title="Needs attention" status={queryStatus(query)} skeleton="rows">
      {query.data && (
        <AttentionList
          label="What needs attention"
          calm="Nothing needs attention."
          items={alertsIn(query.data, scope).map(({ amount, named, meaning, level, act, to, search }) => ({
            id: named,
            level,
            title: `${amount} ${named}`,
            text: meaning,
            act: {
              label: act,
              onPress: () =>
                void navigate({ to, params: { companyId: scope.companyId }, search: withMoment(to, search) }),
            },
          }))}
        />
      )}
    </SectionFrame>
  )
}
