import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { changedMappings } from '#contract/line-mappings.ts'
import { AccountsError, violatedConstraint } from './accounts-error.ts'
import {
  companyUnknown,
  requireLock,
  selectCompanies,
  type Company,
  type CompanySettings,
} from './companies.ts'
import type { Accounts, Tx } from './open.ts'
import { companies, deadVersions, imports, openVersions, publications, settingsHistory } from './schema.ts'

/** Runs long work as the only writer of a company. `signal` aborts when the lock is lost, so that the work can stop. */
export const withCompanyLock = <T>(
  accounts: Accounts,
  companyId: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => accounts.locks.hold(companyId, work)

/**
 * The version under which the caller may now write rows of this company to the warehouse. Nobody reads them before
 * `publish`; if that never comes they are declared dead.
 */
export async function openVersion(accounts: Accounts, company: Company): Promise<number> {
  requireLock(accounts, company.id, 'openVersion')
  return accounts.db.transaction((tx) => openVersionIn(tx, company.id))
}

export async function openVersionIn(tx: Tx, companyId: string): Promise<number> {
  // The caller is the only writer: what is still open was left by one that failed.
  await bury(tx, companyId, 'its writer left without an end')
  const version = await nextVersion(tx)
  await tx.insert(openVersions).values({ companyId, version })
  return version
}

export async function abandonVersion(
  accounts: Accounts,
  company: Company,
  version: number,
  reason: string,
): Promise<void> {
  await accounts.db.transaction((tx) => bury(tx, company.id, reason, [version]))
}

/** By how much the counts of an attempt's lines are different after a change. */
export interface RecountedRows {
  attempt: number
  kept: number
  known: number
  inactive: number
}

type Publication = {
  company: Company
  version: number
  recounted?: readonly RecountedRows[]
  settings?: Partial<CompanySettings>
  /** Who changed the settings, where that is known. */
  changedBy?: string
  note?: Record<string, unknown>
  /** A known file that was made once more, and when. */
  madeAgain?: { importId: number; madeAt: string }
  /** What belongs to it in this store. */
  within?: (tx: Tx) => Promise<void>
} & (
  { kind: 'IMPORT' | 'UNDO'; importId: number } | { kind: 'EDIT' | 'REBUILD' | 'RATES'; importId?: undefined }
)

/** Makes a version the one that everybody reads, with all that belongs to it, at once or not at all. */
export async function publish(
  accounts: Accounts,
  {
    company,
    version,
    kind,
    importId,
    settings,
    changedBy,
    note,
    madeAgain,
    within,
    recounted = [],
  }: Publication,
): Promise<Company> {
  try {
    return await accounts.db.transaction(async (tx) => {
      const [row] = await tx.select().from(companies).where(eq(companies.id, company.id)).for('update')
      if (!row) throw companyUnknown(company.id)
      const closed = await tx
        .delete(openVersions)
        .where(and(eq(openVersions.companyId, company.id), eq(openVersions.version, version)))
        .returning()
      if (closed.length === 0 || row.publishedVersion >= version) {
        throw new AccountsError(
          'VERSION_LOST',
          `Version ${version} of company ${company.id} can no longer be published.`,
        )
      }

      const publishedAt = sql`date_trunc('milliseconds', clock_timestamp())`
      await tx
        .insert(publications)
        .values({ companyId: company.id, version, kind, importId: importId ?? null, publishedAt, note })
      if (kind === 'IMPORT' || kind === 'UNDO') await settleImport(tx, company.id, importId, kind, version)

      if (madeAgain)
        await tx
          .update(imports)
          .set({
            requested: sql`${imports.requested} || ${JSON.stringify({ madeAt: madeAgain.madeAt })}::jsonb`,
          })
          .where(and(eq(imports.id, madeAgain.importId), eq(imports.companyId, company.id)))
      for (const difference of recounted) await recountImport(tx, company.id, difference)
      await within?.(tx)

      const changes = settings ? changed(row, settings) : undefined
      const history = changes && onlyChangedMappings(changes)
      if (history)
        await tx
          .insert(settingsHistory)
          .values({ companyId: company.id, version, changedAt: publishedAt, changedBy, ...history })
      await tx
        .update(companies)
        .set({ ...changes?.after, publishedVersion: version })
        .where(eq(companies.id, company.id))
      return (await selectCompanies(tx, eq(companies.id, company.id)))[0]!
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'imports_live_file') throw error
    throw new AccountsError('FILE_ALREADY_LIVE', `The file of import ${importId} counts already.`, {
      cause: error,
    })
  }
}

async function recountImport(
  tx: Tx,
  companyId: string,
  { attempt, ...differences }: RecountedRows,
): Promise<void> {
  const counts = sql`${imports.result} -> 'counts'`
  const pairs = Object.entries(differences).map(
    ([name, difference]) =>
      sql`${name}::text, coalesce((${counts} ->> ${name}::text)::int, 0) + ${difference}::int`,
  )
  await tx
    .update(imports)
    .set({
      result: sql`jsonb_set(${imports.result}, '{counts}', (${counts}) || jsonb_build_object(${sql.join(pairs, sql`, `)}))`,
    })
    .where(
      and(
        eq(imports.companyId, companyId),
        eq(imports.attemptVersion, attempt),
        sql`jsonb_typeof(${counts}) = 'object'`,
      ),
    )
}

async function settleImport(
  tx: Tx,
  companyId: string,
  importId: number,
  kind: 'IMPORT' | 'UNDO',
  version: number,
) {
  const [from, values] =
    kind === 'UNDO'
      ? (['PUBLISHED', { status: 'UNDONE', undoneVersion: version }] as const)
      : (['RUNNING', { status: 'PUBLISHED', publishedVersion: version, problem: null }] as const)
  const settled = await tx
    .update(imports)
    .set({ ...values, progress: null, finishedAt: sql`now()` })
    .where(
      and(
        eq(imports.id, importId),
        eq(imports.companyId, companyId),
        eq(imports.status, from),
        kind === 'IMPORT' ? eq(imports.attemptVersion, version) : undefined,
      ),
    )
    .returning({ id: imports.id })
  if (settled.length === 0) throw new AccountsError('IMPORT_NOT_READY', `Import ${importId} is not ${from}.`)
}

// Named one by one: an object that also holds other things must not change them.
const SETTINGS: (keyof CompanySettings)[] = [
  'name',
  'establishmentCountry',
  'feeVatRecoverable',
  'defaultCurrency',
  'fxPolicy',
  'vatRates',
  'replenishment',
  'wastedClickThreshold',
  'brandAliases',
  'endedSales',
  'lineMappings',
  'closedMonths',
]

interface SettingsChange {
  before: Partial<CompanySettings>
  after: Partial<CompanySettings>
}

/** The settings that differ, as they were and as they will be; undefined if none does. */
function changed(now: CompanySettings, wanted: Partial<CompanySettings>): SettingsChange | undefined {
  const keys = SETTINGS.filter(
    (key) => wanted[key] !== undefined && !isDeepStrictEqual(wanted[key], now[key]),
  )
  if (keys.length === 0) return undefined
  const pick = (from: Partial<CompanySettings>) => Object.fromEntries(keys.map((key) => [key, from[key]]))
  return { before: pick(now), after: pick(wanted) }
}

/** A company may place hundreds of lines, one after the other: each change keeps the names that it is about. */
function onlyChangedMappings({ before, after }: SettingsChange): SettingsChange {
  if (!before.lineMappings || !after.lineMappings) return { before, after }
  const mappings = changedMappings(before.lineMappings, after.lineMappings)
  return {
    before: { ...before, lineMappings: mappings.before },
    after: { ...after, lineMappings: mappings.after },
  }
}

/** What an import has come to that somebody has cancelled. */
export const cancelled = {
  status: 'CANCELLED',
  problem: { code: 'CANCELLED', text: 'The import was cancelled. Nothing was changed.' },
  progress: null,
  finishedAt: sql`now()`,
  unfinishedAttempts: 0,
  awaySince: null,
} as const

/** An import of which this many attempts came to no end is not begun again by itself. */
export const UNFINISHED_ATTEMPTS_MAX = 2

/**
 * To be called at start and now and then. Whatever a dead process was writing is declared dead, and its imports go back
 * into the queue; one that was under way in two crashes has failed, since the third start would end like those before, and
 * one that somebody has cancelled has ended with that. Companies that a living process writes are left alone.
 */
export async function recoverAfterCrash(
  accounts: Accounts,
): Promise<{ deadVersions: number; requeuedImports: number }> {
  const { db } = accounts
  const open = await db.selectDistinct({ companyId: openVersions.companyId }).from(openVersions)
  const running = await db
    .selectDistinct({ companyId: imports.companyId })
    .from(imports)
    .where(eq(imports.status, 'RUNNING'))
  const found = { deadVersions: 0, requeuedImports: 0 }
  const atWork = await accounts.jobs.running('imports')
  for (const companyId of new Set([...[...open, ...running].map((row) => row.companyId), ...atWork])) {
    await accounts.locks.tryHold(companyId, async () => {
      await db.transaction(async (tx) => {
        found.deadVersions += await bury(tx, companyId, 'its process ended')
        const running = and(eq(imports.companyId, companyId), eq(imports.status, 'RUNNING'))
        // So that nobody cancels one in between, unheard.
        await tx.select({ id: imports.id }).from(imports).where(running).for('update')
        await tx
          .update(imports)
          .set({ ...cancelled, attemptVersion: null })
          .where(and(running, isNotNull(imports.cancelRequestedAt)))
        await tx
          .update(imports)
          .set({
            status: 'FAILED',
            problem: {
              code: 'ENDED_THE_SERVER',
              text: 'The server ended twice while this file was imported, so it is not tried again by itself. Nothing was changed, and the file is kept.',
            },
            attemptVersion: null,
            progress: null,
            finishedAt: sql`now()`,
            unfinishedAttempts: 0,
          })
          .where(and(running, gte(imports.unfinishedAttempts, UNFINISHED_ATTEMPTS_MAX)))
        const requeued = await tx
          .update(imports)
          .set({ status: 'QUEUED', attemptVersion: null, startedAt: null, progress: null })
          .where(running)
          .returning({ id: imports.id })
        found.requeuedImports += requeued.length
      })
      if (atWork.includes(companyId)) await accounts.jobs.forgetRunning('imports', companyId)
    })
  }
  return found
}

/**
 * Versions found in the warehouse that this store does not know (it was restored from an older copy, or lost its last
 * moments with the power): they are declared dead, and the next version will be above all of them.
 */
export async function disownUnknownVersions(
  accounts: Accounts,
  found: { companyId: string; version: number }[],
): Promise<number> {
  let disowned = 0
  for (const companyId of new Set(found.map((row) => row.companyId))) {
    const versions = new Set(found.filter((row) => row.companyId === companyId).map((row) => row.version))
    await accounts.db.transaction(async (tx) => {
      if ((await selectCompanies(tx, eq(companies.id, companyId))).length === 0) return
      const known = new Set<number>()
      for (const table of [publications, openVersions, deadVersions]) {
        const rows = await tx
          .select({ version: table.version })
          .from(table)
          .where(eq(table.companyId, companyId))
        for (const row of rows) known.add(row.version)
      }
      // A rebuild publishes the new attempts of many imports under one version.
      const attempts = await tx
        .select({ version: imports.attemptVersion })
        .from(imports)
        .where(eq(imports.companyId, companyId))
      for (const row of attempts) if (row.version !== null) known.add(row.version)
      const unknown = [...versions].filter((version) => !known.has(version))
      for (const version of unknown) {
        await tx
          .insert(deadVersions)
          .values({ companyId, version, reason: 'unknown here' })
          .onConflictDoNothing()
      }
      disowned += unknown.length
    })
  }
  await raiseVersions(accounts.db, Math.max(0, ...found.map((row) => row.version)))
  return disowned
}

/** Makes the next version greater than `atLeast`. */
export async function raiseVersions(db: Tx, atLeast: number): Promise<void> {
  await db.execute(
    sql`select setval('version_seq', ${atLeast}::bigint) from version_seq where last_value < ${atLeast}::bigint`,
  )
}

async function nextVersion(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ version: sql<string>`nextval('version_seq')` })
    .from(sql`(values (1)) as one`)
  return Number(row!.version)
}

/** Moves open versions of a company to the dead ones: the given ones, or all. */
export async function bury(tx: Tx, companyId: string, reason: string, versions?: number[]): Promise<number> {
  const buried = await tx
    .delete(openVersions)
    .where(and(eq(openVersions.companyId, companyId), versions && inArray(openVersions.version, versions)))
    .returning({ companyId: openVersions.companyId, version: openVersions.version })
  if (buried.length > 0) await tx.insert(deadVersions).values(buried.map((row) => ({ ...row, reason })))
  return buried.length
}
