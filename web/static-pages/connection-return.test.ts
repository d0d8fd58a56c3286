import { expect, test } from 'vitest'
import { isNext } from './connection-return.ts'

test.each([
  ['/connections', true],
  ['/onboarding/advertising?continue=true', true],
  ['/onboarding/sellerCentral?continue=true', true],
  ['/onboarding/sellerCentral', false],
  ['/connections/', false],
  ['/connections?x=1', false],
  ['https://example.com/connections', false],
  ['//example.com', false],
  ['', false],
  [undefined, false],
])('next=%s may be led to: %s', (address, may) => expect(isNext(address)).toBe(may))
