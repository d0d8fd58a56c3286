import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { openChallenge, secretOf, spend, waitingFor } from '../challenges.ts'
import { clear, clearAll, takeTry } from '../counters.ts'
import { invalidParameter, refuse, Refusal } from '../errors.ts'
import { letters, mailOf } from '../mail/templates.ts'
import { field, operation } from '../operation.ts'
import { signIns, users } from '../schema.ts'
import type { Caller, Service } from '../service.ts'
import { forgetDevices, needFreshSignIn, revokeSignIns, signedInBy, type SignIn } from '../sign-ins.ts'
import { base32Of, newTotpSecret, stepOf } from '../totp.ts'
import { factorsOf, type User } from '../users.ts'

const FREE_TRIES = 5

/** By an access token or in the middle of a sign-in, never both: which of them would count? */
const byTokenOrSession = <Input extends { AccessToken?: unknown; Session?: unknown }>(
  input: Input,
): boolean => (input.AccessToken == null) !== (input.Session == null)

export const associateSoftwareToken = operation({
  limit: 'answer',
  input: z
    .object({ AccessToken: field.token.nullish(), Session: field.session.nullish() })
    .refine(byTokenOrSession, 'Either an access token or a session is needed'),
  async run(service, { AccessToken, Session }) {
    const secret = newTotpSecret()
    if (Session != null) {
      const waiting = await waitingFor(service, Session, 'MFA_SETUP')
      mustHaveNone(service, waiting.user)
      await spend(service, waiting)
      const next = await openChallenge(service, waiting.user, 'MFA_SETUP_VERIFY', {
        deviceKey: waiting.row.deviceKey ?? undefined,
        secret,
      })
      return { SecretCode: base32Of(secret), Session: next }
    }
    const signedIn = await signedInBy(service, AccessToken!)
    if (factorsOf(service, signedIn.user).length > 0) needFreshSignIn(service, signedIn)
    const { id } = signedIn.user
    await service.db
      .update(users)
      .set({ totpPending: service.secrets.encrypt(secret, `pending totp of ${id}`) })
      .where(eq(users.id, id))
    return { SecretCode: base32Of(secret) }
  },
})

export const verifySoftwareToken = operation({
  limit: 'answer',
  input: z
    .object({
      AccessToken: field.token.nullish(),
      Session: field.session.nullish(),
      UserCode: field.totpCode,
      FriendlyDeviceName: z.string().max(256).nullish(),
    })
    .refine(byTokenOrSession, 'Either an access token or a session is needed'),
  async run(service, { AccessToken, Session, UserCode, FriendlyDeviceName }, caller) {
    const name = FriendlyDeviceName?.slice(0, 131) ?? null
    if (Session != null) {
      const waiting = await waitingFor(service, Session, 'MFA_SETUP_VERIFY')
      mustHaveNone(service, waiting.user)
      const secret = secretOf(service, waiting)
      const step = await checkedStep(service, waiting.user, secret, UserCode, caller)
      await spend(service, waiting)
      await enrol(service, waiting.user, secret, step, name, caller)
      const { user } = waiting
      await service.db.transaction(async (tx) => {
        await tx
          .update(users)
          .set({ totpEnabled: true, preferredFactor: 'SOFTWARE_TOKEN_MFA' })
          .where(eq(users.id, user.id))
        // What came in before, and would come in again, did so without one.
        await forgetDevices(tx, user.id, waiting.row.deviceKey)
        await revokeSignIns(service, { userId: user.id }, tx)
      })
      service.mails.post(mailOf(user.email, letters.factorChanged(service.config.productName, true)))
      const next = await openChallenge(service, waiting.user, 'MFA_SETUP_DONE', {
        deviceKey: waiting.row.deviceKey ?? undefined,
      })
      return { Status: 'SUCCESS', Session: next }
    }
    const { user, signIn } = await signedInBy(service, AccessToken!)
    if (!user.totpPending) {
      throw new Refusal('SoftwareTokenMFANotFoundException', 'Ask for a secret first.')
    }
    const secret = service.secrets.decrypt(user.totpPending, `pending totp of ${user.id}`)
    const step = await checkedStep(service, user, secret, UserCode, caller)
    await enrol(service, user, secret, step, name, caller)
    await service.db.update(signIns).set({ hasSecondFactor: true }).where(eq(signIns.id, signIn.id))
    if (user.totpEnabled) {
      await endOthers(service, user, signIn)
      service.mails.post(mailOf(user.email, letters.authenticatorReplaced(service.config.productName)))
    }
    return { Status: 'SUCCESS' }
  },
})

/** Who has set one up meanwhile, in another window, is asked for that one. */
function mustHaveNone(service: Service, user: User): void {
  if (factorsOf(service, user).length > 0) throw refuse.sessionUnknown()
}

async function checkedStep(
  service: Service,
  user: User,
  secret: Buffer,
  code: string,
  caller: Caller,
): Promise<number> {
  const now = service.now()
  if (!(await takeTry(service.db, { subject: user.id, kind: 'enrol', free: FREE_TRIES, now }))) {
    throw refuse.enrolWrong()
  }
  const step = stepOf(secret, code, now)
  if (step === undefined) {
    service.audit({ event: 'factor.refused', subject: user.id, details: { factor: 'totp' } }, caller)
    throw refuse.enrolWrong()
  }
  await clear(service.db, user.id, ['enrol'])
  return step
}

