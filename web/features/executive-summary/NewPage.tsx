import { Navigate } from '@tanstack/react-router'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { PATHS } from '#web/paths.ts'
import { Page } from '#web/shell/Page.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { errorText } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { ExecutiveSummaryTabs, TITLE, useLicence } from './executive-summary-frame.tsx'
import { RealTimePage } from './RealTimePage.tsx'

/** Orders as they come in, for companies with the licence. Others are led to the legacy view once that is known. */
export function NewPage() {
  const { company } = useCompany()
  const licence = useLicence()
  if (licence.data?.isEnabled === false)
    return (
      <Navigate to={PATHS.executiveSummaryLegacy} params={{ companyId: company.id }} search={true} replace />
    )
  if (licence.data)
    return (
      <DashboardGate
        title={TITLE}
        tabs={<ExecutiveSummaryTabs />}
        days="ALL"
        noData="Import order reports to see how today goes."
      >
        {(subject) => <RealTimePage subject={subject} />}
      </DashboardGate>
    )
  return (
    <Page title={TITLE}>
      {licence.error ? (
        <StateMessage
          kind="error"
          title="The licence could not be read"
          action={
            <Button onPress={() => void licence.refetch()} isPending={licence.isFetching}>
              Try again
            </Button>
          }
        >
          {errorText(licence.error)}
        </StateMessage>
      ) : (
        <Spinner />
      )}
    </Page>
  )
}
