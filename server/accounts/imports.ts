import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  notExists,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { JobsInput } from '#contract/admin-inputs.ts'
import type { ImportCounts, ImportRecord } from '#contract/imports.ts'
import { DISMISSIBLE_STATUSES, type ImportStatus } from '#contract/import-status.ts'
import { AccountsError } from './accounts-error.ts'
import { requireLock, type Company } from './companies.ts'
import type { Accounts, Tx } from './open.ts'
import { companies, imports, type ImportProblem, type ImportRequest } from './schema.ts'
import { bury, cancelled, openVersionIn } from './versions.ts'

export type Import = typeof imports.$inferSelect
/** Without what was found that grows with the file. */
export type ImportLine = Omit<Import, 'result'> & { result: Partial<ImportFindings> | null }

interface ImportFindings {
  reportLabel: string
  marketplaces: string[]
  counts: ImportCounts
  firstDay: string | null
  lastDay: string | null
}
const FINDINGS = [
  'reportLabel',
  'marketplaces',
  'counts',
  'firstDay',
  'lastDay',
] as const satisfies (keyof ImportFindings)[]

const LINE_COLUMNS = {
  ...getTableColumns(imports),
  result: sql<
    ImportLine['result']
  >`case when ${imports.result} is not null then jsonb_build_object(${sql.join(
    FINDINGS.flatMap((name) => [sql.raw(`'${name}'`), sql`${imports.result} -> ${sql.raw(`'${name}'`)}`]),
    sql`, `,
  )}) end`,
}

/** Puts a stored file into the queue, and with it whatever `within` does. */
export async function queueImport(
  accounts: Accounts,
  company: Company,
  file: { fileName: string; fileSha256: string; fileBytes: number; requested?: ImportRequest },
  within: (tx: Tx, importId: number) => Promise<void> = async () => {},
): Promise<Import> {
  return accounts.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(imports)
      .values({ companyId: company.id, ...file })
      .returning()
    await within(tx, row!.id)
    return row!
  })
}

export async function getImport(
  accounts: Accounts,
  company: Company,
  id: number,
): Promise<Import | undefined> {
  const [row] = await accounts.db.select().from(imports).where(one(company, id))
  return row
}

/** States of fetched imports that need nobody's attention. */
const WANTS_NOBODY: readonly ImportStatus[] = ['QUEUED', 'RUNNING', 'PUBLISHED', 'ALREADY_KNOWN']

/**
 * Newest first; `total` counts those that are asked for, `dismissed` those that were taken off the list, `fetched` those that
 * were fetched and want nobody's attention.
 */
