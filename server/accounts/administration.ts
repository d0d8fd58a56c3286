import { and, asc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { AdminCompaniesInput } from '#contract/admin-inputs.ts'
import type { BlockReason } from '#contract/admin.ts'
import type { Licence } from '#contract/licences.ts'
import type { Accounts } from './open.ts'
import { companies } from './schema.ts'

/** A company as those who run the platform see it: about it, and nothing of its numbers. */
interface AdministeredCompany {
  id: string
  name: string
  isDemo: boolean
  createdAt: Date
  /** Addresses. */
  owners: string[]
  memberCount: number
  blockReason: BlockReason | null
  blockedAt: Date | null
  licences: Licence[]
  licencesChangedAt: Date | null
  /** Of its raw files, each content once. */
  originalBytes: number
  lastImportAt: Date | null
}

// Columns of the outer query are written out: inside of a subquery they would be taken for its own.
const OF_COMPANY = sql.raw(`company_id = "companies"."id"`)

const owners = sql<string[]>`coalesce((
  select json_agg(u.email order by u.email) from memberships m join users u on u.id = m.user_id
  where m.${OF_COMPANY} and m.role = 'OWNER' and u.email is not null), '[]')`
const memberCount = sql<number>`(select count(*)::int from memberships m where m.${OF_COMPANY})`
const originalBytes = sql<string>`coalesce((
  select sum(bytes) from (
    select max(i.file_bytes) as bytes from imports i where i.${OF_COMPANY} group by i.file_sha256) as files), 0)::text`
const lastImportAt = sql<string | null>`(
  select to_json(max(i.finished_at))#>>'{}' from imports i where i.${OF_COMPANY} and i.status = 'PUBLISHED')`

const ORDER: Record<AdminCompaniesInput['sort'], SQL> = {
  NAME: sql`lower(${companies.name})`,
  CREATED: sql`${companies.createdAt}`,
  MEMBERS: memberCount,
  ORIGINAL_BYTES: sql`(${originalBytes})::bigint`,
  LAST_IMPORT: lastImportAt,
}

/** Companies by name, by the beginning of their id, or by the address of somebody in them. */
export async function listAdministeredCompanies(
  { db }: Accounts,
  { search, state, sort, isDescending, limit, cursor }: AdminCompaniesInput,
): Promise<{ companies: AdministeredCompany[]; total: number }> {
  const text = search.toLowerCase()
  const where = and(
    state === 'BLOCKED' ? isNotNull(companies.blockReason) : undefined,
    state === 'OPEN' ? isNull(companies.blockReason) : undefined,
    text === ''
      ? undefined
      : sql`(strpos(lower(${companies.name}), ${text}) > 0 or starts_with("companies"."id", ${text}) or exists (
          select 1 from memberships m join users u on u.id = m.user_id
          where m.${OF_COMPANY} and strpos(u.email, ${text}) > 0))`,
  )
  const direction = isDescending ? sql`desc nulls last` : sql`asc nulls first`
  const rows = await db
    .select({
      id: companies.id,
      name: companies.name,
      isDemo: companies.isDemo,
      createdAt: companies.createdAt,
      owners,
      memberCount,
      blockReason: companies.blockReason,
      blockedAt: companies.blockedAt,
      licences: companies.licences,
      licencesChangedAt: companies.licencesChangedAt,
      originalBytes,
      lastImportAt,
    })
    .from(companies)
    .where(where)
    .orderBy(sql`${ORDER[sort]} ${direction}`, asc(companies.createdAt), asc(companies.id))
    .limit(limit)
    .offset(cursor)
  return {
    companies: rows.map((row) => ({
      ...row,
      originalBytes: Number(row.originalBytes),
      lastImportAt: row.lastImportAt === null ? null : new Date(row.lastImportAt),
    })),
    total: await db.$count(companies, where),
  }
}

/** Why the people of a company are shut out, null when they are not, undefined when there is no such company. */
export async function blockReasonOf(
  { db }: Accounts,
  companyId: string,
): Promise<BlockReason | null | undefined> {
  const [row] = await db
    .select({ reason: companies.blockReason })
    .from(companies)
    .where(eq(companies.id, companyId))
  return row?.reason
}

/** Shuts the people of a company out, or lets them in again. False when there is no such company. */
export async function setBlock(
  { db }: Accounts,
  companyId: string,
  reason: BlockReason | null,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(companies)
    .set({ blockReason: reason, blockedAt: reason === null ? null : now })
    .where(eq(companies.id, companyId))
    .returning({ id: companies.id })
  return rows.length > 0
}

/** Switches a part of the product for a company. False when there is no such company. */
export async function setLicence(
  { db }: Accounts,
  companyId: string,
  { licence, isOn, now }: { licence: Licence; isOn: boolean; now: Date },
): Promise<boolean> {
  // One statement, so that two who switch different licences at once both have their way.
  const without = sql`array_remove(${companies.licences}, ${licence}::text)`
  const rows = await db
    .update(companies)
    .set({
      licences: isOn ? sql`array_append(${without}, ${licence}::text)` : without,
      licencesChangedAt: now,
    })
    .where(eq(companies.id, companyId))
    .returning({ id: companies.id })
  return rows.length > 0
}
