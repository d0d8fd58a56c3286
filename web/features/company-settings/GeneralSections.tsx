import type { GeneralSettings } from '#contract/company-settings.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { ExchangeRates } from './ExchangeRates.tsx'
import { LeadTimesForm } from './LeadTimesForm.tsx'
import { NameForm } from './NameForm.tsx'
import { NumbersForm } from './NumbersForm.tsx'
import { VatRates } from './VatRates.tsx'

export interface GeneralSectionProps {
  settings: GeneralSettings
  /** Why nothing can be changed by the one who looks. */
  refusal: string | undefined
}

export const GeneralSections = (props: GeneralSectionProps) => (
  <>
    <SettingsSection title="Company" note="How the company is called, and the currency its pages begin with.">
      <NameForm {...props} />
    </SettingsSection>
    <SettingsSection
      title="What numbers are computed with"
      note="Numbers of all days are computed anew when one of these changes."
    >
      <NumbersForm {...props} />
    </SettingsSection>
    <ExchangeRates />
    <SettingsSection
      title="VAT rates"
      note="Prices of most marketplaces contain VAT. A rate of your own holds from its day on until your next one; before it, and in all other marketplaces, the standard rate holds."
    >
      <VatRates {...props} />
    </SettingsSection>
    <SettingsSection
      title="Lead times"
      note="From an order to stock that can be sold. What to reorder is computed with them, unless a product has its own."
    >
      <LeadTimesForm {...props} />
    </SettingsSection>
  </>
)
