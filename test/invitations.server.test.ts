/** Mails to people who have not asked for them: how many there are, and what stands in them. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '#server/accounts/index.ts'
import { startTestServer, type RouterCaller, type TestServer } from './support/server.ts'

const DAY_MS = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const owned = async (calls: { user: Parameters<typeof addMember>[2] }, name = 'Acme Outdoor') => {
  const company = await server.company({ name })
  await addMember(server.services.accounts, company, calls.user, 'OWNER')
  return company.id
}
let addresses = 0
const inviteBy = (calls: RouterCaller, companyId: string, email = `guest-${++addresses}@example.com`) =>
  calls.companySettings.permissions.invite({ companyId, email, role: 'VIEWER' }).then(
    () => 'sent',
    (error: { code: string }) => error.code,
  )
const many = async (times: number, work: () => Promise<string>) => {
  const answers: Record<string, number> = {}
  for (let n = 0; n < times; n++) {
    const answer = await work()
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  return answers
}

test('invitations have an end: by a person, of a company, of an address, and of those that wait', async () => {
  const [ann, bob, eve] = [await server.person(), await server.person(), await server.person()]
  const [first, second] = [await owned(ann), await owned(ann)]
  const before = server.mails.length
  // One address gets three, to whatever company.
  expect(await many(5, () => inviteBy(ann.calls, first, 'victim@example.com'))).toEqual({
    sent: 3,
    TOO_MANY_REQUESTS: 2,
  })
  expect(await inviteBy(ann.calls, second, 'victim@example.com')).toBe('TOO_MANY_REQUESTS')
  // One person sends twenty, from whatever company.
  expect(await many(10, () => inviteBy(ann.calls, first))).toEqual({ sent: 10 })
  expect(await many(30, () => inviteBy(ann.calls, second))).toEqual({ sent: 7, TOO_MANY_REQUESTS: 23 })
  expect(server.mails.length - before).toBe(20)
  const refused = await server.operator.threefinAdmin.getAuditLog({ company: second, subject: 'team' })
  expect(refused.entries.filter(({ action }) => action === 'team.inviteRefused')).toHaveLength(24)
  expect(refused.entries[0]).toMatchObject({
    actor: ann.user.email,
    details: { reason: 'DAILY_LIMIT', role: 'VIEWER' },
  })
  // What one has used up is no other's: neither an owner's of the same company, nor the address of somebody else's guest.
  await addMember(server.services.accounts, { id: first }, bob.user, 'OWNER')
  expect(await inviteBy(bob.calls, first)).toBe('sent')
  expect(await inviteBy(eve.calls, await owned(eve), 'victim@example.com')).toBe('sent')

  // The next day all begins anew, until too many wait.
  server.now = new Date(server.now.getTime() + DAY_MS)
  expect(await many(20, () => inviteBy(ann.calls, first))).toEqual({ sent: 20 })
  expect(await many(20, () => inviteBy(bob.calls, first))).toEqual({ sent: 18, CONFLICT: 2 })
  const { invitations } = await server.operator.companySettings.permissions.getTeam({ companyId: first })
  expect(invitations).toHaveLength(50)

  // A company sends fifty a day, whoever does; those that were withdrawn count.
  const third = await owned(await server.person())
  const answers: string[] = []
  for (let people = 0; people < 3; people++) {
    const { user, calls } = await server.person()
    await addMember(server.services.accounts, { id: third }, user, 'OWNER')
    for (let n = 0; n < 18; n++) {
      answers.push(await inviteBy(calls, third))
      const [waiting] = (await calls.companySettings.permissions.getTeam({ companyId: third })).invitations
      if (waiting)
        await calls.companySettings.permissions.withdrawInvite({ companyId: third, invitationId: waiting.id })
    }
  }
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(50)
}, 60_000)

test('one person registers twenty companies a day', async () => {
  const { calls } = await server.person()
  const register = (name: string) =>
    calls.postRegistration
      .submitFullPostRegistrationData({
        personalDetails: {
          name: 'Ada Lovelace',
          roleInCompany: 'FOUNDER',
          countryOfResidence: 'GB',
          acceptsMarketingEmails: false,
        },
        companyDetails: {
          name,
          ownerOrReseller: 'BRAND_OWNER',
          foundingYear: 2020,
          brandCategories: ['AUTOMOTIVE'],
          otherSellingChannels: [],
          largestAmazonMarketplace: 'GB',
        },
        companyRole: { roleInCompany: 'FOUNDER' },
        referralDetails: { referrer: 'GOOGLE' },
      } as never)
      .then(
        () => 'made',
        (error: { code: string; message: string }) => `${error.code} ${error.message}`,
      )
  const answers = []
  for (let n = 0; n < 22; n++) answers.push(await register(`Company ${n}`))
  expect(answers.filter((answer) => answer === 'made')).toHaveLength(20)
  expect(answers.at(-1)).toMatch(/^TOO_MANY_REQUESTS .*20 a day/)

  server.now = new Date(server.now.getTime() + DAY_MS)
  expect(await register('www.evil.example')).toMatch(/^BAD_REQUEST .*Leave addresses, links/)
  expect(await register('Company 23')).toBe('made')
}, 60_000)

test('a name is no link in a mail, and the inviter stands in it', async () => {
  const ann = await server.person('ann@example.com')
  const id = await owned(ann)
  for (const name of ['Prize at https://evil.example', 'evil.example', 'ada@evil', 'a\u202eb'])
    await expect(ann.calls.companies.set({ companyId: id, name })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('Leave addresses, links'),
    })
  // From before there was a rule.
  await server.services.accounts.db.execute(
    sql`update companies set name = ${'You won: <b>https://evil.example/x'} where id = ${id}`,
  )
  expect(await inviteBy(ann.calls, id, 'guest@example.com')).toBe('sent')
  const { subject, text, html } = server.mails.at(-1)!
  expect(subject).toBe('You are invited to You won <b>https evil example x in Sextant')
  expect(text).toContain('ann@example.com invites you to join You won <b>https evil example x in Sextant')
  expect(html).toContain('&lt;b&gt;https evil example x')
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
    'https://sextant.example/auth/register',
  ])

  const { user } = ann
  await server.services.accounts.db.execute(sql`update users set email = null where id = ${user.id}`)
  const nameless = server.as(
    Object.assign(Object.create(Object.getPrototypeOf(user) as object), user, { email: null }) as typeof user,
  )
  await expect(
    nameless.calls.companySettings.permissions.invite({
      companyId: id,
      email: 'other@example.com',
      role: 'VIEWER',
    }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
}, 60_000)
