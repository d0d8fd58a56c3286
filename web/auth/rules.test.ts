import { expect, test } from 'vitest'
import * as rules from './rules.ts'

const holds = (rule: rules.Rule, value: string) => rule.isMet(rule.clean ? rule.clean(value) : value)

test.each(['you@example.com', ' you@example.com ', 'a.b+c@sub.example.co', 'zoë@münchen.example'])(
  '%s is an address',
  (value) => {
    expect(holds(rules.email, value)).toBe(true)
  },
)

test.each([
  '',
  'you',
  'you@',
  '@example.com',
  'you@example',
  'you@.com',
  'you@example.',
  'a b@example.com',
  'a@b@c.de',
  `${'a'.repeat(250)}@b.de`,
])('%s is no address', (value) => {
  expect(holds(rules.email, value)).toBe(false)
})

test.each(['Abcdefg1!x', 'Correct horse 7', `Aa1!${'x'.repeat(96)}`, 'Größe-1-Straße', 'Back`tick9Quote'])(
  '%s is a password',
  (value) => {
    expect(holds(rules.newPassword, value)).toBe(true)
  },
)

test.each([
  ['nine characters', 'Abcdef1!x'],
  ['too long', `Aa1!${'x'.repeat(97)}`],
  ['no digit', 'Abcdefgh!x'],
  ['no capital', 'abcdefg1!x'],
  ['no small letter', 'ABCDEFG1!X'],
  ['nothing special', 'Abcdefg1xx'],
  ['a blank before', ' Abcdefg1!x'],
  ['a blank after', 'Abcdefg1!x '],
  ['a sign that is not listed', 'Abcdefg1!x€'],
])('%s is no password', (_, value) => {
  expect(holds(rules.newPassword, value)).toBe(false)
})

test('codes may be pasted with blanks', () => {
  expect(holds(rules.emailCode, ' 123 456 ')).toBe(true)
  expect(holds(rules.emailCode, '12345')).toBe(false)
  expect(holds(rules.emailCode, '1234567')).toBe(false)
  // Where strangers have asked for many codes, one has ten digits.
  for (const rule of [rules.emailCode, rules.resetCode]) expect(holds(rule, '4071 2915 83')).toBe(true)
  expect(holds(rules.emailCode, '12345678901')).toBe(false)
  for (const rule of [rules.totpCode, rules.setupCode]) {
    expect(holds(rule, '123 456')).toBe(true)
    expect(holds(rule, '123456789012')).toBe(true)
    expect(holds(rule, '12345')).toBe(false)
    expect(holds(rule, '1234567890123')).toBe(false)
  }
})

test('a device has a name of 2 to 100 characters', () => {
  expect(holds(rules.deviceName, 'My')).toBe(true)
  expect(holds(rules.deviceName, ' M ')).toBe(false)
  expect(holds(rules.deviceName, 'x'.repeat(101))).toBe(false)
})

test('a form is checked as a whole, with what was meant by its values', () => {
  const { values, errors } = rules.checked(
    { email: ' you@example.com', password: '', isAgreed: false },
    { email: rules.email, password: rules.presentPassword, isAgreed: rules.legalConfirmation },
  )
  expect(values.email).toBe('you@example.com')
  expect(errors).toEqual({ password: 'Enter your password.', isAgreed: 'You must agree to register.' })
})

test('every message is the one that is laid down', () => {
  expect(
    [
      rules.email,
      rules.presentPassword,
      rules.newPassword,
      rules.challengePassword,
      rules.legalConfirmation,
      rules.emailCode,
      rules.resetCode,
      rules.deviceName,
      rules.setupCode,
      rules.totpCode,
    ].map(({ message }) => message),
  ).toEqual([
    'Provide a valid email address.',
    'Enter your password.',
    'Provide a password between 10 and 100 characters long with at least one number, uppercase, lowercase, and special character (e.g. !"#$%&).',
    'New password is required.',
    'You must agree to register.',
    'Provide a valid 6 digit verification code.',
    'Please provide your verification code.',
    'Provide a device name between 2 and 100 characters long.',
    'Provide a valid verification code.',
    'Provide a valid authentication code.',
  ])
})
