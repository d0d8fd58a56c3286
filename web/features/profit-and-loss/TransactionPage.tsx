import { useSuspenseQuery } from '@tanstack/react-query'
import { CURRENCY_CODES } from '#contract/marketplaces.ts'
import { PATHS } from '#web/paths.ts'
import { Page } from '#web/shell/Page.tsx'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { StatementPage } from './StatementPage.tsx'

const DEFAULT_CURRENCY = 'USD'

/** The profit and loss of released transactions. The route has made sure that the coverage is known. */
export function TransactionPage() {
  const { company } = useCompany()
  const { data: coverage } = useSuspenseQuery(
    trpc.imports.getCoverage.queryOptions({ companyId: company.id }),
  )
  const { firstDay, lastDay } = coverage

  if (firstDay === null || lastDay === null) {
    return (
      <Page title="Profit and loss" tabs={<ProfitAndLossTabs />}>
        <StateMessage
          title="No data yet"
          action={
            <ButtonLink to={PATHS.import} params={{ companyId: company.id }}>
              Import files
            </ButtonLink>
          }
        >
          {company.name} has no transactions. Import settlement reports, and the statement is made from their
          lines.
        </StateMessage>
      </Page>
    )
  }
  const currencies = [company.defaultCurrency, ...coverage.currencies]
  return (
    <StatementPage
      key={company.id}
      company={company}
      coverage={{ ...coverage, firstDay, lastDay }}
      currencyCode={CURRENCY_CODES.find((code) => code === currencies.find(Boolean)) ?? DEFAULT_CURRENCY}
      tabs={<ProfitAndLossTabs />}
    />
  )
}

const HINT =
  'Based on the shipped date, with actual fees. Only released transactions; deferred ones appear about 7 days later. Best for monthly views.'

const ProfitAndLossTabs = () => (
  <RouteTabs
    label="Profit and loss"
    tabs={[{ label: 'Transaction P&L', hint: HINT, to: PATHS.transactionProfitAndLoss }]}
  />
)
