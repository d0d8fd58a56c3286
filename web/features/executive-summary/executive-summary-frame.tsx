/** What both views of the executive summary have around their numbers. */
import { useQuery } from '@tanstack/react-query'
import { PATHS } from '#web/paths.ts'
import type { SearchParams } from '#web/search-params.ts'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'

export const TITLE = 'Executive summary'

/** Both views narrow numbers in the same way; their days are each one's own. */
const COMMON = ['asOf', 'marketplaces', 'currencyCode']
const common = (search: SearchParams): SearchParams =>
  Object.fromEntries(COMMON.map((name) => [name, search[name]]))

/** Whether the company has numbers in real time. */
export function useLicence() {
  const { company } = useCompany()
  return useQuery(
    trpc.executiveSummary.realTimeData.getRealTimeDataLicenseStatus.queryOptions({ companyId: company.id }),
  )
}

/** There is nothing to choose without the licence. */
export function ExecutiveSummaryTabs() {
  const { data } = useLicence()
  if (!data?.isEnabled) return null
  return (
    <RouteTabs
      label={TITLE}
      tabs={[
        {
          label: 'New',
          hint: 'Orders as they come in, pending ones among them, up to 42 days',
          to: PATHS.executiveSummaryNew,
        },
        {
          label: 'Legacy',
          hint: 'Margins and profit by month, up to 185 days',
          to: PATHS.executiveSummaryLegacy,
        },
      ]}
      search={common}
    />
  )
}
