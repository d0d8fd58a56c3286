import { and, eq, gt, lte } from 'drizzle-orm'
import { z } from 'zod'
import { networkOf } from '../address-limits.ts'
import { makeCode, useCode, type Purpose } from '../codes.ts'
import type { Tx } from '../database.ts'
import { invalidParameter, notAuthorized, refuse } from '../errors.ts'
import { letters, mailOf } from '../mail/templates.ts'
import { field, operation } from '../operation.ts'
import { rememberNetwork } from '../networks.ts'
import { codes, users } from '../schema.ts'
import { secondsLater, type Caller, type Service } from '../service.ts'
import {
  findUser,
  isPasswordOf,
  maskedAddress,
  newUserId,
  sealedPassword,
  subjectOf,
  type User,
} from '../users.ts'

/** Whoever does not confirm loses the account, so that nobody sits on another's address. */
export const UNCONFIRMED_SECONDS = 86_400
const WRITABLE = new Set(['email', 'name', 'locale', 'phone_number'])

export type Attributes = Partial<Record<'email' | 'name' | 'locale' | 'phone_number', string>>

/** The attributes that people may set; one that they may not is refused, whatever its value. */
export function writableAttributes(
  service: Service,
  given: { Name: string; Value?: string | undefined }[],
): Attributes {
  const attributes: Attributes = {}
  for (const { Name, Value = '' } of given) {
    if (!WRITABLE.has(Name) || (Name === 'phone_number' && !service.sms)) {
      throw notAuthorized('A client attempted to write unauthorized attribute')
    }
    const name = Name as keyof Attributes
    if (name in attributes) throw invalidParameter(`The attribute ${name} is given twice`)
    const text = Value.trim()
    if (name === 'email') {
      const email = field.email.safeParse(text)
      if (!email.success) throw invalidParameter('Invalid email address format.')
      attributes.email = email.data
    } else if (name === 'phone_number') {
      if (!/^\+[1-9][0-9]{6,14}$/.test(text)) throw invalidParameter('Invalid phone number format.')
      attributes.phone_number = text
    } else {
      if (text.length > 100 || /\p{Cc}/u.test(text))
        throw invalidParameter(`The attribute ${name} can't be used`)
      attributes[name] = text
    }
  }
  return attributes
}

export const delivery = (address: string, attribute = 'email') => ({
  Destination: attribute === 'email' ? maskedAddress(address) : `+*******${address.slice(-4)}`,
  DeliveryMedium: attribute === 'email' ? 'EMAIL' : 'SMS',
  AttributeName: attribute,
})

export const signUp = operation({
  limit: 'signUp',
  input: z.object({
    ClientId: field.clientId,
    Username: field.username,
    Password: field.password,
    UserAttributes: field.attributes.nullish(),
  }),
  async run(service, { Username, Password, UserAttributes }, caller) {
    const attributes = writableAttributes(service, UserAttributes ?? [])
    const name = field.email.safeParse(Username)
    if (!name.success) throw invalidParameter('Username should be an email.')
    const email = name.data
    if (attributes.email !== undefined && attributes.email !== email) {
      throw invalidParameter('The attribute email must be the username.')
    }
    service.passwords.check(Password, { email, name: attributes.name })
    const { id, code } = await service.db.transaction((tx) =>
      enter(service, tx, email, Password, attributes, caller),
    )
    service.mails.post(mailOf(email, letters.confirmSignUp(service.config.productName, code)))
    service.audit({ event: 'signUp', subject: id }, caller)
    return { UserConfirmed: false, UserSub: id, CodeDeliveryDetails: delivery(email) }
  },
})

/** What a sign-up asks for, and a code brings into force. */
type Entry = Pick<User, 'name' | 'locale' | 'phone'> & { verifier: Buffer }

/**
 * Writes a sign-up down with its code. A name waits for whoever proves that the address is theirs: until then anybody may
 * sign up with it, each with a password of their own, which comes into force with the code of that sign-up. Whoever
 * comes twice from one network with one password has signed up already.
 */
async function enter(
  service: Service,
  tx: Tx,
  email: string,
  password: string,
  attributes: Attributes,
  caller: Caller,
): Promise<{ id: string; code: string }> {
  const now = service.now()
  await tx
    .delete(users)
    .where(
      and(
        eq(users.email, email),
        eq(users.status, 'UNCONFIRMED'),
        lte(users.createdAt, secondsLater(now, -UNCONFIRMED_SECONDS)),
      ),
    )
  const { name = null, locale = null, phone_number: phone = null } = attributes
  const newId = newUserId()
  const entryOf = (id: string): Entry => ({
    verifier: sealedPassword(service, id, password),
    name,
    locale,
    phone,
  })
  const [made] = await tx
    .insert(users)
    .values({ id: newId, email, status: 'UNCONFIRMED', createdAt: now, updatedAt: now, ...entryOf(newId) })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (made) {
    const sealed = sealEntry(service, newId, entryOf(newId))
    return { id: newId, code: await makeCode(service, newId, 'confirm sign-up', caller, { sealed, tx }) }
  }
  const [waiting] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (waiting?.status !== 'UNCONFIRMED') throw refuse.userExists()
  const { id } = waiting
  const before = await signUpFrom(service, tx, id, caller)
  if (before?.entry && isPasswordOf(service, { id, verifier: before.entry.verifier }, password))
    throw refuse.userExists()
  const entry = entryOf(id)
  const code = await makeCode(service, id, 'confirm sign-up', caller, {
    sealed: sealEntry(service, id, entry),
    isContested: before !== undefined,
    tx,
  })
  await tx
    .update(users)
    .set({ ...entry, createdAt: now, updatedAt: now })
    .where(eq(users.id, id))
  return { id, code }
}