/** The proved secret takes the place of the one before; the step that proved it never signs in. */
async function enrol(
  service: Service,
  user: User,
  secret: Buffer,
  step: number,
  name: string | null,
  caller: Caller,
): Promise<void> {
  await service.db
    .update(users)
    .set({
      totpSecret: service.secrets.encrypt(secret, `totp of ${user.id}`),
      totpName: name,
      totpPending: null,
      totpLastStep: step,
      updatedAt: service.now(),
    })
    .where(eq(users.id, user.id))
  service.audit({ event: 'factor.enrolled', subject: user.id, details: { factor: 'totp' } }, caller)
}

/** The window that changed the factor stays, and its device is known but no longer remembered; all else ends. */
async function endOthers(service: Service, user: User, { id, deviceKey }: SignIn): Promise<void> {
  await service.db.transaction(async (tx) => {
    await forgetDevices(tx, user.id, deviceKey)
    await revokeSignIns(service, { userId: user.id, except: id }, tx)
  })
}

/** For somebody who has lost it: what is left of the way in is the password. */
export async function removeSecondFactor(service: Service, user: User): Promise<void> {
  await service.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({
        totpSecret: null,
        totpName: null,
        totpPending: null,
        totpEnabled: false,
        smsEnabled: false,
        preferredFactor: null,
        updatedAt: service.now(),
      })
      .where(eq(users.id, user.id))
    await clearAll(tx, user.id, ['totp', 'enrol'])
    await forgetDevices(tx, user.id)
    await revokeSignIns(service, { userId: user.id }, tx)
  })
  service.mails.post(mailOf(user.email, letters.factorChanged(service.config.productName, false)))
}

const preference = z.object({ Enabled: z.boolean().nullish(), PreferredMfa: z.boolean().nullish() }).nullish()

export const setUserMfaPreference = operation({
  limit: 'answer',
  input: z.object({
    AccessToken: field.token,
    SoftwareTokenMfaSettings: preference,
    SMSMfaSettings: preference,
    EmailMfaSettings: preference,
  }),
  async run(service, { AccessToken, SoftwareTokenMfaSettings, SMSMfaSettings, EmailMfaSettings }, caller) {
    const signedIn = await signedInBy(service, AccessToken)
    const { user, signIn } = signedIn
    if (EmailMfaSettings?.Enabled) throw invalidParameter('Codes by mail are not a second factor here')
    if (SoftwareTokenMfaSettings?.Enabled && !user.totpSecret) {
      throw invalidParameter('User has not verified software token mfa')
    }
    if (SMSMfaSettings?.Enabled && !(service.sms && user.phoneVerified)) {
      throw invalidParameter('User does not have a verified phone number')
    }
    const totpEnabled = SoftwareTokenMfaSettings?.Enabled ?? user.totpEnabled
    const smsEnabled = SMSMfaSettings?.Enabled ?? user.smsEnabled
    let preferred = user.preferredFactor
    for (const [factor, wanted, isOn] of [
      ['SOFTWARE_TOKEN_MFA', SoftwareTokenMfaSettings, totpEnabled],
      ['SMS_MFA', SMSMfaSettings, smsEnabled],
    ] as const) {
      if (wanted?.PreferredMfa && !isOn) throw invalidParameter('A factor that is off can not be preferred')
      if (wanted?.PreferredMfa) preferred = factor
      else if (preferred === factor && (!isOn || wanted?.PreferredMfa === false)) preferred = null
    }
    if (SoftwareTokenMfaSettings?.PreferredMfa && SMSMfaSettings?.PreferredMfa) {
      throw invalidParameter('Only one factor can be preferred')
    }
    const before = factorsOf(service, user)
    const after = factorsOf(service, { ...user, totpEnabled, smsEnabled })
    if (service.config.secondFactor === 'REQUIRED' && before.length > 0 && after.length === 0)
      throw invalidParameter('A second factor is mandatory here')
    if (before.some((factor) => !after.includes(factor))) needFreshSignIn(service, signedIn)
    await service.db
      .update(users)
      .set({ totpEnabled, smsEnabled, preferredFactor: preferred, updatedAt: service.now() })
      .where(eq(users.id, user.id))
    if (before.length !== after.length) {
      await endOthers(service, user, signIn)
      service.mails.post(
        mailOf(user.email, letters.factorChanged(service.config.productName, after.length > before.length)),
      )
      service.audit(
        { event: 'factor.changed', subject: user.id, details: { factors: after.join(' ') } },
        caller,
      )
    }
    return {}
  },
})

/** Long retired: only the list that switches everything off is taken. */
export const setUserSettings = operation({
  input: z.object({ AccessToken: field.token, MFAOptions: z.array(z.unknown()).max(10) }),
  async run(service, { AccessToken, MFAOptions }) {
    await signedInBy(service, AccessToken)
    if (MFAOptions.length > 0) throw invalidParameter('Use SetUserMFAPreference')
    return {}
  },
})
