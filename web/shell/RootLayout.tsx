import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useInstallation } from './use-installation.ts'

const Maintenance = lazy(async () => ({
  default: (await import('#web/maintenance/Maintenance.tsx')).Maintenance,
}))

/** What every page stands in. */
export function RootLayout() {
  if (!useInstallation()?.isUnderMaintenance) return <Outlet />
  return (
    <Suspense>
      <Maintenance>
        <Outlet />
      </Maintenance>
    </Suspense>
  )
}
