import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, isNull, ne, sql, type InferSelectModel } from 'drizzle-orm'
import type { JWTPayload } from 'jose'
import type { Tx } from './database.ts'
import { refuse } from './errors.ts'
import { letters, mailOf } from './mail/templates.ts'
import { challenges, devices, refreshTokens, signIns, users } from './schema.ts'
import { secondsLater, type Caller, type Service } from './service.ts'
import { factorsOf, type User } from './users.ts'

export type SignIn = InferSelectModel<typeof signIns>

/** How long a refresh token goes on after it was exchanged: two windows, or an answer that got lost. */
const GRACE_SECONDS = 60
/** For what changes how an account is entered. */
const FRESH_SECONDS = 300
const DAY_SECONDS = 86_400
const SCOPE = 'aws.cognito.signin.user.admin'

export interface TokenAnswer {
  AccessToken: string
  IdToken: string
  RefreshToken?: string
  ExpiresIn: number
  TokenType: 'Bearer'
  NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string }
}

/** Begins a sign-in and gives its tokens. Without a known device one is offered. */
export async function beginSignIn(
  service: Service,
  user: User,
  deviceKey: string | undefined,
): Promise<TokenAnswer> {
  const { db, config } = service
  const now = service.now()
  const offered =
    deviceKey === undefined
      ? {
          DeviceKey: `${config.region}_${randomUUID()}`,
          DeviceGroupKey: `-${randomBytes(6).toString('base64url')}`,
        }
      : undefined
  const signIn: SignIn = {
    id: randomUUID(),
    userId: user.id,
    authTime: now,
    lastUsedAt: now,
    expiresAt: secondsLater(now, config.refreshDays * DAY_SECONDS),
    revokedAt: null,
    deviceKey: deviceKey ?? null,
    offeredDeviceKey: offered?.DeviceKey ?? null,
    offeredGroupKey: offered?.DeviceGroupKey ?? null,
    // Who has one was asked for it, or came by a device that was remembered after it.
    hasSecondFactor: factorsOf(service, user).length > 0,
  }
  const refresh = newRefreshToken()
  await db.transaction(async (tx) => {
    const row = await stillProved(tx, user)
    if (row.disabledAt) throw refuse.disabled()
    // What was asked of them is no longer what is asked.
    if (!isDeepStrictEqual(factorsIn(row), factorsIn(user))) throw refuse.sessionUnknown()
    await tx.insert(signIns).values(signIn)
    await tx.insert(refreshTokens).values({ hash: refresh.hash, signInId: signIn.id, createdAt: now })
  })
  return {
    ...(await tokensOf(service, user, signIn)),
    RefreshToken: refresh.token,
    ...(offered && { NewDeviceMetadata: offered }),
  }
}

const factorsIn = ({ totpEnabled, totpSecret, smsEnabled, preferredFactor }: User) => ({
  totpEnabled,
  totpSecret,
  smsEnabled,
  preferredFactor,
})

/**
 * The user as they are now, of whom somebody has proved the password as it was when `user` was read: one that was replaced
 * meanwhile proves nothing. Locked, so that what replaces it or disables them either is seen here or ends what comes of this.
 */
export async function stillProved(tx: Tx, user: User): Promise<User> {
  const [row] = await tx.select().from(users).where(eq(users.id, user.id)).for('share')
  if (!row?.verifier.equals(user.verifier)) throw refuse.sessionUnknown()
  return row
}

