import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  max,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import type { Company } from './companies.ts'
import { countToday } from './daily-counts.ts'
import { IS_FILE } from './imports.ts'
import type { Accounts, Tx } from './open.ts'
import { advertisingProfiles, companies, connections, imports, sellerAccounts, syncTasks } from './schema.ts'

export type SyncTask = typeof syncTasks.$inferSelect

/** A connection with what is fetched through it. */
export type SyncedConnection = typeof connections.$inferSelect & {
  /** What is imported belongs to this account; that of advertising is the seller's of the same region. */
  account: string | undefined
  /** Where that account is at home, if it is known. */
  homeMarketplace: string | null
  /** The selected ones. */
  profiles: Pick<typeof advertisingProfiles.$inferSelect, 'profileId' | 'name' | 'marketplace' | 'timeZone'>[]
}

/** The company's connections, those that are broken too. */
export async function syncedConnections({ db }: Accounts, companyId: string): Promise<SyncedConnection[]> {
  const rows = await db
    .select({
      connection: connections,
      account: sellerAccounts.name,
      homeMarketplace: sellerAccounts.homeMarketplace,
    })
    .from(connections)
    .leftJoin(sellerAccounts, eq(sellerAccounts.id, connections.sellerAccountId))
    .where(eq(connections.companyId, companyId))
    .orderBy(asc(connections.provider), asc(connections.region))
  if (rows.length === 0) return []
  const profiles = await db
    .select({
      connectionId: advertisingProfiles.connectionId,
      profileId: advertisingProfiles.profileId,
      name: advertisingProfiles.name,
      marketplace: advertisingProfiles.marketplace,
      timeZone: advertisingProfiles.timeZone,
    })
    .from(advertisingProfiles)
    .innerJoin(connections, eq(connections.id, advertisingProfiles.connectionId))
    .where(and(eq(connections.companyId, companyId), advertisingProfiles.isSelected))
    .orderBy(asc(advertisingProfiles.profileId))
  const accountIn = (region: string) =>
    rows.find((row) => row.connection.region === region && row.account !== null)?.account
  return rows.map(({ connection, account, homeMarketplace }) => ({
    ...connection,
    homeMarketplace,
    account: account ?? accountIn(connection.region) ?? undefined,
    profiles: profiles.filter(({ connectionId }) => connectionId === connection.id),
  }))
}

/** Days that were asked for: `endedAt` is null while they still are. */
export type AskedPeriod = Pick<
  SyncTask,
  'connectionId' | 'source' | 'place' | 'firstDay' | 'lastDay' | 'endedAt' | 'state'
>

const isOpen = isNull(syncTasks.endedAt)

/** What ended is remembered one by one for so many milliseconds before the newest answer of its connection. */
export interface SyncMemory {
  ms: number
  now: Date
}

/** By connection of a company, the moment since which what ended is remembered one by one. */
export const rememberedSince = ({ db }: Accounts, companyId: string, { ms, now }: SyncMemory) =>
  db
    .select({
      connectionId: syncTasks.connectionId,
      since:
        sql`least(max(${syncTasks.endedAt}), ${now.toISOString()}::timestamptz) - make_interval(secs => ${ms / 1_000})`
          .mapWith(syncTasks.endedAt)
          .as('since'),
    })
    .from(syncTasks)
    .where(and(eq(syncTasks.companyId, companyId), isNotNull(syncTasks.endedAt)))
    .groupBy(syncTasks.connectionId)
    .as('memory')

/**
 * What a company has asked for. Of what ended before it is remembered one by one only the days stay apart, as ranges of what
 * was given up and of everything else, which is called done, so that this has a bounded length however long a company is connected.
 */
