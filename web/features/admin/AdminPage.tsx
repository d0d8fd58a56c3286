import { PATHS } from '#web/paths.ts'
import { Page } from '#web/shell/Page.tsx'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'

const TABS = [
  { label: 'Brands', hint: 'All companies of this installation', to: PATHS.adminCompanies },
  { label: 'Licenses', hint: 'Which parts of the product a company has', to: PATHS.adminLicenses },
  { label: 'Subscriptions', hint: 'What companies have, and since when', to: PATHS.adminSubscriptions },
  { label: 'Jobs', hint: 'Imports of all companies', to: PATHS.adminJobs },
  { label: 'Audit log', hint: 'Who did what', to: PATHS.adminAuditLog },
  { label: 'Crash reports', hint: 'What failed in browsers', to: PATHS.adminCrashReports },
  { label: 'Maintenance', hint: 'Close and open the installation', to: PATHS.adminMaintenance },
]

interface AdminPageProps {
  /** As its tab says. */
  title: string
  filters?: React.ReactNode
  inspector?: React.ReactNode
  children: React.ReactNode
}

/** A page of those who run the platform. */
export const AdminPage = ({ title, children, ...parts }: AdminPageProps) => (
  <Page title="Platform" tabs={<RouteTabs label="Platform" tabs={TABS} />} {...parts}>
    <title>{`${title} · Platform · Sextant`}</title>
    {children}
  </Page>
)