/** The sign-up of this name that waits for its code in the caller's network. */
async function signUpFrom(
  service: Service,
  tx: Tx,
  subject: string,
  caller: Caller,
): Promise<{ entry: Entry | undefined; sealed: Buffer | null; isContested: boolean } | undefined> {
  const [row] = await tx
    .select({ sealed: codes.sealed, isContested: codes.isContested })
    .from(codes)
    .where(
      and(
        eq(codes.subject, subject),
        eq(codes.purpose, 'confirm sign-up'),
        eq(codes.network, networkOf(caller.address)),
        gt(codes.expiresAt, service.now()),
      ),
    )
  return row && { ...row, entry: row.sealed ? openEntry(service, subject, row.sealed) : undefined }
}

const sealEntry = (service: Service, id: string, { verifier, ...rest }: Entry): Buffer =>
  service.secrets.encrypt(
    Buffer.from(JSON.stringify({ ...rest, verifier: verifier.toString('base64') })),
    `sign-up of ${id}`,
  )

function openEntry(service: Service, id: string, sealed: Buffer): Entry {
  const { verifier, ...rest } = JSON.parse(
    service.secrets.decrypt(sealed, `sign-up of ${id}`).toString(),
  ) as Omit<Entry, 'verifier'> & { verifier: string }
  return { ...rest, verifier: Buffer.from(verifier, 'base64') }
}

export const confirmSignUp = operation({
  limit: 'answer',
  input: z.object({ ClientId: field.clientId, Username: field.username, ConfirmationCode: field.code }),
  async run(service, { Username, ConfirmationCode }, caller) {
    const user = await namedUser(service, Username)
    const subject = subjectOf(service, user, Username)
    // A confirmed account has no code, so it is answered like one whose code is too old.
    const { sealed, isFromHere, isContested } = await useCode(
      service,
      { subject, user, caller },
      'confirm sign-up',
      ConfirmationCode,
    )
    // The protocol has nothing else to tell by who signed up. A code that was asked for elsewhere, or after another one of the
    // same network, proves the address and not whose password it was: its owner chooses one, by another mail.
    const entry = sealed ? openEntry(service, subject, sealed) : undefined
    const isTheirs = entry !== undefined && isFromHere && !isContested
    await service.db
      .update(users)
      .set({
        ...entry,
        status: isTheirs ? 'CONFIRMED' : 'RESET_REQUIRED',
        emailVerified: true,
        updatedAt: service.now(),
      })
      .where(and(eq(users.id, subject), eq(users.status, 'UNCONFIRMED')))
    await rememberNetwork(service, subject, caller)
    if (user) await service.onAddress(subject, user.email)
    service.audit({ event: 'signUp.confirmed', subject }, caller)
    return {}
  },
})

export const resendConfirmationCode = operation({
  limit: 'mail',
  input: z.object({ ClientId: field.clientId, Username: field.username }),
  async run(service, { Username }, caller) {
    const user = await namedUser(service, Username)
    const waits = user?.status === 'UNCONFIRMED'
    const before = await signUpFrom(service, service.db, subjectOf(service, user, Username), caller)
    return {
      CodeDeliveryDetails: await sendCode(
        service,
        { name: Username, user: waits ? user : undefined, shown: user },
        caller,
        {
          purpose: 'confirm sign-up',
          letter: letters.confirmSignUp,
          // Of two sign-ups in one network it can't be said whose this is.
          sealed: before && !before.isContested ? before.sealed : null,
          isContested: before?.isContested ?? false,
        },
      ),
    }
  },
})

/** The user of a name. Where unknown names are not masked, it says that nobody has it. */
export async function namedUser(service: Service, name: string): Promise<User | undefined> {
  const user = await findUser(service.db, name)
  if (!user && !service.config.maskUnknownUsers) throw refuse.userUnknown()
  return user
}

/** Sends a code to a user, or does and says the same where there is nobody to get one. */
export async function sendCode(
  service: Service,
  { name, user, shown }: { name: string; user: User | undefined; shown: User | undefined },
  caller: Caller,
  {
    purpose,
    letter,
    ...rest
  }: {
    purpose: Purpose
    letter: (product: string, code: string) => Parameters<typeof mailOf>[1]
    sealed?: Buffer | null
    isContested?: boolean
  },
): Promise<object> {
  const subject = subjectOf(service, shown, name)
  const code = await makeCode(service, subject, purpose, caller, { isReal: user !== undefined, ...rest })
  if (user) service.mails.post(mailOf(user.email, letter(service.config.productName, code)))
  service.audit({ event: 'code.sent', subject: user?.id ?? null, details: { purpose } }, caller)
  const address = shown?.email ?? (name.includes('@') ? name.trim().toLowerCase() : `${name}@${name}`)
  return delivery(address)
}
