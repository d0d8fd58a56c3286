import { expect, test } from 'vitest'
import { mayDo, PERMISSIONS, ROLES, type Permission } from './roles.ts'

test('a role may do all that the roles below it may', () => {
  for (const permission of Object.keys(PERMISSIONS) as Permission[]) {
    const allowed = ROLES.map((role) => mayDo(role, permission))
    expect(allowed, permission).toEqual(ROLES.map((_, index) => index >= allowed.indexOf(true)))
    expect(allowed.at(-1)).toBe(true)
  }
})

test('a viewer reads and changes nothing, an accountant nothing but the books', () => {
  expect(mayDo('VIEWER', 'readNumbers')).toBe(true)
  expect(mayDo('VIEWER', 'importFiles')).toBe(false)
  expect(mayDo('VIEWER', 'keepBooks')).toBe(false)
  expect(mayDo('ACCOUNTANT', 'keepBooks')).toBe(true)
  expect(mayDo('ACCOUNTANT', 'importFiles')).toBe(false)
  expect(mayDo('ACCOUNTANT', 'changeSettings')).toBe(false)
  expect(mayDo('MANAGER', 'manageTeam')).toBe(false)
})
