import { MonitorDown } from 'lucide-react'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dismissInstallOffer, install, useInstallOffer } from './install-prompt.ts'

/** Offers to install the page as an app, where the browser can. */
export function InstallBanner() {
  if (!useInstallOffer()) return null
  return (
    <Banner
      icon={MonitorDown}
      action={
        <Button size="sm" onPress={install}>
          Install
        </Button>
      }
      onClose={dismissInstallOffer}
    >
      Install Sextant as an app: it opens in a window of its own.
    </Banner>
  )
}
