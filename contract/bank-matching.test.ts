import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf, printedSeed } from '#test/support/drawn-cases.ts'
import { addDays } from './date-range.ts'
import {
  arrivalRange,
  CANDIDATES_MAX,
  matchPayouts,
  payoutTest,
  type Credit,
  type Payout,
} from './bank-matching.ts'

const payout = (key: string, amount = '100', day = '2026-03-02', currency = 'EUR'): Payout => ({
  key,
  amount,
  day,
  settledOn: day,
  currency,
})
const credit = (
  id: string,
  amount = '100',
  day = '2026-03-04',
  isNamed = true,
  currency = 'EUR',
): Credit => ({
  id,
  amount,
  day,
  isNamed,
  currency,
})
const match = (
  payouts: readonly Payout[],
  rows: readonly Credit[],
  confirmed: ReadonlyMap<string, string> = new Map(),
  isCovered = () => true,
) => {
  const { payouts: found, left } = matchPayouts(payouts, rows, { confirmed, isCovered })
  return {
    ...Object.fromEntries(
      payouts.map(({ key }) => [
        key,
        [found.get(key)!.state, ...found.get(key)!.rows.map(({ id }) => id)].join(' '),
      ]),
    ),
    left: left.map(({ id }) => id).join(' '),
  }
}

test('equal amount, same currency, within days after the deposit; a row that names Amazon before one that does not', () => {
  expect(match([payout('A')], [credit('x')])).toEqual({ A: 'MATCHED x', left: '' })
  expect(match([payout('A')], [credit('x', '100', '2026-03-04', false)])).toEqual({
    A: 'MATCHED x',
    left: '',
  })
  expect(match([payout('A')], [credit('x'), credit('y', '100', '2026-03-03', false)])).toEqual({
    A: 'MATCHED x',
    left: '',
  })
  expect(match([payout('A')], [credit('x'), credit('y')])).toEqual({ A: 'SEVERAL x y', left: '' })
  expect(match([payout('A'), payout('B')], [credit('x')])).toEqual({
    A: 'SEVERAL x',
    B: 'SEVERAL x',
    left: '',
  })
  expect(match([payout('A')], [credit('x', '98')])).toEqual({ A: 'DIFFERS x', left: '' })
  for (const other of [
    credit('x', '100', '2026-03-01'),
    credit('x', '100', '2026-03-10'),
    credit('x', '90'),
    credit('x', '100', '2026-03-04', true, 'GBP'),
  ])
    expect(match([payout('A')], [other])).toEqual({ A: 'MISSING', left: 'x' })
  expect(match([payout('A')], [], new Map(), () => false)).toEqual({ A: 'AWAITED', left: '' })
  expect(match([payout('A')], [credit('x', '90')], new Map([['A', 'x']]))).toEqual({
    A: 'CONFIRMED x',
    left: '',
  })
})

test('money that comes before the deposit that Amazon reckons is of the settlement, once that has ended', () => {
  // The settlement ended on Thursday, and its deposit is said to be on Saturday.
  const settled = { ...payout('A', '100', '2026-03-07'), settledOn: '2026-03-05' }
  const on = (day: string, of = settled) => [
    match([of], [credit('x', '100', day)]),
    payoutTest([of])(credit('x', '100', day, false)),
  ]
  expect(on('2026-03-06')).toEqual([{ A: 'MATCHED x', left: '' }, true])
  expect(on('2026-03-05')).toEqual([{ A: 'MATCHED x', left: '' }, true])
  expect(on('2026-03-04')).toEqual([{ A: 'MISSING', left: 'x' }, false])
  expect(arrivalRange(settled)).toEqual({ start: '2026-03-05', end: '2026-03-14' })
  // What is said of the end is of no use here.
  expect(arrivalRange({ ...settled, settledOn: '1900-01-01' }).start).toBe('2026-02-28')
  expect(arrivalRange({ ...settled, settledOn: '2026-03-09' }).start).toBe('2026-03-07')
})

test('what could be no payout is not kept', () => {
  const couldBePayout = payoutTest([payout('A')])
  expect(couldBePayout(credit('x', '5'))).toBe(true)
  expect(couldBePayout(credit('x', '100', '2026-03-04', false))).toBe(true)
  expect(couldBePayout(credit('x', '99', '2026-03-04', false))).toBe(false)
  expect(couldBePayout(credit('x', '-100'))).toBe(false)
})

const day = fc.integer({ min: 1, max: 20 }).map((of) => `2026-03-${String(of).padStart(2, '0')}`)
const amount = fc.constantFrom('100', '100.00', '99', '50')
const currency = fc.constantFrom('EUR', 'GBP')
const payouts = fc.uniqueArray(
  fc
    .record({
      key: fc.integer({ min: 0, max: 30 }).map((of) => `k${of}`),
      amount,
      day,
      currency,
      endedBefore: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ endedBefore, ...of }): Payout => ({ ...of, settledOn: addDays(of.day, -endedBefore) })),
  { selector: ({ key }) => key, maxLength: 8 },
)
const credits = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 30 }).map((of) => `r${of}`),
    amount,
    day,
    currency,
    isNamed: fc.constantFrom(true, false, true),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
)
const confirmed = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 })), {
  maxLength: 3,
})

