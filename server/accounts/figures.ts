import { count, desc, eq, min, sql } from 'drizzle-orm'
import { storedBytes } from './imports.ts'
import type { Accounts } from './open.ts'
import { auditLog, companies, imports } from './schema.ts'

/** Whether a company that is not the demo holds a file that somebody uploaded. */
export async function hasOwnData({ db }: Accounts): Promise<boolean> {
  const found = await db
    .select({ id: imports.id })
    .from(imports)
    .innerJoin(companies, eq(companies.id, imports.companyId))
    .where(eq(companies.isDemo, false))
    .limit(1)
  return found.length > 0
}

export interface AccountsFigures {
  companies: number
  importsByStatus: Record<string, number>
  /** When the import that has waited longest came. */
  oldestWaiting: Date | null
  lastBackup: Date | null
  /** Of the raw files, before they are compressed; one that was imported twice counts once. */
  fileBytes: number
  /** Null where the store does not say. */
  databaseBytes: number | null
}

/** What an operator watches of the relational store. */
export async function accountsFigures(accounts: Accounts): Promise<AccountsFigures> {
  const { db } = accounts
  const [known] = await db.select({ n: count() }).from(companies)
  const byStatus = await db
    .select({ status: imports.status, n: count(), oldest: min(imports.createdAt) })
    .from(imports)
    .groupBy(imports.status)
  const [backup] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(eq(auditLog.action, 'installation.backup'))
    .orderBy(desc(auditLog.at))
    .limit(1)
  const size = db.select({ bytes: sql<string>`pg_database_size(current_database())` })
  const [database] = await size.from(sql`(select 1) as one`).catch(() => [])
  return {
    companies: known!.n,
    importsByStatus: Object.fromEntries(byStatus.map(({ status, n }) => [status, n])),
    oldestWaiting: byStatus.find(({ status }) => status === 'QUEUED')?.oldest ?? null,
    lastBackup: backup?.at ?? null,
    fileBytes: await storedBytes(accounts),
    databaseBytes: database === undefined ? null : Number(database.bytes),
  }
}
