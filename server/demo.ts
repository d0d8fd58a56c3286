import type { Identity } from '#identity/index.ts'
import {
  accountCompanies,
  AccountsError,
  deleteUser,
  listCompanies,
  recordAudit,
  userOfSubject,
} from '#server/accounts/index.ts'
import { DEMO_EMAIL } from './demo-account.ts'
import type { Installation } from './installation.ts'

/**
 * Ends the demo of a directory that had one: nobody signs in with its account any longer, and its company is deleted as
 * every company is. What else the account has made stays where it is.
 */
export async function removeDemo(
  {
    services,
    identity,
    deletions,
  }: Pick<Installation, 'services' | 'deletions'> & { identity: Identity | undefined },
  log: (message: string) => void,
): Promise<void> {
  const { accounts } = services
  const actor = 'operator'
  // The account first: whatever fails after it, nobody comes in.
  const known = await identity?.userByEmail(DEMO_EMAIL)
  if (known) await identity!.deleteUser(known.subject)
  for (const { id, isDemo } of await listCompanies(accounts)) {
    if (!isDemo) continue
    await deletions.begin(id, actor)
    await recordAudit(accounts, { actor, action: 'demo.remove', companyId: id })
  }
  if (!known) return
  const user = await userOfSubject(accounts, { poolId: identity!.poolId, subject: known.subject })
  await recordAudit(accounts, { actor, action: 'demo.remove', details: { email: DEMO_EMAIL } })
  await deleteUser(accounts, user).catch(async (error: unknown) => {
    if (!(error instanceof AccountsError)) throw error
    const left = (await accountCompanies(accounts, user)).filter(({ fate }) => fate !== 'LEFT')
    log(
      `The demo has ended. Its account was the only owner of ${left.map(({ name }) => name).join(', ')}, which stays: the command line reaches it.`,
    )
  })
}
