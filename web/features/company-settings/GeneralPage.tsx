import { useQuery } from '@tanstack/react-query'
import { useRefusal } from '#web/settings/use-team.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { CompanyPage } from './CompanyPage.tsx'
import { DeleteCompany } from './DeleteCompany.tsx'
import { GeneralSections } from './GeneralSections.tsx'
import styles from './GeneralPage.module.css'
import { SettingsHistory } from './SettingsHistory.tsx'

export function GeneralPage() {
  const { company } = useCompany()
  const settings = useQuery(trpc.companySettings.getGeneral.queryOptions({ companyId: company.id }))
  const refusal = useRefusal('changeSettings')
  return (
    <CompanyPage refusal={settings.data && refusal}>
      {settings.data === undefined ? (
        <div className={styles.waiting}>
          <QueryBody title="The settings" query={settings}>
            {() => null}
          </QueryBody>
        </div>
      ) : (
        // Forms begin with what is saved; another company is another form.
        <GeneralSections key={company.id} settings={settings.data} refusal={refusal} />
      )}
      <SettingsHistory />
      <DeleteCompany />
    </CompanyPage>
  )
}
