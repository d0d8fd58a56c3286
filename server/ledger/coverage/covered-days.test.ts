import { describe, expect, test } from 'vitest'
import { coverageOf, gapsIn, merged, type Claim, type Stream } from './covered-days.ts'

const stated = (start: string, end: string): Claim => ({
  start,
  end,
  isStartStated: true,
  isEndStated: true,
})
const byRows = (start: string, end: string): Claim => ({
  start,
  end,
  isStartStated: false,
  isEndStated: false,
})
const stream = (currency: string, first: Claim, ...rest: Claim[]): Stream => ({
  accountId: '1',
  account: 'Europe',
  currency,
  marketplaces: [],
  claims: merged([first, ...rest]),
})

const TODAY_BEFORE = '2026-06-30'
const month = (number: number) => {
  const name = `2026-${String(number).padStart(2, '0')}`
  return { start: `${name}-01`, end: `${name}-${['31', '28', '31', '30', '31', '30'][number - 1]}` }
}
const over = (streams: Stream[], period: { start: string; end: string }, yesterday = TODAY_BEFORE) =>
  coverageOf(streams, period, yesterday)

test('claims that touch are one, and what lies between the others is a gap', () => {
  const claims = merged([
    stated('2026-01-15', '2026-01-31'),
    stated('2026-01-01', '2026-01-15'),
    byRows('2026-02-01', '2026-02-03'),
    stated('2026-03-01', '2026-03-14'),
  ])
  expect(claims).toEqual([
    { ...byRows('2026-01-01', '2026-02-03'), isStartStated: true },
    stated('2026-03-01', '2026-03-14'),
  ])
  expect(gapsIn(claims)).toEqual([{ start: '2026-02-04', end: '2026-02-28' }])
})

test('a month without a file between two with one is not covered, and named', () => {
  const euros = stream('EUR', stated('2026-01-01', '2026-01-31'), stated('2026-04-01', '2026-04-30'))
  expect(over([euros], month(1))).toMatchObject({ share: 1, isWhole: true, missing: [] })
  expect(over([euros], month(2))).toEqual({
    share: 0,
    startDate: null,
    endDate: null,
    missing: [{ account: 'Europe', currency: 'EUR', startDate: '2026-02-01', endDate: '2026-02-28' }],
    moreMissing: 0,
    isCovered: false,
    coveredDays: 0,
    isWhole: false,
    isBase: false,
    isComparable: false,
    beginsApart: false,
  })
})

test('one of two streams makes a part: half of the days that should be there', () => {
  const streams = [
    stream('EUR', stated('2026-01-01', '2026-04-30')),
    stream('GBP', stated('2026-01-01', '2026-01-31'), stated('2026-03-01', '2026-04-30')),
  ]
  expect(over(streams, month(2))).toMatchObject({
    share: 0.5,
    startDate: '2026-02-01',
    endDate: '2026-02-28',
    missing: [{ currency: 'GBP', startDate: '2026-02-01', endDate: '2026-02-28' }],
    isCovered: true,
    isComparable: false,
  })
})

test('a covered day counts once, whichever streams cover it, and one without a report does not', () => {
  const streams = [
    stream('EUR', byRows('2026-01-03', '2026-01-10'), byRows('2026-01-25', '2026-02-02')),
    stream('GBP', byRows('2026-01-08', '2026-01-12')),
    stream('SEK', byRows('2026-01-04', '2026-01-05')),
  ]
  // 3 to 12 January, and 25 to 31.
  expect(over(streams, month(1)).coveredDays).toBe(17)
  expect(over(streams, month(2)).coveredDays).toBe(2)
  expect(over(streams, month(3)).coveredDays).toBe(0)
  // Neither before it begins nor after yesterday does a day without a report count.
  expect(over(streams, { start: '2025-12-01', end: '2026-12-31' }, '2026-01-28').coveredDays).toBe(19)
})

