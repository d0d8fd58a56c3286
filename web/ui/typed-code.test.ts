import { expect, test } from 'vitest'
import { typedCode } from './typed-code.ts'

test.each([
  ['407291', '407291'],
  [' 407 291 ', '407291'],
  ['407-291', '407291'],
  ['Your code: 4072915', '407291'],
  ['40', '40'],
  ['none', ''],
])('%s is the code %s', (text, code) => {
  expect(typedCode(text, 6)).toBe(code)
})
