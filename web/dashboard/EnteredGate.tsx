import { useSuspenseQuery } from '@tanstack/react-query'
import { useRefusal } from '#web/settings/use-team.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { today } from '#web/ui/dates.ts'
import { OF_THE_PAST, usePast } from './as-of.ts'
import { DashboardGate } from './DashboardGate.tsx'
import { enteredSubjectOf, type DashboardDays, type DashboardSubject } from './dashboard-subject.ts'

interface EnteredGateProps {
  title: string
  days: DashboardDays
  children: (subject: DashboardSubject) => React.ReactElement
}

/** A page of what people enter: it needs no data, and as of a moment it is read as any dashboard is. */
export function EnteredGate(props: EnteredGateProps) {
  const { asOf } = usePast()
  return asOf === undefined ? <Now {...props} /> : <DashboardGate {...props} isEntered noData="" />
}

function Now({ days, children: render }: EnteredGateProps) {
  const { company } = useCompany()
  const { data: coverage } = useSuspenseQuery(
    trpc.imports.getCoverage.queryOptions({ companyId: company.id }),
  )
  return render(enteredSubjectOf(company, coverage, days, today()))
}

/** Why nothing can be entered: for want of a right, or because the page is of a moment that is over. */
export function useEntryRefusal(asOf: string | undefined): string | undefined {
  const refusal = useRefusal('changeSettings')
  return asOf === undefined ? refusal : OF_THE_PAST
}
