import {
  and,
  asc,
  desc,
  eq,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import type { BlockReason } from '#contract/admin.ts'
import type {
  EndedSales,
  FxPolicy,
  Replenishment,
  SettingsEdit,
  SettingsHistory,
  VatRate,
} from '#contract/company-settings.ts'
import type { ClosedMonth } from '#contract/closed-months.ts'
import {
  mappingsBefore,
  type AmountName,
  type LineMapping,
  type MappingEdit,
} from '#contract/line-mappings.ts'
import type { Licence } from '#contract/licences.ts'
import type { Role } from '#contract/roles.ts'
import { AccountsError } from './accounts-error.ts'
import type { Accounts, Tx } from './open.ts'
import { lastRebuild } from './publications.ts'
import { companies, deadVersions, memberships, publications, settingsHistory, tombstones } from './schema.ts'

/** What a published version may change about a company. All of it has a history. */
export type CompanySettings = {
  name: string
  establishmentCountry: string | null
  feeVatRecoverable: boolean
  defaultCurrency: string | null
  fxPolicy: FxPolicy
  vatRates: VatRate[]
  replenishment: Replenishment
  wastedClickThreshold: number
  brandAliases: string[]
  endedSales: EndedSales[]
  lineMappings: LineMapping[]
  closedMonths: ClosedMonth[]
}

type CompanyFields = CompanySettings & {
  id: string
  isDemo: boolean
  licences: Licence[]
  publishedVersion: number
  deadVersions: number[]
  shard: number | null
  ignoresClosing?: boolean
}

/**
 * A company as it was at one version: the proof, for whoever asks the warehouse, that this company was looked up.
 * Only this folder makes one; the access check hands it on.
 */
export class Company {
  declare readonly id: string
  declare readonly name: string
  declare readonly isDemo: boolean
  /** Read rows of this version and older ones … */
  declare readonly publishedVersion: number
  /** … except those of these versions, ascending. */
  declare readonly deadVersions: readonly number[]
  /** Of the warehouse's cluster, the one that has its rows, where that is known. */
  declare readonly shard: number | null
  declare readonly establishmentCountry: string | null
  declare readonly feeVatRecoverable: boolean
  declare readonly defaultCurrency: string | null
  declare readonly fxPolicy: FxPolicy
  declare readonly vatRates: readonly VatRate[]
  declare readonly replenishment: Replenishment
  declare readonly wastedClickThreshold: number
  declare readonly brandAliases: readonly string[]
  declare readonly endedSales: readonly EndedSales[]
  declare readonly lineMappings: readonly LineMapping[]
  /** Their days are read at the versions of their closing. None where `ignoresClosing`. */
  declare readonly closedMonths: readonly ClosedMonth[]
  /** It is read as if no month were closed. */
  declare readonly ignoresClosing?: boolean
  declare readonly licences: readonly Licence[]
  /** Makes the type nominal: an object that merely looks like a company is none. */
  declare protected readonly fromAccounts: true

  constructor(fields: CompanyFields) {
    Object.assign(this, fields)
  }
}

/** What tells states of companies from each other that readers can see: the same key, the same numbers, for ever. */
export const stateKey = ({ id, publishedVersion, ignoresClosing }: Company): string =>
  `${id} ${publishedVersion}${ignoresClosing ? ' as if open' : ''}`

/** The company as it is read where no month is closed: for what compares files, and for what came after a closing. */
export function ignoringClosing(company: Company): Company {
  if (company.closedMonths.length === 0) return company
  const fields = Object.fromEntries(Object.entries(company)) as unknown as CompanyFields
  return new Company({ ...fields, closedMonths: [], ignoresClosing: true })
}

/** The company as if these of its months had been closed, and no others. */
export function asIfClosed(company: Company, closedMonths: readonly ClosedMonth[]): Company {
  const fields = Object.fromEntries(Object.entries(company)) as unknown as CompanyFields
  return new Company({ ...fields, closedMonths: [...closedMonths] })
}

/**
 * The company in another place of the warehouse, for whoever works its numbers out once more: its settings, and none of
 * its rows.
 */
export function companyBeside(company: Company, place: string, publishedVersion: number): Company {
  const fields = Object.fromEntries(Object.entries(company)) as unknown as CompanyFields
  return new Company({
    ...fields,
    id: place,
    publishedVersion,
    deadVersions: [],
    shard: null,
    closedMonths: [],
  })
}

export async function createCompany(
  accounts: Accounts,
  { name, isDemo = false, ...settings }: { name: string; isDemo?: boolean } & Partial<CompanySettings>,
): Promise<Company> {
  const [row] = await accounts.db
    .insert(companies)
    .values({ name, isDemo, ...settings })
    .returning({ id: companies.id })
  return (await getCompany(accounts, row!.id))!
}

/** Keeps on which shard of the warehouse a company's rows are written from now on. */
export async function setShard({ db }: Accounts, company: { id: string }, shard: number): Promise<void> {
  await db.update(companies).set({ shard }).where(eq(companies.id, company.id))
}

/** By name, then by age. */
export const listCompanies = (accounts: Accounts): Promise<Company[]> => selectCompanies(accounts.db)

export async function getCompany(accounts: Accounts, id: string): Promise<Company | undefined> {
  const [company] = await selectCompanies(accounts.db, eq(companies.id, id))
  return company
}

/**
 * Settings and version of the company as they were under a version (a number) or at a moment (a text); before its first
 * publication it is empty. What was before its last rebuild is no longer there: `HISTORY_ENDS`.
 */
export async function companyAsOf(
  accounts: Accounts,
  company: Company,
  at: number | string,
): Promise<Company> {
  const [last] = await accounts.db
    .select({ version: publications.version })
    .from(publications)
    .where(
      and(
        eq(publications.companyId, company.id),
        typeof at === 'number' ? lte(publications.version, at) : lte(publications.publishedAt, new Date(at)),
      ),
    )
    .orderBy(desc(publications.version))
    .limit(1)
  const version = last?.version ?? 0
  const rebuilt = await lastRebuild(accounts.db, company)
  if (rebuilt && version < rebuilt.version)
    throw new AccountsError(
      'HISTORY_ENDS',
      `The numbers were made anew on ${rebuilt.at.toISOString()}, and are not kept as they were before.`,
    )
  return companyAtVersion(accounts, company, version)
}

/**
 * The company as readers see it once `version` is published. For a version still being written this is how its own
 * writer reads: former rows together with those of the version itself.
 */
export async function companyAtVersion(
  accounts: Accounts,
  company: Company,
  version: number,
): Promise<Company> {
  const [now] = await selectFields(accounts.db, eq(companies.id, company.id))
  if (!now) throw companyUnknown(company.id)
  const takenBack = await changesTakenBack(accounts, now, [version])
  return new Company({ ...now, ...takenBack.get(version), publishedVersion: version })
}

interface TakenBack {
  since: string
  key: string
  value: unknown
}

/**
 * By version, what differs from the version asked for that comes next, or from now; however many changes there were, each
 * setting is read once between two of them.
 */
async function changesTakenBack(
  { db }: Accounts,
  now: CompanyFields,
  versions: readonly number[],
  without: readonly (keyof CompanySettings)[] = [],
): Promise<Map<number, Partial<CompanySettings>>> {
  const asked = sql`array[${sql.join([...versions], sql`, `)}]::bigint[]`
  const later = sql`
    select h.version, (select max(v) from unnest(${asked}) as v where v < h.version) as since, h.before, h.after
    from ${settingsHistory} as h
    where h.company_id = ${now.id} and h.version > (select min(v) from unnest(${asked}) as v)`
  const [whole, mappings] = (await Promise.all([
    // What is changed as a whole was, before its first change, what that one found.
    db.execute(sql`
      with firsts as (
        select since, key, min(version) as version from (${later}) as later, jsonb_object_keys(before) as key
        where key not in ('lineMappings', ${sql.join(['', ...without], sql`, `)})
        group by since, key
      )
      select firsts.since::text, key, before -> key as value
      from firsts inner join ${settingsHistory} as h on h.company_id = ${now.id} and h.version = firsts.version`),
    // Of the others a change holds what was there before and after it; what was there both times, or came and went, adds up to 0.
    db.execute(sql`
      select since::text, case sum(n) when 1 then 'before' else 'after' end as key, mapping as value
      from (
        select since, jsonb_array_elements(before -> 'lineMappings') as mapping, 1 as n from (${later}) as later
        union all
        select since, jsonb_array_elements(after -> 'lineMappings'), -1 from (${later}) as later
      ) as changes
      group by since, mapping having sum(n) <> 0`),
  ])) as unknown as { rows: TakenBack[] }[]
  const found = new Map<number, Partial<CompanySettings>>()
  for (const { since, key, value } of whole!.rows)
    found.set(Number(since), { ...found.get(Number(since)), [key]: value })
  const changes = new Map<number, { before: LineMapping[]; after: LineMapping[] }>()
  for (const { since, key, value } of mappings!.rows) {
    const change = changes.get(Number(since)) ?? { before: [], after: [] }
    change[key as keyof typeof change].push(value as LineMapping)
    changes.set(Number(since), change)
  }
  let { lineMappings } = now
  for (const [since, change] of [...changes].toSorted(([a], [b]) => b - a)) {
    lineMappings = mappingsBefore(lineMappings, change)
    found.set(since, { ...found.get(since), lineMappings })
  }
  return found
}

/** The company as it was at each of some versions, read as if no month had been closed then; at the cost of one history. */
export async function companiesAsClosed(
  accounts: Accounts,
  company: Company,
  versions: readonly number[],
): Promise<Map<number, Company>> {
  const states = new Map<number, Company>()
  if (versions.length === 0) return states
  const newestFirst = [...new Set(versions)].toSorted((a, b) => b - a)
  const [now] = await selectFields(accounts.db, eq(companies.id, company.id))
  if (!now) throw companyUnknown(company.id)
  const takenBack = await changesTakenBack(accounts, now, newestFirst, ['closedMonths'])
  let settings: Partial<CompanySettings> = {}
  for (const version of newestFirst) {
    settings = { ...settings, ...takenBack.get(version) }
    states.set(
      version,
      new Company({
        ...now,
        ...settings,
        publishedVersion: version,
        closedMonths: [],
        ignoresClosing: true,
      }),
    )
  }
  return states
}

/** What a page of the history shows of lines that were placed at once. */
const MAPPINGS_SHOWN = 10
const PAGE_BYTES_MAX = 300_000

/** What was changed about a company and when, the newest first; without what `cursor` and newer ones changed. */
export async function settingsEdits(
  { db }: Accounts,
  company: { id: string },
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<SettingsHistory> {
  // Closing a month is an act of its own, and is listed where months are.
  const without = sql`array['closedMonths', 'lineMappings']`
  const shown = (settings: SQLWrapper) => sql<SettingsEdit['before']>`(${settings} - ${without}) ||
    case when ${settings} ? 'lineMappings' then jsonb_build_object('lineMappings', jsonb_build_object(
      'first', jsonb_path_query_array(${settings}, ${`$.lineMappings[0 to ${MAPPINGS_SHOWN - 1}]`}::jsonpath),
      'total', jsonb_array_length(${settings} -> 'lineMappings'))) else '{}' end`
  const rows = await db
    .select({
      id: settingsHistory.version,
      changedAt: settingsHistory.changedAt,
      changedBy: settingsHistory.changedBy,
      before: shown(settingsHistory.before),
      after: shown(settingsHistory.after),
    })
    .from(settingsHistory)
    .where(
      and(
        eq(settingsHistory.companyId, company.id),
        cursor === undefined ? undefined : lt(settingsHistory.version, cursor),
        sql`${settingsHistory.after} - 'closedMonths' <> '{}'::jsonb`,
      ),
    )
    .orderBy(desc(settingsHistory.version))
    .limit(limit + 1)
  let bytes = 0
  const fitting = rows.findIndex((row) => (bytes += Buffer.byteLength(JSON.stringify(row))) > PAGE_BYTES_MAX)
  const edits = rows.slice(0, Math.min(limit, fitting === -1 ? limit : Math.max(1, fitting)))
  return {
    edits: edits.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() })),
    hasMore: rows.length > edits.length,
  }
}

