import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { QUERIES } from '#web/area-guard.ts'
import { AdvertisingCards } from '#web/features/connections/AdvertisingCards.tsx'
import { isActive, useConnections } from '#web/features/connections/use-connections.ts'
import { PATHS } from '#web/paths.ts'
import { selectedCompanyOf } from '#web/shell/selected-company.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConnectionsFrame } from './ConnectionsFrame.tsx'
import { skipAdvertising } from './guards.ts'
import styles from './Onboarding.module.css'
import { ONBOARDING_STEPS } from './onboarding-steps.ts'
import { Rail } from './Rail.tsx'
import { SetupFrame } from './SetupFrame.tsx'

/** What advertising costs and brings; whoever does not advertise goes on without. */
export function AdvertisingPage() {
  const navigate = useNavigate()
  const { data: companies = [] } = useQuery(QUERIES.companies)
  const company = selectedCompanyOf(companies)
  const connections = useConnections(company?.id)
  const goHome = () => void navigate({ to: PATHS.home })
  return (
    <SetupFrame
      eyebrow={company?.name ?? 'Onboarding'}
      title="Connect advertising"
      rail={<Rail label="Onboarding" steps={ONBOARDING_STEPS} current={1} />}
      isWide
    >
      <p className={styles.intro}>
        Sextant reads what your advertising cost and what it sold. Without it, the profit and loss takes
        advertising costs from your settlements.
      </p>
      <section className={styles.section}>
        <h2 className={styles.heading}>Amazon Advertising</h2>
        <ConnectionsFrame query={connections} companyId={company?.id}>
          {(shared) => <AdvertisingCards {...shared} next="/onboarding/advertising?continue=true" />}
        </ConnectionsFrame>
      </section>
      <div className={styles.actions}>
        <Button
          kind="primary"
          size="xl"
          disabledReason={
            isActive(connections.data?.cards, 'ADVERTISING') ? undefined : 'Connect a region first.'
          }
          onPress={goHome}
        >
          Continue
        </Button>
        <Button
          size="xl"
          onPress={() => {
            if (company) skipAdvertising(company.id)
            goHome()
          }}
        >
          Skip
        </Button>
      </div>
    </SetupFrame>
  )
}