export async function listImports(
  accounts: Accounts,
  company: Company,
  {
    limit = 100,
    offset = 0,
    withDismissed = true,
    withFetched = true,
  }: { limit?: number; offset?: number; withDismissed?: boolean; withFetched?: boolean } = {},
): Promise<{ imports: ImportLine[]; total: number; dismissed: number; fetched: number }> {
  const ofCompany = eq(imports.companyId, company.id)
  const wantsNobody = or(
    inArray(imports.status, [...WANTS_NOBODY]),
    sql`coalesce(${imports.problem}->>'code' = 'EMPTY_FILE', false)`,
  )
  const isFetched = sql`(${imports.requested}->>'fetched' is not null and ${wantsNobody})`
  const isListed = and(
    withDismissed ? undefined : isNull(imports.dismissedAt),
    withFetched ? undefined : sql`not ${isFetched}`,
  )
  const rows = await accounts.db
    .select(LINE_COLUMNS)
    .from(imports)
    .where(and(ofCompany, isListed))
    .orderBy(desc(imports.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await accounts.db
    .select({
      total: sql<number>`count(*) filter (where ${isListed ?? sql`true`})::int`,
      dismissed: count(imports.dismissedAt),
      fetched: sql<number>`count(*) filter (where ${isFetched})::int`,
    })
    .from(imports)
    .where(ofCompany)
  return { imports: rows, ...counted! }
}

/** Takes an import off the list, of which nothing counts and nothing will; false where that is not so. */
export async function dismissImport(accounts: Accounts, company: Company, id: number): Promise<boolean> {
  const rows = await accounts.db
    .update(imports)
    .set({ dismissedAt: sql`now()` })
    .where(and(one(company, id), inArray(imports.status, [...DISMISSIBLE_STATUSES])))
    .returning({ id: imports.id })
  return rows.length > 0
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
): Promise<{ imports: (ImportLine & { companyName: string })[]; total: number }> {
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
    .select({ record: LINE_COLUMNS, companyName: companies.name })
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
  { db }: Accounts,
  company: Company,
  atVersion = company.publishedVersion,
): Promise<ImportLine[]> {
  return db
    .select(LINE_COLUMNS)
    .from(imports)
    .where(isLiveAt(company, atVersion))
    .orderBy(asc(imports.publishedVersion))
}

/** The versions that their facts are written under: all that most questions need of imports, which can be tens of thousands. */
export async function liveVersions({ db }: Accounts, company: Company): Promise<number[]> {
  const rows = await db
    .select({ version: imports.attemptVersion })
    .from(imports)
    .where(isLiveAt(company, company.publishedVersion))
    .orderBy(asc(imports.publishedVersion))
  return rows.map(({ version }) => version!)
}

/** The same, with what was said of each file before it was imported, and when that was done. */
export const liveRequests = (
  { db }: Accounts,
  company: Company,
): Promise<Pick<Import, 'attemptVersion' | 'requested' | 'finishedAt'>[]> =>
  db
    .select({
      attemptVersion: imports.attemptVersion,
      requested: imports.requested,
      finishedAt: imports.finishedAt,
    })
    .from(imports)
    .where(isLiveAt(company, company.publishedVersion))
    .orderBy(asc(imports.publishedVersion))

/** The imports of some attempts, by attempt, as a page names them. */
export async function filesOfAttempts(
  { db }: Accounts,
  company: Company,
  attempts: readonly number[],
): Promise<Map<number, Pick<Import, 'id' | 'fileName'>>> {
  if (attempts.length === 0) return new Map()
  const rows = await db
    .select({ attempt: imports.attemptVersion, id: imports.id, fileName: imports.fileName })
    .from(imports)
    .where(and(eq(imports.companyId, company.id), inArray(imports.attemptVersion, [...attempts])))
  return new Map(rows.map(({ attempt, ...file }) => [attempt!, file]))
}

/** When those of some attempts that read a file were handed it; what was typed in is none. */
export async function handedInAt(
  { db }: Accounts,
  company: Company,
  attempts: readonly number[],
): Promise<Map<number, Date>> {
  if (attempts.length === 0) return new Map()
  const rows = await db
    .select({ attempt: imports.attemptVersion, at: imports.createdAt })
    .from(imports)
    .where(and(eq(imports.companyId, company.id), inArray(imports.attemptVersion, [...attempts]), IS_FILE))
  return new Map(rows.map(({ attempt, at }) => [attempt!, at]))
}

const isLiveAt = (company: Company, version: number) =>
  and(
    eq(imports.companyId, company.id),
    lte(imports.publishedVersion, version),
    or(isNull(imports.undoneVersion), gt(imports.undoneVersion, version)),
  )

/** Imports that the company's numbers may come from one day, and those that they come from now. */
const HANDED_IN = ['QUEUED', 'RUNNING', 'NEEDS_ANSWER', 'PUBLISHED'] as const

/** Nothing counts yet in a company that is no demo, and the first files are on their way. */
export async function isFirstDataComing(accounts: Accounts, company: Company): Promise<boolean> {
  if (company.isDemo) return false
  const statuses = await statusesOf(accounts, company, IS_FILE)
  return (
    !statuses.includes('PUBLISHED') && statuses.some((status) => status === 'QUEUED' || status === 'RUNNING')
  )
}

/** Whether a company has data, what was typed in among it, or files that may become data. */
export async function hasData(accounts: Accounts, company: Company): Promise<boolean> {
  return company.isDemo || (await statusesOf(accounts, company)).length > 0
}

/** What was typed in is no file that somebody has handed in. */
export const IS_FILE = sql`not (${imports.requested} ? 'entered')`

async function statusesOf(accounts: Accounts, company: Company, which?: SQL): Promise<string[]> {
  const rows = await accounts.db
    .selectDistinct({ status: imports.status })
    .from(imports)
    .where(and(eq(imports.companyId, company.id), inArray(imports.status, [...HANDED_IN]), which))
  return rows.map(({ status }) => status)
}

/**
 * The import through which a file of this content counts now. Of a file that does not say of which day and marketplace it is, the
 * same content is another picture where it was handed in for another.
 */
export async function findLiveImport(
  accounts: Accounts,
  company: Company,
  fileSha256: string,
  { day, marketplace }: Pick<ImportRequest, 'day' | 'marketplace'> = {},
): Promise<Import | undefined> {
  const alike = (name: 'day' | 'marketplace', value: string) =>
    sql`coalesce(${imports.requested} ->> ${name}, ${value}) = ${value}`
  const [row] = await accounts.db
    .select()
    .from(imports)
    .where(
      and(
        eq(imports.companyId, company.id),
        eq(imports.fileSha256, fileSha256),
        eq(imports.status, 'PUBLISHED'),
        day === undefined ? undefined : alike('day', day),
        day === undefined || marketplace === undefined ? undefined : alike('marketplace', marketplace),
      ),
    )
    .limit(1)
  return row
}

/** Companies whose imports wait to be run; the one that has waited longest comes first. */
export async function companiesWithQueuedImports({ db }: Accounts): Promise<string[]> {
  const rows = await db
    .select({ companyId: imports.companyId })
    .from(imports)
    .where(eq(imports.status, 'QUEUED'))
    .groupBy(imports.companyId)
    .orderBy(asc(sql`min(${imports.id})`))
  return rows.map(({ companyId }) => companyId)
}

/** The oldest import of a company that waits to be run. */
export async function nextQueuedImport({ db }: Accounts, companyId: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.companyId, companyId), eq(imports.status, 'QUEUED')))
    .orderBy(asc(imports.id))
    .limit(1)
  return row?.id
}

