import { CURRENCIES, CURRENCY_CODES, type CurrencyCode } from '#contract/currencies.ts'
import type { Choice } from '#web/ui/ChoiceList.tsx'

const names = new Intl.DisplayNames('en-GB', { type: 'currency' })

/** All currencies with their names, for where there is room to read them. */
export const CURRENCY_CHOICES: readonly Choice<CurrencyCode>[] = CURRENCY_CODES.map((code) => ({
  value: code,
  label: `${code} · ${names.of(code)}`,
  hint: CURRENCIES[code],
}))
