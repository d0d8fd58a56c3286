import { and, eq, sql } from 'drizzle-orm'
import type { Company } from './companies.ts'
import type { Import } from './imports.ts'
import type { Tx } from './open.ts'
import { imports, type ImportRequest } from './schema.ts'

/** What people enter that counts through a file: expenses (`true`), or costs of products. */
export type Entered = NonNullable<ImportRequest['entered']>

/** The import through which what was entered counts now. */
export async function enteredImportIn(
  tx: Tx,
  companyId: string,
  entered: Entered,
): Promise<Import | undefined> {
  const [row] = await tx
    .select()
    .from(imports)
    .where(
      and(
        eq(imports.companyId, companyId),
        eq(imports.status, 'PUBLISHED'),
        sql`${imports.requested} -> 'entered' = ${JSON.stringify(entered)}::jsonb`,
      ),
    )
  return row
}

/** Makes a file count in the place of the one before it, under a version that is being published; null takes that one away. */
export async function replaceEnteredImport(
  tx: Tx,
  company: Company,
  {
    entered,
    former,
    next,
    version,
  }: {
    entered: Entered
    former: Import | undefined
    next: Pick<Import, 'fileName' | 'fileSha256' | 'fileBytes' | 'reportType' | 'result'> | null
    version: number
  },
): Promise<void> {
  const at = sql`now()`
  if (former)
    await tx
      .update(imports)
      // Nobody has to look at it any more.
      .set({ status: 'UNDONE', undoneVersion: version, finishedAt: at, dismissedAt: at })
      .where(and(eq(imports.companyId, company.id), eq(imports.id, former.id)))
  if (next)
    await tx.insert(imports).values({
      ...next,
      companyId: company.id,
      requested: { entered },
      status: 'PUBLISHED',
      attemptVersion: version,
      publishedVersion: version,
      startedAt: at,
      finishedAt: at,
    })
}
