import { MARKETPLACES } from '#contract/marketplaces.ts'
import type { FieldTexts } from '#web/ui/FieldLabel.tsx'
import { Flag } from '#web/ui/Flag.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'

interface MarketplaceFieldProps extends FieldTexts {
  value: string | null
  onChange: (code: string) => void
  /** Not offered. */
  without?: readonly string[]
  isDisabled?: boolean
}

const CHOICES = MARKETPLACES.map(({ code, label }) => ({
  value: code,
  label,
  icon: <Flag country={code} width={18} />,
})).toSorted((a, b) => a.label.localeCompare(b.label, 'en-GB'))

/** A field for one of all marketplaces. */
export const MarketplaceField = ({ without = [], ...props }: MarketplaceFieldProps) => (
  <SelectField
    {...props}
    choices={CHOICES.filter(({ value }) => !without.includes(value))}
    searchLabel="Search marketplaces"
    isWide
  />
)
