import { z } from 'zod'
import type { Import } from '#server/accounts/index.ts'
import { sql } from '#server/analytics/index.ts'

/**
 * When Amazon made what imports hold, of those of which that is known; parameters of SQL that has `MADE_AT` in it. What was
 * entered is later than any file.
 */
export interface ReadingMoments {
  datedImports: number[]
  madeAt: number[]
}

/** The same as a query declares them. */
export const READING_MOMENTS = { datedImports: z.array(z.number()), madeAt: z.array(z.number()) }

/** The engine wants lists that are not empty. No import is the first of these. */
const NONE: ReadingMoments = { datedImports: [0], madeAt: [0] }

const ENTERED_AT = Number.MAX_SAFE_INTEGER

export function readingMoments(
  imports: readonly Pick<Import, 'attemptVersion' | 'requested'>[],
): ReadingMoments {
  const dated = imports.flatMap(({ attemptVersion, requested: { madeAt, entered } }) => {
    const moment = entered ? ENTERED_AT : madeAt === undefined ? undefined : Date.parse(madeAt)
    return attemptVersion !== null && moment !== undefined ? [[attemptVersion, moment] as const] : []
  })
  return {
    datedImports: [...NONE.datedImports, ...dated.map(([attempt]) => attempt)],
    madeAt: [...NONE.madeAt, ...dated.map(([, moment]) => moment)],
  }
}

/**
 * SQL of when Amazon made the reading that a fact is of, in milliseconds; 0 where nobody knows. In descending order what was
 * fetched comes before files that people handed in: an answer is known to be all that was asked for, and of when; a file may
 * be older than any answer, or hold a part. Where neither says when, the fuller one counts, as before there were answers.
 */
const madeAt = sql`transform(import_id, {datedImports:Array(UInt64)}, {madeAt:Array(UInt64)}, toUInt64(0))`
export const MADE_AT = madeAt.text

/** Whether a fact was entered by people. */
export const isEntered = sql`(${madeAt} = ${sql.integer(ENTERED_AT)})`
