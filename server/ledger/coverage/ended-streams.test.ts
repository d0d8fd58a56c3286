import { expect, test } from 'vitest'
import { addDays } from '#contract/date-range.ts'
import type { Streams } from './claims.ts'
import type { Stream } from './covered-days.ts'
import { withEnds, type Sold } from './ended-streams.ts'

const stream = (currency: string, end: string, accountId = '1'): Stream => ({
  accountId,
  account: `Account ${accountId}`,
  currency,
  marketplaces: [],
  claims: [{ start: '2026-01-01', end, isStartStated: true, isEndStated: true }],
})

const streams = (some: Partial<Streams>): Streams => ({
  TRANSACTION: [],
  ORDER: [],
  ADVERTISING: [],
  STOCK: [],
  RETURNS: [],
  TRAFFIC: [],
  TRAFFIC_BY_PRODUCT: [],
  VISITS_BY_PRODUCT: [],
  STOCK_SNAPSHOTS: [],
  STOCK_AGES: [],
  STRANDED_STOCK: [],
  SEARCH_TERMS: [],
  SEARCHES: [],
  ...some,
})
const ended = (currency: 'EUR' | 'GBP', lastDay: string, account = 'Account 1') => ({
  account,
  currency,
  lastDay,
})
const sold = (currency: string, lastDay: string, accountId = '1'): Sold => ({
  accountId,
  account: `Account ${accountId}`,
  currency,
  lastDay,
})
/** After which day nothing is expected of each. */
const endsOf = (all: Streams) =>
  Object.entries(all).flatMap(([kind, of]) =>
    of.map(({ currency, notExpected }: Stream) => {
      const [first] = notExpected ?? []
      return `${kind} ${currency} ${first ? addDays(first.start, -1) : 'goes on'}`
    }),
  )

const EUROPE = streams({
  TRANSACTION: [stream('EUR', '2026-03-31'), stream('GBP', '2026-06-30')],
  ORDER: [stream('EUR', '2026-04-02')],
  ADVERTISING: [stream('EUR', '2026-04-20'), stream('GBP', '2026-06-30')],
  STOCK: [stream('EUR', '2026-06-30')],
  RETURNS: [stream('EUR', '2026-05-31')],
  STOCK_SNAPSHOTS: [stream('EUR', '2026-06-30')],
})
const SOLD = [sold('EUR', '2026-04-02'), sold('GBP', '2026-06-30')]

test('one currency of an account ends, and what is of all it sells goes on with the others', () => {
  expect(endsOf(withEnds(EUROPE, SOLD, [ended('EUR', '2026-04-02')]))).toEqual([
    'TRANSACTION EUR 2026-04-02',
    'TRANSACTION GBP goes on',
    'ORDER EUR 2026-04-02',
    // What was told of later days is not expected to go on.
    'ADVERTISING EUR 2026-04-20',
    'ADVERTISING GBP goes on',
    'STOCK EUR goes on',
    'RETURNS EUR goes on',
    'STOCK_SNAPSHOTS EUR goes on',
  ])
})

test('when the last of them has ended so have returns; what lies in stock may lie there still', () => {
  const all = withEnds(EUROPE, SOLD, [ended('EUR', '2026-04-02'), ended('GBP', '2026-06-30')])
  expect(endsOf(all).filter((one) => one.endsWith('goes on'))).toEqual([
    'STOCK EUR goes on',
    'STOCK_SNAPSHOTS EUR goes on',
  ])
  expect(endsOf(all)).toContain('RETURNS EUR 2026-06-30')
})

test.each([
  ['where something was sold after the day', SOLD, [ended('EUR', '2026-04-01')]],
  ['where nothing was ever sold', [sold('GBP', '2026-06-30')], [ended('EUR', '2026-04-02')]],
  ['of another account', SOLD, [ended('EUR', '2026-04-02', 'Account 2')]],
])('it counts for nothing %s', (_, all, said) => {
  expect(withEnds(EUROPE, all, said)).toEqual(EUROPE)
})
