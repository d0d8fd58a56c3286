import { createHash } from 'node:crypto'
import { desc, eq, inArray, lt, max, sql } from 'drizzle-orm'
import type { CrashesInput } from '#contract/admin-inputs.ts'
import type { CrashReport } from '#contract/crash-report.ts'
import type { Accounts } from './open.ts'
import { crashReports } from './schema.ts'

/** Anybody can send reports, so there is an end to what is kept of them: of one sender, of people, and of strangers. */
const KEPT_MAX = { ofSender: 200, ofPeople: 5_000, ofStrangers: 5_000 }
const KEPT_DAYS = 30
const OCCURRENCES_MAX = 50
const PERSON = 'person '

/** Who sent a report: somebody who has signed in, or somebody in a network, of which a hash is given. */
export type CrashSender = { person: string } | { network: string }
export const crashSenderName = (sender: CrashSender): string =>
  'person' in sender ? `${PERSON}${sender.person}` : `network ${sender.network}`

/**
 * Keeps a report, and lets go of those that are too old or too many: first of the sender itself, then of who has the most
 * among its like. So nobody pushes out what others have sent, and strangers nothing of those who have signed in.
 */
export async function saveCrashReport(
  { db }: Accounts,
  report: CrashReport,
  from: CrashSender,
  now: Date,
  kept = KEPT_MAX,
): Promise<void> {
  const fingerprint = createHash('sha256').update(`${report.name}\n${report.stack}`).digest('hex')
  const sender = crashSenderName(from)
  await db.insert(crashReports).values({ ...report, at: now, fingerprint, sender })
  await db.delete(crashReports).where(lt(crashReports.at, new Date(now.getTime() - KEPT_DAYS * 86_400_000)))
  await db.execute(sql`
    delete from crash_reports where sender = ${sender} and id <= (
      select id from crash_reports where sender = ${sender} order by id desc offset ${kept.ofSender} limit 1)`)
  const isLike = sql`starts_with(sender, ${PERSON}) = ${'person' in from}`
  const max = 'person' in from ? kept.ofPeople : kept.ofStrangers
  await db.execute(sql`
    delete from crash_reports where (select count(*) from crash_reports where ${isLike}) > ${max} and id = (
      select min(id) from crash_reports where sender = (
        select sender from crash_reports where ${isLike} group by sender order by count(*) desc, min(id) limit 1))`)
}

/** Reports of one name and stack as one; what was last seen comes first. */
export async function listCrashes({ db }: Accounts, { reconciliationId, limit, cursor }: CrashesInput) {
  const ofBrowser =
    reconciliationId === ''
      ? undefined
      : inArray(
          crashReports.fingerprint,
          db
            .select({ fingerprint: crashReports.fingerprint })
            .from(crashReports)
            .where(eq(crashReports.reconciliationId, reconciliationId)),
        )
  const groups = db
    .select({
      last: max(crashReports.id).as('last'),
      times: sql<number>`count(*)::int`.as('times'),
      browserCount: sql<number>`count(distinct ${crashReports.reconciliationId})::int`.as('browser_count'),
      firstAt: sql<string>`to_json(min(${crashReports.at}))#>>'{}'`.as('first_at'),
    })
    .from(crashReports)
    .where(ofBrowser)
    .groupBy(crashReports.fingerprint)
    .as('groups')
  const rows = await db
    .select({
      fingerprint: crashReports.fingerprint,
      name: crashReports.name,
      causeName: crashReports.causeName,
      stack: crashReports.stack,
      browserPathname: crashReports.browserPathname,
      reconciliationId: crashReports.reconciliationId,
      lastAt: crashReports.at,
      firstAt: groups.firstAt,
      count: groups.times,
      browserCount: groups.browserCount,
    })
    .from(groups)
    .innerJoin(crashReports, eq(crashReports.id, groups.last))
    .orderBy(desc(crashReports.id))
    .limit(limit)
    .offset(cursor)
  const [counted] = await db
    .select({ total: sql<number>`count(distinct ${crashReports.fingerprint})::int` })
    .from(crashReports)
    .where(ofBrowser)
  return { crashes: rows.map((row) => ({ ...row, firstAt: new Date(row.firstAt) })), total: counted!.total }
}

/** The newest reports of one group. */
export const crashOccurrences = ({ db }: Accounts, fingerprint: string) =>
  db
    .select({
      id: crashReports.id,
      at: crashReports.at,
      browserPathname: crashReports.browserPathname,
      clientCompanyId: crashReports.clientCompanyId,
      reconciliationId: crashReports.reconciliationId,
    })
    .from(crashReports)
    .where(eq(crashReports.fingerprint, fingerprint))
    .orderBy(desc(crashReports.id))
    .limit(OCCURRENCES_MAX)
