import { and, eq, gt, isNull, lt, min, or, sql } from 'drizzle-orm'
import { agrees, type VerificationResult, type VerificationState } from '#contract/verification.ts'
import type { Accounts } from './open.ts'
import { companies, verifications } from './schema.ts'

/** What is known of the last verification of a company; undefined before the first. */
export async function lastVerification(
  { db }: Accounts,
  company: { id: string },
): Promise<VerificationState | undefined> {
  const [row] = await db.select().from(verifications).where(eq(verifications.companyId, company.id))
  if (!row) return undefined
  const { startedAt, endedAt, result, problem, agreedAt, agreedVersion } = row
  return {
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    result,
    agrees: result && agrees(result),
    problem,
    agreedAt: agreedAt?.toISOString() ?? null,
    agreedVersion,
  }
}

/** Written down before it begins, so that one that ends its process is not begun again at once. */
export async function beginVerification(
  { db }: Accounts,
  company: { id: string },
  startedAt: Date,
): Promise<void> {
  const begun = { startedAt, endedAt: null, problem: null }
  await db
    .insert(verifications)
    .values({ companyId: company.id, ...begun })
    .onConflictDoUpdate({ target: verifications.companyId, set: begun })
}

/** A verification of a company that is gone meanwhile is nobody's. */
export async function endVerification(
  { db }: Accounts,
  company: { id: string },
  { at, result, problem = null }: { at: Date; result?: VerificationResult; problem?: string | null },
): Promise<void> {
  const agreed = result && agrees(result) ? { agreedAt: at, agreedVersion: result.version } : {}
  await db
    .update(verifications)
    .set({ endedAt: at, problem, ...(result && { result }), ...agreed })
    .where(eq(verifications.companyId, company.id))
}

/** Companies with numbers that existed at a moment, and of which none was begun since. */
export async function companiesNotVerifiedSince({ db }: Accounts, moment: Date): Promise<string[]> {
  const rows = await db
    .select({ id: companies.id })
    .from(companies)
    .leftJoin(verifications, eq(verifications.companyId, companies.id))
    .where(
      and(
        gt(companies.publishedVersion, 0),
        lt(companies.createdAt, moment),
        or(isNull(verifications.startedAt), lt(verifications.startedAt, moment)),
      ),
    )
    .orderBy(sql`${verifications.startedAt} nulls first`)
  return rows.map(({ id }) => id)
}

/** How many companies with numbers agree with their files as far as was looked. */
export async function verificationFigures({ db }: Accounts) {
  const differs = sql`jsonb_path_exists(${verifications.result}, '$.tables[*].daysThatDiffer ? (@ > 0)')`
  const [row] = await db
    .select({
      agree: sql<number>`count(*) filter (where ${verifications.result} is not null and not ${differs})::int`,
      differ: sql<number>`count(*) filter (where ${differs})::int`,
      notVerified: sql<number>`count(*) filter (where ${verifications.result} is null)::int`,
      oldestAgreement: min(verifications.agreedAt),
    })
    .from(companies)
    .leftJoin(verifications, eq(verifications.companyId, companies.id))
    .where(gt(companies.publishedVersion, 0))
  const { oldestAgreement, ...figures } = row!
  return { ...figures, oldestAgreement: oldestAgreement?.toISOString() ?? null }
}