test('a row is the payout of one settlement at most, in whatever order both come, and none that names Amazon is lost', () => {
  fc.assert(
    fc.property(payouts, credits, confirmed, fc.integer(), (all, rows, pairs, turn) => {
      const said = new Map(pairs.map(([key, id]) => [`k${key}`, `r${id}`]))
      // One row is confirmed for one payout alone: the store sees to that.
      fc.pre(new Set(said.values()).size === said.size)
      const rules = { confirmed: said, isCovered: () => true }
      const found = matchPayouts(all, rows, rules)
      const decided = [...found.payouts.values()]
        .filter(({ state }) => state !== 'SEVERAL')
        .flatMap((one) => one.rows)
      expect(new Set(decided.map(({ id }) => id)).size).toBe(decided.length)
      const shown = new Set(
        [...[...found.payouts.values()].flatMap((one) => one.rows), ...found.left].map(({ id }) => id),
      )
      for (const row of rows) if (row.isNamed) expect(shown.has(row.id)).toBe(true)
      const turned = <T>(list: readonly T[]) => {
        const at = list.length === 0 ? 0 : Math.abs(turn) % list.length
        return [...list.slice(at), ...list.slice(0, at)].toReversed()
      }
      const again = matchPayouts(turned(all), turned(rows), rules)
      expect(again.left).toEqual(found.left)
      for (const { key } of all) expect(again.payouts.get(key)).toEqual(found.payouts.get(key))
    }),
    { seed: printedSeed(), numRuns: casesOf(300, 20_000) },
  )
})

/** As the rule is told: every payout beside every row. */
function toldPlainly(all: readonly Payout[], rows: readonly Credit[]): Record<string, string> {
  const found: Record<string, string> = {}
  const taken = new Set<string>()
  const pass = (fits: (payout: Payout, row: Credit) => boolean, of: 'EXACT' | 'NEAR') => {
    const open = all.filter(({ key }) => found[key] === undefined)
    const candidates = open.map((one) => {
      const fitting = rows.filter(
        (row) =>
          !taken.has(row.id) &&
          row.currency === one.currency &&
          row.day >= one.settledOn &&
          row.day <= addDays(one.day, 7) &&
          fits(one, row),
      )
      const named = fitting.filter(({ isNamed }) => isNamed)
      return named.length > 0 ? named : fitting
    })
    for (const [place, fitting] of candidates.entries()) {
      const isAlone =
        fitting.length === 1 && candidates.flat().filter(({ id }) => id === fitting[0]!.id).length === 1
      if (of === 'EXACT') for (const { id } of fitting) taken.add(id)
      else if (isAlone) taken.add(fitting[0]!.id)
      if (isAlone) found[open[place]!.key] = `${of === 'EXACT' ? 'MATCHED' : 'DIFFERS'} ${fitting[0]!.id}`
      else if (of === 'EXACT' && fitting.length > 0)
        found[open[place]!.key] = `SEVERAL ${fitting
          .map(({ id }) => id)
          .toSorted()
          .join(' ')}`
    }
  }
  pass((one, row) => Number(row.amount) === Number(one.amount), 'EXACT')
  pass(
    (one, row) => row.isNamed && Math.abs(Number(row.amount) - Number(one.amount)) <= Number(one.amount) / 20,
    'NEAR',
  )
  return Object.fromEntries(all.map(({ key }) => [key, found[key] ?? 'MISSING']))
}

test('what is matched is what every payout beside every row would say', () => {
  fc.assert(
    fc.property(payouts, credits, (all, rows) => {
      const { payouts: found } = matchPayouts(all, rows, { confirmed: new Map(), isCovered: () => true })
      const said = [...found].map(([key, { state, rows: of }]) => [
        key,
        [state, ...of.map(({ id }) => id).toSorted()].join(' '),
      ])
      expect(Object.fromEntries(said)).toEqual(toldPlainly(all, rows))
    }),
    { seed: printedSeed(), numRuns: casesOf(500, 20_000) },
  )
})

test('as many rows as are kept, all of which fit a thousand payouts, are looked through and not multiplied', () => {
  const all = Array.from({ length: 1_000 }, (_, index) => payout(`k${index}`))
  const rows = Array.from({ length: 20_000 }, (_, index) =>
    credit(`r${index}`, index % 2 === 0 ? '100' : '99'),
  )
  const { payouts: found, left } = matchPayouts(all, rows, { confirmed: new Map(), isCovered: () => true })
  expect(new Set([...found.values()].map(({ state, rows: of }) => `${state} ${of.length}`))).toEqual(
    new Set([`SEVERAL ${CANDIDATES_MAX}`]),
  )
  expect(left).toHaveLength(10_000)
})
