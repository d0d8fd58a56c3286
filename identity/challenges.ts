import { randomBytes } from 'node:crypto'
import { and, eq, isNull, type InferSelectModel } from 'drizzle-orm'
import type { Tx } from './database.ts'
import { refuse } from './errors.ts'
import { challenges, users } from './schema.ts'
import { secondsLater, type Service } from './service.ts'
import { hashOf, stillProved } from './sign-ins.ts'
import type { User } from './users.ts'

const LIFE_SECONDS = 180

/** What a session waits for. It is good for nothing else: any other step would be a way around the factor. */
export type Awaited =
  | 'SOFTWARE_TOKEN_MFA'
  | 'SMS_MFA'
  | 'SELECT_MFA_TYPE'
  | 'NEW_PASSWORD_REQUIRED'
  | 'DEVICE_SRP_AUTH'
  | 'DEVICE_PASSWORD_VERIFIER'
  | 'MFA_SETUP'
  | 'MFA_SETUP_VERIFY'
  | 'MFA_SETUP_DONE'

export interface Waiting {
  row: InferSelectModel<typeof challenges>
  user: User
}

/** A session that waits for the next answer of a sign-in. */
export async function openChallenge(
  service: Service,
  user: User,
  challenge: Awaited,
  { deviceKey, secret }: { deviceKey?: string | undefined; secret?: Buffer } = {},
): Promise<string> {
  const session = randomBytes(48).toString('base64url')
  const hash = hashOf(session)
  await service.db.transaction(async (tx) => {
    await stillProved(tx, user)
    await tx.insert(challenges).values({
      hash,
      userId: user.id,
      challenge,
      deviceKey: deviceKey ?? null,
      sealed: secret ? service.secrets.encrypt(secret, `challenge ${hash}`) : null,
      expiresAt: secondsLater(service.now(), LIFE_SECONDS),
    })
  })
  return session
}

/** The session, if it waits for this, belongs to the name, and is neither used nor too old. It is not spent yet. */
export async function waitingFor(
  service: Service,
  session: string | undefined,
  awaited: Awaited,
  name?: string,
): Promise<Waiting> {
  if (session === undefined) throw refuse.sessionUnknown()
  const [found] = await service.db
    .select({ row: challenges, user: users })
    .from(challenges)
    .innerJoin(users, eq(users.id, challenges.userId))
    .where(eq(challenges.hash, hashOf(session)))
  if (!found || found.row.challenge !== awaited) throw refuse.sessionUnknown()
  if (found.row.usedAt) throw refuse.sessionUsed()
  if (found.row.expiresAt <= service.now()) throw refuse.sessionExpired()
  const folded = name?.trim().toLowerCase()
  if (folded !== undefined && folded !== found.user.id && folded !== found.user.email)
    throw refuse.sessionUnknown()
  return found
}

/** Spends the session; of several at once, one does. */
export async function spend(service: Service, { row }: Waiting, tx: Tx = service.db): Promise<void> {
  const [spent] = await tx
    .update(challenges)
    .set({ usedAt: service.now() })
    .where(and(eq(challenges.hash, row.hash), isNull(challenges.usedAt)))
    .returning({ hash: challenges.hash })
  if (!spent) throw refuse.sessionUsed()
}

export function secretOf(service: Service, { row }: Waiting): Buffer {
  if (!row.sealed) throw refuse.sessionUnknown()
  return service.secrets.decrypt(row.sealed, `challenge ${row.hash}`)
}