export async function askedPeriods(
  accounts: Accounts,
  companyId: string,
  lasting: SyncMemory,
): Promise<AskedPeriod[]> {
  const { db } = accounts
  const memory = rememberedSince(accounts, companyId, lasting)
  const isOfMemory = eq(memory.connectionId, syncTasks.connectionId)
  const ofCompany = eq(syncTasks.companyId, companyId)
  const columns = {
    connectionId: syncTasks.connectionId,
    source: syncTasks.source,
    place: syncTasks.place,
    firstDay: syncTasks.firstDay,
    lastDay: syncTasks.lastDay,
    endedAt: syncTasks.endedAt,
    state: syncTasks.state,
  }
  const recent = await db
    .select(columns)
    .from(syncTasks)
    .leftJoin(memory, isOfMemory)
    .where(and(ofCompany, or(isOpen, gte(syncTasks.endedAt, memory.since))))
  const isDead = sql<boolean>`${syncTasks.state} = 'DEAD'`
  const ranges = db
    .select({
      connectionId: syncTasks.connectionId,
      source: syncTasks.source,
      place: syncTasks.place,
      isDead: isDead.as('is_dead'),
      since: memory.since,
      days: sql`unnest(range_agg(daterange(${syncTasks.firstDay}, ${syncTasks.lastDay}, '[]')))`.as('days'),
    })
    .from(syncTasks)
    .innerJoin(memory, isOfMemory)
    .where(and(ofCompany, lt(syncTasks.endedAt, memory.since)))
    .groupBy(syncTasks.connectionId, syncTasks.source, syncTasks.place, isDead, memory.since)
    .as('ranges')
  const old = await db
    .select({
      connectionId: ranges.connectionId,
      source: ranges.source,
      place: ranges.place,
      isDead: ranges.isDead,
      endedAt: ranges.since,
      firstDay: sql<string>`lower(${ranges.days})::text`,
      lastDay: sql<string>`(upper(${ranges.days}) - 1)::text`,
    })
    .from(ranges)
  const ended = old.map(({ isDead: isGivenUp, ...range }) => ({
    ...range,
    state: isGivenUp ? ('DEAD' as const) : ('DONE' as const),
  }))
  return [...recent, ...ended]
}

export type PlannedTask = Pick<
  SyncTask,
  'connectionId' | 'source' | 'place' | 'firstDay' | 'lastDay' | 'isCritical' | 'priority' | 'notBefore'
>

/** Rows of one statement; a first plan of a company with many marketplaces has thousands. */
const ADDED_AT_ONCE = 500

/** Adds tasks; a period of which one is open already is left out. Another reading of a period that has ended is a new one. */
export async function addSyncTasks(
  { db }: { db: Accounts['db'] | Tx },
  companyId: string,
  planned: readonly PlannedTask[],
): Promise<void> {
  for (let start = 0; start < planned.length; start += ADDED_AT_ONCE) {
    const rows = planned.slice(start, start + ADDED_AT_ONCE).map((task) => ({
      ...task,
      companyId,
      reading: sql`1 + (select greatest(max(case when earlier.ended_at is null then earlier.reading - 1 else earlier.reading end), 0)
        from sync_tasks earlier where earlier.connection_id = ${task.connectionId} and earlier.source = ${task.source}
          and earlier.place = ${task.place} and earlier.first_day = ${task.firstDay}::date and earlier.last_day = ${task.lastDay}::date)`,
    }))
    await db.insert(syncTasks).values(rows).onConflictDoNothing()
  }
}

const isActive = eq(connections.status, 'ACTIVE')

/** Companies with tasks that are due and that are not blocked, the one that has waited longest first. */
export async function companiesWithDueSyncs({ db }: Accounts, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ companyId: syncTasks.companyId })
    .from(syncTasks)
    .innerJoin(connections, eq(connections.id, syncTasks.connectionId))
    .innerJoin(companies, eq(companies.id, syncTasks.companyId))
    .where(and(isOpen, isActive, isNull(companies.blockReason), lte(syncTasks.notBefore, now)))
    .groupBy(syncTasks.companyId)
    .orderBy(asc(sql`min(${syncTasks.notBefore})`))
    .limit(limit)
  return rows.map(({ companyId }) => companyId)
}

/**
 * Connected companies whose turn to be planned is in one of these minutes of an hour; each has one of the sixty, and an hour of the day
 * for what is done once a day.
 */
export function companiesToPlan(
  { db }: Accounts,
  minutes: readonly number[],
): Promise<{ companyId: string; minute: number; hour: number }[]> {
  const place = sql`abs(hashtext(${connections.companyId})::bigint)`
  const minute = sql<number>`mod(${place}, 60)::int`
  return db
    .selectDistinct({
      companyId: connections.companyId,
      minute,
      hour: sql<number>`mod(${place} / 60, 24)::int`,
    })
    .from(connections)
    .innerJoin(companies, eq(companies.id, connections.companyId))
    .where(and(isActive, isNull(companies.blockReason), inArray(minute, [...minutes])))
}

