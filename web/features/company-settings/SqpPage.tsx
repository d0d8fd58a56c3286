import { useQuery } from '@tanstack/react-query'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { useRefusal } from '#web/settings/use-team.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { BrandAliases } from './BrandAliases.tsx'
import { CompanyPage } from './CompanyPage.tsx'

export function SqpPage() {
  const { company } = useCompany()
  const refusal = useRefusal('changeSettings')
  const aliases = useQuery(trpc.companySettings.getBrandAliases.queryOptions({ companyId: company.id }))
  return (
    <CompanyPage refusal={aliases.data && refusal}>
      <SettingsSection
        title="Branded searches"
        note="A search counts as branded when it contains one of your brand names or one of these: other spellings, short forms, product lines."
      >
        <QueryBody title="The names" query={aliases}>
          {(known) => <BrandAliases key={company.id} aliases={known} refusal={refusal} />}
        </QueryBody>
      </SettingsSection>
    </CompanyPage>
  )
}
