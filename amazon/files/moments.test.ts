import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localInstantOf } from './local-moment.ts'
import { dayOf, formatOf, instantOf } from './moment-text.ts'

test.each([
  ['2025-08-14T22:07:18+00:00', 'ISO', '2025-08-14 22:07:18'],
  ['2025-08-14T22:07:18-07:00', 'ISO', '2025-08-15 05:07:18'],
  ['2025-08-14T22:07:18.123Z', 'ISO', '2025-08-14 22:07:18'],
  ['2025-08-14 22:07:18 UTC', 'YMD_UTC', '2025-08-14 22:07:18'],
  ['14.08.2025 22:07:18 UTC', 'DMY_DOT_UTC', '2025-08-14 22:07:18'],
  ['2025-08-14', 'YMD', '2025-08-14 00:00:00'],
  ['08/14/2025', 'MDY_SLASH', '2025-08-14 00:00:00'],
  ['8/4/25 2:07', 'MDY_SLASH', '2025-08-04 02:07:00'],
  ['14/08/2025 22:07:18', 'DMY_SLASH', '2025-08-14 22:07:18'],
  ['2025/08/14 22:07:18 UTC', 'YMD_SLASH', '2025-08-14 22:07:18'],
  ['29.02.2024 00:00:00 UTC', 'DMY_DOT_UTC', '2024-02-29 00:00:00'],
  ['2024/05/02 10:00:00 JST', 'YMD_SLASH', '2024-05-02 01:00:00'],
  ['2024/05/02 10:00:00JST', 'YMD_SLASH', '2024-05-02 01:00:00'],
  ['2024-05-02 10:00:00 PDT', 'YMD_UTC', '2024-05-02 17:00:00'],
  ['2024-12-02T10:00:00 PST', 'ISO', '2024-12-02 18:00:00'],
  ['02.05.2024 10:00:00 MESZ', 'DMY_DOT_UTC', '2024-05-02 08:00:00'],
  ['05/02/2024 10:00:00 GMT-7', 'MDY_SLASH', '2024-05-02 17:00:00'],
  // A day stays the day that it is where it is said.
  ['2024-05-02 JST', 'YMD', '2024-05-02 00:00:00'],
] as const)('%s in %s', (text, format, instant) => {
  expect(instantOf(text, format)).toBe(instant)
})

test.each([
  '2025-02-29',
  '2025-13-01',
  '2025-00-10',
  '2025-01-01T25:00:00Z',
  '2025-01-01T10:00:00 XYZ',
  '2025-01-01T10:00:00 PM PST',
  '0025-01-01',
  'tomorrow',
  '',
])('%s is no moment', (text) => {
  expect(instantOf(text, 'ISO')).toBeUndefined()
})

test('a day above 12 tells the day from the month', () => {
  expect(['13/02/2026', '02/13/2026', '02/03/2026', '2026/02/03', 'x'].map(formatOf)).toEqual([
    'DMY_SLASH',
    'MDY_SLASH',
    'SLASH',
    'YMD_SLASH',
    undefined,
  ])
  expect([
    dayOf('2026-03-31'),
    dayOf('2026-03-31 10:00:00'),
    dayOf('2026-02-30'),
    dayOf('31.03.2026'),
  ]).toEqual(['2026-03-31', '2026-03-31', undefined, undefined])
})

test.each([
  ['Jun 8, 2025 10:23:05 PM PDT', '2025-06-09 05:23:05'],
  ['Jan 8, 2025 12:00:00 AM PST', '2025-01-08 08:00:00'],
  ['Jun. 8, 2025 12:13:01 p.m. PDT', '2025-06-08 19:13:01'],
  ['Apr 30, 2026 9:35:30 p.m. -07:00', '2026-05-01 04:35:30'],
  ['8 Jun 2025 22:23:05 UTC', '2025-06-08 22:23:05'],
  ['1 Aug 2026 3:44:19 pm UTC', '2026-08-01 15:44:19'],
  ['08.06.2025 22:23:05 UTC', '2025-06-08 22:23:05'],
  ['30.06.2025 00:30:00 CEST', '2025-06-29 22:30:00'],
  ['8 juin 2025 22:23:05 UTC', '2025-06-08 22:23:05'],
  ['8 juil. 2025 22:23:05 UTC', '2025-07-08 22:23:05'],
  ['1 févr. 2025 22:23:05 UTC', '2025-02-01 22:23:05'],
  ['17 dic 2023 22:37:41 UTC', '2023-12-17 22:37:41'],
  ['1 sept 2023 22:37:41 UTC', '2023-09-01 22:37:41'],
  ['8 giu 2025 22.23.05 UTC', '2025-06-08 22:23:05'],
  ['8 mag 2025 22:23:05 GMT+01:00', '2025-05-08 21:23:05'],
  ['1 ene 2024 12:05:34 a.m. GMT-8', '2024-01-01 08:05:34'],
  ['1 ene 2024 12:05:34 a. m. GMT-8', '2024-01-01 08:05:34'],
  ['1 de jul. de 2025 23:36:22 GMT-7', '2025-07-02 06:36:22'],
  ['2025/06/08 10:23:05JST', '2025-06-08 01:23:05'],
  ['2025/06/08 10:23:05 JST', '2025-06-08 01:23:05'],
  ['1 paź 2025 00:00:00 UTC', '2025-10-01 00:00:00'],
  ['1 Eki 2025 14:28:51 UTC', '2025-10-01 14:28:51'],
  ['8 Jun 2025 10:23:05 pm AEST', '2025-06-08 12:23:05'],
  ['2025-06-08 10:23:05 UTC', '2025-06-08 10:23:05'],
])('%s', (text, instant) => {
  expect(localInstantOf(text)).toBe(instant)
})

test.each([
  'Jun 8, 2025 10:23:05 PM',
  'Jun 31, 2025 1:00:00 PM PDT',
  'Jun 8, 2025 13:00:00 PM PDT',
  'Foo 8, 2025 1:00:00 PM PDT',
  '45123',
  '',
  'Jun 8, 2025 1:00:00 PM XYZ',
])('%s is refused: its moment is not certain', (text) => {
  expect(localInstantOf(text)).toBeUndefined()
})

test('the month is understood in ten languages, short and long', () => {
  const locale = fc.constantFrom(
    'en-US',
    'de-DE',
    'fr-FR',
    'es-ES',
    'it-IT',
    'nl-NL',
    'sv-SE',
    'pl-PL',
    'pt-BR',
    'tr-TR',
  )
  const length = fc.constantFrom('short', 'long')
  const month = fc.integer({ min: 0, max: 11 })
  fc.assert(
    fc.property(locale, length, month, (language, style, index) => {
      const date = new Date(Date.UTC(2025, index, 8))
      const name = new Intl.DateTimeFormat(language, {
        month: style as 'short',
        day: 'numeric',
        timeZone: 'UTC',
      })
        .formatToParts(date)
        .find(({ type }) => type === 'month')!.value
      expect(localInstantOf(`8 ${name} 2025 10:00:00 UTC`)).toBe(
        `${date.toISOString().slice(0, 10)} 10:00:00`,
      )
    }),
    { numRuns: 500 },
  )
})