export async function countQueuedImports({ db }: Accounts, company: Company): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(imports)
    .where(and(eq(imports.companyId, company.id), eq(imports.status, 'QUEUED')))
  return row!.n
}

/** Bytes of the files that are kept, each content of a company once; of all companies where none is named. */
export async function storedBytes({ db }: Accounts, companyId?: string): Promise<number> {
  const files = db
    .select({ bytes: sql<number>`max(${imports.fileBytes})`.as('bytes') })
    .from(imports)
    .where(
      and(
        isNull(imports.fileDeletedAt),
        companyId === undefined ? undefined : eq(imports.companyId, companyId),
      ),
    )
    .groupBy(imports.companyId, imports.fileSha256)
    .as('files')
  const [row] = await db.select({ bytes: sql<string>`coalesce(sum(${files.bytes}), 0)` }).from(files)
  return Number(row!.bytes)
}

/** No number comes from a file through an import that ended like this. */
const IS_OF_NO_USE: readonly ImportStatus[] = ['REFUSED', 'CANCELLED', 'UNPACKED']

/**
 * Contents of which every import was refused, cancelled or taken apart before a moment. Begins with those that were, since this
 * is looked for every minute, among the imports of all companies.
 */
export async function outdatedRefusedFiles(
  { db }: Accounts,
  before: Date,
): Promise<{ companyId: string; fileSha256: string }[]> {
  const isOfNoUse = inArray(imports.status, [...IS_OF_NO_USE])
  const other = alias(imports, 'other')
  return db
    .selectDistinct({ companyId: imports.companyId, fileSha256: imports.fileSha256 })
    .from(imports)
    .where(
      and(
        isOfNoUse,
        isNull(imports.fileDeletedAt),
        lt(imports.finishedAt, before),
        notExists(
          db
            .select({ one: sql`1` })
            .from(other)
            .where(
              and(
                eq(other.companyId, imports.companyId),
                eq(other.fileSha256, imports.fileSha256),
                isNull(other.fileDeletedAt),
                or(
                  notInArray(other.status, [...IS_OF_NO_USE]),
                  isNull(other.finishedAt),
                  gte(other.finishedAt, before),
                ),
              ),
            ),
        ),
      ),
    )
}

/** Writes down that a content is no longer kept, unless somebody has handed it in again. */
export async function forgetFile(
  { db }: Accounts,
  { companyId, fileSha256 }: { companyId: string; fileSha256: string },
  at: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ofFile = and(eq(imports.companyId, companyId), eq(imports.fileSha256, fileSha256))
    const rows = await tx.select({ status: imports.status }).from(imports).where(ofFile).for('update')
    if (rows.some(({ status }) => !IS_OF_NO_USE.includes(status))) return false
    await tx.update(imports).set({ fileDeletedAt: at }).where(ofFile)
    return true
  })
}

