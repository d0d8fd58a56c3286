import { expect, test } from 'vitest'
import { failureParts } from './failure-text.ts'

test('the number of the request is told apart from what went wrong', () => {
  expect(failureParts('The data could not be read. Try again. (request 7f3a-19c2)')).toEqual({
    text: 'The data could not be read. Try again.',
    requestId: '7f3a-19c2',
  })
})

test('words without a number stay as they are', () => {
  const text = 'Choose fewer products (request fewer).  Or none.'
  expect(failureParts(text)).toEqual({ text, requestId: null })
})
