import type { MetricCell } from '#contract/answer.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'

/** Numbers of a mail, which has no reader's setting to follow: as the pages write them at first. */
const LOCALE = 'en-GB'
const NO_VALUE = '–'

const written = (value: string, options: Intl.NumberFormatOptions): string =>
  // Exact decimal text is written to its last digit, however many it has.
  new Intl.NumberFormat(LOCALE, options).format(value as Intl.StringNumericLiteral).replace('-', '−')

/** `£1,284.00`, `12.2%`, `7`; a dash for what nobody knows. */
export function figureText(id: MetricId, value: string | null, currencyCode: string): string {
  if (value === null) return NO_VALUE
  const { unit, decimals } = metricOf(id)
  if (unit === 'money' || unit === 'price')
    return written(value, { style: 'currency', currency: currencyCode, currencyDisplay: 'narrowSymbol' })
  const digits = decimals ?? (unit === 'count' ? 0 : 1)
  return unit === 'percent'
    ? written(value, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits })
    : written(value, { maximumFractionDigits: digits })
}

/** `+8.1%`, of a percentage `+0.7 pp`; a dash without something to compare with, or where a loss would turn it round. */
export function changeText(id: MetricId, { value, previous, growth }: MetricCell): string {
  if (value === null || previous === null || growth === null) return NO_VALUE
  const signed = { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  if (metricOf(id).unit === 'percent') {
    const points = toText((parseDecimal(value) - parseDecimal(previous)) * 100n)
    return `${written(points, signed)} pp`
  }
  if (previous.startsWith('-')) return NO_VALUE
  return written(`${growth}`, { style: 'percent', ...signed })
}

/** `73.3k`, `12.2%`: beside a chart, whose unit stands at its head. */
export function shortText(id: MetricId, value: string | null): string {
  if (value === null) return NO_VALUE
  const { unit } = metricOf(id)
  if (unit === 'percent') return figureText(id, value, '')
  const isLarge = /^-?\d{5,}/.test(value)
  if (isLarge) return written(value, { notation: 'compact', maximumSignificantDigits: 3 })
  const digits = unit === 'price' ? 2 : unit === 'money' || unit === 'count' ? 0 : 1
  return written(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** `Tue 24 Nov` */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
