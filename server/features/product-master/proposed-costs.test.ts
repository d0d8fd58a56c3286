import { expect, test } from 'vitest'
import type { HeldPeriod } from '#server/ledger/derivation/cost-periods.ts'
import { proposed } from './proposed-costs.ts'

const period = (more: Partial<HeldPeriod> = {}): HeldPeriod => ({
  sku: 'CUP',
  marketplace: null,
  validFrom: '2026-01-01',
  validTo: null,
  currency: 'GBP',
  manufacturing: '3',
  freight: '0.5',
  duty: '0',
  other: null,
  fbmShipping: '1',
  ...more,
})
const PERIODS = [
  period(),
  period({ marketplace: 'DE', currency: 'EUR', manufacturing: '4', validTo: '2026-04-30' }),
  period({
    marketplace: 'DE',
    currency: 'EUR',
    manufacturing: '6',
    validFrom: '2026-05-01',
    validTo: '2026-12-31',
  }),
]
const ENTERED = [{ id: 'a', revision: 3, sku: 'CUP', marketplace: null, validFrom: '2026-01-01' }]

test('every cost that holds on the day changes by percent, each part of it, until the next one', () => {
  const { changes, rows, without } = proposed(PERIODS, ENTERED, {
    skus: ['CUP', 'LAMP'],
    validFrom: '2026-04-01',
    change: { kind: 'PERCENT', percent: '-2.5' },
  })
  expect(changes.updated).toEqual([])
  expect(changes.created).toMatchObject([
    {
      marketplace: null,
      validFrom: '2026-04-01',
      validTo: null,
      manufacturing: '2.925',
      freight: '0.4875',
      // What was said to be nothing still is.
      duty: '0',
      other: null,
      fbmShipping: '0.975',
    },
    { marketplace: 'DE', validTo: null, manufacturing: '3.9', currency: 'EUR' },
  ])
  expect(rows[0]).toMatchObject({ before: { landed: '3.5' }, after: { landed: '3.4125' } })
  expect(without).toEqual(['LAMP'])
})

test('an end of its own stays, and a period that starts on the day is changed itself', () => {
  const on = (validFrom: string) =>
    proposed(PERIODS, ENTERED, { skus: ['CUP'], validFrom, change: { kind: 'PERCENT', percent: '100' } })
      .changes
  expect(on('2026-06-01').created[1]).toMatchObject({
    marketplace: 'DE',
    validTo: '2026-12-31',
    manufacturing: '12',
  })
  expect(on('2026-01-01').updated).toMatchObject([{ id: 'a', revision: 3, manufacturing: '6' }])
})

test('costs of one marketplace become those of others, and nothing of itself', () => {
  const { changes, rows } = proposed(PERIODS, ENTERED, {
    skus: ['CUP'],
    validFrom: '2026-04-01',
    change: { kind: 'COPY', from: null, to: ['DE', 'FR'] },
  })
  expect(changes.created).toMatchObject([
    { marketplace: 'DE', currency: 'GBP', manufacturing: '3' },
    { marketplace: 'FR', currency: 'GBP', manufacturing: '3' },
  ])
  expect(rows.map(({ before, validTo }) => [before?.landed, validTo])).toEqual([
    ['4.5', '2026-04-30'],
    [undefined, null],
  ])
})

test('a copied cost ends with its source, or with the next one of its own marketplace', () => {
  const copied = (validFrom: string, from: 'DE' | 'FR', ...more: HeldPeriod[]) => {
    const { changes, rows } = proposed([...PERIODS, ...more], [], {
      skus: ['CUP'],
      validFrom,
      change: { kind: 'COPY', from, to: [from === 'DE' ? 'FR' : 'DE'] },
    })
    return [changes.created.map(({ validTo }) => validTo), rows.map(({ validTo }) => validTo)]
  }
  const ofFrance = (validFrom: string) => period({ marketplace: 'FR', currency: 'EUR', validFrom })
  expect(copied('2026-06-01', 'DE')).toEqual([['2026-12-31'], ['2026-12-31']])
  expect(copied('2026-04-01', 'DE')).toEqual([['2026-04-30'], ['2026-04-30']])
  expect(copied('2026-06-01', 'DE', ofFrance('2027-02-01'))).toEqual([['2026-12-31'], ['2026-12-31']])
  expect(copied('2026-06-01', 'DE', ofFrance('2026-09-01'))).toEqual([[null], ['2026-08-31']])
  // The end of what it takes the place of is none of its own.
  expect(copied('2026-06-01', 'FR', ofFrance('2026-03-01'))).toEqual([[null], [null]])
})
