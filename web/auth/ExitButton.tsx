import { Button } from '#web/ui/Button.tsx'

/** Leaves a sign-in that waits for something: with the page, what it waited for is forgotten. */
export const ExitButton = () => (
  <Button kind="ghost" size="xl" onPress={() => location.reload()}>
    Exit
  </Button>
)
