import type { FieldTexts } from '#web/ui/FieldLabel.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { COUNTRIES, flagUrl } from './country-choices.ts'

interface CountryFieldProps extends FieldTexts {
  value: string | null
  onChange: (code: string) => void
}

const choices = COUNTRIES.map(({ code, name }) => ({
  value: code,
  label: name,
  icon: <img src={flagUrl(code)} width={18} height={12} alt="" loading="lazy" />,
}))

/** A field for one of all the countries. */
export const CountryField = (props: CountryFieldProps) => (
  <SelectField {...props} choices={choices} searchLabel="Search countries" isWide />
)
