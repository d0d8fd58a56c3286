import { useParams } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { AdminPage } from './AdminPage.tsx'
import { AuditLogPage } from './AuditLogPage.tsx'
import { BrandsPage } from './BrandsPage.tsx'
import { CrashReportsPage } from './CrashReportsPage.tsx'
import { JobsPage } from './JobsPage.tsx'
import { LicensesPage } from './LicensesPage.tsx'
import { MaintenancePage } from './MaintenancePage.tsx'
import { SubscriptionsPage } from './SubscriptionsPage.tsx'

const PAGES: Record<string, React.ComponentType> = {
  companies: BrandsPage,
  licenses: LicensesPage,
  subscriptions: SubscriptionsPage,
  jobs: JobsPage,
  auditLog: AuditLogPage,
  crashReports: CrashReportsPage,
  maintenance: MaintenancePage,
}

/** The pages of those who run the platform. Whoever opens one of them is likely to open others. */
export function AdminArea() {
  const { page } = useParams({ from: PATHS.admin })
  const Page = Object.hasOwn(PAGES, page) ? PAGES[page] : undefined
  if (Page) return <Page />
  return (
    <AdminPage title="Not Found">
      <StateMessage title="Not Found" reading="beyond">
        This page doesn't exist or has moved
      </StateMessage>
    </AdminPage>
  )
}
