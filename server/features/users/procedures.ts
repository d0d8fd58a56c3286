import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { text } from '#contract/fields.ts'
import { audit } from '#server/audit.ts'
import {
  accountCompanies,
  deleteUser,
  setPlatformAdmin,
  setUserEmail,
  switchMailsOff,
  userOfSubject,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { operatorProcedure, router, type Context } from '#server/trpc.ts'

const Email = z.object({
  email: text(320).trim().toLowerCase().pipe(z.email('Provide a valid email address.')),
})

/** What a user pool calls somebody. */
const Subject = z.string().regex(/^[\w-]{1,128}$/, 'Provide an address, or the sub of a user pool.')

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
      await audit(ctx, 'user.create', { email, subject })
      return { email, password }
    }),

  /**
   * Makes somebody an administrator of the platform, or takes that back. Rights belong to a subject of the pool: an
   * address is asked about there, now, and what is stored of addresses here counts for nothing. They need not have
   * looked in yet, where the pool is our own.
   */
  setAdmin: operatorProcedure
    .input(
      z.union([
        Email.extend({ isAdmin: z.boolean() }),
        z.object({ email: z.undefined().optional(), subject: Subject, isAdmin: z.boolean() }),
      ]),
    )
    .mutation(async ({ ctx, input }) => {
      const { accounts } = ctx.services
      const { poolId } = ctx.tokens
      const { isAdmin } = input
      let subject: string
      if (input.email === undefined) subject = input.subject
      else {
        subject = await subjectOf(ctx, input.email, isAdmin)
        const user = await userOfSubject(accounts, { poolId, subject })
        if (isAdmin) await setUserEmail(accounts, user, input.email)
      }
      const who = input.email === undefined ? { subject } : { email: input.email }
      if (!(await setPlatformAdmin(accounts, { poolId, subject }, isAdmin)))
        throw new AppError('USER_UNKNOWN', { email: subject })
      await audit(ctx, isAdmin ? 'user.makeAdmin' : 'user.takeAdmin', { ...who, subject })
      return { ...who, isAdmin }
    }),

  /** For somebody who has lost their authenticator: the password alone opens the account, and every sign-in ends. */
  resetMfa: operatorProcedure.input(Email).mutation(async ({ ctx, input: { email } }) => {
    const pool = ownPool(ctx)
    const known = await pool.userByEmail(email)
    if (!known || !(await pool.resetSecondFactor(known.subject)))
      throw new AppError('USER_UNKNOWN', { email })
    await audit(ctx, 'user.resetMfa', { email, subject: known.subject })
    return { email }
  }),

  list: operatorProcedure
    .input(
      z.object({
        search: text(100).default(''),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .query(({ ctx, input }) => ownPool(ctx).listUsers(input)),

  /** A password that is good once, for somebody who can't get one by mail. Every sign-in of theirs ends. */
  resetPassword: operatorProcedure.input(Email).mutation(async ({ ctx, input: { email } }) => {
    const { pool, subject } = await knownUser(ctx, email)
    const password = oneTimePassword()
    if (!(await pool.setOneTimePassword(subject, password))) throw new AppError('USER_UNKNOWN', { email })
    await audit(ctx, 'user.resetPassword', { email, subject })
    return { email, password }
  }),

  /** Ends every sign-in of somebody and lets them sign in no more, or lets them in again. */
  setDisabled: operatorProcedure
    .input(Email.extend({ isDisabled: z.boolean() }))
    .mutation(async ({ ctx, input: { email, isDisabled } }) => {
      const { pool, subject } = await knownUser(ctx, email)
      if (!(await pool.setDisabled(subject, isDisabled))) throw new AppError('USER_UNKNOWN', { email })
      if (isDisabled) await switchMailsOff(ctx.services.accounts, { poolId: pool.poolId, subject })
      await audit(ctx, isDisabled ? 'user.disable' : 'user.enable', { email, subject })
      return { email, isDisabled }
    }),

  /** Forgets somebody. Companies that would be left without an owner have to be looked after first. */
  delete: operatorProcedure.input(Email).mutation(async ({ ctx, input: { email } }) => {
    const { accounts } = ctx.services
    const { pool, subject } = await knownUser(ctx, email)
    const user = await userOfSubject(accounts, { poolId: pool.poolId, subject })
    const alone = (await accountCompanies(accounts, user)).filter(({ fate }) => fate !== 'LEFT')
    if (alone.length > 0)
      throw new AppError('USER_OWNS_COMPANIES', {
        email,
        companies: alone.map(({ name }) => `"${name}"`).join(', '),
      })
    await deleteUser(accounts, user)
    await pool.deleteUser(subject)
    await audit(ctx, 'user.deleteByOperator', { email, subject })
    return { email }
  }),
})

async function knownUser(ctx: Context, email: string) {
  const pool = ownPool(ctx)
  const known = await pool.userByEmail(email)
  if (!known) throw new AppError('USER_UNKNOWN', { email })
  return { pool, subject: known.subject }
}

function ownPool({ userPool }: Context) {
  if (!userPool) throw new AppError('POOL_IS_MANAGED')
  return userPool
}

/** Who has an address at this moment. Whoever has only typed it has not shown that it is theirs. */
async function subjectOf(ctx: Context, email: string, mustBeVerified: boolean): Promise<string> {
  if (!ctx.userPool) throw new AppError('SUBJECT_NEEDED')
  const known = await ctx.userPool.userByEmail(email)
  if (!known) throw new AppError('USER_UNKNOWN', { email })
  if (!known.emailVerified && mustBeVerified) throw new AppError('USER_UNVERIFIED', { email })
  return known.subject
}

/** Signs that are not taken for one another, as it is read out or typed. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_CHARS = 5

/** A hundred random bits, in groups; the beginning is there for the rule of the pool. */
function oneTimePassword(): string {
  const group = () => Array.from({ length: GROUP_CHARS }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return `A1-${Array.from({ length: GROUPS }, group).join('-')}`
}
