import { URI } from 'otpauth'
import { expect, test } from 'vitest'
import { authenticatorLink, groupedSecret } from './authenticator-link.ts'

test('an authenticator reads the product, the account and the secret', () => {
  const totp = URI.parse(authenticatorLink('JBSWY3DPEHPK3PXP', 'a&b@example.com'))
  expect(totp).toMatchObject({ issuer: 'Sextant', label: 'a&b@example.com', digits: 6, period: 30 })
  expect(totp.secret.base32).toBe('JBSWY3DPEHPK3PXP')
})

test('without an address the product alone is the label', () => {
  expect(authenticatorLink('JBSWY3DPEHPK3PXP', '')).toBe(
    'otpauth://totp/Sextant?secret=JBSWY3DPEHPK3PXP&issuer=Sextant',
  )
})

test('a secret is shown in groups', () => {
  expect(groupedSecret('JBSWY3DPEH')).toBe('JBSW Y3DP EH')
})
