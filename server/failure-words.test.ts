import { expect, test } from 'vitest'
import { AppError, ERRORS, type ErrorCode } from './errors.ts'
import { inWords, statusOf } from './failure-words.ts'
import { Overloaded } from './fair-turns.ts'

test('what people can do something about is said in words, and everything else stays what it was', () => {
  expect(inWords(new Overloaded())).toMatchObject({ code: 'OVERLOADED' })
  expect(inWords(Object.assign(new Error('no room'), { code: 'ENOSPC' }))).toMatchObject({
    code: 'DISK_FULL',
  })
  // It says already which disk is full.
  const said = new AppError('FILE_EMPTY', {}, { cause: Object.assign(new Error(), { code: 'ENOSPC' }) })
  expect(inWords(said)).toBe(said)
  const other = new Error('a fault of ours')
  expect(inWords(other)).toBe(other)
})

test('every error has the status of its name', () => {
  const status = (code: ErrorCode) => statusOf(new AppError(code))
  expect([status('OVERLOADED'), status('DISK_FULL'), status('COMPANY_UNKNOWN')]).toEqual([503, 507, 404])
  const codes = Object.keys(ERRORS) as ErrorCode[]
  expect(codes.filter((code) => status(code) === 500)).toEqual([])
})