/** Who placed which lines, the newest first: all places of each name, as they were and as they became. */
export async function mappingEdits(
  { db }: Accounts,
  company: { id: string },
  limit: number,
): Promise<MappingEdit[]> {
  const places = (n: number) => sql`coalesce(
    jsonb_agg(mapping - ${NAME_KEYS} order by mapping ->> 'validFrom') filter (where n = ${n}), '[]')`
  const { rows } = (await db.execute(sql`
    with edits as (
      select * from ${settingsHistory}
      where company_id = ${company.id} and after ? 'lineMappings' order by version desc limit ${limit}
    ), changes as (
      select version, jsonb_array_elements(before -> 'lineMappings') as mapping, 1 as n from edits
      union all
      select version, jsonb_array_elements(after -> 'lineMappings'), -1 from edits
    ), named as (
      select version, mapping - array['line', 'validFrom'] as name, ${places(1)} as before, ${places(-1)} as after
      from changes group by version, name
    )
    select name, named.before, named.after, changed_at, coalesce(changed_by, '') as changed_by
    from named inner join edits using (version)
    where named.before <> named.after order by version desc, name limit ${limit}`)) as unknown as {
    rows: (Pick<MappingEdit, 'before' | 'after'> & {
      name: AmountName
      changed_at: Date | string
      changed_by: string
    })[]
  }
  return rows.map(({ name, before, after, ...row }) => ({
    ...name,
    changedAt: new Date(row.changed_at).toISOString(),
    changedBy: row.changed_by,
    before,
    after,
  }))
}
const NAME_KEYS = sql`array['transactionType', 'amountType', 'amountDescription']`

