import type { DelimitedNotation } from '#contract/delimited-text.ts'

import { NUMBER_LOCALE } from './format-locale.ts'

/** Places whose spreadsheets end a field with a semicolon although their decimals have a point. */
const SEMICOLON_REGIONS = ['CH', 'LI']

/** How spreadsheets of a place read delimited text: with a decimal comma the comma can end no field. */
export function delimitedNotation(locale: string): DelimitedNotation {
  const decimal = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value
  const region = new Intl.Locale(locale).maximize().region ?? ''
  return {
    decimal: decimal === ',' ? ',' : '.',
    delimiter: decimal === ',' || SEMICOLON_REGIONS.includes(region) ? ';' : ',',
  }
}

/** As this person's spreadsheets read it: they follow what they chose for numbers. */
export const DELIMITED_NOTATION = delimitedNotation(NUMBER_LOCALE)
