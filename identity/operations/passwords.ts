import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { useCode } from '../codes.ts'
import { clear, takeTry } from '../counters.ts'
import { refuse } from '../errors.ts'
import { letters, mailOf } from '../mail/templates.ts'
import { rememberNetwork } from '../networks.ts'
import { field, operation } from '../operation.ts'
import { users } from '../schema.ts'
import { forgetDevices, revokeSignIns, signedInBy } from '../sign-ins.ts'
import { isPasswordOf, sealedPassword, subjectOf } from '../users.ts'
import { forgiveFailures } from './sign-in.ts'
import { namedUser, sendCode } from './sign-up.ts'

const FREE_TRIES = 5

export const forgotPassword = operation({
  limit: 'mail',
  input: z.object({ ClientId: field.clientId, Username: field.username }),
  async run(service, { Username }, caller) {
    const user = await namedUser(service, Username)
    // Only an address that is known to be the owner's opens the account again.
    const owner = user?.emailVerified ? user : undefined
    return {
      CodeDeliveryDetails: await sendCode(service, { name: Username, user: owner, shown: user }, caller, {
        purpose: 'reset password',
        letter: letters.resetPassword,
      }),
    }
  },
})

export const confirmForgotPassword = operation({
  limit: 'answer',
  input: z.object({
    ClientId: field.clientId,
    Username: field.username,
    ConfirmationCode: field.code,
    Password: field.password,
  }),
  async run(service, { Username, ConfirmationCode, Password }, caller) {
    const user = await namedUser(service, Username)
    // First, and from what was typed alone: a weak password must not use the code up, nor tell who has an account.
    service.passwords.check(Password, { email: Username.trim().toLowerCase() })
    const subject = subjectOf(service, user, Username)
    await useCode(service, { subject, user, caller }, 'reset password', ConfirmationCode)
    if (!user) throw refuse.codeExpired()
    await service.db.transaction(async (tx) => {
      await tx
        .update(users)
        .set({
          verifier: sealedPassword(service, user.id, Password),
          status: 'CONFIRMED',
          updatedAt: service.now(),
        })
        .where(eq(users.id, user.id))
      await forgetDevices(tx, user.id)
      await revokeSignIns(service, { userId: user.id }, tx)
    })
    await forgiveFailures(service, user.id)
    // Whoever reads the owner's mail is let in from here, whatever strangers do elsewhere.
    await rememberNetwork(service, user.id, caller)
    service.mails.post(mailOf(user.email, letters.passwordChanged(service.config.productName)))
    service.audit({ event: 'password.reset', subject: user.id }, caller)
    return {}
  },
})

export const changePassword = operation({
  limit: 'answer',
  input: z.object({
    AccessToken: field.token,
    PreviousPassword: field.password,
    ProposedPassword: field.password,
  }),
  async run(service, { AccessToken, PreviousPassword, ProposedPassword }, caller) {
    const { user, signIn } = await signedInBy(service, AccessToken)
    service.passwords.check(ProposedPassword, { email: user.email, name: user.name ?? undefined })
    const kind = `password of sign-in ${signIn.id}`
    const allowed = await takeTry(service.db, {
      subject: user.id,
      kind,
      free: FREE_TRIES,
      now: service.now(),
    })
    if (!allowed) throw refuse.attemptLimit()
    if (!isPasswordOf(service, user, PreviousPassword)) {
      service.audit({ event: 'password.refused', subject: user.id }, caller)
      throw refuse.badPassword()
    }
    await clear(service.db, user.id, [kind])
    await service.db.transaction(async (tx) => {
      const changed = await tx
        .update(users)
        .set({ verifier: sealedPassword(service, user.id, ProposedPassword), updatedAt: service.now() })
        // The password that was proved must still be the one that is replaced.
        .where(and(eq(users.id, user.id), eq(users.verifier, user.verifier)))
        .returning({ id: users.id })
      if (changed.length === 0) throw refuse.badPassword()
      await revokeSignIns(service, { userId: user.id, except: signIn.id }, tx)
    })
    service.mails.post(mailOf(user.email, letters.passwordChanged(service.config.productName)))
    service.audit({ event: 'password.changed', subject: user.id }, caller)
    return {}
  },
})
