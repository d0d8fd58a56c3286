import { expect, test } from 'vitest'
import { loggedPath } from './request-log.ts'

test('nothing that lets somebody do something is in a line of the log', () => {
  expect(loggedPath('/files/export?ticket=abc')).toBe('/files/export')
  expect(loggedPath('/mails/stop/company.user.DAILY_DIGEST.signature')).toBe('/mails/stop/…')
  expect(loggedPath('/mails/stop/company.user?x=1')).toBe('/mails/stop/…')
  expect(loggedPath('/trpc/session.getUser?input=%7B%7D')).toBe('/trpc/session.getUser')
})
