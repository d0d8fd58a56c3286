import { Sparkles } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { update, useUpdateState } from './updates.ts'

/** A new version waits. */
export function UpdateBanner() {
  const state = useUpdateState()
  if (state === 'none') return null
  if (state === 'updating') return <Banner icon={Sparkles}>Updating ...</Banner>
  return (
    <Banner icon={Sparkles}>
      Sextant just got even better...{' '}
      <Button kind="tertiary" onPress={update}>
        Click here to get the latest features.
      </Button>
    </Banner>
  )
}
