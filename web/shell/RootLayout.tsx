import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import styles from './RootLayout.module.css'
import { useInstallation } from './use-installation.ts'

const Maintenance = lazy(async () => ({
  default: (await import('#web/maintenance/Maintenance.tsx')).Maintenance,
}))

/** What every page stands in. Whoever was there before the installation was closed keeps what is typed, under the cover. */
export function RootLayout() {
  const isClosed = useInstallation()?.isUnderMaintenance
  const [wasOpen, setWasOpen] = useState(false)
  const [isCovered, setCovered] = useState<boolean | null>(null)
  if (isClosed === false && !wasOpen) setWasOpen(true)
  return (
    <>
      <div className={styles.page} inert={isCovered === true}>
        {/* Who comes meanwhile would only ask for what is refused. */}
        {(!isClosed || wasOpen || isCovered === false) && <Outlet />}
      </div>
      {isClosed && (
        <Suspense>
          <Maintenance onCover={setCovered} />
        </Suspense>
      )}
    </>
  )
}
