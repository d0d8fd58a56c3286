import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { AccountsError } from './accounts-error.ts'
import { requireLock, type Company } from './companies.ts'
import type { Accounts } from './open.ts'
import { companies, deadVersions, imports, openVersions, publications } from './schema.ts'

/** Fresh versions for work that writes several attempts at once; all of them belong to the open version's writer. */
export async function openSeveralVersions(
  accounts: Accounts,
  company: Company,
  count: number,
): Promise<number[]> {
  requireLock(accounts, company.id, 'openVersions')
  return accounts.db.transaction(async (tx) => {
    const versions: number[] = []
    for (let i = 0; i < count; i++) {
      const [row] = await tx
        .select({ version: sql<string>`nextval('version_seq')` })
        .from(sql`(values (1)) as one`)
      versions.push(Number(row!.version))
    }
    if (count > 0)
      await tx.insert(openVersions).values(versions.map((version) => ({ companyId: company.id, version })))
    return versions
  })
}

/**
 * Makes a rebuilt company the one that everybody reads: its imports count through their new attempts, and everything
 * written before is dead.
 */
export async function publishRebuild(
  accounts: Accounts,
  company: Company,
  {
    version,
    attempts,
    shard,
  }: { version: number; attempts: ReadonlyMap<number, number>; shard: number | undefined },
): Promise<void> {
  requireLock(accounts, company.id, 'publishRebuild')
  await accounts.db.transaction(async (tx) => {
    const closed = await tx
      .delete(openVersions)
      .where(
        and(
          eq(openVersions.companyId, company.id),
          inArray(openVersions.version, [version, ...attempts.values()]),
        ),
      )
      .returning()
    if (closed.length !== attempts.size + 1)
      throw new AccountsError(
        'VERSION_LOST',
        `Version ${version} of company ${company.id} can no longer be published.`,
      )
    const former = await tx
      .select({ version: publications.version })
      .from(publications)
      .where(and(eq(publications.companyId, company.id), lt(publications.version, version)))
    if (former.length > 0) {
      await tx
        .insert(deadVersions)
        .values(former.map((row) => ({ companyId: company.id, version: row.version, reason: 'rebuilt' })))
        .onConflictDoNothing()
    }
    for (const [importId, attemptVersion] of attempts) {
      await tx
        .update(imports)
        .set({ attemptVersion, publishedVersion: version })
        .where(eq(imports.id, importId))
    }
    await tx.insert(publications).values({
      companyId: company.id,
      version,
      kind: 'REBUILD',
      publishedAt: sql`date_trunc('milliseconds', clock_timestamp())`,
    })
    await tx
      .update(companies)
      .set({
        publishedVersion: version,
        shard: shard ?? null,
        // Nothing of a former version is left: closed months are what the rebuilt tables say, which was compared before.
        closedMonths: company.closedMonths.map((month) => ({ ...month, version })),
      })
      .where(eq(companies.id, company.id))
  })
}

/** Companies in whose tables rows of dead versions may lie. */
export async function companiesWithDeadVersions({ db }: Accounts): Promise<string[]> {
  const rows = await db.selectDistinct({ companyId: deadVersions.companyId }).from(deadVersions)
  return rows.map(({ companyId }) => companyId)
}

/**
 * Forgets dead versions of which nothing is left in the warehouse, once they have been dead for so long that nothing of
 * them can be on its way any more: a writer that lost its lock while it stood still may send a last statement when it goes on.
 */
export async function forgetDeadVersions(
  accounts: Accounts,
  company: Company,
  versions: readonly number[],
): Promise<void> {
  if (versions.length === 0) return
  await accounts.db
    .delete(deadVersions)
    .where(
      and(
        eq(deadVersions.companyId, company.id),
        inArray(deadVersions.version, [...versions]),
        lt(deadVersions.at, sql`now() - interval '1 hour'`),
      ),
    )
}