/** New tokens for a refresh token, which is exchanged for a new one. */
export async function refreshSignIn(
  service: Service,
  token: string,
  deviceKey: string | undefined,
  caller: Caller,
): Promise<TokenAnswer> {
  const { db } = service
  const now = service.now()
  const [found] = await db
    .select({ refresh: refreshTokens, signIn: signIns, user: users })
    .from(refreshTokens)
    .innerJoin(signIns, eq(signIns.id, refreshTokens.signInId))
    .innerJoin(users, eq(users.id, signIns.userId))
    .where(eq(refreshTokens.hash, hashOf(token)))
  if (!found) throw refuse.refreshInvalid()
  const { signIn, user } = found
  if (signIn.revokedAt) throw refuse.refreshRevoked()
  const idleEnd = secondsLater(signIn.lastUsedAt, service.config.idleDays * DAY_SECONDS)
  if (signIn.expiresAt <= now || idleEnd <= now) throw refuse.refreshExpired()
  if (signIn.deviceKey !== null && signIn.deviceKey !== deviceKey) throw refuse.refreshInvalid()

  // The first use starts the clock of the grace; whoever comes second sees it running.
  const [first] = await db
    .update(refreshTokens)
    .set({ replacedAt: now })
    .where(and(eq(refreshTokens.hash, hashOf(token)), isNull(refreshTokens.replacedAt)))
    .returning({ hash: refreshTokens.hash })
  const replacedAt = first ? now : (found.refresh.replacedAt ?? now)
  if (secondsLater(replacedAt, GRACE_SECONDS) < now) {
    await revokeSignIns(service, { id: signIn.id, userId: user.id })
    service.audit({ event: 'token.theft', subject: user.id, details: { signIn: signIn.id } }, caller)
    service.mails.post(mailOf(user.email, letters.tokenTheft(service.config.productName)))
    throw refuse.refreshReused()
  }
  const refresh = newRefreshToken()
  await db.transaction(async (tx) => {
    await tx.insert(refreshTokens).values({ hash: refresh.hash, signInId: signIn.id, createdAt: now })
    await tx.update(signIns).set({ lastUsedAt: now }).where(eq(signIns.id, signIn.id))
  })
  return { ...(await tokensOf(service, user, signIn)), RefreshToken: refresh.token }
}

async function tokensOf(service: Service, user: User, signIn: SignIn): Promise<TokenAnswer> {
  const { tokens, clientId, config } = service
  // Also one that is offered with these tokens and not confirmed yet.
  const deviceKey = signIn.deviceKey ?? signIn.offeredDeviceKey
  const life = config.accessMinutes * 60
  const shared: JWTPayload = {
    sub: user.id,
    auth_time: Math.floor(signIn.authTime.getTime() / 1000),
    origin_jti: signIn.id,
    event_id: randomUUID(),
  }
  const [IdToken, AccessToken] = await Promise.all([
    tokens.sign(
      {
        ...shared,
        jti: randomUUID(),
        aud: clientId,
        token_use: 'id',
        'cognito:username': user.id,
        email: user.email,
        email_verified: user.emailVerified,
        ...(user.name !== null && { name: user.name }),
      },
      life,
    ),
    tokens.sign(
      {
        ...shared,
        jti: randomUUID(),
        client_id: clientId,
        token_use: 'access',
        scope: SCOPE,
        username: user.id,
        ...(deviceKey !== null && { device_key: deviceKey }),
      },
      life,
    ),
  ])
  return { AccessToken, IdToken, ExpiresIn: life, TokenType: 'Bearer' }
}

export interface SignedIn {
  user: User
  signIn: SignIn
}

/** The user and sign-in of an access token, or the refusal that clients know. */
export async function signedInBy(service: Service, accessToken: string): Promise<SignedIn> {
  const verified = await service.tokens.verify(accessToken)
  if ('refused' in verified)
    throw verified.refused === 'expired' ? refuse.accessExpired() : refuse.accessInvalid()
  const { claims } = verified
  if (claims['token_use'] !== 'access' || claims['client_id'] !== service.clientId)
    throw refuse.accessInvalid()
  const [found] = await service.db
    .select({ signIn: signIns, user: users })
    .from(signIns)
    .innerJoin(users, eq(users.id, signIns.userId))
    .where(eq(signIns.id, String(claims['origin_jti'])))
  if (!found || found.user.id !== claims.sub) {
    const [user] = await service.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, String(claims.sub)))
    throw user ? refuse.accessRevoked() : refuse.userUnknown()
  }
  if (found.signIn.revokedAt || found.signIn.expiresAt <= service.now()) throw refuse.accessRevoked()
  return found
}

