import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrencyCode } from '#contract/currencies.ts'
import { CURRENCY_CHOICES } from '#web/filters/currency-choices.ts'
import { preferredCurrency, setPreferredCurrency } from '#web/filters/currency-preference.ts'
import { PATHS } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import styles from './Onboarding.module.css'
import { SetupFrame } from './SetupFrame.tsx'

/** Asks in which currency dashboards begin. The answer stays in this browser. */
export function CurrencyPreferencePage() {
  const navigate = useNavigate()
  const [currency, setCurrency] = useState<CurrencyCode>(preferredCurrency() ?? 'EUR')
  const save = (event: React.FormEvent) => {
    event.preventDefault()
    setPreferredCurrency(currency)
    void navigate({ to: PATHS.home })
  }
  return (
    <SetupFrame title="Your preferences">
      <form className={styles.form} aria-label="Your preferences" onSubmit={save}>
        <SelectField
          label="Default currency"
          helper="Dashboards start with it; each can show another at any time."
          choices={CURRENCY_CHOICES}
          value={currency}
          onChange={setCurrency}
          isWide
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" size="xl">
            Continue
          </Button>
        </div>
      </form>
    </SetupFrame>
  )
}