/** Of a company's tasks that are due the next: what is under way before what has not begun, then by priority. */
export async function nextDueSyncTask(
  { db }: Accounts,
  companyId: string,
  now: Date,
): Promise<SyncTask | undefined> {
  const [row] = await db
    .select({ task: syncTasks })
    .from(syncTasks)
    .innerJoin(connections, eq(connections.id, syncTasks.connectionId))
    .where(and(eq(syncTasks.companyId, companyId), isOpen, isActive, lte(syncTasks.notBefore, now)))
    .orderBy(asc(sql`${syncTasks.state} = 'WAITING'`), asc(syncTasks.priority), asc(syncTasks.id))
    .limit(1)
  return row?.task
}

/** How many tasks of a company, or of one of its connections, are in a state. */
export async function countSyncTasks(
  { db }: Accounts,
  {
    companyId,
    connectionId,
    state,
  }: Pick<SyncTask, 'companyId' | 'state'> & Partial<Pick<SyncTask, 'connectionId'>>,
): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(syncTasks)
    .where(
      and(
        eq(syncTasks.companyId, companyId),
        eq(syncTasks.state, state),
        connectionId === undefined ? undefined : eq(syncTasks.connectionId, connectionId),
      ),
    )
  return row!.n
}

/** Whether something is under way without which pages have little to show of a connection. */
export async function isCriticalOpen({ db }: Accounts, connection: { id: string }): Promise<boolean> {
  const rows = await db
    .select({ id: syncTasks.id })
    .from(syncTasks)
    .where(and(eq(syncTasks.connectionId, connection.id), syncTasks.isCritical, isOpen))
    .limit(1)
  return rows.length > 0
}

/** Makes the task of an import that has ended due; false where no task waits for it. */
export async function wakeSyncTask(
  { db }: Accounts,
  { companyId, id }: { companyId: string; id: number },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(syncTasks)
    .set({ notBefore: now })
    .where(and(eq(syncTasks.companyId, companyId), eq(syncTasks.importId, id), isOpen))
    .returning({ id: syncTasks.id })
  return rows.length > 0
}

/** Forgets a task that is of no place any more. Days that were not fetched stay unknown. */
export async function dropSyncTask({ db }: Accounts, { id }: Pick<SyncTask, 'id'>): Promise<void> {
  await db.delete(syncTasks).where(and(eq(syncTasks.id, id), isOpen))
}

export type SyncStep = Partial<
  Pick<
    SyncTask,
    'state' | 'notBefore' | 'attempts' | 'failures' | 'reportId' | 'importId' | 'problem' | 'endedAt'
  >
>

/** Writes down what a task has come to; false where it is no longer as it was when it was taken, or gone. */
export async function advanceSyncTask(
  { db }: { db: Accounts['db'] | Tx },
  task: Pick<SyncTask, 'id' | 'state' | 'attempts'>,
  step: SyncStep,
): Promise<boolean> {
  const rows = await db
    .update(syncTasks)
    .set(step)
    .where(
      and(
        eq(syncTasks.id, task.id),
        eq(syncTasks.state, task.state),
        eq(syncTasks.attempts, task.attempts),
        isOpen,
      ),
    )
    .returning({ id: syncTasks.id })
  return rows.length > 0
}

/** Puts off what a connection would ask for in a state, since Amazon takes no more of its questions before a moment. */
export async function postponeSyncTasks(
  { db }: Accounts,
  { connectionId, state }: Pick<SyncTask, 'connectionId' | 'state'>,
  until: Date,
): Promise<void> {
  await db
    .update(syncTasks)
    .set({ notBefore: until })
    .where(
      and(
        eq(syncTasks.connectionId, connectionId),
        eq(syncTasks.state, state),
        isOpen,
        lt(syncTasks.notBefore, until),
      ),
    )
}

/** Tasks of a place, and of its parts, which begin with its name. */
const isIn = (place: string) => or(eq(syncTasks.place, place), like(syncTasks.place, `${place} %`))

