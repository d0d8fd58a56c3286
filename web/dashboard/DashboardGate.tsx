import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { PATHS } from '#web/paths.ts'
import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { Page } from '#web/shell/Page.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { subjectOf, type DashboardDays, type DashboardSubject } from './dashboard-subject.ts'

interface DashboardGateProps {
  title: string
  tabs?: React.ReactNode
  /** Those of transactions by itself. */
  days?: DashboardDays
  /** What makes numbers of nothing: `Import settlement reports, and …`. */
  noData: string
  children: (subject: DashboardSubject) => React.ReactElement
}

/** A dashboard of a company that has data. The route has made sure that the coverage is known. */
export function DashboardGate({
  title,
  tabs,
  days = 'TRANSACTIONS',
  noData,
  children: render,
}: DashboardGateProps) {
  const { company } = useCompany()
  const { data: coverage } = useSuspenseQuery(
    trpc.imports.getCoverage.queryOptions({ companyId: company.id }),
  )
  const subject = subjectOf(company, coverage, days)
  if (subject === null) {
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
          {company.name} has no {days === 'ALL' ? 'data' : 'transactions'}. {noData}
        </StateMessage>
      </Page>
    )
  }
  // Another company begins anew.
  return <Fragment key={company.id}>{render(subject)}</Fragment>
}
