import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { errorText, SaidError } from './trpc.ts'

test('what is meant for people is told as it is, and what never came from a server as a lost connection', () => {
  const refusal = { code: -32_600, message: 'Enter a day.', data: { code: 'BAD_REQUEST', httpStatus: 400 } }
  expect(errorText(TRPCClientError.from({ error: refusal }))).toBe('Enter a day.')
  expect(errorText(new SaidError('No settlement of May can be booked.'))).toBe(
    'No settlement of May can be booked.',
  )
  const lost = 'The server could not be reached. Check the connection.'
  expect(errorText(new TypeError('Failed to fetch'))).toBe(lost)
  expect(errorText(TRPCClientError.from(new TypeError('Failed to fetch')))).toBe(lost)
})
