/**
 * How numbers and days are written: one setting of the person, kept by their browser. Words stay English. It is read
 * once, when the page loads.
 */
import { readStored, writeStored } from '#web/stored.ts'

const KEY = 'formats'

/** Each writes numbers in its own way; of days, the American way alone differs. */
export const FORMAT_LOCALES = ['en-GB', 'en-US', 'en-IN', 'de-DE', 'de-CH', 'fr-FR'] as const
export type FormatLocale = (typeof FORMAT_LOCALES)[number]

/** What the person chose; undefined while numbers follow the browser. */
export const chosenFormat: FormatLocale | undefined = FORMAT_LOCALES.find((one) => one === readStored(KEY))

/** Loads the page anew, because what is shown was written in the old way. */
export function chooseFormat(locale: FormatLocale | undefined): void {
  writeStored(KEY, locale ?? null)
  location.reload()
}

export const NUMBER_LOCALE: string = chosenFormat ?? globalThis.navigator?.language ?? 'en-GB'
/** Months have English names, and stand after their day but where somebody chose otherwise. */
export const dateLocaleOf = (locale: FormatLocale | undefined): string =>
  locale === 'en-US' ? 'en-US' : 'en-GB'
export const DATE_LOCALE: string = dateLocaleOf(chosenFormat)
