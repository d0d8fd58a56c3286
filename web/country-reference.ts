import { countries as named } from 'countries-list'
import { getCountry, getTimezone } from 'countries-and-timezones'
import located from 'country-locale-map/countries.json'
import { COUNTRY_CODES } from '#contract/countries.ts'
import { countryName } from './country-name.ts'

/** A time zone that clocks in a country follow. */
export interface CountryTimeZone {
  /** IANA: `Europe/Berlin`. */
  zoneName: string
  /** Seconds east of Greenwich, without daylight saving. */
  gmtOffset: number
  /** `UTC+01:00` */
  gmtOffsetName: string
  /** `CET`; an offset where English has no letters for it. */
  abbreviation: string
  /** `Central European Standard Time` */
  tzName: string
}

export interface Country {
  /** English. */
  name: string
  isoCode: string
  /** Two regional indicators, which a system without flags shows as letters. */
  flag: string
  /** Without the plus; the first where a country has several. */
  phonecode: string
  /** ISO 4217; null in Antarctica. */
  currency: string | null
  /** Degrees of the middle of the country; null for the few territories whose source has none. */
  latitude: number | null
  longitude: number | null
  /** Empty where nobody lives. */
  readonly timezones: CountryTimeZone[]
}

const JANUARY = new Date(Date.UTC(2026, 0, 15))
const JULY = new Date(Date.UTC(2026, 6, 15))

const positions = new Map(
  located.map(({ alpha2, latitude, longitude }) => [alpha2, { latitude, longitude }] as const),
)

/** Facts about all countries of ISO 3166-1, by name, put together from three packages. */
export const countryReference = (): Country[] =>
  COUNTRY_CODES.map(countryOf).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))

function countryOf(isoCode: string): Country {
  const facts = named[isoCode as keyof typeof named]
  const position = positions.get(isoCode)
  return {
    name: countryName(isoCode),
    isoCode,
    flag: String.fromCodePoint(indicator(isoCode, 0), indicator(isoCode, 1)),
    phonecode: String(facts.phone[0]),
    currency: facts.currency[0] ?? null,
    latitude: degrees(position?.latitude),
    longitude: degrees(position?.longitude),
    // Names of time zones are slow to come by, and few ask for them.
    get timezones() {
      return (getCountry(isoCode)?.timezones ?? []).map(timeZoneOf)
    },
  }
}

function timeZoneOf(zoneName: string): CountryTimeZone {
  const zone = getTimezone(zoneName)!
  // Where clocks are advanced in January, it is summer: the standard time is that of July.
  const date =
    zone.dstOffset !== zone.utcOffset && offsetIn(zoneName, JANUARY) !== zone.utcOffset ? JULY : JANUARY
  return {
    zoneName,
    gmtOffset: zone.utcOffset * 60,
    gmtOffsetName: `UTC${zone.utcOffsetStr}`,
    abbreviation: wordOf('short', zoneName, date),
    tzName: wordOf('long', zoneName, date),
  }
}

const wordOf = (timeZoneName: 'short' | 'long' | 'longOffset', timeZone: string, date: Date): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')!.value

/** Minutes east of Greenwich. */
function offsetIn(timeZone: string, date: Date): number {
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(wordOf('longOffset', timeZone, date))!
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

const indicator = (isoCode: string, at: number): number => 0x1f1a5 + isoCode.charCodeAt(at)

const degrees = (text: string | null | undefined): number | null => (text ? Number(text) : null)
