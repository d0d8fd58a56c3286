import { useState } from 'react'
import type { CurrencyCode } from '#contract/currencies.ts'
import { CURRENCY_CHOICES } from '#web/filters/currency-choices.ts'
import { preferredCurrency, setPreferredCurrency } from '#web/filters/currency-preference.ts'
import { setSingleKeys, useSingleKeys } from '#web/shell/use-shortcuts.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Preferences.module.css'

/** What this browser remembers of how somebody likes to work. */
export function Preferences() {
  const [currency, setCurrency] = useState(preferredCurrency())
  const hasSingleKeys = useSingleKeys()
  const choose = (chosen: CurrencyCode) => {
    setPreferredCurrency(chosen)
    setCurrency(chosen)
    toast(`Dashboards begin with ${chosen}.`, 'positive')
  }
  return (
    <div className={styles.preferences}>
      <SelectField
        label="Default currency"
        helper="Dashboards begin with it; each can show another one at any time."
        choices={CURRENCY_CHOICES}
        value={currency ?? null}
        onChange={choose}
        isWide
      />
      <Switch
        isSelected={hasSingleKeys}
        onChange={setSingleKeys}
        helper="Off, only shortcuts with Ctrl or ⌘ do something: for whoever speaks to their machine."
      >
        Shortcuts of single keys
      </Switch>
    </div>
  )
}
