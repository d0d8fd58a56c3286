import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { hasAiConsent, setAiConsent } from '#web/ai-consent.ts'
import { hasPreReleaseFeatures } from '#web/pre-release.ts'
import { trpc } from '#web/trpc.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/**
 * Asks for the consent without which no AI feature works, of whoever may have them: the licence has to, and they are not
 * finished yet. It goes once the consent is given.
 */
export function AiBanner({ companyId }: { companyId: string }) {
  const [isGiven, setGiven] = useState(hasAiConsent)
  const isWanted = hasPreReleaseFeatures() && !isGiven
  const licence = useQuery({
    ...trpc.ai.chatbot.testLicense.queryOptions({ companyId }),
    enabled: isWanted,
  })
  if (!isWanted || licence.data?.licensed !== true) return null
  return (
    <Banner icon={Sparkles}>
      <ConfirmDialog
        title="Enable AI features"
        confirmLabel="Enable"
        cancelLabel="Not now"
        trigger={
          <Button kind="ghost" size="sm">
            NEW - Click to enable AI features
          </Button>
        }
        onConfirm={() => {
          setAiConsent(true)
          setGiven(true)
        }}
      >
        This version has no AI features yet, so nothing changes today and no data is sent to an AI service. AI
        features of later versions will be enabled in this browser, and each will say what it sends before it
        sends anything. Signing out withdraws your consent.
      </ConfirmDialog>
    </Banner>
  )
}
