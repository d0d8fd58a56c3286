import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAttempt, recordAudit, STRANGER, type Accounts } from './index.ts'
import { auditLog } from './schema.ts'
import { openTestAccounts, TEST_ENGINES } from './testing.ts'

describe.each(TEST_ENGINES)('what anybody can bring about, on %s', (engine) => {
  let accounts: Accounts
  beforeAll(async () => (accounts = await openTestAccounts(engine)))
  afterAll(() => accounts.close())

  const countOf = (actor: string) => accounts.db.$count(auditLog, eq(auditLog.actor, actor))

  test('has an end for strangers and for each account, and pushes out nothing else', async () => {
    await recordAudit(accounts, { actor: 'anna', action: 'identity.password.changed' })
    await recordAudit(accounts, { actor: STRANGER, action: 'identity.key.rotated' })
    const refused = (actor: string) =>
      recordAttempt(
        accounts,
        { actor, action: 'identity.signIn.refused', details: { address: '192.0.2.1' } },
        { ofStrangers: 30, ofAccount: 10, tidiedEvery: 1 },
      )
    await refused('ben')
    for (let round = 0; round < 40; round++) for (const actor of [STRANGER, 'anna']) await refused(actor)
    expect(await countOf(STRANGER)).toBe(1 + 30)
    expect(await countOf('anna')).toBe(1 + 10)
    expect(await countOf('ben')).toBe(1)
    const kept = await accounts.db.select({ action: auditLog.action }).from(auditLog)
    expect(kept.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['identity.password.changed', 'identity.key.rotated']),
    )
  })
})
