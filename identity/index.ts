/**
 * A user pool that speaks the managed provider's wire protocol. **Invariant:** imports nothing of ours, and knows of the
 * world only what it is handed: a database, a clock, a mailer, a secret. Could be lifted out.
 */
import { eq } from 'drizzle-orm'
import type { FastifyPluginCallback } from 'fastify'
import { addressLimitsFrom, type MakeCounter } from './address-limits.ts'
import { migrate, isDuplicate, type Database } from './database.ts'
import { mailQueueTo, type Mailer } from './mail/mail-queue.ts'
import { removeUser } from './operations/account.ts'
import { listUsers, setDisabled, setOneTimePassword, type ListedUser } from './operations/administration.ts'
import { removeSecondFactor } from './operations/factors.ts'
import { passwordPolicyFrom } from './password-policy.ts'
import { ensurePool } from './pool.ts'
import { routesOf } from './routes.ts'
import { users } from './schema.ts'
import { secretsFrom } from './secrets.ts'
import type { AuditEvent, IdentityConfig, Service, SmsSender } from './service.ts'
import { hasSecondFactor, isLive } from './sign-ins.ts'
import { sweep } from './sweep.ts'
import { openTokens } from './tokens.ts'
import { findUser, foldedName, newUserId, oneTimePassword, sealedPassword } from './users.ts'

export { migrate } from './database.ts'
export { networkOf } from './address-limits.ts'
export type { Mail, Mailer } from './mail/mail-queue.ts'
export type { AuditEvent, IdentityConfig, SmsSender } from './service.ts'

export interface IdentityOptions {
  database: Database
  /** This folder's `migrations/`, and its list of passwords that everybody tries first. */
  files: { migrations: string; commonPasswords: string }
  clock: () => Date
  mailer: Mailer
  smsSender?: SmsSender | undefined
  /** Counts what comes from addresses, for all processes that share the database. */
  counter: MakeCounter
  /** At least 32 random bytes, kept outside the database. Without them nobody signs in again. */
  secretKey: Buffer
  /** Those that held before, and still open what was encrypted with them. */
  formerSecretKeys?: readonly Buffer[]
  config: IdentityConfig
  log: (message: string, error?: unknown) => void
  onAudit?: (event: AuditEvent) => void
  /** Hears of the address that a user has verified, and of `null` when the user is gone. */
  onAddress?: (who: { poolId: string; subject: string }, email: string | null) => Promise<void>
}

/** Whom an access token speaks for. Who somebody is, is issuer and subject; never the address. */
export interface Access {
  issuer: string
  subject: string
  /** The sign-in, which `isRevoked` asks about. */
  signInId: string
  authTime: Date
  expiresAt: Date
}

export interface IdentityClaims {
  subject: string
  email: string
  emailVerified: boolean
  name: string | null
}

export interface Identity {
  readonly poolId: string
  readonly clientId: string
  readonly issuer: string
  /** To be registered under the path of the endpoint. */
  readonly routes: FastifyPluginCallback
  /** Null for everything but an access token of this pool and client that counts at this moment. */
  verifyAccess(token: string): Promise<Access | null>
  /** What an id token says, if it is of the same user as the access token and its address is still theirs. */
  verifyId(token: string, access: Pick<Access, 'subject'>): Promise<IdentityClaims | null>
  isRevoked(signInId: string): Promise<boolean>
  /** Whether a second factor was part of a sign-in, by a code or by a device that stands in for one. */
  hasSecondFactor(signInId: string): Promise<boolean>
  /** A user who may sign in at once, or the one who has the address already. */
  createConfirmedUser(user: {
    email: string
    password: string
    name?: string
    mustChangePassword?: boolean
  }): Promise<{ subject: string; isNew: boolean }>
  /** Who has an address, confirmed or not. */
  userByEmail(email: string): Promise<{ subject: string; emailVerified: boolean } | undefined>
  /** The address of every user who has verified one, by subject. */
  verifiedAddresses(): Promise<ReadonlyMap<string, string>>
  /** Takes the second factor away with the devices that stood in for it, and ends every sign-in. False without such a user. */
  resetSecondFactor(subject: string): Promise<boolean>
  /** The first users by address, of those whose address or name has this text in it. */
  listUsers(wanted: { search: string; limit: number }): Promise<ListedUser[]>
  /** A password for one sign-in, at which they choose another; every sign-in ends. False without such a user. */
  setOneTimePassword(subject: string, password: string): Promise<boolean>
  /** Keeps somebody from signing in, or lets them in again. False without such a user. */
  setDisabled(subject: string, isDisabled: boolean): Promise<boolean>
  /** False when there is no such user. */
  deleteUser(subject: string): Promise<boolean>
  rotateSigningKey(): Promise<void>
  /** Removes what is too old to mean anything. Runs by itself every hour. */
  sweep(): Promise<void>
  /** Until all mails are sent. */
  mailsSent(): Promise<void>
  close(): Promise<void>
}

const HOUR_MS = 3_600_000
/** A sign-in found live is not checked again for this long; another process may have ended it meanwhile. */
const BELIEVED_MS = 500
const BELIEVED_MAX = 10_000

