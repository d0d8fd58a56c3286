import { useNavigate } from '@tanstack/react-router'
import { Button } from '#web/ui/Button.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { PATHS } from '#web/paths.ts'

export function NotFoundPage() {
  const navigate = useNavigate()
  return (
    <StateMessage
      title="There is no page at this address"
      action={
        <Button kind="primary" onPress={() => void navigate({ to: PATHS.home })}>
          Go to the start page
        </Button>
      }
    >
      The address may be mistyped, or it names a company that you cannot see.
    </StateMessage>
  )
}
