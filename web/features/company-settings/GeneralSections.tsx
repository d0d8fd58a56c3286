import type { GeneralSettings } from '#contract/company-settings.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { ExchangeRates } from './ExchangeRates.tsx'
import { LeadTimesForm } from './LeadTimesForm.tsx'
import { NameForm } from './NameForm.tsx'
import { NumbersForm } from './NumbersForm.tsx'
import { VatRates } from './VatRates.tsx'
import { WastedClicksForm } from './WastedClicksForm.tsx'

export interface GeneralSectionProps {
  settings: GeneralSettings
  /** Why nothing can be changed by the one who looks. */
  refusal: string | undefined
}

export const GeneralSections = (props: GeneralSectionProps) => (
  <>
    <SettingsSection title="Company" note="The company’s name, and the currency its pages start with.">
      <NameForm {...props} />
    </SettingsSection>
    <SettingsSection
      title="Calculation settings"
      note="Changing one of these recalculates the numbers for all days."
    >
      <NumbersForm {...props} />
    </SettingsSection>
    <ExchangeRates />
    <SettingsSection
      title="VAT rates"
      note="Prices in most marketplaces include VAT. Your own rate applies from its start date until your next one; before that, and in all other marketplaces, the standard rate applies."
    >
      <VatRates {...props} />
    </SettingsSection>
    <SettingsSection
      title="Lead times"
      note="The time from placing an order to having stock to sell. Reorder advice uses it, unless a product has its own."
    >
      <LeadTimesForm {...props} />
    </SettingsSection>
    <SettingsSection
      title="Spend without orders"
      note="A search term that was clicked this often and brought no order counts as spend without orders."
    >
      <WastedClicksForm {...props} />
    </SettingsSection>
  </>
)
