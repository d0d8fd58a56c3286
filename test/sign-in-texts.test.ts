/** The texts of the specification for accounts (sections 5 and 8), word for word: each is said, and each is tried in a browser. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const TEXTS = [
  'Provide a valid email address.',
  'Enter your password.',
  'You must agree to register.',
  'Provide a valid 6 digit verification code.',
  'Provide a device name between 2 and 100 characters long.',
  'Provide a valid verification code.',
  'Provide a valid authentication code.',
  'Please provide your verification code.',
  'Provide a password between 10 and 100 characters long with at least one number, uppercase, lowercase, and special character (e.g. !"#$%&).',
  'New password is required.',
  'User already exists.',
  'Suspicious activity detected. Try again later.',
  'Unexpected error. Please try again later.',
  'Bad code. Please try again.',
  'Verification code expired.',
  'Too many requests. Try again later.',
  'User does not exist.',
  'Invalid email or password.',
  'Too many failed attempts. Try again later.',
  'Suspicious activity detected and account has been locked. Please use the forgot password link to create a new password.',
  'Invalid code. Please try again.',
  'Attempt limit reached. Try again in a few seconds.',
  'Session timeout. Please exit and try again.',
  'Please check the email.',
  'Bad verification code.',
  'Password successfully reset.',
  'User is not authenticated.',
  'Something went wrong. Please try again.',
  'Are you sure?',
  'Go back',
  'I accept the risks',
]

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (directory: string, isWanted: (name: string) => boolean): string =>
  readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && isWanted(name))
    .map((name) => readFileSync(join(root, directory, name), 'utf8'))
    .join('\n')

const screens = textOf('web', (name) => !/\.(test|gallery)\./.test(name))
const browserTests = textOf('test/e2e', (name) => name.includes('.e2e.test'))

test.each(TEXTS)('%s', (text) => {
  expect(screens.includes(text), 'it is said').toBe(true)
  expect(browserTests.includes(text), 'a browser test hears it').toBe(true)
})