/**
 * Removes everything that is known here about a company and leaves a tombstone. Its rows in the warehouse and its raw
 * files are the caller's to remove, who then says `markCleared`; `uncleared` names what a crash may have left over.
 * @param onlyMember false is answered, and nothing deleted, where anybody else is in the company
 */
export async function deleteCompany(
  accounts: Accounts,
  id: string,
  {
    deletedBy,
    onlyMember,
    within = async () => {},
  }: {
    deletedBy?: string
    onlyMember?: { id: string } | undefined
    within?: (tx: Tx) => Promise<void>
  } = {},
): Promise<boolean> {
  requireLock(accounts, id, 'deleteCompany')
  return accounts.db.transaction(async (tx) => {
    if (onlyMember) {
      // Whoever is just accepting an invitation is waited for.
      await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, id)).for('update')
      const others = await tx
        .select({ userId: memberships.userId })
        .from(memberships)
        .where(and(eq(memberships.companyId, id), ne(memberships.userId, onlyMember.id)))
        .limit(1)
      if (others.length > 0) return false
    }
    await tx.insert(tombstones).values({ companyId: id, deletedBy }).onConflictDoNothing()
    await tx.delete(companies).where(eq(companies.id, id))
    await within(tx)
    return true
  })
}

/** Deleted companies of which something may still lie in the warehouse or among the files. */
export async function uncleared(accounts: Accounts): Promise<string[]> {
  const rows = await accounts.db
    .select({ id: tombstones.companyId })
    .from(tombstones)
    .where(isNull(tombstones.clearedAt))
  return rows.map((row) => row.id)
}

