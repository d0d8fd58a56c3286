import { PATHS } from '#web/paths.ts'
import { Band, Page } from '#web/shell/Page.tsx'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import styles from './CompanyPage.module.css'

const TITLE = 'Company settings'
const TABS = [
  { label: 'General', hint: 'What the numbers are computed from', to: PATHS.companyGeneral },
  { label: 'Search queries', hint: 'The names shoppers search your brands by', to: PATHS.companySqp },
]

interface CompanyPageProps {
  /** Of a page that the sidebar leads to itself, beside the tabs. */
  title?: string
  /** Why nothing can be changed here by the one who looks. */
  refusal?: string | undefined
  children: React.ReactNode
}

/** What stands around every page of settings that belong to the company. */
export const CompanyPage = ({ title, refusal, children }: CompanyPageProps) => (
  <Page
    title={title ?? TITLE}
    {...(title === undefined && { tabs: <RouteTabs label={TITLE} tabs={TABS} /> })}
  >
    <Band>
      {refusal !== undefined && (
        <div className={styles.refusal}>
          <Alert>{refusal}</Alert>
        </div>
      )}
      {children}
    </Band>
  </Page>
)
