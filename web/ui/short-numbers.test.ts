import { expect, test } from 'vitest'
import { shortNumbers } from './short-numbers.ts'

test('numbers beside each other are all in the unit of the largest, with a digit more where there is room', () => {
  const texts = (largest: number, ...values: number[]) => {
    const { text, unit } = shortNumbers(largest)
    return [...values.map(text), unit]
  }
  expect(texts(16_031, 7_204, 10_123, 980)).toEqual(['7.2', '10.1', '1.0', 'k'])
  expect(texts(123_456, 123_456, 99_400)).toEqual(['123', '99', 'k'])
  expect(texts(512, 512, 0)).toEqual(['512', '0', ''])
  expect(texts(1_260_000, 1_260_000)).toEqual(['1.3', 'm'])
})
