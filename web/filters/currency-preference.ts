import { CURRENCY_CODES, type CurrencyCode } from '#contract/marketplaces.ts'
import { readStored } from '#web/stored.ts'

/** The currency that a person chose once for all dashboards; undefined until then. */
export function preferredCurrency(): CurrencyCode | undefined {
  const stored = readStored('currencyPreference')
  return CURRENCY_CODES.find((code) => code === stored)
}
