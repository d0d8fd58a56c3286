import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { errorText } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'

/** Where a page could not be shown at all. What fails inside a page says so in its own section. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  return (
    <StateMessage
      isPage
      kind="error"
      title="This page could not be read"
      action={
        <Button kind="primary" onPress={tryAgain}>
          Try again
        </Button>
      }
    >
      {errorText(error)}
    </StateMessage>
  )
}
