/** What the operator does with users. None of it is reached over the wire. */
import { asc, eq, ilike, or } from 'drizzle-orm'
import { letters, mailOf } from '../mail/templates.ts'
import { users } from '../schema.ts'
import type { Service } from '../service.ts'
import { forgetDevices, revokeSignIns } from '../sign-ins.ts'
import { findUser, oneTimePassword, type User } from '../users.ts'
import { forgiveFailures } from './sign-in.ts'

export interface ListedUser {
  subject: string
  email: string
  name: string | null
  emailVerified: boolean
  status: User['status']
  hasSecondFactor: boolean
  disabledAt: Date | null
  createdAt: Date
}

/** The first users by address, of those whose address or name has this text in it. */
export async function listUsers(
  { db }: Service,
  { search, limit }: { search: string; limit: number },
): Promise<ListedUser[]> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await db
    .select()
    .from(users)
    .where(search === '' ? undefined : or(ilike(users.email, pattern), ilike(users.name, pattern)))
    .orderBy(asc(users.email))
    .limit(limit)
  return rows.map(({ id, email, name, emailVerified, status, totpEnabled, disabledAt, createdAt }) => ({
    subject: id,
    email,
    name,
    emailVerified,
    status,
    hasSecondFactor: totpEnabled,
    disabledAt,
    createdAt,
  }))
}

/** A password for one sign-in, at which they choose another. Every sign-in ends, and locks are opened. False without such a user. */
export async function setOneTimePassword(
  service: Service,
  subject: string,
  password: string,
): Promise<boolean> {
  const user = await findUser(service.db, subject)
  if (user?.id !== subject) return false
  await service.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({
        ...oneTimePassword(service, subject, password),
        updatedAt: service.now(),
      })
      .where(eq(users.id, subject))
    await forgetDevices(tx, subject)
    await revokeSignIns(service, { userId: subject }, tx)
  })
  await forgiveFailures(service, subject)
  service.mails.post(mailOf(user.email, letters.passwordChanged(service.config.productName)))
  service.audit({ event: 'password.reset', subject })
  return true
}

/** Keeps a user from signing in and ends every sign-in, or lets them in again. False without such a user. */
export async function setDisabled(service: Service, subject: string, isDisabled: boolean): Promise<boolean> {
  const now = service.now()
  const changed = await service.db.transaction(async (tx) => {
    const rows = await tx
      .update(users)
      .set({ disabledAt: isDisabled ? now : null, updatedAt: now })
      .where(eq(users.id, subject))
      .returning({ id: users.id })
    if (isDisabled) await revokeSignIns(service, { userId: subject }, tx)
    return rows.length > 0
  })
  if (changed) service.audit({ event: isDisabled ? 'user.disabled' : 'user.enabled', subject })
  return changed
}
