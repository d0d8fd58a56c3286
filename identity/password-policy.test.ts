import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { passwordPolicyFrom } from './password-policy.ts'

const policy = await passwordPolicyFrom(
  fileURLToPath(new URL('data/common-passwords.txt', import.meta.url)),
  'Sextant',
)
const check = (password: string) => () =>
  policy.check(password, { email: 'quillfeather@example.com', name: 'Zebulonia' })

test.each([
  ['Abcdefg1!', 'not long enough'],
  [`Aa1!${'x'.repeat(253)}`, 'too long'],
  ['alllower-1-case', 'uppercase'],
  ['ALLUPPER-1-CASE', 'lowercase'],
  ['No-numbers-at-all', 'numeric'],
  ['NoSymbols4tall', 'symbol'],
  [' Leading-space-1', 'begin or end'],
  ['Trailing-space-1 ', 'begin or end'],
  ['Password123!', 'widely used'],
  ['P@ssw0rd2026!', 'widely used'],
  ['!!Qwertyuiop1', 'widely used'],
  ['Sextant-2026', 'made of'],
  ['Quillfeather#2026', 'made of'],
  ['Zebulonia!1234', 'made of'],
])('%s is refused: %s', (password, why) => {
  expect(check(password)).toThrow(`Password did not conform with policy: `)
  expect(check(password)).toThrow(why)
})

test.each([
  'Tr4vel-light-often',
  'Grüße aus 7 Bergen!',
  `Aa1!${'xy'.repeat(126)}`,
  'correct Horse 9 battery',
  '1Aa`+=~|<>',
])('%s is taken', (password) => expect(check(password)).not.toThrow())
