import type { TRPCError } from '@trpc/server'
import { expect, test } from 'vitest'
import { addMember, setPlatformAdmin, userOfSubject } from '#server/accounts/index.ts'
import { MaintenanceSwitch } from '#server/maintenance.ts'
import { startTestServer } from '#test/support/server.ts'

test('under maintenance only those who run the platform get through, and they end it', async () => {
  await using server = await startTestServer()
  const { accounts } = server.services
  const { id: companyId } = await server.company()
  const member = await server.person()
  await addMember(accounts, { id: companyId }, member.user, 'OWNER')
  const { user } = await server.person('admin@example.com')
  await setPlatformAdmin(accounts, { poolId: 'test', subject: 'admin@example.com' }, true)
  const admin = server.as(await userOfSubject(accounts, { poolId: 'test', subject: user.subject })).calls

  const begun = await admin.threefinAdmin.setMaintenance({ isOn: true, note: 'Moving to PostgreSQL' })
  expect(begun).toEqual({
    isOn: true,
    since: server.now.toISOString(),
    startedBy: 'admin@example.com',
    note: 'Moving to PostgreSQL',
  })

  for (const call of [
    member.calls.imports.list({ companyId }),
    member.calls.companies.getUserCompanyOptions(),
    server.guest.companies.getUserCompanyOptions(),
  ]) {
    const error = (await call.catch((thrown: unknown) => thrown)) as TRPCError
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', cause: { code: 'UNDER_MAINTENANCE' } })
  }
  // Who is looking can be asked, so that an administrator gets as far as the switch.
  expect(await member.calls.session.getUser()).toMatchObject({ isPlatformAdmin: false })
  expect(await member.calls.threefinAdmin.isUserThreefinAdmin()).toBe(false)
  expect(await admin.threefinAdmin.isUserThreefinAdmin()).toBe(true)
  expect((await admin.imports.list({ companyId })).total).toBe(0)

  // Another process finds the switch where it was left, and begins nothing anew.
  const other = new MaintenanceSwitch(accounts)
  expect(await other.current()).toMatchObject({ since: server.now, note: 'Moving to PostgreSQL' })
  server.now = new Date(server.now.getTime() + 60_000)
  expect(await admin.threefinAdmin.setMaintenance({ isOn: true })).toMatchObject({
    since: begun.since,
    note: null,
  })

  expect(await admin.threefinAdmin.setMaintenance({ isOn: false })).toMatchObject({ isOn: false })
  expect((await member.calls.imports.list({ companyId })).total).toBe(0)
})
