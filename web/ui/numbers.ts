/** How numbers look to the person who reads them (`contract/number-text.ts`). */
import type { MetricUnit } from '#contract/metrics/metric.ts'
import {
  currencyDisplayOf,
  growthTextIn,
  NO_VALUE,
  numberText,
  shareText,
  symbolOf,
  withTrueMinus,
} from '#contract/number-text.ts'
import { NUMBER_LOCALE } from './format-locale.ts'

export { NO_VALUE, withTrueMinus }

type Numeric = number | bigint | Intl.StringNumericLiteral

/** What stands where something lasts for ever. */
export const NO_END = '∞'

/** Writes numbers as the person has chosen. */
export const formatter = (options: Intl.NumberFormatOptions): ((value: string | number) => string) =>
  numberText(NUMBER_LOCALE, options)

/** `−13,062`: whole units, for tables and totals. */
export const wholeText = formatter({ maximumFractionDigits: 0 })

/** `1,204` or `72.9`: a number of a row, with all the digits that it has. */
export const quantityText = formatter({ maximumFractionDigits: 9 })

/** `24.99`: unit prices and per-unit values. */
export const priceText = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `1.23251`, `0.00612346`: exchange rates, so that an amount can be worked out with them; a row shows all the digits of its own. */
export const exchangeRateText = formatter({
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
  minimumSignificantDigits: 6,
  maximumSignificantDigits: 6,
  roundingPriority: 'morePrecision',
})

/** `12.2%`; without decimals above 100 %. The share is a fraction. */
export const percentText = shareText(NUMBER_LOCALE)

const rateFormat = formatter({ style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** How often a step follows another: rates below 5 % differ in their second decimal. */
export const rateText = (rate: number): string =>
  Math.abs(rate) < 0.05 ? rateFormat(rate) : percentText(rate)

/** `+11.1%`, always signed, without decimals from 100 % on; `>999%` where more digits would say nothing. */
export const growthText = growthTextIn(NUMBER_LOCALE)

const compactFormat = formatter({ notation: 'compact', maximumFractionDigits: 1 })
/** English letters of a size, which is not to be taken for a unit. */
const SIZES: Record<string, string> = { K: 'k', M: 'm', B: 'bn', T: 'tn' }
/** `300k`: only for axes and chart labels. */
export const compactText = (value: string | number): string =>
  compactFormat(value).replace(/(?<=\d\s?)[KMBT]$/, (letter) => SIZES[letter]!)

/** `301k of 2,952k`: thousands without a jump to millions, so that two numbers beside each other compare. */
export function thousandsText(value: string): string {
  const thousands = Number(value) / 1_000
  return Math.abs(thousands) < 1 ? wholeText(value) : `${wholeText(Math.round(thousands))}k`
}

/** A number of what is no money, by its unit: `1,204`, `12.2%`, `3.14`. */
export function unitText(unit: Exclude<MetricUnit, 'money' | 'price'>, value: string): string {
  if (unit === 'percent') return percentText(Number(value))
  return unit === 'count' ? wholeText(value) : unit === 'days' ? daysFormat(value) : priceText(value)
}
const daysFormat = formatter({ minimumFractionDigits: 1, maximumFractionDigits: 1 })

const moneyFormats = new Map<string, Intl.NumberFormat>()

function moneyFormat(currencyCode: string, isWhole: boolean): Intl.NumberFormat {
  const key = isWhole ? `${currencyCode} whole` : currencyCode
  let format = moneyFormats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(NUMBER_LOCALE, {
      style: 'currency',
      currency: currencyCode,
      currencyDisplay: currencyDisplayOf(currencyCode),
      signDisplay: 'negative',
      ...(isWhole && { maximumFractionDigits: 0 }),
    })
    moneyFormats.set(key, format)
  }
  return format
}

/** `€1,843.20` as parts, so that the symbol can step back; decimals as the currency has them, or none. */
export const moneyParts = (
  value: string,
  currencyCode: string,
  isWhole = false,
): { text: string; isSymbol: boolean }[] =>
  moneyFormat(currencyCode, isWhole)
    .formatToParts(value as Numeric)
    .map(({ type, value: text }) =>
      type === 'currency'
        ? { text: symbolOf(currencyCode, text), isSymbol: true }
        : { text: withTrueMinus(text), isSymbol: false },
    )

/** `−12.50`: an amount with the decimals of its currency, without a symbol. */
export const exactText = (value: string, currencyCode: string): string =>
  moneyParts(value, currencyCode)
    .map(({ isSymbol, text }) => (isSymbol ? '' : text))
    .join('')
    // Some symbols stand apart from their amount, and some languages part thousands by a space.
    .replace(/^(−?)\s+|\s+$/g, '$1')

const WITHOUT_DECIMALS_FROM = 1_000
const moneyTexts = new Map<string, (value: string | number) => string>()

function moneyFormatter(
  currency: string,
  options: Intl.NumberFormatOptions,
): (value: string | number) => string {
  const key = `${currency} ${options.notation} ${options.maximumFractionDigits}`
  let format = moneyTexts.get(key)
  if (!format) {
    const currencyDisplay = currencyDisplayOf(currency)
    format = formatter({ style: 'currency', currency, currencyDisplay, ...options })
    moneyTexts.set(key, format)
  }
  return format
}

/** `€76,740`, `€24.99`: money in a sentence, without decimals from 1,000 on. */
export function moneyText(value: string, currencyCode: string): string {
  const isLarge = Math.abs(Number(value)) >= WITHOUT_DECIMALS_FROM
  return moneyFormatter(currencyCode, isLarge ? { maximumFractionDigits: 0 } : {})(value)
}

/** `€80k`: only for axes and chart labels. */
export const compactMoneyText = (value: string | number, currencyCode: string): string =>
  moneyFormatter(currencyCode, { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 })(
    value,
  )
    // The letter behind the digits, not one of a symbol such as MX$ or of a word such as Mio.
    .replace(/(?<=\d\s?)[KMBT](?!\p{L})/u, (letter) => SIZES[letter]!)

/** `1 row`, `1,284 rows`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${wholeText(count)} ${count === 1 ? one : many}`

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
/** `12.4 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), byteUnits.length - 1)
  const unit = byteUnits[power] ?? 'byte'
  return formatter({ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: power > 1 ? 1 : 0 })(
    bytes / 1_000 ** power,
  )
}

/** True for decimal text below zero. */
export const isNegative = (value: string): boolean => value.startsWith('-')
/** True where the text shows nothing but zeros. */
export const isZero = (value: string): boolean => !/[1-9]/.test(value)
