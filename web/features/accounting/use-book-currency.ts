import { CURRENCY_CODES } from '#contract/currencies.ts'
import { useCompany } from '#web/shell/use-company.ts'

/** The currency of the company's books: the one that its pages have at first. */
export function useBookCurrency() {
  const { company } = useCompany()
  return CURRENCY_CODES.find((code) => code === company.defaultCurrency) ?? 'USD'
}
