import { randomUUID } from 'node:crypto'
import { eq, or, type InferSelectModel } from 'drizzle-orm'
import type { Database, Tx } from './database.ts'
import { users } from './schema.ts'
import type { Secrets } from './secrets.ts'
import { poolNameOf, secondsLater, type Service } from './service.ts'
import { belowPrime, makeVerifier, numberOf, pad, type Verifier } from './srp.ts'

export type User = InferSelectModel<typeof users>

/** As an address is compared: in lower case without surrounding blanks. */
export const foldedName = (name: string): string => name.trim().toLowerCase()

/** Clients send the address first and the id from then on, so both are names. */
export async function findUser(db: Tx | Database, name: string): Promise<User | undefined> {
  const folded = foldedName(name)
  const [found] = await db
    .select()
    .from(users)
    .where(or(eq(users.email, folded), eq(users.id, folded)))
    .limit(1)
  return found
}

/** What a first step needs of a user, and no more: reading a long row would be seen in its time. */
export async function findVerifier(
  db: Tx | Database,
  name: string,
): Promise<{ id: string; verifier: Buffer } | undefined> {
  const folded = foldedName(name)
  const [found] = await db
    .select({ id: users.id, verifier: users.verifier })
    .from(users)
    .where(or(eq(users.email, folded), eq(users.id, folded)))
    .limit(1)
  return found
}

/** The id that a name has which nobody has: always the same, so it looks like somebody's. */
export function shadowIdOf(secrets: Secrets, name: string): string {
  const folded = foldedName(name)
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(folded)) return folded
  const bytes = secrets.unknownUserBytes(folded, 'id', 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The id to count by and write under, whether anybody has the name or not. */
export const subjectOf = (service: Service, user: { id: string } | undefined, name: string): string =>
  user?.id ?? shadowIdOf(service.secrets, name)

export function shadowVerifier(secrets: Secrets, subject: string): Verifier {
  return {
    salt: numberOf(secrets.unknownUserBytes(subject, 'salt', 16)),
    verifier: belowPrime(secrets.unknownUserBytes(subject, 'verifier', 384)),
  }
}

export function sealVerifier(secrets: Secrets, { salt, verifier }: Verifier, about: string): Buffer {
  const saltBytes = pad(salt)
  return secrets.encrypt(Buffer.concat([Buffer.of(saltBytes.length), saltBytes, pad(verifier)]), about)
}

export function openVerifier(secrets: Secrets, sealed: Buffer, about: string): Verifier {
  const plain = secrets.decrypt(sealed, about)
  const saltEnd = 1 + plain[0]!
  return { salt: numberOf(plain.subarray(1, saltEnd)), verifier: numberOf(plain.subarray(saltEnd)) }
}

export const verifierOf = (secrets: Secrets, user: Pick<User, 'id' | 'verifier'>): Verifier =>
  openVerifier(secrets, user.verifier, `verifier of ${user.id}`)

/** Salt and verifier of a new password, as they are stored. */
export const sealedPassword = (service: Service, userId: string, password: string): Buffer =>
  sealVerifier(
    service.secrets,
    makeVerifier({ group: poolNameOf(service), id: userId }, password),
    `verifier of ${userId}`,
  )

/** An operator may have handed it on in writing, where it stays. */
const ONE_TIME_SECONDS = 7 * 24 * 3_600

/** A password for one sign-in, at which another one is chosen. */
export const oneTimePassword = (service: Service, userId: string, password: string) => ({
  verifier: sealedPassword(service, userId, password),
  status: 'FORCE_CHANGE_PASSWORD' as const,
  oneTimeUntil: secondsLater(service.now(), ONE_TIME_SECONDS),
})

/** Whether this is the password, for the operations that carry it. */
export function isPasswordOf(
  service: Service,
  user: Pick<User, 'id' | 'verifier'>,
  password: string,
): boolean {
  const { salt, verifier } = verifierOf(service.secrets, user)
  return makeVerifier({ group: poolNameOf(service), id: user.id }, password, salt).verifier === verifier
}

export const newUserId = (): string => randomUUID()

/** The factors that a sign-in asks for, the preferred one first. */
export function factorsOf(service: Service, user: User): ('SOFTWARE_TOKEN_MFA' | 'SMS_MFA')[] {
  const factors: ('SOFTWARE_TOKEN_MFA' | 'SMS_MFA')[] = []
  if (user.totpEnabled && user.totpSecret) factors.push('SOFTWARE_TOKEN_MFA')
  if (user.smsEnabled && user.phoneVerified && service.sms) factors.push('SMS_MFA')
  return factors.sort((a) => (a === user.preferredFactor ? -1 : 1))
}

/** As a stranger may see it: `j***@e***`. */
export function maskedAddress(address: string): string {
  const [name = '', host] = address.split('@')
  const mask = (part: string) => `${String.fromCodePoint(...(part === '' ? [] : [part.codePointAt(0)!]))}***`
  return host === undefined ? mask(name) : `${mask(name)}@${mask(host)}`
}
