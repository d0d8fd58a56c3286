import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { makeCode, useCode } from '../codes.ts'
import { isDuplicate, type Tx } from '../database.ts'
import { invalidParameter, notAuthorized, refuse } from '../errors.ts'
import { letters, mailOf } from '../mail/templates.ts'
import { field, operation } from '../operation.ts'
import { codes, counters, users } from '../schema.ts'
import type { Caller, Service } from '../service.ts'
import { needFreshSignIn, revokeSignIns, signedInBy } from '../sign-ins.ts'
import { factorsOf, findUser, type User } from '../users.ts'
import { delivery, writableAttributes } from './sign-up.ts'

export const getUser = operation({
  input: z.object({ AccessToken: field.token }),
  async run(service, { AccessToken }) {
    const { user } = await signedInBy(service, AccessToken)
    const factors = factorsOf(service, user)
    return {
      Username: user.id,
      UserAttributes: attributesOf(user),
      ...(factors.length > 0 && { UserMFASettingList: factors }),
      ...(user.preferredFactor !== null &&
        factors.includes(user.preferredFactor) && { PreferredMfaSetting: user.preferredFactor }),
    }
  },
})

const attributesOf = (user: User): { Name: string; Value: string }[] => [
  { Name: 'sub', Value: user.id },
  { Name: 'email', Value: user.email },
  { Name: 'email_verified', Value: String(user.emailVerified) },
  ...(user.name === null ? [] : [{ Name: 'name', Value: user.name }]),
  ...(user.locale === null ? [] : [{ Name: 'locale', Value: user.locale }]),
  ...(user.phone === null
    ? []
    : [
        { Name: 'phone_number', Value: user.phone },
        { Name: 'phone_number_verified', Value: String(user.phoneVerified) },
      ]),
]

export const updateUserAttributes = operation({
  limit: 'answer',
  input: z.object({ AccessToken: field.token, UserAttributes: field.attributes }),
  async run(service, { AccessToken, UserAttributes }, caller) {
    const signedIn = await signedInBy(service, AccessToken)
    const { user } = signedIn
    const { email, name, locale, phone_number: phone } = writableAttributes(service, UserAttributes)
    const sent: object[] = []
    const newEmail = email !== undefined && email !== user.email ? email : undefined
    if (newEmail !== undefined || (phone !== undefined && phone !== user.phone))
      needFreshSignIn(service, signedIn)
    if (newEmail !== undefined) {
      const other = await findUser(service.db, newEmail)
      // A sign-up that nobody has confirmed keeps nobody from an address.
      if (other && other.status !== 'UNCONFIRMED') throw refuse.aliasExists()
      sent.push(await sendAddressCode(service, user, newEmail, caller))
      service.mails.post(mailOf(user.email, letters.addressChanging(service.config.productName)))
    }
    await service.db
      .update(users)
      .set({
        ...(name !== undefined && { name: name || null }),
        ...(locale !== undefined && { locale: locale || null }),
        ...(newEmail !== undefined && { pendingEmail: newEmail }),
        ...(email !== undefined && newEmail === undefined && { pendingEmail: null }),
        ...(phone !== undefined &&
          phone !== user.phone && { phone, phoneVerified: false, smsEnabled: false }),
        updatedAt: service.now(),
      })
      .where(eq(users.id, user.id))
    if (phone !== undefined && phone !== user.phone)
      sent.push(await sendPhoneCode(service, user, phone, caller))
    if (sent.length > 0) service.audit({ event: 'code.sent', subject: user.id }, caller)
    return { CodeDeliveryDetailsList: sent }
  },
})

async function sendAddressCode(
  service: Service,
  user: User,
  address: string,
  caller: Caller,
): Promise<object> {
  const code = await makeCode(service, user.id, 'verify email', caller, { target: address })
  service.mails.post(mailOf(address, letters.confirmAddress(service.config.productName, code)))
  return delivery(address)
}

async function sendPhoneCode(service: Service, user: User, phone: string, caller: Caller): Promise<object> {
  const code = await makeCode(service, user.id, 'verify phone_number', caller, { target: phone })
  void service
    .sms?.({ to: phone, text: `${code} is your ${service.config.productName} code.`, code })
    .catch(() => {})
  return delivery(phone, 'phone_number')
}

