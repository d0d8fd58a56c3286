import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal, toNumber, toText } from './decimal.ts'

const RUNS = 500
/** Small ones, and those beyond what numbers hold. */
const decimal = fc.oneof(
  fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
)

test('a text has no more digits than it needs, and the last is rounded half away from zero', () => {
  const of = (text: string, digits: number) => toText(parseDecimal(text), digits)
  expect([of('-12.50', 6), of('1200', 6), of('0.05', 6), of('1200', 0)]).toEqual([
    '-12.5',
    '1200',
    '0.05',
    '1200',
  ])
  expect([of('2.5', 0), of('-2.5', 0), of('-2.4999995', 6), of('-0.4', 0), of('0.999', 2)]).toEqual([
    '3',
    '-3',
    '-2.5',
    '0',
    '1',
  ])
  let runs = 0
  fc.assert(
    fc.property(decimal, (value) => {
      runs++
      expect(parseDecimal(toText(value, 12))).toBe(value)
      const lost = parseDecimal(toText(value)) - value
      expect(2n * (lost < 0n ? -lost : lost) <= 10n ** 6n).toBe(true)
    }),
    { numRuns: RUNS },
  )
  expect(runs).toBe(RUNS)
})

test('a number is what its text is read as', () => {
  let runs = 0
  fc.assert(
    fc.property(decimal, (value) => {
      runs++
      expect(toNumber(value)).toBe(Number(toText(value)))
    }),
    { numRuns: RUNS },
  )
  expect(runs).toBe(RUNS)
})
