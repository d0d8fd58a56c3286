import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'

// After a change here:
//   npx drizzle-kit generate --dialect postgresql --schema ./identity/schema.ts --out ./identity/migrations --name what_changed
// Names of columns are written out: this folder does not know how the database it is given spells them.

export const identitySchema = pgSchema('identity')

/** Encrypted with the installation's secret, or a hash. */
const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The one pool. Memberships elsewhere hang on its id, so it is made once and kept. */
export const pool = identitySchema.table(
  'pool',
  {
    only: boolean('only').primaryKey().default(true),
    poolId: text('pool_id').notNull(),
    clientId: text('client_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('pool_only_one', sql`${t.only}`)],
)

export const signingKeys = identitySchema.table('signing_keys', {
  kid: text('kid').primaryKey(),
  privateKey: bytes('private_key').notNull(),
  publicJwk: jsonb('public_jwk').$type<JWK>().notNull(),
  createdAt: instant('created_at').notNull(),
  /** Published from its creation, used from here on: caches have it by then. */
  signsFrom: instant('signs_from').notNull(),
})

export const USER_STATUSES = ['UNCONFIRMED', 'CONFIRMED', 'RESET_REQUIRED', 'FORCE_CHANGE_PASSWORD'] as const
export const FACTORS = ['SOFTWARE_TOKEN_MFA', 'SMS_MFA'] as const

export const users = identitySchema.table('users', {
  id: text('id').primaryKey(),
  /** In lower case without surrounding blanks; nothing more is folded. */
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  /** Counts only once its code came back. */
  pendingEmail: text('pending_email'),
  phone: text('phone'),
  phoneVerified: boolean('phone_verified').notNull().default(false),
  name: text('name'),
  locale: text('locale'),
  status: text('status', { enum: USER_STATUSES }).notNull(),
  /** Until when a password is good that somebody else has chosen, at whose use they choose another. */
  oneTimeUntil: instant('one_time_until'),
  /** Since when the operator lets them sign in no longer. */
  disabledAt: instant('disabled_at'),
  /** Salt and verifier, encrypted. */
  verifier: bytes('verifier').notNull(),
  totpSecret: bytes('totp_secret'),
  totpName: text('totp_name'),
  /** Asked for and not yet proved; the one before stays in force until then. */
  totpPending: bytes('totp_pending'),
  /** The last step that a code was accepted for: none counts twice, and none before it. */
  totpLastStep: bigint('totp_last_step', { mode: 'number' }).notNull().default(0),
  totpEnabled: boolean('totp_enabled').notNull().default(false),
  smsEnabled: boolean('sms_enabled').notNull().default(false),
  preferredFactor: text('preferred_factor', { enum: FACTORS }),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * Codes sent by mail. Without a foreign key: for a name that nobody has the same rows are written, under an id that the
 * name keeps, so that nothing differs from a name that somebody has.
 */
export const codes = identitySchema.table(
  'codes',
  {
    subject: text('subject').notNull(),
    purpose: text('purpose').notNull(),
    hash: text('hash').notNull(),
    /** From which it was asked for: what others ask for elsewhere takes nothing away from it. */
    network: text('network').notNull().default(''),
    /** Where it was sent, if that is not the user's address. */
    target: text('target'),
    /** Of a sign-up: the password and name that come into force with this code and with no other, encrypted. */
    sealed: bytes('sealed'),
    /** Another sign-up of the same network waits for the same name, so that a code sent again is nobody's for sure. */
    isContested: boolean('is_contested').notNull().default(false),
    /** Of that network. */
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.purpose, t.network] }), index('codes_by_hash').on(t.hash)],
)

/** Failures, mails and tries, counted per account; also for names that nobody has. */
export const counters = identitySchema.table(
  'counters',
  {
    subject: text('subject').notNull(),
    kind: text('kind').notNull(),
    count: integer('count').notNull(),
    /** When the window began that `count` belongs to, or the last failure was. */
    since: instant('since').notNull(),
    lockedUntil: instant('locked_until'),
  },
  (t) => [primaryKey({ columns: [t.subject, t.kind] })],
)

/** Sign-ins that wait for another answer. */
export const challenges = identitySchema.table('challenges', {
  hash: text('hash').primaryKey(),
  userId: userId(),
  challenge: text('challenge').notNull(),
  deviceKey: text('device_key'),
  /** What the next step needs and nobody may see. */
  sealed: bytes('sealed'),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

/** Secret blocks that a proof was tried with, until they would have expired anyway. */
export const spentBlocks = identitySchema.table('spent_blocks', {
  hash: text('hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})

/** A sign-in, which all of its tokens hang on by `origin_jti`. */
export const signIns = identitySchema.table(
  'sign_ins',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    authTime: instant('auth_time').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** A device that was confirmed: from then on refreshing needs its key. */
    deviceKey: text('device_key'),
    offeredDeviceKey: text('offered_device_key'),
    offeredGroupKey: text('offered_group_key'),
    /** A second factor was part of it, by a code or by a device that stood in for one. */
    hasSecondFactor: boolean('has_second_factor').notNull().default(false),
  },
  (t) => [index('sign_ins_by_user').on(t.userId), index('sign_ins_by_device').on(t.deviceKey)],
)

export const refreshTokens = identitySchema.table(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    signInId: text('sign_in_id')
      .notNull()
      .references(() => signIns.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    /** First used; good for a moment longer, then its use is theft. */
    replacedAt: instant('replaced_at'),
  },
  (t) => [index('refresh_tokens_by_sign_in').on(t.signInId)],
)

export const devices = identitySchema.table(
  'devices',
  {
    key: text('key').primaryKey(),
    userId: userId(),
    groupKey: text('group_key').notNull(),
    name: text('name').notNull(),
    verifier: bytes('verifier').notNull(),
    /** Stands in for the second factor from then on, for a while. */
    rememberedAt: instant('remembered_at'),
    lastAddress: text('last_address'),
    createdAt: instant('created_at').notNull(),
    modifiedAt: instant('modified_at').notNull(),
    authenticatedAt: instant('authenticated_at').notNull(),
  },
  (t) => [index('devices_by_user').on(t.userId)],
)