export const deleteUserAttributes = operation({
  limit: 'answer',
  input: z.object({ AccessToken: field.token, UserAttributeNames: z.array(field.attributeName).max(32) }),
  async run(service, { AccessToken, UserAttributeNames }) {
    const { user } = await signedInBy(service, AccessToken)
    const emptied: Partial<typeof users.$inferInsert> = { updatedAt: service.now() }
    for (const name of UserAttributeNames) {
      if (name === 'email') throw invalidParameter('The attribute email is required')
      else if (name === 'name') emptied.name = null
      else if (name === 'locale') emptied.locale = null
      else if (name === 'phone_number') {
        Object.assign(emptied, { phone: null, phoneVerified: false, smsEnabled: false })
      } else throw notAuthorized('A client attempted to write unauthorized attribute')
    }
    await service.db.update(users).set(emptied).where(eq(users.id, user.id))
    return {}
  },
})

export const getUserAttributeVerificationCode = operation({
  limit: 'mail',
  input: z.object({ AccessToken: field.token, AttributeName: field.attributeName }),
  async run(service, { AccessToken, AttributeName }, caller) {
    const { user } = await signedInBy(service, AccessToken)
    service.audit({ event: 'code.sent', subject: user.id }, caller)
    if (AttributeName === 'email') {
      return {
        CodeDeliveryDetails: await sendAddressCode(service, user, user.pendingEmail ?? user.email, caller),
      }
    }
    if (AttributeName === 'phone_number' && service.sms && user.phone !== null) {
      return { CodeDeliveryDetails: await sendPhoneCode(service, user, user.phone, caller) }
    }
    throw invalidParameter(`The attribute ${AttributeName} can't be verified`)
  },
})

export const verifyUserAttribute = operation({
  limit: 'answer',
  input: z.object({ AccessToken: field.token, AttributeName: field.attributeName, Code: field.code }),
  async run(service, { AccessToken, AttributeName, Code }, caller) {
    const { user, signIn } = await signedInBy(service, AccessToken)
    if (AttributeName !== 'email' && AttributeName !== 'phone_number') {
      throw invalidParameter(`The attribute ${AttributeName} can't be verified`)
    }
    const { target } = await useCode(
      service,
      { subject: user.id, user, caller },
      `verify ${AttributeName}`,
      Code,
    )
    if (AttributeName === 'phone_number') {
      if (target !== user.phone) throw refuse.codeExpired()
      await service.db.update(users).set({ phoneVerified: true }).where(eq(users.id, user.id))
      return {}
    }
    // What was asked for since then counts, not what the code was sent to.
    if (target !== (user.pendingEmail ?? user.email)) throw refuse.codeExpired()
    try {
      await service.db.transaction(async (tx) => {
        await tx
          .delete(users)
          .where(and(eq(users.email, target), eq(users.status, 'UNCONFIRMED'), ne(users.id, user.id)))
        await tx
          .update(users)
          .set({ email: target, emailVerified: true, pendingEmail: null, updatedAt: service.now() })
          .where(eq(users.id, user.id))
        if (target !== user.email) await revokeSignIns(service, { userId: user.id, except: signIn.id }, tx)
      })
    } catch (error) {
      if (isDuplicate(error)) throw refuse.aliasExists()
      throw error
    }
    await service.onAddress(user.id, target)
    if (target !== user.email) service.audit({ event: 'address.changed', subject: user.id }, caller)
    return {}
  },
})

export const deleteUser = operation({
  limit: 'answer',
  input: z.object({ AccessToken: field.token }),
  async run(service, { AccessToken }, caller) {
    const { user } = await signedInBy(service, AccessToken)
    await removeUser(service, user.id)
    service.audit({ event: 'user.deleted', subject: user.id }, caller)
    return {}
  },
})

/** Removes a user with all that hangs on them. False when there was none. */
export async function removeUser(service: Service, userId: string): Promise<boolean> {
  const isRemoved = await service.db.transaction(async (tx: Tx) => {
    await revokeSignIns(service, { userId }, tx)
    const removed = await tx.delete(users).where(eq(users.id, userId)).returning({ id: users.id })
    await tx.delete(codes).where(eq(codes.subject, userId))
    await tx.delete(counters).where(eq(counters.subject, userId))
    return removed.length > 0
  })
  if (isRemoved) await service.onAddress(userId, null)
  return isRemoved
}
