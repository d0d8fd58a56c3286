import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql, type SQL } from 'drizzle-orm'
import { networkOf } from './address-limits.ts'
import { countWithin, uncount } from './counters.ts'
import type { Tx } from './database.ts'
import { Refusal, refuse } from './errors.ts'
import { isKnownNetwork } from './networks.ts'
import { codes } from './schema.ts'
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
const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400

// Whoever asks or tries is counted where they are, so that nobody uses up what belongs to the owner of an account.
/** Wrong tries of one network: of the code that it asked for, and in an hour. */
const TRIES_PER_CODE_MAX = 5
const TRIES_PER_HOUR_MAX = 10
/** At codes that other networks asked for, of all networks together that are not the owner's. */
const STRANGERS_TRIES_PER_HOUR_MAX = 5
/** Of one network, and again of all networks together that are not the owner's. */
const MAILS_PER_HOUR_MAX = 5
const MAILS_PER_DAY_MAX = 20
/** Beyond those of all together, of a network of its own. */
const MAILS_BEYOND_PER_HOUR_MAX = 1

const DIGITS = 6
/**
 * Of codes beyond the common limit. There is no end to networks that a stranger may ask from, and so none to the codes
 * that they may guess at: these are not worth guessing.
 */
const DIGITS_BEYOND = 10

interface NewCode {
  /** False where nobody is there to get one: the same is written, with a hash that no code has. */
  isReal?: boolean
  /** Where it is sent, if that is not the user's address. */
  target?: string | null
  /** What comes into force with it. */
  sealed?: Buffer | null
  /** Another sign-up of this network waits for the same name. */
  isContested?: boolean
  tx?: Tx
}

/**
 * A new code for the network that asks. Of its purpose it is the only one that counts there from now on; codes that
 * others asked for are left alone. Refuses when the network got too many.
 */
export async function makeCode(
  service: Service,
  subject: string,
  purpose: Purpose,
  caller: Caller,
  { isReal = true, target = null, sealed = null, isContested = false, tx = service.db }: NewCode = {},
): Promise<string> {
  const now = service.now()
  const network = networkOf(caller.address)
  const digits = await takeMail(service, tx, subject, caller)
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const hash = service.secrets.codeHash(subject, purpose, isReal ? code : randomBytes(16).toString('hex'))
  const row = {
    hash,
    target,
    sealed,
    isContested,
    tries: 0,
    expiresAt: secondsLater(now, LIFE_SECONDS[purpose]),
  }
  await tx
    .insert(codes)
    .values({ subject, purpose, network, ...row })
    .onConflictDoUpdate({ target: [codes.subject, codes.purpose, codes.network], set: row })
  return code
}

/** Counts a mail or refuses it; how many digits its code has. */
async function takeMail(service: Service, tx: Tx, subject: string, caller: Caller): Promise<number> {
  const now = service.now()
  const network = networkOf(caller.address)
  const isWithin = (kind: string, max: number, seconds: number) =>
    countWithin(tx, { subject, kind, max, seconds, now })
  const isWithinBoth = async (where: string) => {
    const isWithinHour = await isWithin(`mails/h${where}`, MAILS_PER_HOUR_MAX, HOUR_SECONDS)
    const isWithinDay = await isWithin(`mails/d${where}`, MAILS_PER_DAY_MAX, DAY_SECONDS)
    return isWithinHour && isWithinDay
  }
  if (!(await isWithinBoth(` from ${network}`))) throw refuse.attemptLimit()
  if (await isKnownNetwork(service, tx, subject, caller)) return DIGITS
  if (await isWithinBoth('')) return DIGITS
  if (await isWithin(`mails beyond from ${network}`, MAILS_BEYOND_PER_HOUR_MAX, HOUR_SECONDS))
    return DIGITS_BEYOND
  throw refuse.attemptLimit()
}

/** Whose code it is said to be, and who says so. */
interface CodeUse {
  /** What the code is kept under, also for a name that nobody has. */
  subject: string
  user: { id: string } | undefined
  caller: Caller
}

interface UsedCode {
  target: string | null
  sealed: Buffer | null
  /** Whether it was asked for from the network that uses it. */
  isFromHere: boolean
  /** Another sign-up of that network waited for the same name. */
  isContested: boolean
}

/** Uses a code up and gives what it was for, or refuses. A wrong one counts against the network that tries it. */
export async function useCode(
  service: Service,
  { subject, user, caller }: CodeUse,
  purpose: Purpose,
  code: string,
): Promise<UsedCode> {
  return takeCode(service, subject, purpose, code, caller).catch((error: unknown) => {
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
  caller: Caller,
): Promise<UsedCode> {
  const { db } = service
  const now = service.now()
  const network = networkOf(caller.address)
  const ofPurpose = and(eq(codes.subject, subject), eq(codes.purpose, purpose))
  const isLive = gt(codes.expiresAt, now)
  const ofNetwork = and(ofPurpose, eq(codes.network, network), isLive)

  const [asked] = await db.select({ tries: codes.tries }).from(codes).where(ofNetwork)
  const isKnown = await isKnownNetwork(service, db, subject, caller)
  const isOwn = asked !== undefined || isKnown
  const takeTry = (kind: string, max: number) =>
    countWithin(db, { subject, kind, max, seconds: HOUR_SECONDS, now })
  const ofStrangers = 'code tries/h'
  const kind = isOwn ? `${ofStrangers} from ${network}` : ofStrangers
  if (!(await takeTry(kind, isOwn ? TRIES_PER_HOUR_MAX : STRANGERS_TRIES_PER_HOUR_MAX)))
    throw refuse.attemptLimit()
  // Counted before it is looked at, so that many at once are not more than one after the other.
  const [counted] = await db
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1` })
    .where(and(ofNetwork, lt(codes.tries, TRIES_PER_CODE_MAX)))
    .returning({ tries: codes.tries })
  if (asked && !counted) throw refuse.attemptLimit()

  const hash = service.secrets.codeHash(subject, purpose, code)
  const useIn = async (place: SQL | undefined) => {
    const [row] = await db
      .delete(codes)
      .where(and(place, isLive, eq(codes.hash, hash)))
      .returning()
    return row
  }
  // Having asked for a code gives tries at that one. Those of other networks are tried as by anybody: there is no end to
  // networks that may ask, and their own codes may be longer.
  const isBound = asked !== undefined && !isKnown
  let used = await useIn(isBound ? ofNetwork : ofPurpose)
  if (!used && isBound && (await takeTry(ofStrangers, STRANGERS_TRIES_PER_HOUR_MAX))) {
    used = await useIn(ofPurpose)
    if (used) await uncount(db, subject, ofStrangers)
  }
  if (!used) {
    const [live] = await db
      .select({ network: codes.network })
      .from(codes)
      .where(and(ofPurpose, isLive))
      .limit(1)
    throw live ? refuse.codeWrong() : refuse.codeExpired()
  }
  await db.delete(codes).where(ofPurpose)
  await uncount(db, subject, kind)
  const { target, sealed, isContested } = used
  return { target, sealed, isContested, isFromHere: used.network === network }
}
