import { expect, test } from 'vitest'
import { parseDecimal } from '#contract/decimal.ts'
import { countOf, rankedChanges, type RankedChange } from './ranked-changes.ts'

const changes = (...amounts: (string | null)[]): RankedChange[] =>
  amounts.map((amount, index) => ({ id: `${index}`, label: `p${index}`, amount }))
const shown = (of: RankedChange[], named = 4) =>
  rankedChanges(of, named).rows.map(({ label, amount, others }) => `${label ?? others.length} ${amount}`)

test('the largest stand by name, the rest as others up and others down, between gains and losses', () => {
  expect(shown(changes('10', '-90', '5', '-7', '80', '-4', '3', '60', '-50'))).toEqual([
    'p4 80',
    'p7 60',
    '3 18',
    '2 -11',
    'p8 -50',
    'p1 -90',
  ])
})

test('what was added up before is counted with the others, however much it is', () => {
  const all = [...changes('10', '3', '2', '-4'), { id: 'up', label: '', amount: '40', count: 25 }]
  const { rows, net } = rankedChanges(all, 1)
  expect(rows.map(({ label, amount, others }) => [label ?? countOf(others), amount])).toEqual([
    ['p0', '10'],
    [27, '45'],
    ['p3', '-4'],
  ])
  expect(net).toBe('51')
})

test('where more was lost than won, the losses come first', () => {
  expect(shown(changes('10', '-90', '5'))).toEqual(['p1 -90', 'p2 5', 'p0 10'])
})

test('what did not change is not among those that went up', () => {
  expect(shown(changes('9', '8', '0', '2', '0', '1'), 2)).toEqual(['p0 9', 'p1 8', '2 3'])
})

test('one alone is not called others', () => {
  expect(shown(changes('9', '8', '1', '-7', '-1'), 3)).toEqual(['p0 9', 'p1 8', 'p2 1', 'p4 -1', 'p3 -7'])
})

test('rows come to the net to the last cent, beyond what binary numbers hold', () => {
  const cents = changes(
    '9007199254740993.01',
    '-0.02',
    '0.1',
    '0.2',
    '-0.3',
    '0.01',
    '7',
    '-9007199254740993',
  )
  const { rows, net } = rankedChanges(cents, 3)
  expect(net).toBe('7')
  expect(rows.reduce((sum, { amount }) => sum + parseDecimal(amount), 0n)).toBe(parseDecimal(net))
})

test('what is not known is told apart, and is not a zero', () => {
  const { rows, net, unknown } = rankedChanges(changes('4', null, '0'), 4)
  expect(rows.map(({ id }) => id)).toEqual(['0', '2'])
  expect(net).toBe('4')
  expect(unknown.map(({ id }) => id)).toEqual(['1'])
})
