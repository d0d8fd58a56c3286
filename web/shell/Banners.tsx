import { BlockWatch } from '#web/blocked/BlockWatch.tsx'
import { InstallBanner } from '#web/installed-app/InstallBanner.tsx'
import { Notices } from './Notices.tsx'

/** Under the header of the shell. */
export const Banners = () => (
  <>
    <BlockWatch />
    <Notices />
    <InstallBanner />
  </>
)
