import { PATHS } from '#web/paths.ts'
import { Band, Page } from '#web/shell/Page.tsx'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import styles from './CompanyPage.module.css'

const TABS = [
  { label: 'General', hint: 'What the numbers are computed from', to: PATHS.companyGeneral },
  { label: 'Search queries', hint: 'The names shoppers search your brands by', to: PATHS.companySqp },
  { label: 'Team', hint: 'Who sees this company, and who may do what', to: PATHS.companyTeam },
]

interface CompanyPageProps {
  /** Why nothing can be changed here by the one who looks. */
  refusal?: string | undefined
  children: React.ReactNode
}

/** What stands around every page of settings that belong to the company. */
export const CompanyPage = ({ refusal, children }: CompanyPageProps) => (
  <Page title="Company settings" tabs={<RouteTabs label="Company settings" tabs={TABS} />}>
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
