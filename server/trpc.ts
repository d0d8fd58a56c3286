import { randomUUID } from 'node:crypto'
import { initTRPC, TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { z } from 'zod'
import { AsOf, CompanyId } from '#contract/fields.ts'
import type { InstallationStatus } from '#contract/operator.ts'
import type { Licence } from '#contract/licences.ts'
import { mayDo, ROLES, type Permission } from '#contract/roles.ts'
import { AccountsError, companyAsOf } from '#server/accounts/index.ts'
import { AnalyticsError } from '#server/analytics/index.ts'
import type { CompanyDeletions } from '#server/ledger/company-deletions.ts'
import type { ImportQueue } from '#server/ledger/importing/import-queue.ts'
import type { RatesRenewal } from '#server/ledger/currencies/rates-renewal.ts'
import type { Services } from '#server/ledger/services.ts'
import type { SyncQueue } from '#server/sync/sync-queue.ts'
import { accessTo, ADMIN_SIGN_IN_HOURS_MAX, isPlatformAdmin, userOf, type Caller } from './access.ts'
import type { Mailer } from './mail/outbox.ts'
import type { InstallationSecret } from './backup.ts'
import type { ConnectionServices } from './connections/connections.ts'
import type { TokenCheck } from './sign-in/tokens.ts'
import type { UserPool } from './sign-in/user-pool.ts'
import type { DownloadTickets } from './download-tickets.ts'
import type { MaintenanceSwitch } from './maintenance.ts'
import type { Sending } from './compressed-bodies.ts'
import { AppError, ERRORS, STORAGE_STATUS, trpcCodeOf } from './errors.ts'
import { inWords } from './failure-words.ts'
import { answerOnce } from './kept-answers.ts'
import { currentRequest, type Log } from './log.ts'
import type { Metrics } from './prometheus.ts'

/** What a procedure receives. */
export interface Context {
  services: Services
  queue: ImportQueue
  deletions: CompanyDeletions
  rates: RatesRenewal
  syncs: SyncQueue
  tickets: DownloadTickets
  maintenance: MaintenanceSwitch
  /** Browsers, by their reconciliation ids, whose crash reports may hold the messages of errors. */
  unredactedBrowsers: ReadonlySet<string>
  tokens: TokenCheck
  /** Our own user pool; nothing where people sign in at the managed provider. */
  userPool: UserPool | undefined
  secret: InstallationSecret
  connections: ConnectionServices
  mailer: Mailer
  /** Where people reach the installation, for links in mails. */
  address: string
  /** Where the caller's browser reaches it, which may be by another name of this machine. */
  origin: string
  caller: Caller
  /** Of the addresses that count as one, the one that the call comes from. */
  network: string
  /** Of a call that is no batch. */
  sending?: Sending | undefined
  log: Log
  metrics?: Metrics | undefined
  /** What `sextant status` says. */
  status: () => Promise<InstallationStatus>
}

/** What a list of procedures says of one. */
export interface Meta {
  /** Who may call it. */
  callers?: string
  /** What its input may take, where that is more than usual. */
  inputBytesMax?: number
  /** It says what a change would do, which a moment that is over cannot have. */
  isOfChange?: true
}

/** The longest lists of products and names that a filter takes, in whatever script they are written. */
export const LONG_LISTS = { inputBytesMax: 4_000_000 } satisfies Meta

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }) {
      const cause = error.cause
      return {
        ...shape,
        data: {
          ...shape.data,
          ...(cause instanceof AppError &&
            ERRORS[cause.code].http === 'INSUFFICIENT_STORAGE' && { httpStatus: STORAGE_STATUS }),
          errorCode: cause instanceof AppError || cause instanceof AccountsError ? cause.code : undefined,
          fields: cause instanceof z.ZodError ? z.flattenError(cause).fieldErrors : undefined,
        },
      }
    },
  })

export const router = t.router
export const createCaller = t.createCallerFactory

/** Folds a failure into the closed list; the text of a failure of ours never leaves the server. */
function folded(failure: TRPCError, { ctx, path }: { ctx: Context; path: string }): TRPCError {
  const cause = inWords(failure.cause)
  if (cause instanceof AppError)
    return new TRPCError({ code: trpcCodeOf(cause), message: cause.message, cause })
  if (cause instanceof AccountsError) {
    const code = cause.code === 'DAILY_LIMIT' ? 'TOO_MANY_REQUESTS' : 'CONFLICT'
    return new TRPCError({ code, message: cause.message, cause })
  }
  if (cause instanceof z.ZodError) {
    const [issue] = cause.issues
    const where = issue?.path.join('.')
    return new TRPCError({
      code: 'BAD_REQUEST',
      message: `${where ? `${where}: ` : ''}${issue?.message ?? 'The input is wrong.'}`,
      cause,
    })
  }
  if (failure.code !== 'INTERNAL_SERVER_ERROR') return failure
  if (cause instanceof Error && cause.name === 'AbortError')
    return new TRPCError({
      code: 'CLIENT_CLOSED_REQUEST',
      message: 'The call was ended by the one who asked.',
      cause,
    })
  const requestId = currentRequest.getStore()?.requestId ?? randomUUID()
  ctx.log(`${path} failed`, cause ?? failure)
  const what = cause instanceof AnalyticsError ? 'The data could not be read. Try again.' : 'Unexpected Error'
  return new TRPCError({
    code: 'INTERNAL_SERVER_ERROR',
    message: `${what} (request ${requestId})`,
    cause: failure,
  })
}

