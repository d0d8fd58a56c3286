import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import {
  accountCompanies,
  addMember,
  changeRole,
  companiesOf,
  companyFor,
  createCompany,
  deleteUser,
  invite,
  joinPendingInvitations,
  listInvitations,
  listMembers,
  removeMember,
  setPlatformAdmin,
  setUserEmail,
  transferOwnership,
  userOfSubject,
  withdrawInvitation,
  type Accounts,
  type User,
} from './index.ts'
import { memberships } from './schema.ts'
import { openTestAccounts, TEST_ENGINES } from './testing.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const LATER = new Date('2026-12-15T12:00:00Z')

describe.each(TEST_ENGINES)('people of a company on %s', (engine) => {
  let accounts: Accounts
  let people = 0
  beforeAll(async () => (accounts = await openTestAccounts(engine)))
  afterAll(() => accounts.close())

  const person = async (email = `person-${++people}@example.com`): Promise<User> =>
    setUserEmail(accounts, await userOfSubject(accounts, { poolId: 'pool', subject: `s-${++people}` }), email)
  const companyWith = async (...roles: Role[]) => {
    const company = await createCompany(accounts, { name: 'Northwind' })
    const members = []
    for (const role of roles) {
      const user = await person()
      await addMember(accounts, company, user, role)
      members.push(user)
    }
    return { company, members: members as [User, User, User] }
  }
  const rolesOf = async (company: { id: string }) =>
    (await listMembers(accounts, company)).map((member) => member.role)

  test('a subject is one user, also when it comes several times at once', async () => {
    const key = { poolId: 'pool', subject: 'same' }
    const found = await Promise.all([1, 2, 3, 4].map(() => userOfSubject(accounts, key)))
    expect(new Set(found.map((user) => user.id)).size).toBe(1)
    expect((await userOfSubject(accounts, { ...key, poolId: 'other' })).id).not.toBe(found[0]!.id)
  })

  test('what a call is told of a member is what the last write left, whichever way it went', async () => {
    const { company, members } = await companyWith('OWNER', 'VIEWER')
    const seen = async () => (await companyFor(accounts, members[1], company.id))?.role
    expect([await seen(), await seen()]).toEqual(['VIEWER', 'VIEWER'])
    await accounts.db
      .update(memberships)
      .set({ role: 'MANAGER' })
      .where(eq(memberships.userId, members[1].id))
    expect([await seen(), await seen()]).toEqual(['MANAGER', 'MANAGER'])
    await accounts.db.transaction(async (tx) => {
      await tx.update(memberships).set({ role: 'VIEWER' }).where(eq(memberships.userId, members[1].id))
    })
    expect([await seen(), await seen()]).toEqual(['VIEWER', 'VIEWER'])
    await accounts.db.execute(sql`delete from memberships where user_id = ${members[1].id}`)
    expect(await seen()).toBe(undefined)
  })

  test('a member reaches the company with a role, a stranger does not, an administrator reaches all', async () => {
    const { company, members } = await companyWith('OWNER', 'VIEWER')
    const stranger = await person()
    expect(await companyFor(accounts, members[1], company.id)).toMatchObject({ role: 'VIEWER' })
    expect(await companyFor(accounts, stranger, company.id)).toBeUndefined()
    expect(await companiesOf(accounts, stranger)).toEqual([])
    expect((await companiesOf(accounts, members[0])).map(({ id }) => id)).toEqual([company.id])

    expect(await setPlatformAdmin(accounts, { poolId: 'pool', subject: stranger.subject }, true)).toBe(true)
    const admin = await userOfSubject(accounts, { poolId: 'pool', subject: stranger.subject })
    expect(await companyFor(accounts, admin, company.id)).toMatchObject({ role: 'VIEWER', isMember: false })
    await addMember(accounts, company, admin, 'MANAGER')
    expect(await companyFor(accounts, admin, company.id)).toMatchObject({ role: 'MANAGER', isMember: true })
    expect(await companyFor(accounts, admin, 'nothing')).toBeUndefined()
  })

  test('who signs in with an invited address joins, once, also when it happens twice at once', async () => {
    const { company, members } = await companyWith('OWNER')
    await invite(accounts, company, {
      email: ' Ann@Example.com ',
      role: 'MANAGER',
      invitedBy: members[0].id,
      now: NOW,
    })
    const ann = await person('ann@example.com')
    const joined = await Promise.all([1, 2].map(() => joinPendingInvitations(accounts, ann, NOW)))
    expect(joined.flat()).toEqual([{ companyId: company.id, role: 'MANAGER' }])
    expect(await rolesOf(company)).toEqual(['OWNER', 'MANAGER'])
    expect(await listInvitations(accounts, company)).toEqual([])
  })

  test('an expired or withdrawn invitation lets nobody in; asking again replaces role and end', async () => {
    const { company, members } = await companyWith('OWNER')
    const ask = (email: string, role: Role, now = NOW) =>
      invite(accounts, company, { email, role, invitedBy: members[0].id, now })
    const late = await person('late@example.com')
    await ask('late@example.com', 'OWNER')
    expect(await joinPendingInvitations(accounts, late, LATER)).toEqual([])
    const again = await ask('late@example.com', 'VIEWER', LATER)
    expect(await listInvitations(accounts, company)).toMatchObject([{ id: again.id, role: 'VIEWER' }])
    expect(await withdrawInvitation(accounts, company, again.id)).toBe(true)
    expect(await withdrawInvitation(accounts, company, again.id)).toBe(false)
    expect(await joinPendingInvitations(accounts, late, LATER)).toEqual([])
    await expect(ask(members[0].email!, 'VIEWER')).rejects.toMatchObject({ code: 'MEMBER_ALREADY' })
  })

  test('a company keeps an owner, also when two owners demote each other at once', async () => {
    const { company, members } = await companyWith('OWNER', 'OWNER')
    const results = await Promise.allSettled([
      changeRole(accounts, company, members[0].id, 'VIEWER'),
      changeRole(accounts, company, members[1].id, 'VIEWER'),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await rolesOf(company)).toSorted()).toEqual(['OWNER', 'VIEWER'])
    const owner = (await listMembers(accounts, company)).find(({ role }) => role === 'OWNER')!
    await expect(removeMember(accounts, company, owner.userId)).rejects.toMatchObject({ code: 'LAST_OWNER' })
  })

  test('ownership passes to a member and to nobody else', async () => {
    const { company, members } = await companyWith('OWNER', 'VIEWER')
    const stranger = await person()
    await expect(transferOwnership(accounts, company, members[0].id, stranger.id)).rejects.toMatchObject({
      code: 'MEMBER_UNKNOWN',
    })
    expect(await rolesOf(company)).toEqual(['OWNER', 'VIEWER'])
    await expect(transferOwnership(accounts, company, members[0].id, members[0].id)).rejects.toMatchObject({
      code: 'OWNER_ALREADY',
    })
    expect(await rolesOf(company)).toEqual(['OWNER', 'VIEWER'])
    await transferOwnership(accounts, company, members[0].id, members[1].id)
    expect(await rolesOf(company)).toEqual(['MANAGER', 'OWNER'])
    await removeMember(accounts, company, members[0].id)
    expect(await rolesOf(company)).toEqual(['OWNER'])
  })

  test('who leaves the product leaves no company without an owner, also when two owners leave at once', async () => {
    const shared = await companyWith('OWNER', 'OWNER', 'VIEWER')
    const [first, second, viewer] = shared.members
    const alone = await createCompany(accounts, { name: 'Alone' })
    await addMember(accounts, alone, viewer, 'OWNER')
    expect(await accountCompanies(accounts, viewer)).toMatchObject([
      { name: 'Alone', fate: 'DELETED' },
      { name: 'Northwind', fate: 'LEFT' },
    ])
    await expect(deleteUser(accounts, viewer)).rejects.toMatchObject({ code: 'SOLE_OWNER' })

    const left = await Promise.allSettled([first, second].map((owner) => deleteUser(accounts, owner)))
    expect(left.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await rolesOf(shared.company)).toSorted()).toEqual(['OWNER', 'VIEWER'])
    const stayed = left[0]!.status === 'rejected' ? first : second
    expect(await accountCompanies(accounts, stayed)).toMatchObject([{ fate: 'IN_THE_WAY' }])
  })
})
