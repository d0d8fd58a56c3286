import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLoaderData, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { QUERIES } from '#web/area-guard.ts'
import { useConnections } from '#web/features/connections/use-connections.ts'
import { PATHS } from '#web/paths.ts'
import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { FullPage } from '#web/shell/FullPage.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'

const CHECK_MS = 60_000

// Of use only where something is connected.
const SourceBars = lazy(async () => ({
  default: (await import('#web/features/connections/SourceBars.tsx')).SourceBars,
}))

/** Stands before the dashboards of a company while its first data is on its way. */
export function SyncInProgressPage() {
  const { company } = useLoaderData({ from: '/syncInProgress' })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data: isComplete } = useQuery({
    ...QUERIES.isCriticalSyncComplete(company.id),
    refetchInterval: CHECK_MS,
    // Somebody who waits for hours looks at something else meanwhile.
    refetchIntervalInBackground: true,
    meta: { isQuiet: true },
  })
  const connections = useConnections(company.id)
  const isReadFromAmazon = connections.data?.cards.some(({ sources }) => sources.length > 0)
  useEffect(() => {
    if (!isComplete) return
    void queryClient.invalidateQueries()
    void navigate({ to: PATHS.index, replace: true })
  }, [isComplete, queryClient, navigate])
  return (
    <FullPage title="Your Amazon data is loading">
      <StateMessage
        isPage
        reading="progress"
        title="Your Amazon data is loading."
        action={
          <ButtonLink
            to={isReadFromAmazon ? PATHS.connections : PATHS.import}
            params={{ companyId: company.id }}
          >
            See how far it is
          </ButtonLink>
        }
      >
        This takes up to 24 hours. Please keep this screen open. We also send you an e-mail when it is ready.
        {isReadFromAmazon && (
          <Suspense>
            <SourceBars cards={connections.data!.cards} />
          </Suspense>
        )}
      </StateMessage>
    </FullPage>
  )
}
