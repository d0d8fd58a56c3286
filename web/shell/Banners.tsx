import { lazy, Suspense } from 'react'
import { InstallBanner } from '#web/installed-app/InstallBanner.tsx'
import { UpdateBanner } from '#web/installed-app/UpdateBanner.tsx'
import { OfflineBanner } from '#web/offline/OfflineBanner.tsx'

// Asked for after the page that it concerns.
const BlockWatch = lazy(async () => ({ default: (await import('#web/blocked/BlockWatch.tsx')).BlockWatch }))

/** What concerns every page, under the header. */
export const Banners = () => (
  <>
    <Suspense>
      <BlockWatch />
    </Suspense>
    <OfflineBanner />
    <UpdateBanner />
    <InstallBanner />
  </>
)
