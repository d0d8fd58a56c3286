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

/** What the European Central Bank publishes besides. */
const OTHERS_WITH_RATES = [
  'CHF',
  'CNY',
  'CZK',
  'DKK',
  'HKD',
  'HUF',
  'IDR',
  'ILS',
  'ISK',
  'KRW',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'RON',
  'THB',
] as const

/** Currencies that costs and expenses can be in; numbers are shown in fewer. */
export const RATED_CURRENCY_CODES = [...CURRENCY_CODES, ...OTHERS_WITH_RATES]
export type RatedCurrencyCode = (typeof RATED_CURRENCY_CODES)[number]