/** Refuses when the person signed in too long ago for something that an open window should not be enough for. */
export function needFreshSignIn(service: Service, { signIn }: SignedIn): void {
  if (secondsLater(signIn.authTime, FRESH_SECONDS) < service.now()) throw refuse.freshSignInNeeded()
}

/**
 * Ends sign-ins with all their tokens, at once: one, those of a device, or all of a user but the one that stays. With all of them
 * go those that wait for another answer: they came by the password or the factors that held until now.
 */
export async function revokeSignIns(
  service: Service,
  which: { userId: string; id?: string; deviceKey?: string; except?: string },
  tx: Tx = service.db,
): Promise<void> {
  const ended = await tx
    .update(signIns)
    .set({ revokedAt: service.now() })
    .where(
      and(
        eq(signIns.userId, which.userId),
        isNull(signIns.revokedAt),
        which.id === undefined ? undefined : eq(signIns.id, which.id),
        which.deviceKey === undefined ? undefined : eq(signIns.deviceKey, which.deviceKey),
        which.except === undefined ? undefined : ne(signIns.id, which.except),
      ),
    )
    .returning({ id: signIns.id })
  service.onRevoked(ended.map(({ id }) => id))
  if (which.id === undefined && which.deviceKey === undefined) await dropWaiting(tx, which.userId)
}

/** Sign-ins of a user that wait for another answer get none. */
export async function dropWaiting(tx: Tx, userId: string): Promise<void> {
  await tx.delete(challenges).where(and(eq(challenges.userId, userId), isNull(challenges.usedAt)))
}

/** Ends the sign-in that a refresh token belongs to, if there is one. */
export async function revokeByRefreshToken(service: Service, token: string): Promise<SignIn | undefined> {
  const [found] = await service.db
    .select({ signIn: signIns })
    .from(refreshTokens)
    .innerJoin(signIns, eq(signIns.id, refreshTokens.signInId))
    .where(eq(refreshTokens.hash, hashOf(token)))
  if (found) await revokeSignIns(service, { userId: found.signIn.userId, id: found.signIn.id })
  return found?.signIn
}

/** Devices no longer stand in for the factor, which has changed. One may stay known, not remembered. */
export async function forgetDevices(tx: Tx, userId: string, stays: string | null = null): Promise<void> {
  await tx
    .delete(devices)
    .where(and(eq(devices.userId, userId), stays === null ? undefined : ne(devices.key, stays)))
  await tx.update(devices).set({ rememberedAt: null }).where(eq(devices.userId, userId))
}

/** Whether a sign-in still counts. */
export async function isLive(service: Service, signInId: string): Promise<boolean> {
  const [found] = await service.db
    .select({ one: sql<number>`1` })
    .from(signIns)
    .where(and(eq(signIns.id, signInId), isNull(signIns.revokedAt), gt(signIns.expiresAt, service.now())))
  return found !== undefined
}

/** Whether a second factor was part of a sign-in that counts, and is asked for still. */
export async function hasSecondFactor(service: Service, signInId: string): Promise<boolean> {
  const [found] = await service.db
    .select({ user: users })
    .from(signIns)
    .innerJoin(users, eq(users.id, signIns.userId))
    .where(and(eq(signIns.id, signInId), eq(signIns.hasSecondFactor, true), isNull(signIns.revokedAt)))
  return found !== undefined && factorsOf(service, found.user).length > 0
}

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

function newRefreshToken(): { token: string; hash: string } {
  const token = randomBytes(48).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** Access and id tokens can't be revoked by themselves. */
export const looksLikeJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)