describe('the beginning', () => {
  test('a stream that begins later takes nothing away from the days before it', () => {
    const streams = [
      stream('EUR', stated('2026-01-01', '2026-04-30')),
      stream('GBP', stated('2026-04-01', '2026-04-30')),
    ]
    expect(over(streams, month(2))).toMatchObject({ share: 1, isWhole: true })
  })

  test('a month in which the first settlement begins is a part, with nothing to look for', () => {
    const euros = stream('EUR', stated('2026-04-16', '2026-05-31'))
    expect(over([euros], month(4))).toMatchObject({
      share: 0.5,
      startDate: '2026-04-16',
      missing: [],
      isCovered: true,
      isWhole: false,
    })
  })

  test('rows show that a source is there, not that it was not before', () => {
    const euros = stream('EUR', byRows('2026-04-16', '2026-05-31'))
    expect(over([euros], month(4))).toMatchObject({ share: 1, isWhole: true })
  })

  test('nothing grows from a month that begins before the first row', () => {
    const euros = stream('EUR', byRows('2026-04-16', '2026-06-30'))
    const later = stream('GBP', byRows('2026-05-20', '2026-06-30'))
    expect(over([euros], month(4))).toMatchObject({ isBase: false, isWhole: true })
    expect(over([euros], month(5))).toMatchObject({ isBase: true, beginsApart: false })
    // Nor where one of two begins in it; one that begins after it was opened since.
    expect(over([euros, later], month(5))).toMatchObject({ isBase: false, isWhole: true, beginsApart: true })
    const opened = stream('GBP', byRows('2026-06-02', '2026-06-30'))
    expect(over([euros, opened], month(5))).toMatchObject({ isBase: true, beginsApart: false })
    expect(over([opened], month(5))).toMatchObject({ isBase: false })
    // Of those that all begin in it nobody is there longer than others if they begin together.
    expect(over([euros, euros], month(4))).toMatchObject({ isBase: false, beginsApart: false })
  })

  test('nor is it held against a later one, of which it would be a fall', () => {
    const euros = stream('EUR', byRows('2026-04-16', '2026-05-31'))
    const opened = stream('GBP', byRows('2026-05-20', '2026-06-30'))
    expect(over([euros], month(4))).toMatchObject({ isComparable: false })
    // A market that is opened in it is a part of what happened.
    expect(over([euros, opened], month(5))).toMatchObject({ isComparable: true })
  })

  test('days before everything are covered by nothing', () => {
    const euros = stream('EUR', stated('2026-04-16', '2026-05-31'))
    expect(over([euros], month(1))).toMatchObject({ share: 0, isCovered: false, missing: [] })
    expect(over([], month(1))).toMatchObject({ share: 0, isCovered: false, missing: [] })
  })
})

describe('the end', () => {
  test('days after the last file are missing until yesterday, and today is not', () => {
    const euros = stream('EUR', stated('2026-01-01', '2026-06-15'))
    expect(over([euros], month(6), '2026-06-20')).toMatchObject({
      share: 0.75,
      missing: [{ startDate: '2026-06-16', endDate: '2026-06-20' }],
      isComparable: false,
    })
    expect(over([euros], month(6), '2026-06-15')).toMatchObject({ share: 1, isWhole: true })
    expect(over([euros], { start: '2026-07-01', end: '2026-07-31' }, '2026-06-15')).toMatchObject({
      share: 0,
      isCovered: false,
      missing: [],
    })
  })

  test('a source whose end nobody states may have more to come, and is no measure for others', () => {
    const euros = stream('EUR', byRows('2026-01-01', '2026-06-15'))
    expect(over([euros], month(6))).toMatchObject({ share: 0.5, isComparable: true, isWhole: false })
  })
})

test('so many missing stretches are named, and the others counted', () => {
  const claims = Array.from({ length: 60 }, (_, index) => {
    const day = new Date(Date.UTC(2026, 0, 1 + 2 * index)).toISOString().slice(0, 10)
    return stated(day, day)
  })
  const answer = over([stream('EUR', claims[0]!, ...claims.slice(1))], {
    start: '2026-01-01',
    end: '2026-06-30',
  })
  expect(answer.missing).toHaveLength(50)
  expect(answer.moreMissing).toBe(10)
})

test('of days after sales have ended nothing is missing, and growth may come from the days before', () => {
  const euros = stream('EUR', stated('2026-01-01', '2026-06-30'))
  const crowns: Stream = {
    ...stream('SEK', stated('2026-01-01', '2026-03-31')),
    notExpected: [{ start: '2026-04-11', end: '2099-12-31' }],
  }
  expect(over([euros, crowns], month(3))).toMatchObject({ share: 1, isWhole: true, missing: [] })
  // Ten days were said to have sales still.
  expect(over([euros, crowns], month(4))).toMatchObject({
    share: 30 / 40,
    isWhole: false,
    missing: [{ currency: 'SEK', startDate: '2026-04-01', endDate: '2026-04-10' }],
  })
  expect(over([euros, crowns], month(5))).toMatchObject({
    share: 1,
    isWhole: true,
    isBase: true,
    isComparable: true,
    missing: [],
  })
  // Where all has ended, there is still no file: no day is covered, and none is missing.
  expect(over([crowns], month(5))).toMatchObject({ share: 0, isCovered: false, isWhole: false, missing: [] })
})
