import { expect, test } from 'vitest'
import { bridgeBars, type BridgeStep } from './bridge.ts'

const steps = (...amounts: (string | null)[]): BridgeStep[] =>
  amounts.map((amount, index) => ({ id: `${index}`, label: `${index}`, amount }))
const bars = (from: string | null, amounts: (string | null)[], to: string | null) =>
  bridgeBars({ label: 'Sep', amount: from }, steps(...amounts), { label: 'Oct', amount: to }, 'Other').map(
    (bar) => `${bar.label} ${bar.amount}: ${bar.from} to ${bar.to}`,
  )

test('each step hangs where the last one ended, and the bridge arrives', () => {
  expect(bars('100', ['20.10', '-50.05'], '70.05')).toEqual([
    'Sep 100: 0 to 100',
    '0 20.10: 100 to 120.1',
    '1 -50.05: 120.1 to 70.05',
    'Oct 70.05: 0 to 70.05',
  ])
})

test('what the steps leave open is a step of its own, to the last cent', () => {
  expect(bars('9007199254740993', ['0.1', '0.2'], '9007199254740993.31')[3]).toBe(
    'Other 0.01: 9007199254740993.3 to 9007199254740993.31',
  )
})

test('a step that is not known has no bar, and is part of what is left open', () => {
  expect(bars('10', [null, '2'], '15').slice(1, 4)).toEqual([
    '0 null: null to null',
    '1 2: 10 to 12',
    'Other 3: 12 to 15',
  ])
})

test('a bridge crosses zero, and without a total nothing floats', () => {
  expect(bars('5', ['-12'], '-7')).toEqual(['Sep 5: 0 to 5', '0 -12: 5 to -7', 'Oct -7: 0 to -7'])
  expect(bars(null, ['2'], '7')).toEqual(['Sep null: null to null', '0 2: null to null', 'Oct 7: 0 to 7'])
})