/** Whether Amazon has ever answered what was asked of a source. */
export async function hasAnswered(
  { db }: Accounts,
  { connectionId, source, place }: Pick<SyncTask, 'connectionId' | 'source' | 'place'>,
): Promise<boolean> {
  const rows = await db
    .select({ id: syncTasks.id })
    .from(syncTasks)
    .where(
      and(
        eq(syncTasks.connectionId, connectionId),
        eq(syncTasks.source, source),
        isIn(place),
        inArray(syncTasks.state, ['IMPORTING', 'DONE', 'EMPTY']),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/**
 * When another report of the same source, and of the same place where one is given, was last on its way, which it may be now, or
 * came to an end. Undefined where that was before `since`.
 */
export async function lastReportAt(
  { db }: Accounts,
  {
    id,
    connectionId,
    source,
    place,
  }: Pick<SyncTask, 'id' | 'connectionId' | 'source'> & Partial<Pick<SyncTask, 'place'>>,
  since: Date,
  now: Date,
): Promise<Date | undefined> {
  const [row] = await db
    .select({ isOpen: sql<boolean>`bool_or(${isOpen})`, endedAt: max(syncTasks.endedAt) })
    .from(syncTasks)
    .where(
      and(
        eq(syncTasks.connectionId, connectionId),
        eq(syncTasks.source, source),
        ...(place === undefined ? [] : [eq(syncTasks.place, place)]),
        ne(syncTasks.id, id),
        isNotNull(syncTasks.reportId),
        or(isOpen, gt(syncTasks.endedAt, since)),
      ),
    )
  return row?.isOpen ? now : (row?.endedAt ?? undefined)
}

/** Gives up what has not begun of a source, of which Amazon has refused one. */
export async function giveUpSource(
  { db }: Accounts,
  { connectionId, source, place }: Pick<SyncTask, 'connectionId' | 'source' | 'place'>,
  problem: string,
  at: Date,
): Promise<void> {
  await db
    .update(syncTasks)
    .set({ state: 'DEAD', problem, endedAt: at })
    .where(
      and(
        eq(syncTasks.connectionId, connectionId),
        eq(syncTasks.source, source),
        isIn(place),
        eq(syncTasks.state, 'WAITING'),
        isOpen,
      ),
    )
}

/**
 * Tries again what was given up of a company, or of one of its sources. What was given up long ago is forgotten, so that its
 * days are planned as new ones where they can still be asked for. Says how many that are.
 */
export function retryDeadSyncTasks(
  { db }: Accounts,
  company: Company,
  now: Date,
  source?: string,
): Promise<number> {
  const dead = and(
    eq(syncTasks.companyId, company.id),
    eq(syncTasks.state, 'DEAD'),
    source === undefined ? undefined : eq(syncTasks.source, source),
  )
  return db.transaction(async (tx) => {
    const forgotten = await tx
      .delete(syncTasks)
      .where(and(dead, lt(syncTasks.reading, 1)))
      .returning({ standsFor: syncTasks.standsFor })
    const retried = await tx
      .update(syncTasks)
      .set({
        state: 'WAITING',
        attempts: 0,
        failures: 0,
        reportId: null,
        importId: null,
        problem: null,
        endedAt: null,
        notBefore: now,
      })
      .where(dead)
      .returning({ standsFor: syncTasks.standsFor })
    return [...forgotten, ...retried].reduce((sum, { standsFor }) => sum + standsFor, 0)
  })
}

const HURRIED_A_DAY = 24

/**
 * Makes due at once what waits, after a refusal too. A report that Amazon could not make waits on: asked for too soon, it could not
 * again. Throws `DAILY_LIMIT` where somebody has asked for it too often.
 */
export async function hurrySyncTasks({ db }: Accounts, company: Company, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await countToday(tx, { kind: 'looking for new data', subject: company.id, max: HURRIED_A_DAY }, now)
    await tx
      .update(syncTasks)
      .set({ notBefore: now })
      .where(
        and(
          eq(syncTasks.companyId, company.id),
          isOpen,
          eq(syncTasks.state, 'WAITING'),
          eq(syncTasks.failures, 0),
        ),
      )
  })
}

/** Of these reports, those that a connection has asked for already. */
export async function knownReports(
  { db }: Accounts,
  { connectionId, source }: Pick<SyncTask, 'connectionId' | 'source'>,
  reportIds: readonly string[],
): Promise<Set<string>> {
  if (reportIds.length === 0) return new Set()
  const rows = await db
    .select({ place: syncTasks.place })
    .from(syncTasks)
    .where(
      and(
        eq(syncTasks.connectionId, connectionId),
        eq(syncTasks.source, source),
        inArray(syncTasks.place, [...reportIds]),
      ),
    )
  return new Set(rows.map(({ place }) => place))
}

export interface SyncFigures {
  connectionId: string
  source: string
  done: number
  total: number
  reachesTo: string | null
  nextAt: Date | null
  isCriticalOpen: boolean
  problems: string[]
  delay: string | null
  /** How many have ended lately, and when the first of these did. */
  endedLately: number
  firstEndedAt: Date | null
}

const PROBLEMS_MAX = 5
/** Refusals in a row that may be over in a minute. */
const PASSING_MAX = 2

/** How far each source of each connection of a company is. What has ended since a moment has ended lately. */
export async function syncFigures(
  { db }: Accounts,
  company: { id: string },
  since: Date,
): Promise<SyncFigures[]> {
  const isLate = sql`${syncTasks.endedAt} >= ${since.toISOString()}::timestamptz`
  const rows = await db
    .select({
      connectionId: syncTasks.connectionId,
      source: syncTasks.source,
      done: sql<number>`coalesce(sum(${syncTasks.standsFor}) filter (where ${syncTasks.endedAt} is not null), 0)::int`,
      total: sql<number>`sum(${syncTasks.standsFor})::int`,
      reachesTo: sql<
        string | null
      >`max(${syncTasks.lastDay}) filter (where ${syncTasks.state} = 'DONE')::text`,
      nextAt: sql<
        string | null
      >`min(${syncTasks.notBefore}) filter (where ${syncTasks.endedAt} is null)`.mapWith(syncTasks.notBefore),
      endedLately: sql<number>`count(*) filter (where ${isLate})::int`,
      firstEndedAt: sql<string | null>`min(${syncTasks.endedAt}) filter (where ${isLate})`.mapWith(
        syncTasks.endedAt,
      ),
      isCriticalOpen: sql<boolean>`coalesce(bool_or(${syncTasks.isCritical} and ${syncTasks.endedAt} is null), false)`,
      problems: sql<
        string[] | null
      >`(array_agg(distinct ${syncTasks.problem}) filter (where ${syncTasks.state} = 'DEAD' and ${syncTasks.problem} is not null))[1:${sql.raw(String(PROBLEMS_MAX))}]`,
      // What waits without an attempt waits for somebody: the application is refused, or there is no room.
      delay: sql<
        string | null
      >`max(${syncTasks.problem}) filter (where ${isOpen} and (${syncTasks.failures} > 0 or ${syncTasks.attempts} > ${sql.raw(String(PASSING_MAX))}
        or ${syncTasks.attempts} = 0))`,
    })
    .from(syncTasks)
    .where(eq(syncTasks.companyId, company.id))
    .groupBy(syncTasks.connectionId, syncTasks.source)
  return rows.map(({ problems, nextAt, firstEndedAt, ...row }) => ({
    ...row,
    nextAt: nextAt as unknown as Date | null,
    firstEndedAt: firstEndedAt as unknown as Date | null,
    problems: problems ?? [],
  }))
}

/** Tasks that have failed or were given up, the newest first; of all companies where none is named. */
export function troubledSyncTasks(
  { db }: Accounts,
  { companyId, limit }: { companyId?: string | undefined; limit: number },
): Promise<(SyncTask & { companyName: string })[]> {
  return db
    .select({ task: syncTasks, companyName: companies.name })
    .from(syncTasks)
    .innerJoin(companies, eq(companies.id, syncTasks.companyId))
    .where(
      and(
        isNotNull(syncTasks.problem),
        ne(syncTasks.state, 'DONE'),
        companyId === undefined ? undefined : eq(syncTasks.companyId, companyId),
      ),
    )
    .orderBy(sql`${syncTasks.id} desc`)
    .limit(limit)
    .then((rows) => rows.map(({ task, companyName }) => ({ ...task, companyName })))
}

/** Tasks by what they have come to; of all companies where none is named. */
export async function syncTaskCounts({ db }: Accounts, companyId?: string): Promise<Record<string, number>> {
  const rows = await db
    .select({ state: syncTasks.state, n: sql<number>`sum(${syncTasks.standsFor})::int` })
    .from(syncTasks)
    .where(companyId === undefined ? undefined : eq(syncTasks.companyId, companyId))
    .groupBy(syncTasks.state)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

/** Whether numbers of a company come from files that were not fetched for it. */
export async function hasUploadedData({ db }: Accounts, company: { id: string }): Promise<boolean> {
  const found = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        eq(imports.companyId, company.id),
        eq(imports.status, 'PUBLISHED'),
        IS_FILE,
        sql`${imports.requested}->>'fetched' is null`,
      ),
    )
    .limit(1)
  return found.length > 0
}
