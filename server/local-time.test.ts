import { expect, test } from 'vitest'
import { localTime, momentOf, sharedDay } from './local-time.ts'

const BERLIN = 'Europe/Berlin'

test('a moment has the day and the hour of the marketplace', () => {
  expect(localTime(new Date('2026-11-25T23:30:10Z'), BERLIN)).toEqual({
    day: '2026-11-26',
    hour: 0,
    seconds: 1810,
  })
  expect(localTime(new Date('2026-11-25T23:30:00Z'), 'America/Los_Angeles')).toMatchObject({
    day: '2026-11-25',
    hour: 15,
  })
  expect(localTime(new Date('2026-11-25T23:30:00Z'), 'Asia/Kolkata')).toMatchObject({
    day: '2026-11-26',
    hour: 5,
    seconds: 5 * 3600,
  })
})

test('a time of a day is the moment at which the clock shows it', () => {
  expect(momentOf('2026-11-18', 14 * 3600, BERLIN).toISOString()).toBe('2026-11-18T13:00:00.000Z')
  expect(momentOf('2026-07-18', 14 * 3600, BERLIN).toISOString()).toBe('2026-07-18T12:00:00.000Z')
  expect(momentOf('2026-11-18', 0, 'America/Los_Angeles').toISOString()).toBe('2026-11-18T08:00:00.000Z')
})

test('of an hour that comes twice it is the later one, and one that is left out is past the gap', () => {
  // On 25 October 2026 clocks go back at 3, on 29 March they go forward at 2.
  expect(momentOf('2026-10-25', 2.5 * 3600, BERLIN).toISOString()).toBe('2026-10-25T01:30:00.000Z')
  expect(momentOf('2026-10-25', 14 * 3600, BERLIN).toISOString()).toBe('2026-10-25T13:00:00.000Z')
  expect(momentOf('2026-03-29', 2.5 * 3600, BERLIN).toISOString()).toBe('2026-03-29T01:30:00.000Z')
  expect(momentOf('2026-03-29', 14 * 3600, BERLIN).toISOString()).toBe('2026-03-29T12:00:00.000Z')
})

test('today is that of the marketplaces where they agree', () => {
  const evening = new Date('2026-11-26T02:00:00Z')
  expect(sharedDay(evening, ['US', 'CA'])).toBe('2026-11-25')
  expect(sharedDay(evening, ['US', 'DE'])).toBe('2026-11-26')
  expect(sharedDay(new Date('2026-11-25T16:00:00Z'), ['JP'])).toBe('2026-11-26')
  expect(sharedDay(evening, [])).toBe('2026-11-26')
})
