import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { PATHS } from '#web/paths.ts'
import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { Page } from '#web/shell/Page.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { dayOfMoment } from '#web/ui/dates.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { usePast } from './as-of.ts'
import { useNewestNumbers } from './use-newest-numbers.ts'
import { AsItWasBand } from './AsItWasBand.tsx'
import {
  enteredSubjectOf,
  subjectOf,
  type DashboardDays,
  type DashboardSubject,
} from './dashboard-subject.ts'

interface DashboardGateProps {
  title: string
  tabs?: React.ReactNode
  /** Those of transactions by itself. */
  days?: DashboardDays
  /** What makes numbers of nothing: `Import settlement reports, and …`. */
  noData: string
  /** It can be read as of now alone, and says so beside any other moment. */
  isOfNow?: true
  /** Of what people enter, which may come before any data. */
  isEntered?: true
  children: (subject: DashboardSubject) => React.ReactElement
}

/** A dashboard of a company that has data. The route has made sure that the coverage of now is known. */
export function DashboardGate(props: DashboardGateProps) {
  const { company } = useCompany()
  const { asOf } = usePast()
  // Another company begins anew.
  return asOf === undefined || props.isOfNow ? (
    <Now key={company.id} {...props} />
  ) : (
    <Then key={company.id} {...props} asOf={asOf} />
  )
}

function Now({ title, tabs, days = 'TRANSACTIONS', noData, children: render }: DashboardGateProps) {
  const { company } = useCompany()
  const { data: coverage, dataUpdatedAt } = useSuspenseQuery(
    trpc.imports.getCoverage.queryOptions({ companyId: company.id }),
  )
  useNewestNumbers(company.id, { version: coverage.version, readAt: dataUpdatedAt })
  const subject = subjectOf(company, coverage, days)
  if (subject) return render(subject)
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

/** The same as of a moment, of which nobody knows whether its numbers are kept. */
function Then({
  title,
  tabs,
  days = 'TRANSACTIONS',
  isEntered,
  children: render,
  asOf,
}: DashboardGateProps & { asOf: string }) {
  const { company } = useCompany()
  const past = usePast()
  const query = useQuery({
    ...trpc.imports.getCoverage.queryOptions({ companyId: company.id, asOf }),
    // From one moment to the next the page stays.
    placeholderData: keepPreviousData,
  })
  const subject =
    query.data &&
    (isEntered
      ? enteredSubjectOf(company, query.data, days, dayOfMoment(new Date(asOf)))
      : subjectOf(company, query.data, days))
  if (subject) return render({ ...subject, asOf })
  return (
    <Page title={title} tabs={tabs} notice={<AsItWasBand past={past} />}>
      {query.error ? (
        <StateMessage
          kind="error"
          title="The numbers at that time could not be read"
          action={<Button onPress={() => void query.refetch()}>Try again</Button>}
        >
          {errorText(query.error)}
        </StateMessage>
      ) : (
        query.data && (
          <StateMessage title="No data at that time">
            {company.name} had no {days === 'ALL' ? 'data' : 'transactions'} at that moment.
          </StateMessage>
        )
      )}
    </Page>
  )
}
