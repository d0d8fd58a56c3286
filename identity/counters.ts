import { and, eq, inArray, like, or, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from './database.ts'
import { counters } from './schema.ts'

const LOCK_SECONDS_MAX = 900
const QUIET_SECONDS = 900

/** Counted while the clock stood in what is the future again: nobody waits until then. */
const isAhead = (at: string, seconds: number) =>
  sql`greatest(c.since, coalesce(c.locked_until, c.since)) > ${at}::timestamptz + make_interval(secs => ${seconds})`

/**
 * Takes one try out of a series that slows down: `free` tries, then after the n-th failure nothing for 2^(n−free)
 * seconds, at most 15 minutes, forgotten after 15 quiet ones. Counted before the try is looked at, in one statement, so
 * that many at once are not more than one after the other. False while locked; such tries neither count nor are looked at.
 */
export async function takeTry(
  db: Tx,
  { subject, kind, free, now }: { subject: string; kind: string; free: number; now: Date },
): Promise<boolean> {
  const at = now.toISOString()
  const count = sql`case
    when greatest(c.since, coalesce(c.locked_until, c.since)) <= ${at}::timestamptz - make_interval(secs => ${QUIET_SECONDS})
      or ${isAhead(at, LOCK_SECONDS_MAX)} then 1
    else c.count + 1 end`
  const taken = await rowsOf(
    db,
    sql`insert into identity.counters as c (subject, kind, count, since, locked_until)
      values (${subject}, ${kind}, 1, ${at}::timestamptz, null)
      on conflict (subject, kind) do update set
        count = ${count},
        since = ${at}::timestamptz,
        locked_until = case when ${count} >= ${free}::int
          then ${at}::timestamptz + make_interval(secs => least(power(2, least(${count} - ${free}::int, 20)), ${LOCK_SECONDS_MAX}))
          end
      where c.locked_until is null or c.locked_until <= ${at}::timestamptz or ${isAhead(at, LOCK_SECONDS_MAX)}
      returning 1`,
  )
  return taken.length === 1
}

/** Counts one within a window that begins with its first; false when there were `max` already. */
export async function countWithin(
  db: Tx,
  {
    subject,
    kind,
    max,
    seconds,
    now,
  }: { subject: string; kind: string; max: number; seconds: number; now: Date },
): Promise<boolean> {
  const at = now.toISOString()
  const over = sql`(c.since <= ${at}::timestamptz - make_interval(secs => ${seconds}) or ${isAhead(at, seconds)})`
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`insert into identity.counters as c (subject, kind, count, since)
      values (${subject}, ${kind}, 1, ${at}::timestamptz)
      on conflict (subject, kind) do update set
        count = case when ${over} then 1 else least(c.count, ${max}::int) + 1 end,
        since = case when ${over} then ${at}::timestamptz else c.since end
      returning count`,
  )
  return row!.count <= max
}

/** Takes back what `countWithin` counted. */
export async function uncount(db: Tx, subject: string, kind: string): Promise<void> {
  await db
    .update(counters)
    .set({ count: sql`greatest(${counters.count} - 1, 0)` })
    .where(and(eq(counters.subject, subject), eq(counters.kind, kind)))
}

/** Puts a mark that stays until it is cleared. */
export async function mark(db: Tx, subject: string, kind: string, now: Date): Promise<void> {
  await db
    .insert(counters)
    .values({ subject, kind, count: 1, since: now })
    .onConflictDoUpdate({ target: [counters.subject, counters.kind], set: { since: now } })
}

export async function marksOf(
  db: Tx,
  subject: string,
  kinds: string[],
): Promise<{ kind: string; since: Date; lockedUntil: Date | null }[]> {
  return db
    .select({ kind: counters.kind, since: counters.since, lockedUntil: counters.lockedUntil })
    .from(counters)
    .where(and(eq(counters.subject, subject), inArray(counters.kind, kinds)))
}

export async function clear(db: Tx, subject: string, kinds: string[]): Promise<void> {
  await db.delete(counters).where(and(eq(counters.subject, subject), inArray(counters.kind, kinds)))
}

/** Everything of these kinds and what they are the beginning of. */
export async function clearAll(db: Tx, subject: string, beginnings: string[]): Promise<void> {
  const kinds = beginnings.map((beginning) => like(counters.kind, `${beginning}%`))
  await db.delete(counters).where(and(eq(counters.subject, subject), or(...kinds)))
}
