import { Page } from '#web/shell/Page.tsx'
import { AdminTabs } from './AdminTabs.tsx'

interface AdminPageProps {
  /** As its tab says. */
  title: string
  filters?: React.ReactNode
  inspector?: React.ReactNode
  children: React.ReactNode
}

/** A page of those who run the platform. */
export const AdminPage = ({ title, children, ...parts }: AdminPageProps) => (
  <Page title="Platform" windowTitle={`${title} · Platform`} tabs={<AdminTabs />} {...parts}>
    {children}
  </Page>
)
