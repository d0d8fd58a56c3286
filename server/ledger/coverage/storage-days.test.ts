import { expect, test } from 'vitest'
import type { Stream } from './covered-days.ts'
import { storageIn } from './storage-days.ts'

const stream = (...ranges: [start: string, end: string][]): Stream => ({
  accountId: '1',
  account: 'One',
  currency: 'EUR',
  marketplaces: ['DE'],
  claims: ranges.map(([start, end]) => ({ start, end, isStartStated: true, isEndStated: true })) as [
    Stream['claims'][0],
  ],
})
const daysOf = (streams: readonly Stream[]) =>
  streams.flatMap(({ claims }) => claims.map(({ start, end }) => `${start} ${end}`))

test('whole months say what storage cost, and stand in for the two months after them', () => {
  expect(daysOf(storageIn([stream(['2025-01-01', '2025-02-28'])]))).toEqual(['2025-01-01 2025-04-30'])
  expect(daysOf(storageIn([stream(['2024-12-15', '2025-02-27'])]))).toEqual(['2025-01-01 2025-03-31'])
  expect(daysOf(storageIn([stream(['2024-01-01', '2024-01-31'], ['2024-11-01', '2024-12-31'])]))).toEqual([
    '2024-01-01 2024-03-31',
    '2024-11-01 2025-02-28',
  ])
})

test('of a source that covers no whole month nothing is known, nor of what it is a part of', () => {
  expect(storageIn([stream(['2025-01-02', '2025-02-27'])])).toEqual([])
  expect(storageIn([stream(['2025-01-01', '2025-01-31']), stream(['2025-01-02', '2025-01-31'])])).toEqual([])
  expect(storageIn([])).toEqual([])
})
