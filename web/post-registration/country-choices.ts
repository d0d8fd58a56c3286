import { COUNTRY_CODES } from '#contract/countries.ts'
import { countryName } from '#web/country-name.ts'

/** All countries with their English names, by name. */
export const COUNTRIES = COUNTRY_CODES.map((code) => ({ code, name: countryName(code) })).toSorted((a, b) =>
  a.name.localeCompare(b.name, 'en-GB'),
)

// Each flag is a file of its own, and loaded when it comes into view.
const files = import.meta.glob<string>('/../node_modules/country-flag-icons/3x2/[A-Z][A-Z].svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
const urls = new Map(Object.entries(files).map(([path, url]) => [path.slice(-6, -4), url]))

export const flagUrl = (code: string): string | undefined => urls.get(code)
