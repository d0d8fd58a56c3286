import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import styles from './FullPage.module.css'
import { reportCrash } from './report-crash.ts'

/** Where a page could not be shown at all. What fails inside a page says so in its own section. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => reportCrash(error), [error])
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className={styles.page}>
      <StateMessage
        isPage
        kind="error"
        title="Unexpected Error"
        action={
          <Button kind="primary" onPress={tryAgain}>
            Try again
          </Button>
        }
      >
        Please try again later.
      </StateMessage>
    </div>
  )
}
