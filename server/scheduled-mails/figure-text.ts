import type { MetricCell } from '#contract/answer.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { ReviewCell } from '#contract/weekly-review.ts'
import { countTextIn, growthTextIn, NO_VALUE, numberText, shareText } from '#contract/number-text.ts'

/** Mails have no reader's setting to follow: as the pages write numbers at first. */
const LOCALE = 'en-GB'
export const countText = countTextIn(LOCALE)
const percentText = shareText(LOCALE)
const growthText = growthTextIn(LOCALE)
const pointsText = numberText(LOCALE, {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** Something of its days is not there: the number is less than it will be, or more. */
const LACKING = '*'
export const LACKING_NOTE = `${LACKING} Some data is missing, such as reports for a day, costs or rates. The page shows which.`

export const isAnyLacking = (rows: readonly (readonly string[])[]): boolean =>
  rows.some((cells) => cells.some((cell) => cell.endsWith(LACKING)))

const isLacking = ({ lacks = [] }: Pick<MetricCell, 'lacks'>): boolean => lacks.length > 0
/** What is not whole is compared with nothing. */
const isComparable = ({ lacks = [] }: Pick<MetricCell, 'lacks'>): boolean =>
  !lacks.includes('DAYS') && !lacks.includes('ADVERTISING')

type Figure = Pick<MetricCell, 'value' | 'lacks' | 'hasNoEnd'>

/** In place of ∞, which the fonts of a PDF do not have. */
const NO_END = 'no end'

/** `£1,284.00`, `12.2%`, `7`; a dash for what nobody knows, and marked where it lacks something. */
export const figureText = (id: MetricId, figure: Figure, currencyCode: string): string =>
  textOf(figure, (value) => valueText(id, value, currencyCode))

function textOf(figure: Figure, written: (value: string) => string): string {
  const { value, hasNoEnd } = figure
  if (value === null && !hasNoEnd) return NO_VALUE
  return `${value === null ? NO_END : written(value)}${isLacking(figure) ? LACKING : ''}`
}

function valueText(id: MetricId, value: string, currencyCode: string): string {
  const { unit, decimals } = metricOf(id)
  if (unit === 'money' || unit === 'price')
    return numberText(LOCALE, { style: 'currency', currency: currencyCode })(value)
  if (unit === 'percent' && decimals === undefined) return percentText(Number(value))
  const digits = decimals ?? (unit === 'count' ? 0 : 1)
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return numberText(LOCALE, unit === 'percent' ? { style: 'percent', ...shown } : shown)(value)
}

/**
 * `+8.1%`, of a percentage `+0.7 pp`; a dash without something to compare with, where a loss would turn it round, and where the
 * number itself is not whole.
 */
export function changeText(
  id: MetricId,
  { value, previous, growth, lacks }: Pick<MetricCell, 'value' | 'previous' | 'growth' | 'lacks'>,
): string {
  if (value === null || previous === null || growth === null || !isComparable({ lacks })) return NO_VALUE
  if (metricOf(id).unit === 'percent')
    return `${pointsText(toText((parseDecimal(value) - parseDecimal(previous)) * 100n))} pp`
  return previous.startsWith('-') ? NO_VALUE : growthText(growth)
}

/** The same against the year before. */
export const yearChangeText = (id: MetricId, { yearAgo, yearGrowth, ...cell }: ReviewCell): string =>
  changeText(id, { ...cell, previous: yearAgo, growth: yearGrowth })

/** `73.3k`, `12.2%`: beside a chart, whose unit stands at its head. */
export const shortText = (id: MetricId, figure: Figure): string =>
  textOf(figure, (value) => shortValueText(id, value))

export function shortValueText(id: MetricId, value: string): string {
  const { unit } = metricOf(id)
  if (unit === 'percent') return valueText(id, value, '')
  if (/^-?\d{5,}/.test(value))
    return numberText(LOCALE, { notation: 'compact', maximumSignificantDigits: 3 })(value)
  const digits = unit === 'price' ? 2 : unit === 'money' || unit === 'count' ? 0 : 1
  return numberText(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits })(value)
}

/** `Tue 24 Nov` */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
