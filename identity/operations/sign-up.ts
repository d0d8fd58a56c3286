import { and, eq, lte } from 'drizzle-orm'
import { z } from 'zod'
import { makeCode, useCode } from '../codes.ts'
import { isDuplicate } from '../database.ts'
import { invalidParameter, notAuthorized, refuse } from '../errors.ts'
import { letters, mailOf } from '../mail/templates.ts'
import { field, operation } from '../operation.ts'
import { users } from '../schema.ts'
import { secondsLater, type Service } from '../service.ts'
import { findUser, maskedAddress, newUserId, sealedPassword, subjectOf, type User } from '../users.ts'

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
    const now = service.now()
    const id = newUserId()
    const user: typeof users.$inferInsert = {
      id,
      email,
      name: attributes.name ?? null,
      locale: attributes.locale ?? null,
      phone: attributes.phone_number ?? null,
      status: 'UNCONFIRMED',
      verifier: sealedPassword(service, id, Password),
      createdAt: now,
      updatedAt: now,
    }
    await service.db
      .delete(users)
      .where(
        and(
          eq(users.email, email),
          eq(users.status, 'UNCONFIRMED'),
          lte(users.createdAt, secondsLater(now, -UNCONFIRMED_SECONDS)),
        ),
      )
    try {
      await service.db.insert(users).values(user)
    } catch (error) {
      if (isDuplicate(error)) throw refuse.userExists()
      throw error
    }
    const code = await makeCode(service, id, 'confirm sign-up')
    service.mails.post(mailOf(email, letters.confirmSignUp(service.config.productName, code)))
    service.audit({ event: 'signUp', subject: id }, caller)
    return { UserConfirmed: false, UserSub: id, CodeDeliveryDetails: delivery(email) }
  },
})

export const confirmSignUp = operation({
  limit: 'answer',
  input: z.object({ ClientId: field.clientId, Username: field.username, ConfirmationCode: field.code }),
  async run(service, { Username, ConfirmationCode }, caller) {
    const user = await namedUser(service, Username)
    const subject = subjectOf(service, user, Username)
    // A confirmed account has no code, so it is answered like one whose code is too old.
    await useCode(service, { subject, user, caller }, 'confirm sign-up', ConfirmationCode)
    await service.db
      .update(users)
      .set({ status: 'CONFIRMED', emailVerified: true, updatedAt: service.now() })
      .where(and(eq(users.id, subject), eq(users.status, 'UNCONFIRMED')))
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
    return {
      CodeDeliveryDetails: await sendCode(
        service,
        { name: Username, user: waits ? user : undefined, shown: user },
        caller,
        {
          purpose: 'confirm sign-up',
          letter: letters.confirmSignUp,
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
  caller: Parameters<Service['audit']>[1],
  what: {
    purpose: Parameters<typeof makeCode>[2]
    letter: (product: string, code: string) => Parameters<typeof mailOf>[1]
  },
): Promise<object> {
  const subject = subjectOf(service, shown, name)
  const code = await makeCode(service, subject, what.purpose, { isReal: user !== undefined })
  if (user) service.mails.post(mailOf(user.email, what.letter(service.config.productName, code)))
  service.audit({ event: 'code.sent', subject: user?.id ?? null, details: { purpose: what.purpose } }, caller)
  const address = shown?.email ?? (name.includes('@') ? name.trim().toLowerCase() : `${name}@${name}`)
  return delivery(address)
}
