/** Currencies that the product can show, in the order of the specification. */
export const CURRENCIES = {
  EUR: '€',
  GBP: '£',
  USD: '$',
  AED: 'AED',
  AUD: 'A$',
  BRL: 'R$',
  CAD: 'CA$',
  EGP: 'E£',
  INR: '₹',
  JPY: '¥',
  MXN: 'MX$',
  PLN: 'zł',
  SAR: 'SAR',
  SEK: 'kr',
  SGD: 'S$',
  TRY: '₺',
  ZAR: 'R',
} as const
export type CurrencyCode = keyof typeof CURRENCIES
export const CURRENCY_CODES = Object.keys(CURRENCIES) as CurrencyCode[]
