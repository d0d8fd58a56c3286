import { randomUUID } from 'node:crypto'
import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'
import { CompanyId } from '#contract/profit-and-loss.ts'
import { AccountsError, companyAsOf, getCompany, type Company } from '#server/accounts/index.ts'
import { AnalyticsError } from '#server/analytics/index.ts'
import type { ImportQueue } from '#server/ledger/import-queue.ts'
import type { Services } from '#server/ledger/services.ts'
import { AppError, ERRORS } from './errors.ts'

/** What a procedure receives. */
export interface Context {
  services: Services
  queue: ImportQueue
  /** The operator speaks over the socket in the data directory; everybody else over HTTP. */
  caller: 'operator' | 'local'
  log(message: string, error?: unknown): void
}

const t = initTRPC.context<Context>().create({
  isDev: false,
  errorFormatter({ shape, error }) {
    const cause = error.cause
    return {
      ...shape,
      data: {
        ...shape.data,
        errorCode: cause instanceof AppError || cause instanceof AccountsError ? cause.code : undefined,
        fields: cause instanceof z.ZodError ? z.flattenError(cause).fieldErrors : undefined,
      },
    }
  },
})

export const router = t.router
export const createCaller = t.createCallerFactory

/** Folds every failure into the closed list; the text of a failure of ours never leaves the server. */
const foldErrors = t.middleware(async ({ ctx, path, next }) => {
  const result = await next()
  if (result.ok) return result
  const { error } = result
  const cause = error.cause
  if (cause instanceof AppError)
    throw new TRPCError({ code: ERRORS[cause.code].http, message: cause.message, cause })
  if (cause instanceof AccountsError) throw new TRPCError({ code: 'CONFLICT', message: cause.message, cause })
  if (cause instanceof z.ZodError) {
    const [issue] = cause.issues
    const where = issue?.path.join('.')
    throw new TRPCError({
      code: 'BAD_REQUEST',
      message: `${where ? `${where}: ` : ''}${issue?.message ?? 'The input is wrong.'}`,
      cause,
    })
  }
  if (error.code !== 'INTERNAL_SERVER_ERROR') throw error
  if (cause?.name === 'AbortError')
    throw new TRPCError({
      code: 'CLIENT_CLOSED_REQUEST',
      message: 'The call was ended by the one who asked.',
      cause,
    })
  const requestId = randomUUID()
  ctx.log(`${path} failed (request ${requestId})`, cause ?? error)
  const what = cause instanceof AnalyticsError ? 'The data could not be read. Try again.' : 'Unexpected Error'
  throw new TRPCError({
    code: 'INTERNAL_SERVER_ERROR',
    message: `${what} (request ${requestId})`,
    cause: error,
  })
})

export const procedure = t.procedure.use(foldErrors)

/**
 * The access check. It looks the company up for the caller and hands it on; nothing else makes a `Company`, so a query
 * without the check does not compile.
 */
export const companyProcedure = procedure
  .input(z.looseObject({ companyId: CompanyId, asOf: z.string().optional() }))
  .use(async ({ ctx, input, next }) => {
    const now = await getCompany(ctx.services.accounts, input.companyId)
    if (!now) throw new AppError('COMPANY_UNKNOWN')
    const company: Company = input.asOf
      ? await companyAsOf(ctx.services.accounts, now, new Date(input.asOf))
      : now
    return next({ ctx: { ...ctx, company } })
  })

export const operatorProcedure = procedure.use(({ ctx, next }) => {
  if (ctx.caller !== 'operator') throw new AppError('OPERATOR_ONLY')
  return next()
})
