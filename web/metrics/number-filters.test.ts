import { expect, test } from 'vitest'
import { comparisonText, numberFiltersField, numbersApplied, withFilter } from './number-filters.ts'

const field = numberFiltersField(['unitMargin', 'unitsSold', 'available'])

test('an address says filters by a number, and what says none is left out', () => {
  const text = 'unitMargin:BELOW:0.1,unitsSold:BETWEEN:5:10'
  expect(field.write(field.read(text)!)).toBe(text)
  expect(field.write(field.read('none')!)).toBe('none')
  const wrong = [
    'orders:BELOW:1',
    // It puts nothing in order.
    'available:BELOW:1',
    'unitMargin:LIKE:1',
    'unitMargin:BELOW:1e9',
    'unitMargin:BELOW:1:2',
    'unitMargin:BETWEEN:2:1',
    'unitMargin:BETWEEN:1',
    'unitMargin:BELOW:1:2:3',
    'unitMargin:BELOW:1234567890123',
  ]
  expect(wrong.map((one) => field.read(one))).toEqual(wrong.map(() => []))
  expect(field.read(Array(7).fill('unitsSold:ABOVE:1').join())).toHaveLength(5)
})

test('a filter is said in the unit of its number, with all its digits', () => {
  const text = (filter: string) => comparisonText(field.read(filter)![0]!, 'EUR')
  expect(text('unitMargin:BELOW:0.1')).toBe('below 10 %')
  expect(text('unitMargin:AT_MOST:-0.012345')).toBe('at most −1.2345 %')
  expect(text('unitsSold:BETWEEN:5:10000')).toBe('between 5 and 10,000')
})

test('each can be taken off, and all of them one after another', () => {
  const numbers = field.read('unitMargin:BELOW:0.1,unitsSold:ABOVE:5')!
  const [margin, units] = numbersApplied(numbers, 'EUR')
  const dates = { startDate: '2026-01-01', endDate: '2026-01-31' }
  const rest = margin!.off({ ...dates, numbers } as typeof dates) as { numbers: typeof numbers }
  expect(rest).toEqual({ numbers: [numbers[1]], page: 1 })
  expect(units!.off({ ...dates, ...rest } as typeof dates)).toEqual({ numbers: [], page: 1 })
  expect(withFilter(numbers, numbers[0]!)).toEqual([numbers[1], numbers[0]])
})
