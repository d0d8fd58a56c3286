import { useState } from 'react'
import type { CurrencyCode } from '#contract/currencies.ts'
import { CURRENCY_CHOICES } from '#web/filters/currency-choices.ts'
import { preferredCurrency, setPreferredCurrency } from '#web/filters/currency-preference.ts'
import { setSingleKeys, useSingleKeys } from '#web/shell/use-shortcuts.ts'
import {
  chooseFormat,
  chosenFormat,
  dateLocaleOf,
  FORMAT_LOCALES,
  type FormatLocale,
} from '#web/ui/format-locale.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Preferences.module.css'

const AS_BROWSER = 'browser'
const FORMAT_CHOICES = [
  { value: AS_BROWSER, label: 'As this browser writes numbers' },
  ...FORMAT_LOCALES.map((locale) => ({ value: locale, label: sampleOf(locale) })),
]

/** `1,234,567.89 and 22 Nov 2026` */
function sampleOf(locale: FormatLocale): string {
  const day = new Intl.DateTimeFormat(dateLocaleOf(locale), { dateStyle: 'medium' }).format(new Date())
  return `${new Intl.NumberFormat(locale).format(1_234_567.89)} and ${day}`
}

/** What this browser remembers of how somebody likes to work. */
export function Preferences() {
  const [currency, setCurrency] = useState(preferredCurrency())
  const hasSingleKeys = useSingleKeys()
  const choose = (chosen: CurrencyCode) => {
    setPreferredCurrency(chosen)
    setCurrency(chosen)
    toast(`Dashboards start with ${chosen}.`, 'positive')
  }
  return (
    <div className={styles.preferences}>
      <SelectField
        label="Default currency"
        helper="Dashboards start with it; each can show another at any time."
        choices={CURRENCY_CHOICES}
        value={currency ?? null}
        onChange={choose}
        isWide
      />
      <SelectField
        label="Numbers and dates"
        helper="How they are written in pages, fields and files. With a decimal comma, CSV files end fields with a semicolon."
        choices={FORMAT_CHOICES}
        value={chosenFormat ?? AS_BROWSER}
        onChange={(chosen) => chooseFormat(FORMAT_LOCALES.find((locale) => locale === chosen))}
        isWide
      />
      <Switch
        isSelected={hasSingleKeys}
        onChange={setSingleKeys}
        helper="When off, only shortcuts with Ctrl or ⌘ work. Useful with speech input."
      >
        Single-key shortcuts
      </Switch>
    </div>
  )
}
