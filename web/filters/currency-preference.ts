import { CURRENCY_CODES, type CurrencyCode } from '#contract/currencies.ts'
import { readStored, writeStored } from '#web/stored.ts'

const KEY = 'currencyPreference'

/** Where the browser stores nothing, the choice holds as long as the page. */
let chosen: CurrencyCode | undefined

/** The currency that a person chose once for all dashboards; undefined until then. */
export function preferredCurrency(): CurrencyCode | undefined {
  const stored = readStored(KEY)
  return CURRENCY_CODES.find((code) => code === stored) ?? chosen
}

export function setPreferredCurrency(currency: CurrencyCode): void {
  chosen = currency
  writeStored(KEY, currency)
}
