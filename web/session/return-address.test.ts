import { expect, test } from 'vitest'
import { isReturnAddress } from './return-address.ts'

test.each(['/c1/profitAndLoss/transaction?startDate=2026-01-01', '/home', '/authors'])(
  '%s is returned to',
  (address) => {
    expect(isReturnAddress(address)).toBe(true)
  },
)

test.each([
  '/',
  '/auth',
  '/auth/logIn',
  '/auth?a=b',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '',
])('%s is not returned to', (address) => {
  expect(isReturnAddress(address)).toBe(false)
})
