import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isClosed, isUnauthorized } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { MessagePage } from './MessagePage.tsx'
import { reportCrash } from './report-crash.ts'

/** Where a page could not be shown at all. What fails inside a page says so in its own section. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  // They are on their way out, or see why nothing answers; there is nothing to say and nothing to report.
  const isLeaving = isUnauthorized(error) || isClosed(error)
  useEffect(() => {
    if (!isLeaving) reportCrash(error)
  }, [error, isLeaving])
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  if (isLeaving) return null
  return (
    <MessagePage
      kind="error"
      title="Unexpected Error"
      action={
        <Button kind="primary" onPress={tryAgain}>
          Try again
        </Button>
      }
    >
      Please try again later.
    </MessagePage>
  )
}
