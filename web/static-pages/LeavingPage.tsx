import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { signOut } from '#web/session/session.ts'
import { FullPage } from '#web/shell/FullPage.tsx'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'

/** Leaves every company without data and signs out, by being shown: a link that is only looked at does nothing. */
export function LeavingPage() {
  const { mutate, error } = useMutation({
    ...trpc.companies.leaveUnconnectedCompanies.mutationOptions(),
    onSuccess: () => signOut(),
  })
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    mutate()
  }, [mutate])
  return (
    <FullPage title="Leaving companies">
      {error ? (
        <StateMessage
          isPage
          kind="error"
          title="The companies could not be left"
          action={
            <Button kind="primary" onPress={() => mutate()}>
              Try again
            </Button>
          }
        >
          {errorText(error)}
        </StateMessage>
      ) : (
        <Spinner label="Leaving companies without data" />
      )}
    </FullPage>
  )
}