/** Migrates its schema, makes the pool and its first key if there is none, and is ready. */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { database: db, clock: now, config, log } = options
  await migrate(db, options.files.migrations)
  const { poolId, clientId } = await ensurePool(db, config.region, now())
  const secrets = secretsFrom(options.secretKey, options.formerSecretKeys)
  const closing = new AbortController()
  const believed = new Map<string, number>()
  const service: Service = {
    db,
    now,
    secrets,
    config,
    poolId,
    clientId,
    sms: options.smsSender,
    passwords: await passwordPolicyFrom(options.files.commonPasswords, config.productName),
    limits: addressLimitsFrom(config.addressLimits, options.counter),
    mails: mailQueueTo(options.mailer, log, closing.signal),
    tokens: await openTokens({
      db,
      secrets,
      now,
      issuer: `${config.endpoint.replace(/\/$/, '')}/${poolId}`,
      tokenLifeSeconds: config.accessMinutes * 60,
    }),
    onRevoked(signInIds) {
      for (const id of signInIds) believed.delete(id)
    },
    async onAddress(subject, email) {
      // What was verified is verified. Who copies addresses compares all of them at the next start.
      await options
        .onAddress?.({ poolId, subject }, email)
        .catch((error: unknown) => log('An address could not be passed on.', error))
    },
    audit(event, caller) {
      options.onAudit?.({
        ...event,
        at: now(),
        address: caller?.address ?? null,
        userAgent: caller?.userAgent ?? null,
      })
    },
  }

  const isRevoked = async (signInId: string): Promise<boolean> => {
    const asked = performance.now()
    if ((believed.get(signInId) ?? -Infinity) > asked - BELIEVED_MS) return false
    const live = await isLive(service, signInId)
    if (believed.size > BELIEVED_MAX) believed.clear()
    if (live) believed.set(signInId, asked)
    return !live
  }

  const upkeep = async () => {
    await sweep(service)
    if (await service.tokens.rotateIfDue()) service.audit({ event: 'key.rotated', subject: null })
  }
  const hourly = setInterval(() => {
    upkeep().catch((error: unknown) => log('Upkeep of the user pool failed.', error))
  }, HOUR_MS).unref()
  await upkeep()

  return {
    poolId,
    clientId,
    issuer: service.tokens.issuer,
    routes: routesOf(service, log),
    async verifyAccess(token) {
      const verified = await service.tokens.verify(token)
      if ('refused' in verified) return null
      const { claims } = verified
      if (claims['token_use'] !== 'access' || claims['client_id'] !== clientId) return null
      const signInId = String(claims['origin_jti'])
      if (await isRevoked(signInId)) return null
      return {
        issuer: service.tokens.issuer,
        subject: claims.sub!,
        signInId,
        authTime: new Date(Number(claims['auth_time']) * 1000),
        expiresAt: new Date(claims.exp! * 1000),
      }
    },
    async verifyId(token, access) {
      const verified = await service.tokens.verify(token)
      if ('refused' in verified) return null
      const { claims } = verified
      if (claims['token_use'] !== 'id' || claims.aud !== clientId || claims.sub !== access.subject)
        return null
      const user = await findUser(db, access.subject)
      if (!user?.emailVerified || claims['email_verified'] !== true || user.email !== claims['email'])
        return null
      return { subject: user.id, email: user.email, emailVerified: true, name: user.name }
    },
    isRevoked,
    hasSecondFactor: (signInId) => hasSecondFactor(service, signInId),
    async createConfirmedUser({ email, password, name, mustChangePassword = false }) {
      const existing = await findUser(db, email)
      if (existing && existing.status !== 'UNCONFIRMED') return { subject: existing.id, isNew: false }
      // Somebody typed the address and has not shown that it is theirs.
      if (existing) await removeUser(service, existing.id)
      const id = newUserId()
      try {
        await db.insert(users).values({
          id,
          email: foldedName(email),
          emailVerified: true,
          name: name ?? null,
          ...(mustChangePassword
            ? oneTimePassword(service, id, password)
            : { verifier: sealedPassword(service, id, password), status: 'CONFIRMED' }),
          createdAt: now(),
          updatedAt: now(),
        })
      } catch (error) {
        const other = isDuplicate(error) ? await findUser(db, email) : undefined
        if (other) return { subject: other.id, isNew: false }
        throw error
      }
      service.audit({ event: 'user.created', subject: id })
      return { subject: id, isNew: true }
    },
    async userByEmail(email) {
      const user = await findUser(db, email)
      // Ids are names, too, and this asks about addresses.
      if (user?.email !== foldedName(email)) return undefined
      return { subject: user.id, emailVerified: user.emailVerified }
    },
    async verifiedAddresses() {
      const rows = await db
        .select({ id: users.id, email: users.email })
        .from(users)
        .where(eq(users.emailVerified, true))
      return new Map(rows.map(({ id, email }) => [id, email]))
    },
    async resetSecondFactor(subject) {
      const user = await findUser(db, subject)
      if (user?.id !== subject) return false
      await removeSecondFactor(service, user)
      service.audit({ event: 'factor.reset', subject })
      return true
    },
    listUsers: (wanted) => listUsers(service, wanted),
    setOneTimePassword: (subject, password) => setOneTimePassword(service, subject, password),
    setDisabled: (subject, isDisabled) => setDisabled(service, subject, isDisabled),
    async deleteUser(subject) {
      const removed = await removeUser(service, subject)
      if (removed) service.audit({ event: 'user.deleted', subject })
      return removed
    },
    async rotateSigningKey() {
      await service.tokens.rotate()
      service.audit({ event: 'key.rotated', subject: null })
    },
    sweep: () => sweep(service),
    mailsSent: () => service.mails.drained(),
    async close() {
      clearInterval(hourly)
      closing.abort()
      await service.mails.drained()
    },
  }
}
