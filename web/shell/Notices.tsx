import { UpdateBanner } from '#web/installed-app/UpdateBanner.tsx'
import { OfflineBanner } from '#web/offline/OfflineBanner.tsx'

/** What may have to be said on any page, whoever looks at it. */
export const Notices = () => (
  <>
    <OfflineBanner />
    <UpdateBanner />
  </>
)
