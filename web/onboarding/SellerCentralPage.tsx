import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { QUERIES } from '#web/area-guard.ts'
import { ConnectionCards } from '#web/features/connections/ConnectionCards.tsx'
import { isActive, useConnections } from '#web/features/connections/use-connections.ts'
import { FileUploads } from '#web/features/import/FileUploads.tsx'
import { PATHS } from '#web/paths.ts'
import { rememberCompany, selectedCompanyOf } from '#web/shell/selected-company.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { ConnectionsFrame } from './ConnectionsFrame.tsx'
import styles from './Onboarding.module.css'
import { ONBOARDING_STEPS } from './onboarding-steps.ts'
import { Rail } from './Rail.tsx'
import { SetupFrame } from './SetupFrame.tsx'

/** How the numbers of a company get here: from Amazon by themselves, or as report files. */
export function SellerCentralPage() {
  const navigate = useNavigate()
  const { data: person } = useQuery(QUERIES.personalDetails)
  const { data: companies = [] } = useQuery(QUERIES.companies)
  const [companyId, setCompanyId] = useState(() => selectedCompanyOf(companies)?.id)
  const company = companies.find(({ id }) => id === companyId)
  const { data: coverage } = useQuery({
    ...QUERIES.coverage(companyId ?? ''),
    enabled: companyId !== undefined,
  })
  const connections = useConnections(companyId)
  const isConnected =
    company?.isDemo ||
    (coverage?.connectedRegions.length ?? 0) > 0 ||
    isActive(connections.data?.cards, 'SELLING_PARTNER')

  const change = (id: string) => {
    rememberCompany(id)
    setCompanyId(id)
  }
  return (
    <SetupFrame
      eyebrow={company?.name ?? 'Onboarding'}
      title={person ? `Welcome, ${person.name}.` : 'Welcome.'}
      rail={<Rail label="Onboarding" steps={ONBOARDING_STEPS} current={0} />}
      isWide
    >
      <p className={styles.intro}>
        Sextant reads what your company sold, paid and earned from Amazon&rsquo;s own reports. Every number
        leads back to the line of the report it came from.
      </p>
      {companies.length > 1 && company && (
        <div className={styles.section}>
          <SelectField
            label="Company"
            choices={companies.map(({ id, name }) => ({ value: id, label: name }))}
            value={company.id}
            onChange={change}
          />
        </div>
      )}
      <section className={styles.section}>
        <h2 className={styles.heading}>Connect Seller Central</h2>
        <p className={styles.text}>Connect each region where you sell. Reports then arrive by themselves.</p>
        <ConnectionsFrame query={connections} companyId={companyId}>
          {(shared) => (
            <ConnectionCards
              provider="SELLING_PARTNER"
              next="/onboarding/sellerCentral?continue=true"
              {...shared}
            />
          )}
        </ConnectionsFrame>
      </section>
      <section className={styles.section}>
        <h2 className={styles.heading}>Upload report files</h2>
        <p className={styles.text}>
          Files and connections go together: what both hold counts once. In Seller Central, open Payments,
          then Reports repository, and download the settlement reports of the months you want to see.
        </p>
        {companyId !== undefined && (
          <div className={styles.uploads}>
            <FileUploads companyId={companyId} />
          </div>
        )}
      </section>
      <div className={styles.actions}>
        <Button
          kind="primary"
          size="xl"
          disabledReason={isConnected ? undefined : 'Connect a region or upload a report file first.'}
          onPress={() => void navigate({ to: PATHS.onboardingAdvertising, search: { continue: 'true' } })}
        >
          Continue
        </Button>
      </div>
    </SetupFrame>
  )
}
