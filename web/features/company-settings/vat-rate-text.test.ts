import { expect, test } from 'vitest'
import { percentOf, rateOf, sinceText, untilText } from './vat-rate-text.ts'

test.each([
  ['0.19', '19'],
  ['0.055', '5.5'],
  ['0', '0'],
  ['0.0725', '7.25'],
])('%s is %s percent, and back', (rate, percent) => {
  expect(percentOf(rate)).toBe(percent)
  expect(rateOf(percent)).toBe(rate)
})

test('a rate says when it holds', () => {
  expect(sinceText({ validFrom: '1970-01-01' })).toBe('on all days')
  expect(sinceText({ validFrom: '2026-07-01' })).toBe('from 1 Jul 2026')
  expect(untilText({ validFrom: '2020-07-01', validTo: '2020-12-31' })).toBe('1 Jul to 31 Dec 2020')
})
