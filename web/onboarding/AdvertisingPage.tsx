import { useNavigate } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Onboarding.module.css'
import { ONBOARDING_STEPS } from './onboarding-steps.ts'
import { Rail } from './Rail.tsx'
import { SetupFrame } from './SetupFrame.tsx'

const NOT_YET = 'Connections are not part of this version yet.'

/** The step that becomes useful with connections; until then it says so and lets everybody on. */
export function AdvertisingPage() {
  const navigate = useNavigate()
  return (
    <SetupFrame
      title="Connect advertising"
      rail={<Rail label="Onboarding" steps={ONBOARDING_STEPS} current={1} />}
      isWide
    >
      <p className={styles.intro}>
        {NOT_YET} Until then, the profit and loss takes advertising costs from your settlements.
      </p>
      <div className={styles.actions}>
        <Button size="xl" disabledReason={NOT_YET}>
          Continue
        </Button>
        <Button kind="primary" size="xl" onPress={() => void navigate({ to: PATHS.home })}>
          Skip
        </Button>
      </div>
    </SetupFrame>
  )
}
