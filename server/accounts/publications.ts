import { and, count, desc, eq, gt, inArray, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { CauseKind, Publication } from '#contract/as-it-was.ts'
import type { Company } from './companies.ts'
import type { Accounts, Tx } from './open.ts'
import { auditLog, imports, publications, settingsHistory } from './schema.ts'
import { addressesOf } from './audit.ts'

interface Asked {
  /** After this version, and before that one. */
  after?: number | undefined
  before?: number | undefined
  /** Without those that brought exchange rates alone. */
  withoutRates?: boolean
  limit: number
}

/** Versions of a company that readers have seen, up to the one it is read at, the newest first. */
export async function listPublications(
  accounts: Accounts,
  company: Company,
  { limit, ...asked }: Asked,
): Promise<Publication[]> {
  const rows = await accounts.db
    .select({
      version: publications.version,
      kind: publications.kind,
      at: publications.publishedAt,
      note: publications.note,
      importId: publications.importId,
      fileName: imports.fileName,
      changedBy: settingsHistory.changedBy,
      settings: sql<string[]>`array(select jsonb_object_keys(${settingsHistory.after}))`,
    })
    .from(publications)
    .leftJoin(imports, eq(imports.id, publications.importId))
    .leftJoin(
      settingsHistory,
      and(
        eq(settingsHistory.companyId, publications.companyId),
        eq(settingsHistory.version, publications.version),
      ),
    )
    .where(isAsked(company, asked))
    .orderBy(desc(publications.version))
    .limit(limit)
  const actors = await importActors(
    accounts,
    company,
    rows.flatMap(({ importId }) => importId ?? []),
  )
  const actorOf = (row: (typeof rows)[number]): string | null => {
    if (row.importId !== null) return actors.get(`${AUDITED[row.kind]} ${row.importId}`) ?? null
    return row.changedBy ?? textOf(row.note?.['by'])
  }
  const names = await addressesOf(accounts, [...new Set(rows.flatMap((row) => actorOf(row) ?? []))])
  return rows.map((row) => {
    const actor = actorOf(row)
    return {
      version: row.version,
      kind: kindOf(row.kind, row.settings, row.note),
      at: row.at.toISOString(),
      by: actor === null ? null : (names.get(actor) ?? actor),
      importId: row.importId,
      fileName: row.fileName,
      settings: row.settings,
    }
  })
}

/** How many versions there are after one, and how many of these brought exchange rates alone. */
export async function countPublications(
  { db }: Accounts,
  company: Company,
  after: number,
): Promise<{ all: number; rates: number }> {
  const [row] = await db
    .select({ all: count(), rates: sql<string>`count(*) filter (where ${publications.kind} = 'RATES')` })
    .from(publications)
    .where(isAsked(company, { after }))
  return { all: row!.all, rates: Number(row!.rates) }
}

/** The rebuild that ended the history of a company; undefined where all of it can be read. */
export async function lastRebuild(
  db: Tx,
  company: { id: string },
): Promise<{ version: number; at: Date } | undefined> {
  const [row] = await db
    .select({ version: publications.version, at: publications.publishedAt })
    .from(publications)
    .where(and(eq(publications.companyId, company.id), eq(publications.kind, 'REBUILD')))
    .orderBy(desc(publications.version))
    .limit(1)
  return row
}

const isAsked = (company: Company, { after, before, withoutRates }: Omit<Asked, 'limit'>): SQL | undefined =>
  and(
    eq(publications.companyId, company.id),
    lte(publications.version, company.publishedVersion),
    after === undefined ? undefined : gt(publications.version, after),
    before === undefined ? undefined : lt(publications.version, before),
    withoutRates ? sql`${publications.kind} != 'RATES'` : undefined,
  )

const textOf = (said: unknown): string | null => (typeof said === 'string' ? said : null)

function kindOf(
  kind: (typeof publications.$inferSelect)['kind'],
  settings: readonly string[],
  note: Record<string, unknown> | null,
): CauseKind {
  if (kind !== 'EDIT') return kind
  if (settings.includes('lineMappings')) return 'PLACED_LINES'
  if (settings.length > 0) return 'SETTINGS'
  if (note?.['expenses'] !== undefined) return 'EXPENSES'
  if (note?.['costs'] !== undefined) return 'COSTS'
  return note?.['products'] === undefined ? 'EDIT' : 'PRODUCTS'
}

/** What the audit log calls the act that led to a publication. */
const AUDITED: Partial<Record<(typeof publications.$inferSelect)['kind'], string>> = {
  IMPORT: 'import.upload',
  UNDO: 'import.undo',
}

/** Who handed in or took back imports, by act and import. */
async function importActors(
  { db }: Accounts,
  company: Company,
  importIds: readonly number[],
): Promise<Map<string, string>> {
  if (importIds.length === 0) return new Map()
  const importId = sql<string>`${auditLog.details} ->> 'importId'`
  const rows = await db
    .select({ action: auditLog.action, importId, actor: auditLog.actor })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.companyId, company.id),
        inArray(auditLog.action, Object.values(AUDITED)),
        inArray(importId, [...new Set(importIds)].map(String)),
      ),
    )
    .orderBy(auditLog.id)
  return new Map(rows.map((row) => [`${row.action} ${row.importId}`, row.actor]))
}
