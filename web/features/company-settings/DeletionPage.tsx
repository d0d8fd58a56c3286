import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { QUERIES } from '#web/area-guard.ts'
import { SetupFrame } from '#web/onboarding/SetupFrame.tsx'
import { PATHS } from '#web/paths.ts'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DeletionProgress } from './DeletionProgress.tsx'
import styles from './DeletionPage.module.css'

const POLL_MS = 1_000

const route = getRouteApi(PATHS.companyDeletion)

/** How far the deletion of a company is, for the one who deleted it. It goes on without the page. */
export function DeletionPage() {
  const { companyId } = route.useParams()
  const navigate = useNavigate()
  const deletion = useQuery({
    ...trpc.companySettings.getDeletion.queryOptions({ companyId }),
    refetchInterval: ({ state }) => (state.data?.isDone || state.error ? false : POLL_MS),
    meta: { isQuiet: true },
    staleTime: 0,
  })
  const isDone = deletion.data?.isDone === true

  // What this browser knows of companies names one that is no more.
  useEffect(() => {
    for (const { queryKey } of [QUERIES.companies, QUERIES.isComplete])
      queryClient.removeQueries({ queryKey })
  }, [])

  return (
    <SetupFrame title={isDone ? 'The company is deleted' : 'Deleting the company'}>
      <div className={styles.content}>
        {deletion.isError && deletion.data === undefined ? (
          <Alert appearance="negative">{errorText(deletion.error)}</Alert>
        ) : (
          <>
            <p className={styles.intro}>
              {isDone
                ? 'Nothing of it is left here. Earlier backups still contain it, but restoring one does not bring it back.'
                : 'Nobody can open it any more. Its numbers and files are being removed; this continues if you leave the page.'}
            </p>
            <DeletionProgress deletion={deletion.data} />
          </>
        )}
        <div>
          <Button kind="primary" size="xl" onPress={() => void navigate({ to: PATHS.home })}>
            Go to the start page
          </Button>
        </div>
      </div>
    </SetupFrame>
  )
}
