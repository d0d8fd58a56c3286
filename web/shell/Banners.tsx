import { BlockWatch } from '#web/blocked/BlockWatch.tsx'
import { InstallBanner } from '#web/installed-app/InstallBanner.tsx'
import { UpdateBanner } from '#web/installed-app/UpdateBanner.tsx'
import { OfflineBanner } from '#web/offline/OfflineBanner.tsx'

/** What concerns every page, under the header. */
export const Banners = () => (
  <>
    <BlockWatch />
    <OfflineBanner />
    <UpdateBanner />
    <InstallBanner />
  </>
)
