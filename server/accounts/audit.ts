import { and, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/admin.ts'
import type { AuditLogInput } from '#contract/admin-inputs.ts'
import type { Accounts, Tx } from './open.ts'
import { auditLog, companies, users } from './schema.ts'

/** Of an entry, about so many bytes of details are kept. */
const DETAILS_BYTES_MAX = 10_000

/** Writes down what the operator or a person did that others may ask about later. Details that are long are shortened. */
export async function recordAudit(
  accounts: { db: Tx },
  entry: { actor: string; action: AuditAction; companyId?: string; details?: Record<string, unknown> },
): Promise<void> {
  const { details, ...rest } = entry
  await accounts.db.insert(auditLog).values({ ...rest, ...(details && { details: shortened(details) }) })
}

/** Whoever has no account that is known. */
export const STRANGER = 'unknown'

/** Anybody can be refused, and have a code sent, so there is an end to what is kept of that: of strangers, and of each account. */
const ATTEMPTS_KEPT = { ofStrangers: 20_000, ofAccount: 1_000, tidiedEvery: 50 }

/**
 * Writes down what anybody can bring about without an account. The oldest of the same actor and action give way where there are too
 * many, so that nobody fills the disk, and no account's attempts push out another's.
 */
export async function recordAttempt(
  { db }: Accounts,
  entry: { actor: string; action: AuditAction; details: Record<string, unknown> },
  kept = ATTEMPTS_KEPT,
): Promise<void> {
  const { actor, action } = entry
  await db.insert(auditLog).values({ ...entry, details: shortened(entry.details) })
  // By chance: whoever takes turns with somebody else would never have the right number.
  if (Math.random() * kept.tidiedEvery >= 1) return
  const max = actor === STRANGER ? kept.ofStrangers : kept.ofAccount
  await db.execute(sql`
    delete from audit_log where actor = ${actor} and action = ${action} and id <= (
      select id from audit_log where actor = ${actor} and action = ${action} order by id desc offset ${max} limit 1)`)
}

/** As they are; or each detail that is too long for all of them to fit as the beginning of its text. */
function shortened(details: Record<string, unknown>): Record<string, unknown> {
  const bytes = Buffer.byteLength(JSON.stringify(details))
  if (bytes <= DETAILS_BYTES_MAX) return details
  const named = Object.entries(details)
  const bytesEach = Math.floor(DETAILS_BYTES_MAX / named.length)
  return {
    ...Object.fromEntries(
      named.map(([name, value]) => {
        const text = JSON.stringify(value) ?? ''
        if (Buffer.byteLength(text) <= bytesEach) return [name, value]
        // A character has three bytes at most, and quotes of the text are written with a sign before them.
        return [name, `${text.slice(0, Math.floor(bytesEach / 3)).replace(/\p{Surrogate}/gu, '')} …`]
      }),
    ),
    shortened: `Only the beginning is kept of ${bytes} bytes.`,
  }
}

/** An administrator looks into a company of others: written down once an hour, however much they look at. */
export async function recordVisit({ db }: Accounts, actor: string, companyId: string): Promise<void> {
  await db.execute(sql`
    insert into audit_log (actor, action, company_id)
    select ${actor}, 'admin.visit', ${companyId} where not exists (
      select 1 from audit_log
      where company_id = ${companyId} and actor = ${actor} and action = 'admin.visit' and at > now() - interval '1 hour')`)
}

/** What was written down, newest first. */
export async function listAudit(
  { db }: Accounts,
  { company, person, subject, from, to, cursor, limit }: AuditLogInput,
) {
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actor: auditLog.actor,
      action: auditLog.action,
      companyId: auditLog.companyId,
      companyName: companies.name,
      details: auditLog.details,
    })
    .from(auditLog)
    .leftJoin(companies, eq(companies.id, auditLog.companyId))
    .where(
      and(
        subject && sql`starts_with(${auditLog.action}, ${`${subject}.`})`,
        from === undefined ? undefined : gte(auditLog.at, new Date(from)),
        to === undefined ? undefined : lt(auditLog.at, new Date(to)),
        cursor === undefined ? undefined : lt(auditLog.id, cursor),
        company === ''
          ? undefined
          : or(
              eq(auditLog.companyId, company),
              inArray(
                auditLog.companyId,
                db
                  .select({ id: companies.id })
                  .from(companies)
                  .where(sql`strpos(lower(${companies.name}), ${company.toLowerCase()}) > 0`),
              ),
            ),
        person === ''
          ? undefined
          : or(eq(auditLog.actor, person), inArray(auditLog.actor, await actorsOf({ db }, person))),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const names = await addressesOf({ db }, [...new Set(shown.map(({ actor }) => actor))])
  return {
    entries: shown.map((row) => ({ ...row, actor: names.get(row.actor) ?? row.actor })),
    /** Whether there are older ones. */
    hasMore: rows.length > limit,
  }
}

const ACTORS_MAX = 1_000

/** What the log calls people whose address contains a text: the user pool knows them by another id than we do. */
async function actorsOf({ db }: Pick<Accounts, 'db'>, text: string): Promise<string[]> {
  const rows = await db
    .select({ id: users.id, subject: users.subject })
    .from(users)
    .where(sql`strpos(${users.email}, ${text.toLowerCase()}) > 0`)
    .limit(ACTORS_MAX)
  return rows.flatMap(({ id, subject }) => [id, subject])
}

/** The addresses of people by what the log calls them; of whom none is known, there is none. */
export async function addressesOf(
  { db }: Pick<Accounts, 'db'>,
  actors: readonly string[],
): Promise<Map<string, string>> {
  if (actors.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, subject: users.subject, email: users.email })
    .from(users)
    .where(or(inArray(users.id, [...actors]), inArray(users.subject, [...actors])))
  return new Map(
    rows.flatMap(({ id, subject, email }) =>
      email === null
        ? []
        : ([
            [id, email],
            [subject, email],
          ] as [string, string][]),
    ),
  )
}
