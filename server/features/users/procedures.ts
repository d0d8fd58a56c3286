import type { AuditAction } from '#contract/admin.ts'
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { text } from '#contract/fields.ts'
import { actorOf } from '#server/access.ts'
import { recordAudit, setPlatformAdmin, setUserEmail, userOfSubject } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { operatorProcedure, router, type Context } from '#server/trpc.ts'

const Email = z.object({
  email: text(320).trim().toLowerCase().pipe(z.email('Provide a valid email address.')),
})

/** The people who may sign in, as the operator looks after them. */
export const usersRouter = router({
  /** Somebody who signs in with the password that is answered, and has to choose another one then. */
  create: operatorProcedure
    .input(Email.extend({ name: text(100).trim().min(2).optional() }))
    .mutation(async ({ ctx, input: { email, name } }) => {
      const pool = ownPool(ctx)
      const password = oneTimePassword()
      const { subject, isNew } = await pool.createConfirmedUser({
        email,
        password,
        ...(name !== undefined && { name }),
        mustChangePassword: true,
      })
      if (!isNew) throw new AppError('USER_EXISTS', { email })
      await writeDown(ctx, 'user.create', { email, subject })
      return { email, password }
    }),

  /** Makes somebody an administrator of the platform, or takes that back. They need not have signed in yet. */
  setAdmin: operatorProcedure
    .input(Email.extend({ isAdmin: z.boolean() }))
    .mutation(async ({ ctx, input: { email, isAdmin } }) => {
      const { accounts } = ctx.services
      const pool = ctx.userPool
      const known = pool && (await pool.userByEmail(email))
      // Whoever has only typed an address has not shown that it is theirs.
      if (known && !known.emailVerified && isAdmin) throw new AppError('USER_UNVERIFIED', { email })
      if (known)
        await setUserEmail(
          accounts,
          await userOfSubject(accounts, { poolId: pool.poolId, subject: known.subject }),
          email,
        )
      const found = pool && !known ? 0 : await setPlatformAdmin(accounts, email, isAdmin)
      if (found === 0) throw new AppError('USER_UNKNOWN', { email })
      await writeDown(ctx, isAdmin ? 'user.makeAdmin' : 'user.takeAdmin', { email })
      return { email, isAdmin }
    }),

  /** For somebody who has lost their authenticator: the password alone opens the account, and every sign-in ends. */
  resetMfa: operatorProcedure.input(Email).mutation(async ({ ctx, input: { email } }) => {
    const pool = ownPool(ctx)
    const known = await pool.userByEmail(email)
    if (!known || !(await pool.resetSecondFactor(known.subject)))
      throw new AppError('USER_UNKNOWN', { email })
    await writeDown(ctx, 'user.resetMfa', { email, subject: known.subject })
    return { email }
  }),
})

function ownPool({ userPool }: Context) {
  if (!userPool) throw new AppError('POOL_IS_MANAGED')
  return userPool
}

const writeDown = (ctx: Context, action: AuditAction, details: Record<string, unknown>) =>
  recordAudit(ctx.services.accounts, { actor: actorOf(ctx.caller), action, details })

/** Signs that are not taken for one another, as it is read out or typed. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_CHARS = 5

/** A hundred random bits, in groups; the beginning is there for the rule of the pool. */
function oneTimePassword(): string {
  const group = () => Array.from({ length: GROUP_CHARS }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return `A1-${Array.from({ length: GROUPS }, group).join('-')}`
}
