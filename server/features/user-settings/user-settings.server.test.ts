import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addMember,
  companiesOf,
  getCompany,
  listMembers,
  userOfSubject,
  withCompanyLock,
} from '#server/accounts/index.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const details = {
  name: 'Robin Field',
  roleInCompany: 'OTHER',
  otherRole: 'Buyer',
  countryOfResidence: 'GB',
  acceptsMarketingEmails: true,
} as const

test('personal details are changed, and the name of a role goes with the role', async () => {
  const { calls } = await server.person()
  await calls.userSettings.setUserPersonalDetails({ personalDetails: details })
  expect(await calls.userSettings.getUserPersonalDetails()).toMatchObject({
    roleInCompany: 'OTHER',
    otherRole: 'Buyer',
  })
  await calls.userSettings.setUserPersonalDetails({ personalDetails: { ...details, roleInCompany: 'CEO' } })
  expect(await calls.userSettings.getUserPersonalDetails()).toEqual({
    name: 'Robin Field',
    roleInCompany: 'CEO',
    otherRole: null,
    countryOfResidenceIsoCode: 'GB',
    acceptsMarketingEmails: true,
  })
})

test('an account goes with its own companies; a company that others need is in the way', async () => {
  const { accounts } = server.services
  const { user, calls } = await server.person()
  const colleague = await server.person()
  const alone = await server.company({ name: 'Alone' })
  const shared = await server.company({ name: 'Shared' })
  await addMember(accounts, alone, user, 'OWNER')
  await addMember(accounts, shared, user, 'OWNER')
  await addMember(accounts, shared, colleague.user, 'MANAGER')
  expect((await calls.userSettings.getAccount()).companies).toMatchObject([
    { name: 'Alone', fate: 'DELETED' },
    { name: 'Shared', fate: 'IN_THE_WAY' },
  ])
  await expect(calls.userSettings.deleteAccount()).rejects.toThrow('You are the only owner of Shared.')
  expect(await getCompany(accounts, alone.id)).toBeDefined()

  await calls.companySettings.permissions.transferOwnership({
    companyId: shared.id,
    userId: colleague.user.id,
  })
  await calls.userSettings.deleteAccount()
  await server.deletions.finished(alone.id)
  expect(await getCompany(accounts, alone.id)).toBeUndefined()
  expect(await listMembers(accounts, shared)).toMatchObject([{ userId: colleague.user.id, role: 'OWNER' }])
  // Who signs in again, before the pool has forgotten them, begins with nothing.
  const again = await userOfSubject(accounts, { poolId: 'test', subject: user.subject })
  expect(again.id).not.toBe(user.id)
  expect(await companiesOf(accounts, again)).toEqual([])
})

test('a company that somebody joins while the account is being deleted is theirs, too, and stays', async () => {
  const { accounts } = server.services
  const { user, calls } = await server.person()
  const invited = await server.person()
  const company = await server.company({ name: 'Joined' })
  await addMember(accounts, company, user, 'OWNER')
  // Whoever deletes the account waits for what is writing the company, when the other one comes in.
  let joined: Promise<void> | undefined
  await new Promise<void>((isHeld) => {
    joined = withCompanyLock(accounts, company.id, async () => {
      isHeld()
      await delay(500)
      await addMember(accounts, company, invited.user, 'VIEWER')
    })
  })
  await expect(calls.userSettings.deleteAccount()).rejects.toThrow('You are the only owner of Joined.')
  await joined
  expect(await getCompany(accounts, company.id)).toBeDefined()
  expect(await listMembers(accounts, company)).toHaveLength(2)
})