/** Contents of a company that are kept, as its imports say. */
export async function keptContents({ db }: Accounts, company: Company): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ fileSha256: imports.fileSha256 })
    .from(imports)
    .where(isKept(company))
  return new Set(rows.map(({ fileSha256 }) => fileSha256))
}

/** Writes down a stored file that no import needs as one that was refused, unless an import needs it by now. */
export async function refuseStray(
  { db }: Accounts,
  company: Company,
  file: Pick<Import, 'fileName' | 'fileSha256' | 'fileBytes' | 'problem'>,
  at: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [needed] = await tx
      .select({ id: imports.id })
      .from(imports)
      .where(and(isKept(company), eq(imports.fileSha256, file.fileSha256)))
      .limit(1)
    if (needed) return
    await tx.insert(imports).values({ companyId: company.id, ...file, status: 'REFUSED', finishedAt: at })
  })
}

const isKept = (company: Company) => and(eq(imports.companyId, company.id), isNull(imports.fileDeletedAt))

/** How an import of a company stands, for whoever waits for its end or runs it; undefined when it went with its company. */
export async function importState(
  { db }: Accounts,
  companyId: string,
  id: number,
): Promise<{ status: ImportStatus; isCancelRequested: boolean } | undefined> {
  const [row] = await db
    .select({ status: imports.status, cancelRequestedAt: imports.cancelRequestedAt })
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.companyId, companyId)))
  return row && { status: row.status, isCancelRequested: row.cancelRequestedAt !== null }
}

/** Asks whoever runs an import to stop. One that waits, or asks the person something, has ended with this already. */
export async function requestCancel(accounts: Accounts, company: Company, id: number): Promise<void> {
  await accounts.db.transaction(async (tx) => {
    // It may be taken up, or given back, at this very moment.
    const [row] = await tx
      .select({ status: imports.status })
      .from(imports)
      .where(one(company, id))
      .for('update')
    if (row?.status === 'RUNNING')
      await tx
        .update(imports)
        .set({ cancelRequestedAt: sql`now()` })
        .where(one(company, id))
    else if (row?.status === 'QUEUED' || row?.status === 'NEEDS_ANSWER')
      await tx.update(imports).set(cancelled).where(one(company, id))
  })
}

/** Asks whoever runs imports of a company to stop, since the company goes. */
export async function requestStop({ db }: Accounts, companyId: string): Promise<void> {
  await db
    .update(imports)
    .set({ cancelRequestedAt: sql`now()` })
    .where(and(eq(imports.companyId, companyId), eq(imports.status, 'RUNNING')))
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
        // Counted before the work begins: what ends the process can't count afterwards.
        unfinishedAttempts: sql`${imports.unfinishedAttempts} + 1`,
        cancelRequestedAt: null,
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
  learnt: Partial<Pick<Import, 'sellerAccountId' | 'reportType' | 'result'>>,
): Promise<void> {
  await accounts.db.update(imports).set(learnt).where(one(company, id))
}

/** How far an attempt is. Nobody waits for this to be written, and where it comes late the import may have ended, or run anew. */
export async function reportProgress(
  accounts: Accounts,
  company: Company,
  { id, attemptVersion }: { id: number; attemptVersion: number },
  progress: NonNullable<ImportRecord['progress']>,
): Promise<void> {
  const isRunning = and(eq(imports.status, 'RUNNING'), eq(imports.attemptVersion, attemptVersion))
  await accounts.db
    .update(imports)
    .set({ progress })
    .where(and(one(company, id), isRunning))
}

/**
 * Gives a running import back to the queue, or ends it where somebody has cancelled it. Whether the attempt counts among
 * those that came to no end is the caller's to say: not where its process leaves in good order, or a store it needs has
 * gone away.
 */
export async function releaseImport(
  accounts: Accounts,
  company: Company,
  id: number,
  { attemptVersion, counts, awaySince }: { attemptVersion: number; counts: boolean; awaySince?: Date },
): Promise<Import> {
  return accounts.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(imports)
      .where(and(one(company, id), eq(imports.status, 'RUNNING'), eq(imports.attemptVersion, attemptVersion)))
      .for('update')
    if (!row) throw new AccountsError('IMPORT_NOT_READY', `Import ${id} has ended already.`)
    await bury(tx, company.id, 'its attempt was broken off', [attemptVersion])
    const [released] = await tx
      .update(imports)
      .set({
        attemptVersion: null,
        ...(row.cancelRequestedAt
          ? cancelled
          : {
              status: 'QUEUED',
              startedAt: null,
              progress: null,
              ...(!counts && { unfinishedAttempts: sql`${imports.unfinishedAttempts} - 1` }),
              ...(awaySince && { awaySince }),
            }),
      })
      .where(one(company, id))
      .returning()
    return released!
  })
}

