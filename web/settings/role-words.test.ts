import { expect, test } from 'vitest'
import { refusalReason } from './role-words.ts'

test('who may not do something is told who may', () => {
  expect(refusalReason('VIEWER', 'changeSettings')).toBe(
    'Only managers and owners may do this. You are a viewer.',
  )
  expect(refusalReason('ACCOUNTANT', 'importFiles')).toBe(
    'Only managers and owners may do this. You are an accountant.',
  )
  expect(refusalReason('MANAGER', 'manageTeam')).toBe('Only owners may do this. You are a manager.')
  expect(refusalReason('MANAGER', 'changeSettings')).toBeUndefined()
  expect(refusalReason('OWNER', 'deleteCompany')).toBeUndefined()
})
