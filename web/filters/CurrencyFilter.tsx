import { CURRENCIES, CURRENCY_CODES, type CurrencyCode } from '#contract/currencies.ts'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'

const CHOICES = CURRENCY_CODES.map((code) => ({ value: code, label: code, hint: CURRENCIES[code] }))

interface CurrencyFilterProps {
  value: CurrencyCode
  onChange: (value: CurrencyCode) => void
  isDisabled?: boolean
}

export const CurrencyFilter = (props: CurrencyFilterProps) => (
  <FilterSelect label="Currency" choices={CHOICES} {...props} />
)
