import { expect, test } from 'vitest'
import type { HeldBack } from '#contract/reconciliation.ts'
import { deferredSheet, dueSheet, reasonText, reservesSheet, soonest } from './held-back-rows.ts'

const month = (
  month: string,
  [start, held, released, end]: [string, string, string, string],
  brought = '0',
) => ({
  month,
  start,
  brought,
  held,
  released,
  end,
})
const DEFERRED: NonNullable<HeldBack['deferred']> = {
  since: '2026-10-20',
  months: [month('2026-10', ['0', '170', '0', '170']), month('2026-11', ['170', '21', '42.5', '148.5'])],
  reasons: [
    {
      reason: 'DD7',
      months: [month('2026-10', ['0', '170', '0', '170']), month('2026-11', ['170', '10', '42.5', '137.5'])],
    },
    {
      reason: null,
      months: [month('2026-10', ['0', '0', '0', '0']), month('2026-11', ['0', '11', '0', '11'])],
    },
  ],
  due: [
    { day: '2026-11-27', reason: 'DD7', amount: '137.5' },
    { day: null, reason: null, amount: '11' },
  ],
}

test('a reason that is known has plain words, another one is what Amazon calls it', () => {
  expect(['DD7', 'B2B', 'NEW_SELLER', 'constructor', null].map(reasonText)).toEqual([
    'Held until seven days after delivery',
    'Invoiced order',
    'NEW_SELLER',
    'constructor',
    'Not said',
  ])
})

test('files say what is deferred by month and reason, and what is still held by day and reason', () => {
  expect(deferredSheet(DEFERRED, 'EUR')).toEqual({
    heads: [
      'Month',
      'Why',
      "Amazon's word",
      'At the start',
      'Newly deferred',
      'Released into the statement',
      'Deferred at the end',
    ],
    types: ['text', 'text', 'text', 'money', 'money', 'money', 'money'],
    rows: [
      ['2026-10', 'Held until seven days after delivery', 'DD7', '0', '170', '0', '170'],
      ['2026-11', 'Held until seven days after delivery', 'DD7', '170', '10', '-42.5', '137.5'],
      ['2026-10', 'Not said', null, '0', '0', '0', '0'],
      ['2026-11', 'Not said', null, '0', '11', '0', '11'],
    ],
    currencyCode: 'EUR',
  })
  expect(dueSheet(DEFERRED, 'EUR')).toMatchObject({
    heads: ['Released on', 'Why', "Amazon's word", 'Amount'],
    types: ['day', 'text', 'text', 'money'],
    rows: [
      ['2026-11-27', 'Held until seven days after delivery', 'DD7', '137.5'],
      [null, 'Not said', null, '11'],
    ],
  })
})

test('a file of reserves has every month, with what was kept before the first settlement', () => {
  const reserves = { months: [month('2026-05', ['0', '300', '500', '300'], '500')], unexplained: '0' }
  expect(reservesSheet(reserves, 'EUR')).toMatchObject({
    heads: [
      'Month',
      'At the start',
      'From before the first settlement of an account',
      'Newly kept',
      'Given back',
      'Reserve at the end',
    ],
    rows: [['2026-05', '0', '500', '300', '-500', '300']],
  })
})

test('of many days the soonest are shown, and the others as what they come to', () => {
  const due = ['1', '2', '4', '8.5'].map((amount, n) => ({ day: `2026-11-0${n + 1}`, reason: 'DD7', amount }))
  expect(soonest(due, 2)).toEqual({ shown: due.slice(0, 2), later: '12.5' })
  expect(soonest(due, 3)).toEqual({ shown: due, later: null })
})
