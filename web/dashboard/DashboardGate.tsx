import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { CURRENCY_CODES } from '#contract/marketplaces.ts'
import { isMarketplaceCode } from '#web/filters/filter-fields.ts'
import { PATHS } from '#web/paths.ts'
import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { Page } from '#web/shell/Page.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import type { DashboardSubject } from './use-dashboard.ts'

const DEFAULT_CURRENCY = 'USD'

interface DashboardGateProps {
  title: string
  tabs?: React.ReactNode
  /** What makes numbers of nothing: `Import settlement reports, and …`. */
  noData: string
  children: (subject: DashboardSubject) => React.ReactElement
}

/** A dashboard of a company that has data. The route has made sure that the coverage is known. */
export function DashboardGate({ title, tabs, noData, children: render }: DashboardGateProps) {
  const { company } = useCompany()
  const { data: coverage } = useSuspenseQuery(
    trpc.imports.getCoverage.queryOptions({ companyId: company.id }),
  )
  const { firstDay, lastDay, publishedAt } = coverage
  if (firstDay === null || lastDay === null) {
    return (
      <Page title={title} tabs={tabs}>
        <StateMessage
          title="No data yet"
          action={
            <ButtonLink to={PATHS.import} params={{ companyId: company.id }}>
              Import files
            </ButtonLink>
          }
        >
          {company.name} has no transactions. {noData}
        </StateMessage>
      </Page>
    )
  }
  const currencies = [company.defaultCurrency, ...coverage.currencies]
  return (
    // Another company begins anew.
    <Fragment key={company.id}>
      {render({
        company,
        firstDay,
        lastDay,
        publishedAt,
        offered: coverage.marketplaces.filter(isMarketplaceCode),
        currencyCode: CURRENCY_CODES.find((code) => code === currencies.find(Boolean)) ?? DEFAULT_CURRENCY,
      })}
    </Fragment>
  )
}