/** A refusal (below 500) is an error of the caller, and not a failure of the server. */
const outcomeOf = (error: TRPCError): 'refused' | 'failed' =>
  getHTTPStatusCodeFromError(error) < 500 ? 'refused' : 'failed'

/** How a page finds out who is looking, so that an administrator gets as far as the switch; and how it complains. */
const NEVER_CLOSED = [
  'observability.crashReport.send',
  'session.getUser',
  'threefinAdmin.isUserThreefinAdmin',
]

/** Lists and objects within each other. What goes through an input would leave the stack by one of thousands. */
const INPUT_DEPTH_MAX = 32

const isNested = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((part) => isNested(part, depth - 1)))

/**
 * Closed for maintenance, measured, and its failure folded. One step of the router: each copies the context of the call, which takes as
 * long as a call that does little.
 */
const everyCall = t.middleware(async ({ ctx, path, getRawInput, next }) => {
  const started = performance.now()
  const measure = (outcome: 'ok' | 'refused' | 'failed') =>
    ctx.metrics?.procedure(path, outcome, (performance.now() - started) / 1000)
  try {
    if (!NEVER_CLOSED.includes(path)) await ctx.maintenance.mustBeOver(ctx.caller)
    // What has no input may have no body either; one that cannot be read is refused by whoever reads it.
    if (isNested(await getRawInput().catch(() => undefined), INPUT_DEPTH_MAX))
      throw new TRPCError({ code: 'BAD_REQUEST', message: 'The input is nested too deeply.' })
    const result = await next()
    if (!result.ok) throw result.error
    measure('ok')
    return result
  } catch (error) {
    const failure =
      error instanceof TRPCError ? error : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error })
    const answer = folded(failure, { ctx, path })
    measure(outcomeOf(answer))
    throw answer
  }
})

/** For everybody, also before signing in. */
export const procedure = t.procedure.meta({ callers: 'everybody' }).use(everyCall)

/** For whoever has signed in. */
export const userProcedure = procedure
  .meta({ callers: 'people who have signed in' })
  .use(({ ctx, next }) => next({ ctx: { ...ctx, user: userOf(ctx.caller) } }))

/**
 * For members of a company whose role allows something. It looks the company up for the caller and hands it on; nothing
 * else makes a `Company`, so a query without the check does not compile.
 */
export const companyProcedureFor = (permission: Permission) =>
  procedure
    .meta({
      callers: `members of the company: ${ROLES.filter((role) => mayDo(role, permission)).join(', ')}`,
    })
    .input(z.object({ companyId: CompanyId, asOf: AsOf.optional() }))
    .use(async ({ ctx, input, next, type, meta }) => {
      const { services } = ctx
      const { company: now, role } = await accessTo(
        services.accounts,
        ctx.caller,
        input.companyId,
        permission,
      )
      if (input.asOf === undefined) return next({ ctx: { ...ctx, company: now, role } })
      if (type === 'mutation' || meta?.isOfChange) throw new AppError('PAST_UNCHANGEABLE')
      const company = await companyAsOf(services.accounts, now, input.asOf)
      return next({ ctx: { ...ctx, company, role, services: servicesAt(services, input.asOf) } })
    })

/** At a moment that is over, days after it have not come; a version says nothing of the day on which it is read. */
export function servicesAt(services: Services, asOf: number | string): Services {
  if (typeof asOf === 'number') return services
  return { ...services, now: () => new Date(Math.min(Date.parse(asOf), services.now().getTime())) }
}

/** For every member of a company. */
export const companyProcedure = companyProcedureFor('readNumbers')

/** For members of a company that has the licence for a part of the product. */
export const licensedProcedure = (licence: Licence) =>
  companyProcedure.use(({ ctx, next }) => {
    if (!ctx.company.licences.includes(licence)) throw new AppError('LICENCE_MISSING')
    return next()
  })

/** For answers that follow from a company's numbers and from nothing else: asked again, they are there already. */
export const answerProcedure = companyProcedure.use(async ({ ctx, path, getRawInput, next }) =>
  answerOnce(ctx, path, await getRawInput(), () => next()),
)
export const licensedAnswerProcedure = (licence: Licence) =>
  licensedProcedure(licence).use(async ({ ctx, path, getRawInput, next }) =>
    answerOnce(ctx, path, await getRawInput(), () => next()),
  )

/** For those who run the platform. */
export const adminProcedure = procedure
  .meta({ callers: 'administrators of the platform' })
  .use(({ ctx, next }) => {
    if (ctx.caller.kind === 'guest') throw new AppError('NOT_SIGNED_IN')
    if (ctx.caller.kind === 'user' && ctx.caller.platformNeeds)
      throw new AppError(ctx.caller.platformNeeds, { hours: ADMIN_SIGN_IN_HOURS_MAX })
    if (!isPlatformAdmin(ctx.caller)) throw new AppError('ADMIN_ONLY')
    return next()
  })

export const operatorProcedure = procedure.meta({ callers: 'the operator' }).use(({ ctx, next }) => {
  if (ctx.caller.kind !== 'operator') throw new AppError('OPERATOR_ONLY')
  return next()
})
