/**
 * How numbers look, in whatever locale (design, section 3): pages follow their reader, mails have none. Decimal text is handed
 * to `Intl` as text, so no cent passes through binary floating point; `Intl` rounds half away from zero, as the product does.
 */
import { CURRENCIES } from './currencies.ts'

type Numeric = number | bigint | Intl.StringNumericLiteral

const MINUS = '−'
/** What stands where there is no value; never 0. */
export const NO_VALUE = '–'

/** Decimal text as it is, with a true minus. */
export const withTrueMinus = (text: string): string => text.replace('-', MINUS)

/** Of our currencies each has a symbol of its own: a bare $ would be that of many. */
export const symbolOf = (currencyCode: string, otherwise: string): string =>
  (CURRENCIES as Record<string, string>)[currencyCode] ?? otherwise

/** Of other currencies the code stands by their amounts: the sign of yuan is that of yen, and many have a bare $ or kr. */
export const currencyDisplayOf = (currencyCode: string): 'narrowSymbol' | 'code' =>
  currencyCode in CURRENCIES ? 'narrowSymbol' : 'code'

/** Writes numbers with a true minus. */
export function numberText(
  locale: string | undefined,
  options: Intl.NumberFormatOptions,
): (value: string | number) => string {
  const format = new Intl.NumberFormat(locale, { signDisplay: 'negative', ...options })
  const { currency } = options
  if (currency === undefined) return (value) => withTrueMinus(format.format(value as Numeric))
  return (value) =>
    format
      .formatToParts(value as Numeric)
      .map(({ type, value: text }) => (type === 'currency' ? symbolOf(currency, text) : withTrueMinus(text)))
      .join('')
}

/** `1 warning`, `1,204 warnings`. */
export function countTextIn(
  locale: string | undefined,
): (count: number, one: string, many?: string) => string {
  const whole = numberText(locale, { maximumFractionDigits: 0 })
  return (count, one, many = `${one}s`) => `${whole(count)} ${count === 1 ? one : many}`
}

/** The decimals that a currency has: none of yen. */
export const currencyDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** `12.2%`; without decimals above 100 %. The share is a fraction. */
export function shareText(locale: string | undefined): (share: number) => string {
  const narrow = numberText(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const wide = numberText(locale, { style: 'percent', maximumFractionDigits: 0 })
  return (share) => (Math.abs(share) > 1 ? wide : narrow)(share)
}

const GROWTH_SHOWN_MAX = 9.99

/** `+11.1%`, always signed, without decimals from 100 % on; `>999%` where more digits would say nothing. */
export function growthTextIn(locale: string | undefined): (growth: number) => string {
  const signed = { style: 'percent', signDisplay: 'exceptZero' } as const
  const narrow = numberText(locale, { ...signed, minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const wide = numberText(locale, { ...signed, maximumFractionDigits: 0 })
  return (growth) => {
    if (Math.abs(growth) > GROWTH_SHOWN_MAX) return growth > 0 ? '>999%' : `<${MINUS}999%`
    return (Math.abs(growth) >= 1 ? wide : narrow)(growth)
  }
}
