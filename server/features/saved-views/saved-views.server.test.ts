import { afterAll, beforeAll, expect, test } from 'vitest'
import { VIEWS_MAX } from '#contract/dashboards/saved-views.ts'
import { addMember, removeMember, setPlatformAdmin, tables, userOfSubject } from '#server/accounts/index.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const page = 'unit-economics'
const view = JSON.stringify({ params: { sortBy: 'netProfit' }, table: 'unit-economics.SKU', columns: null })

async function memberOf(companies: { id: string }[]) {
  const person = await server.person()
  for (const { id } of companies) await addMember(server.services.accounts, { id }, person.user, 'VIEWER')
  return person
}
const namesOf = async (calls: Awaited<ReturnType<typeof memberOf>>['calls'], companyId: string) =>
  (await calls.savedViews.list({ companyId, page })).map(({ name }) => name)

test('views are saved, replaced, renamed and deleted, of one person, company and page', async () => {
  const [one, other] = [await server.company(), await server.company()]
  const { calls } = await memberOf([one, other])
  const companyId = one.id
  await calls.savedViews.save({ companyId, page, name: ' Losses ', view: '{}' })
  await calls.savedViews.save({ companyId, page, name: 'Best', view })
  await calls.savedViews.save({ companyId, page, name: 'LOSSES', view })
  expect(await calls.savedViews.list({ companyId, page })).toEqual([
    { name: 'LOSSES', view },
    { name: 'Best', view },
  ])
  expect(await calls.savedViews.list({ companyId, page: 'brand-manager.SKU' })).toEqual([])
  expect(await namesOf(calls, other.id)).toEqual([])
  expect(await namesOf((await memberOf([one])).calls, companyId)).toEqual([])

  const rename = (name: string, newName: string) =>
    calls.savedViews.rename({ companyId, page, name, newName })
  await rename('losses', 'Losses')
  await expect(rename('Best', 'LOSSES')).rejects.toThrow('Another view has this name.')
  await expect(rename('Nothing', 'Something')).rejects.toThrow('does not exist')
  await calls.savedViews.delete({ companyId, page, name: 'best' })
  expect(await namesOf(calls, companyId)).toEqual(['Losses'])
})

test('there are so many at most, also of many who save at once, and none is larger than it may be', async () => {
  const company = await server.company()
  const { calls } = await memberOf([company])
  const save = (name: string, text = view) =>
    calls.savedViews.save({ companyId: company.id, page, name, view: text })
  const saved = await Promise.allSettled(Array.from({ length: VIEWS_MAX + 5 }, (_, at) => save(`View ${at}`)))
  expect(saved.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  expect(await namesOf(calls, company.id)).toHaveLength(VIEWS_MAX)
  await expect(save('One more')).rejects.toThrow('There are 20 views already.')
  await expect(save('View 1', 'x'.repeat(16_001))).rejects.toThrow('view')
  await expect(save('   ')).rejects.toThrow('name')
  await expect(save('x'.repeat(61))).rejects.toThrow('name')
  await expect(
    calls.savedViews.list({ companyId: company.id, page: 'anything' as typeof page }),
  ).rejects.toThrow('page')
})

test('they go with the membership, the company and the account, and whoever only looks has none', async () => {
  const { accounts } = server.services
  const [one, other, third] = [await server.company(), await server.company(), await server.company()]
  const { calls, user } = await memberOf([one, other, third])
  for (const { id: companyId } of [one, other, third])
    await calls.savedViews.save({ companyId, page, name: 'Mine', view })
  const left = async () =>
    (await accounts.db.select().from(tables.savedViews))
      .filter(({ userId }) => userId === user.id)
      .map(({ companyId }) => companyId)
      .toSorted()
  await removeMember(accounts, one, user.id)
  expect(await left()).toEqual([other.id, third.id].toSorted())
  await server.operator.companies.delete({ companyId: other.id })
  expect(await left()).toEqual([third.id])
  await addMember(accounts, third, (await server.person()).user, 'OWNER')
  await calls.userSettings.deleteAccount()
  expect(await left()).toEqual([])

  const admin = await server.person()
  await setPlatformAdmin(accounts, { poolId: 'test', subject: admin.user.subject }, true)
  const asAdmin = server.as(
    await userOfSubject(accounts, { poolId: 'test', subject: admin.user.subject }),
  ).calls
  expect(await namesOf(asAdmin, third.id)).toEqual([])
  await expect(asAdmin.savedViews.save({ companyId: third.id, page, name: 'Mine', view })).rejects.toThrow(
    'Your role in this company',
  )
})
