import { multiply, parseDecimal, toText } from '#contract/decimal.ts'
import type { VatRate } from '#contract/company-settings.ts'
import { dayText, rangeText } from '#web/ui/dates.ts'

/** A rate that begins on this day holds for all days. */
const ALL_DAYS = '1970-01-01'

const HUNDRED = parseDecimal('100')

/** `0.19` as `19`, exactly. */
export const percentOf = (rate: string): string => toText(multiply(parseDecimal(rate), HUNDRED))

/** `19` as `0.19`, exactly. */
export const rateOf = (percent: string): string => toText(parseDecimal(percent) / 100n)

export const percentText = (rate: string): string => `${percentOf(rate)}%`

export const sinceText = ({ validFrom }: Pick<VatRate, 'validFrom'>): string =>
  validFrom === ALL_DAYS ? 'on all days' : `from ${dayText(validFrom)}`

export const untilText = ({ validFrom, validTo }: { validFrom: string; validTo: string | null }): string =>
  validTo === null ? sinceText({ validFrom }) : rangeText(validFrom, validTo)
