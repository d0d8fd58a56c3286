import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { countWithin, uncount } from './counters.ts'
import { Refusal, refuse } from './errors.ts'
import { codes } from './schema.ts'
import { sameText } from './secrets.ts'
import { secondsLater, type Caller, type Service } from './service.ts'

export type Purpose =
  'confirm sign-up' | 'reset password' | 'verify email' | 'verify phone_number' | 'sms factor'

const LIFE_SECONDS: Record<Purpose, number> = {
  'confirm sign-up': 86_400,
  'reset password': 600,
  'verify email': 3600,
  'verify phone_number': 3600,
  'sms factor': 180,
}
const TRIES_PER_CODE_MAX = 5
const TRIES_PER_HOUR_MAX = 10
const MAILS_PER_HOUR_MAX = 5
const MAILS_PER_DAY_MAX = 20

/**
 * A new code, the only one of its purpose that counts from now on. With `isReal` false the same is written, with a hash
 * that no code has: nobody is there to get one. Refuses when the account got too many.
 */
export async function makeCode(
  service: Service,
  subject: string,
  purpose: Purpose,
  { isReal = true, target = null }: { isReal?: boolean; target?: string | null } = {},
): Promise<string> {
  const { db } = service
  const now = service.now()
  const perHour = await countWithin(db, {
    subject,
    kind: 'mails/h',
    max: MAILS_PER_HOUR_MAX,
    seconds: 3600,
    now,
  })
  const perDay = await countWithin(db, {
    subject,
    kind: 'mails/d',
    max: MAILS_PER_DAY_MAX,
    seconds: 86_400,
    now,
  })
  if (!perHour || !perDay) throw refuse.attemptLimit()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = service.secrets.codeHash(subject, purpose, isReal ? code : randomBytes(16).toString('hex'))
  const row = { hash, target, tries: 0, expiresAt: secondsLater(now, LIFE_SECONDS[purpose]) }
  await db
    .insert(codes)
    .values({ subject, purpose, ...row })
    .onConflictDoUpdate({ target: [codes.subject, codes.purpose], set: row })
  return code
}

/** Whose code it is said to be, and who says so. */
interface CodeUse {
  /** What the code is kept under, also for a name that nobody has. */
  subject: string
  user: { id: string } | undefined
  caller: Caller
}

/** Uses a code up and gives what it was sent to, or refuses. A wrong one counts against the code and the account. */
export async function useCode(
  service: Service,
  { subject, user, caller }: CodeUse,
  purpose: Purpose,
  code: string,
): Promise<{ target: string | null }> {
  return takeCode(service, subject, purpose, code).catch((error: unknown) => {
    if (error instanceof Refusal)
      service.audit({ event: 'code.refused', subject: user?.id ?? null, details: { purpose } }, caller)
    throw error
  })
}

async function takeCode(
  service: Service,
  subject: string,
  purpose: Purpose,
  code: string,
): Promise<{ target: string | null }> {
  const { db } = service
  const now = service.now()
  const allowed = await countWithin(db, {
    subject,
    kind: 'code tries/h',
    max: TRIES_PER_HOUR_MAX,
    seconds: 3600,
    now,
  })
  if (!allowed) throw refuse.attemptLimit()
  const isTheCode = and(eq(codes.subject, subject), eq(codes.purpose, purpose))
  const [tried] = await db
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1` })
    .where(and(isTheCode, lt(codes.tries, TRIES_PER_CODE_MAX), gt(codes.expiresAt, now)))
    .returning()
  if (!tried) {
    const [row] = await db
      .select({ tries: codes.tries, expiresAt: codes.expiresAt })
      .from(codes)
      .where(isTheCode)
    throw row && row.expiresAt > now ? refuse.attemptLimit() : refuse.codeExpired()
  }
  if (!sameText(tried.hash, service.secrets.codeHash(subject, purpose, code))) throw refuse.codeWrong()
  const [used] = await db
    .delete(codes)
    .where(and(isTheCode, eq(codes.hash, tried.hash)))
    .returning({ target: codes.target })
  if (!used) throw refuse.codeExpired()
  await uncount(db, subject, 'code tries/h')
  return used
}