/** Deleted companies of which nothing was left. */
export async function clearedCompanies({ db }: Accounts): Promise<string[]> {
  const rows = await db
    .select({ id: tombstones.companyId })
    .from(tombstones)
    .where(isNotNull(tombstones.clearedAt))
  return rows.map((row) => row.id)
}

export async function markCleared(accounts: Accounts, id: string, at: Date): Promise<void> {
  await accounts.db.update(tombstones).set({ clearedAt: at }).where(eq(tombstones.companyId, id))
}

/** A deleted company: who deleted it, and whether the last of it is gone; undefined for one that never was. */
export async function tombstoneOf(
  accounts: Accounts,
  id: string,
): Promise<{ deletedBy: string | null; isCleared: boolean } | undefined> {
  const [row] = await accounts.db
    .select({ deletedBy: tombstones.deletedBy, clearedAt: tombstones.clearedAt })
    .from(tombstones)
    .where(eq(tombstones.companyId, id))
  return row && { deletedBy: row.deletedBy, isCleared: row.clearedAt !== null }
}

export const companyUnknown = (id: string) =>
  new AccountsError('COMPANY_UNKNOWN', `There is no company ${id}.`)

export function requireLock(accounts: Accounts, companyId: string, what: string): void {
  if (!accounts.locks.isHeldByCaller(companyId))
    throw new Error(`${what} must be called inside withCompanyLock.`)
}

export async function selectCompanies(db: Tx, where?: SQL): Promise<Company[]> {
  return (await selectFields(db, where)).map((fields) => new Company(fields))
}

/** A company, and what somebody is in it; in one statement, since every call begins with it. */
export async function selectCompanyWithRole(
  db: Tx,
  user: { id: string },
  companyId: string,
): Promise<{ company: Company; role: Role | null; blockReason: BlockReason | null } | undefined> {
  const [found] = await db
    .select({ fields: COMPANY_FIELDS, role: memberships.role, blockReason: companies.blockReason })
    .from(companies)
    .leftJoin(memberships, and(eq(memberships.companyId, companies.id), eq(memberships.userId, user.id)))
    .where(eq(companies.id, companyId))
  return found && { company: new Company(found.fields), role: found.role, blockReason: found.blockReason }
}

const COMPANY_FIELDS = {
  id: companies.id,
  name: companies.name,
  isDemo: companies.isDemo,
  publishedVersion: companies.publishedVersion,
  shard: companies.shard,
  establishmentCountry: companies.establishmentCountry,
  feeVatRecoverable: companies.feeVatRecoverable,
  defaultCurrency: companies.defaultCurrency,
  fxPolicy: companies.fxPolicy,
  vatRates: companies.vatRates,
  replenishment: companies.replenishment,
  wastedClickThreshold: companies.wastedClickThreshold,
  brandAliases: companies.brandAliases,
  endedSales: companies.endedSales,
  lineMappings: companies.lineMappings,
  closedMonths: companies.closedMonths,
  licences: companies.licences,
  // In the same statement, so that the dead versions belong to the published one.
  deadVersions: sql<number[]>`coalesce((
        select json_agg(${deadVersions.version} order by ${deadVersions.version})
        from ${deadVersions} where ${deadVersions.companyId} = ${companies.id}), '[]')`,
}

const selectFields = (db: Tx, where?: SQL): Promise<CompanyFields[]> =>
  db
    .select(COMPANY_FIELDS)
    .from(companies)
    .where(where)
    .orderBy(asc(companies.name), asc(companies.createdAt))
