import { and, asc, count, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { JobsInput } from '#contract/admin-inputs.ts'
import type { ImportStatus } from '#contract/import-status.ts'
import { AccountsError } from './accounts-error.ts'
import { requireLock, type Company } from './companies.ts'
import type { Accounts } from './open.ts'
import { companies, imports, type ImportProblem, type ImportRequest } from './schema.ts'
import { bury, openVersionIn } from './versions.ts'

export type Import = typeof imports.$inferSelect

/** Puts a stored file into the queue. */
export async function queueImport(
  accounts: Accounts,
  company: Company,
  file: { fileName: string; fileSha256: string; fileBytes: number; requested?: ImportRequest },
): Promise<Import> {
  const [row] = await accounts.db
    .insert(imports)
    .values({ companyId: company.id, ...file })
    .returning()
  return row!
}

export async function getImport(
  accounts: Accounts,
  company: Company,
  id: number,
): Promise<Import | undefined> {
  const [row] = await accounts.db.select().from(imports).where(one(company, id))
  return row
}

/** Newest first. */
export async function listImports(
  accounts: Accounts,
  company: Company,
  { limit = 100, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<{ imports: Import[]; total: number }> {
  const ofCompany = eq(imports.companyId, company.id)
  const rows = await accounts.db
    .select()
    .from(imports)
    .where(ofCompany)
    .orderBy(desc(imports.id))
    .limit(limit)
    .offset(offset)
  const [total] = await accounts.db.select({ n: count() }).from(imports).where(ofCompany)
  return { imports: rows, total: total!.n }
}

/** Imports of all companies, newest first, by status and by the name of the company or file. */
export async function listImportsOfAll(
  { db }: Accounts,
  {
    statuses,
    search,
    limit,
    cursor,
  }: { statuses: readonly ImportStatus[] } & Pick<JobsInput, 'search' | 'limit' | 'cursor'>,
): Promise<{ imports: (Import & { companyName: string })[]; total: number }> {
  const text = search.toLowerCase()
  const where = and(
    inArray(imports.status, [...statuses]),
    text === ''
      ? undefined
      : or(
          eq(imports.companyId, search),
          sql`strpos(lower(${companies.name}), ${text}) > 0`,
          sql`strpos(lower(${imports.fileName}), ${text}) > 0`,
        ),
  )
  const rows = await db
    .select({ record: imports, companyName: companies.name })
    .from(imports)
    .innerJoin(companies, eq(companies.id, imports.companyId))
    .where(where)
    .orderBy(desc(imports.id))
    .limit(limit)
    .offset(cursor)
  const [counted] = await db
    .select({ total: count() })
    .from(imports)
    .innerJoin(companies, eq(companies.id, imports.companyId))
    .where(where)
  return {
    imports: rows.map(({ record, companyName }) => ({ ...record, companyName })),
    total: counted!.total,
  }
}

/** The imports that count at a version, oldest publication first. */
export function liveImports(
  accounts: Accounts,
  company: Company,
  atVersion = company.publishedVersion,
): Promise<Import[]> {
  return accounts.db
    .select()
    .from(imports)
    .where(
      and(
        eq(imports.companyId, company.id),
        lte(imports.publishedVersion, atVersion),
        or(isNull(imports.undoneVersion), gt(imports.undoneVersion, atVersion)),
      ),
    )
    .orderBy(asc(imports.publishedVersion))
}

/** Imports that the company's numbers may come from one day, and those that they come from now. */
const HANDED_IN = ['QUEUED', 'RUNNING', 'NEEDS_ANSWER', 'PUBLISHED'] as const

/** Nothing counts yet in a company that is no demo, and the first files are on their way. */
export async function isFirstDataComing(accounts: Accounts, company: Company): Promise<boolean> {
  if (company.isDemo) return false
  const statuses = await statusesOf(accounts, company)
  return (
    !statuses.includes('PUBLISHED') && statuses.some((status) => status === 'QUEUED' || status === 'RUNNING')
  )
}

/** Whether a company has data, or files that may become data. */
export async function hasData(accounts: Accounts, company: Company): Promise<boolean> {
  return company.isDemo || (await statusesOf(accounts, company)).length > 0
}

async function statusesOf(accounts: Accounts, company: Company): Promise<string[]> {
  const rows = await accounts.db
    .selectDistinct({ status: imports.status })
    .from(imports)
    .where(and(eq(imports.companyId, company.id), inArray(imports.status, [...HANDED_IN])))
  return rows.map(({ status }) => status)
}

/** The import through which a file of this content counts now. */
export async function findLiveImport(
  accounts: Accounts,
  company: Company,
  fileSha256: string,
): Promise<Import | undefined> {
  const [row] = await accounts.db
    .select()
    .from(imports)
    .where(
      and(
        eq(imports.companyId, company.id),
        eq(imports.fileSha256, fileSha256),
        eq(imports.status, 'PUBLISHED'),
      ),
    )
  return row
}

/** What waits to be run, over all companies, oldest first. */
export function queuedImports(accounts: Accounts): Promise<{ id: number; companyId: string }[]> {
  return accounts.db
    .select({ id: imports.id, companyId: imports.companyId })
    .from(imports)
    .where(eq(imports.status, 'QUEUED'))
    .orderBy(asc(imports.id))
}

/**
 * Begins an attempt and opens its version. Undefined when the import no longer waits: it was cancelled, or another
 * worker was first.
 */
export async function startImport(
  accounts: Accounts,
  company: Company,
  id: number,
): Promise<number | undefined> {
  requireLock(accounts, company.id, 'startImport')
  return accounts.db.transaction(async (tx) => {
    const [waiting] = await tx
      .select({ status: imports.status })
      .from(imports)
      .where(one(company, id))
      .for('update')
    if (waiting?.status !== 'QUEUED') return undefined
    const version = await openVersionIn(tx, company.id)
    await tx
      .update(imports)
      .set({
        status: 'RUNNING',
        attemptVersion: version,
        startedAt: sql`now()`,
        finishedAt: null,
        problem: null,
      })
      .where(one(company, id))
    return version
  })
}

/** What an import learns about its file on the way. It changes nothing for readers of numbers. */
export async function updateImport(
  accounts: Accounts,
  company: Company,
  id: number,
  learnt: Partial<Pick<Import, 'sellerAccountId' | 'reportType' | 'progress' | 'result'>>,
): Promise<void> {
  await accounts.db.update(imports).set(learnt).where(one(company, id))
}

type Ending = 'NEEDS_ANSWER' | 'ALREADY_KNOWN' | 'REFUSED' | 'FAILED' | 'CANCELLED'

/** Ends a waiting or running import without a publication. What its attempt wrote is declared dead. */
export async function endImport(
  accounts: Accounts,
  company: Company,
  id: number,
  status: Ending,
  problem?: ImportProblem,
): Promise<Import> {
  return accounts.db.transaction(async (tx) => {
    const [row] = await tx
      .update(imports)
      .set({ status, problem: problem ?? null, progress: null, finishedAt: sql`now()` })
      .where(and(one(company, id), inArray(imports.status, ['QUEUED', 'RUNNING', 'NEEDS_ANSWER'])))
      .returning()
    if (!row) throw new AccountsError('IMPORT_NOT_READY', `Import ${id} has ended already.`)
    if (row.attemptVersion !== null)
      await bury(tx, company.id, `import ${id}: ${status}`, [row.attemptVersion])
    return row
  })
}

/** Queues an import once more: with the person's answer, or for another try. */
export async function requeueImport(
  accounts: Accounts,
  company: Company,
  id: number,
  answer: ImportRequest = {},
): Promise<Import> {
  const [row] = await accounts.db
    .update(imports)
    .set({
      status: 'QUEUED',
      requested: sql`${imports.requested} || ${JSON.stringify(answer)}::jsonb`,
      attemptVersion: null,
      startedAt: null,
      finishedAt: null,
      problem: null,
    })
    .where(and(one(company, id), inArray(imports.status, ['NEEDS_ANSWER', 'FAILED', 'CANCELLED'])))
    .returning()
  if (!row) throw new AccountsError('IMPORT_NOT_READY', `Import ${id} does not wait for an answer.`)
  return row
}

const one = (company: Company, id: number) => and(eq(imports.id, id), eq(imports.companyId, company.id))
