import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { isDatabaseAway } from '#server/accounts/index.ts'
import { AnalyticsError, CompanyElsewhere } from '#server/analytics/index.ts'
import { AppError, ERRORS, STORAGE_STATUS, trpcCodeOf } from './errors.ts'
import { Overloaded } from './fair-turns.ts'
import { isDiskFull } from './files/free-space.ts'

/** The same failure, or the sentence of the closed list where people can do something about it, or come back later. */
export function inWords(failure: unknown): unknown {
  // It says already what is to be done; what led to it may be a disk elsewhere.
  if (failure instanceof AppError) return failure
  if (failure instanceof Overloaded) return new AppError('OVERLOADED')
  if (isDiskFull(failure)) return new AppError('DISK_FULL', {}, { cause: failure })
  if (isDatabaseAway(failure)) return new AppError('DATABASE_AWAY', {}, { cause: failure })
  if (failure instanceof CompanyElsewhere) return new AppError('COMPANY_ELSEWHERE', {}, { cause: failure })
  if (failure instanceof AnalyticsError && failure.isShardAway)
    return new AppError('SHARD_AWAY', {}, { cause: failure })
  return failure
}

/** The HTTP status of an answer that is no. */
export const statusOf = (error: AppError): number =>
  ERRORS[error.code].http === 'INSUFFICIENT_STORAGE'
    ? STORAGE_STATUS
    : getHTTPStatusCodeFromError(new TRPCError({ code: trpcCodeOf(error) }))
