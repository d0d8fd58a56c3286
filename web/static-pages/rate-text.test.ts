import { expect, test } from 'vitest'
import { rateText } from './rate-text.ts'

test.each([
  ['1.168923', '1.1689'],
  ['0.0062941', '0.0062941'],
  ['0.00629415', '0.0062942'],
  ['1', '1.0000'],
  ['23456.78', '23,457'],
])('%s is shown as %s', (rate, shown) => expect(rateText(rate)).toBe(shown))
