import { expect, test } from 'vitest'
import { COUNTRY_CODES } from '#contract/countries.ts'
import { countryReference } from './country-reference.ts'

const countries = countryReference()
const countryOf = (code: string) => countries.find(({ isoCode }) => isoCode === code)!

test('every country of the standard is there once, by name', () => {
  expect(countries.map(({ isoCode }) => isoCode).toSorted()).toEqual([...COUNTRY_CODES].toSorted())
  expect(countries[0]!.name).toBe('Afghanistan')
  expect(countries.at(-1)!.name).toBe('Zimbabwe')
})

test('a country has all its facts', () => {
  expect(countryOf('DE')).toEqual({
    name: 'Germany',
    isoCode: 'DE',
    flag: '🇩🇪',
    phonecode: '49',
    currency: 'EUR',
    latitude: 51.165691,
    longitude: 10.451526,
    timezones: expect.arrayContaining([
      {
        zoneName: 'Europe/Berlin',
        gmtOffset: 3600,
        gmtOffsetName: 'UTC+01:00',
        abbreviation: expect.stringMatching(/^(?:CET|GMT\+1)$/),
        tzName: 'Central European Standard Time',
      },
    ]),
  })
})

test('south of the equator the standard time is that of July', () => {
  const sydney = countryOf('AU').timezones.find(({ zoneName }) => zoneName === 'Australia/Sydney')!
  expect(sydney).toMatchObject({ gmtOffset: 36_000, tzName: 'Australian Eastern Standard Time' })
  const newYork = countryOf('US').timezones.find(({ zoneName }) => zoneName === 'America/New_York')!
  expect(newYork).toMatchObject({ gmtOffset: -18_000, abbreviation: 'EST', tzName: 'Eastern Standard Time' })
})

test('what nobody knows is absent, and only that', () => {
  const codesWhere = (lacks: (country: (typeof countries)[number]) => boolean) =>
    countries
      .filter(lacks)
      .map(({ isoCode }) => isoCode)
      .toSorted()
  expect(codesWhere(({ currency }) => currency === null)).toEqual(['AQ'])
  expect(codesWhere(({ timezones }) => timezones.length === 0)).toEqual(['BV', 'HM'])
  expect(codesWhere(({ latitude }) => latitude === null)).toEqual(
    codesWhere(({ longitude }) => longitude === null),
  )
  expect(codesWhere(({ latitude }) => latitude === null)).toEqual('AX BL BQ CW MF SS SX UM'.split(' '))
  expect(codesWhere(({ phonecode }) => !/^\d{1,7}$/.test(phonecode))).toEqual([])
})