/** A file of an archive: the import that it became, or why it became none. */
export interface ImportPart {
  name: string
  importId: number | null
  problem: string | null
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
      .set({
        status,
        problem: problem ?? null,
        progress: null,
        finishedAt: sql`now()`,
        unfinishedAttempts: 0,
        awaySince: null,
      })
      .where(and(one(company, id), inArray(imports.status, ['QUEUED', 'RUNNING', 'NEEDS_ANSWER'])))
      .returning()
    if (!row) throw new AccountsError('IMPORT_NOT_READY', `Import ${id} has ended already.`)
    if (row.attemptVersion !== null)
      await bury(tx, company.id, `import ${id}: ${status}`, [row.attemptVersion])
    return row
  })
}

/** Ends the running import of an archive, and queues the files that were taken out of it, in their order. */
export async function endUnpacked(
  accounts: Accounts,
  company: Company,
  archive: Import,
  attemptVersion: number,
  files: readonly (Pick<Import, 'fileName' | 'fileSha256' | 'fileBytes'> & { part: number })[],
  parts: readonly ImportPart[],
): Promise<void> {
  await accounts.db.transaction(async (tx) => {
    const ofAttempt = and(
      one(company, archive.id),
      eq(imports.status, 'RUNNING'),
      eq(imports.attemptVersion, attemptVersion),
    )
    const [running] = await tx.select({ id: imports.id }).from(imports).where(ofAttempt).for('update')
    if (!running) throw new AccountsError('IMPORT_NOT_READY', `Import ${archive.id} has ended already.`)
    const all = [...parts]
    for (const { part, ...file } of files) {
      const [queued] = await tx
        .insert(imports)
        .values({
          companyId: company.id,
          ...file,
          requested: { ...archive.requested, archive: archive.id },
        })
        .returning({ id: imports.id })
      all[part] = { ...all[part]!, importId: queued!.id }
    }
    await tx
      .update(imports)
      .set({
        status: 'UNPACKED',
        result: { parts: all },
        problem: null,
        progress: null,
        finishedAt: sql`now()`,
        unfinishedAttempts: 0,
      })
      .where(one(company, archive.id))
    await bury(tx, company.id, `import ${archive.id}: UNPACKED`, [attemptVersion])
  })
}

/** What became of imports, by their ids. */
export async function importOutcomes(
  { db }: Accounts,
  company: Company,
  ids: readonly number[],
): Promise<Map<number, Pick<Import, 'status' | 'problem'>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: imports.id, status: imports.status, problem: imports.problem })
    .from(imports)
    .where(and(eq(imports.companyId, company.id), inArray(imports.id, [...ids])))
  return new Map(rows.map(({ id, ...ended }) => [id, ended]))
}

/** Queues an import once more: with the person's answer, or for another try. */
export async function requeueImport(
  accounts: Accounts,
  company: Company,
  id: number,
  answer: ImportRequest = {},
  within: (tx: Tx) => Promise<void> = async () => {},
): Promise<Import> {
  return accounts.db.transaction(async (tx) => {
    const [row] = await tx
      .update(imports)
      .set({
        status: 'QUEUED',
        requested: sql`${imports.requested} || ${JSON.stringify(answer)}::jsonb`,
        attemptVersion: null,
        startedAt: null,
        finishedAt: null,
        problem: null,
        unfinishedAttempts: 0,
        awaySince: null,
        cancelRequestedAt: null,
        dismissedAt: null,
      })
      .where(and(one(company, id), inArray(imports.status, ['NEEDS_ANSWER', 'FAILED', 'CANCELLED'])))
      .returning()
    if (!row) throw new AccountsError('IMPORT_NOT_READY', `Import ${id} does not wait for an answer.`)
    await within(tx)
    return row
  })
}

const one = (company: Company, id: number) => and(eq(imports.id, id), eq(imports.companyId, company.id))
