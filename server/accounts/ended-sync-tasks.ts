import { sql, type SQL } from 'drizzle-orm'
import type { Accounts } from './open.ts'
import { syncTasks } from './schema.ts'
import { rememberedSince, type SyncMemory } from './sync-tasks.ts'

/** Which tasks have ended long enough ago. */
export interface EndedBefore {
  /** After it their days are all that is still needed of them. */
  ended: SyncMemory
  /** Of those that were given up: whoever tries them again has the very same asked for. */
  dead: Date
  /** Of reports that Amazon has made by itself, which are known by their ids while it lists them. */
  found: Date
}

/** Sources whose places are more than a place. */
export interface PlacesOfSources {
  /** In place of each task stands the id of a report. */
  found: readonly string[]
  /** After the marketplace stand products. */
  ofProducts: readonly string[]
}

/**
 * Merges tasks of a company that ended long ago into ranges of days, so that what planning and progress need stays and the
 * number of rows does not grow with time. Ranges are `DONE` up to the newest day that brought something, and `EMPTY` after it.
 * The newest of a state stands for all tasks of that state.
 */
export async function mergeEndedSyncTasks(
  accounts: Accounts,
  companyId: string,
  before: EndedBefore,
  sources: PlacesOfSources,
): Promise<void> {
  const { source, state, endedAt } = syncTasks
  const isFound = isOneOf(source, sources.found)
  const memory = rememberedSince(accounts, companyId, before.ended)
  await accounts.db.execute(sql`
    with old as (
      delete from ${syncTasks} using ${memory} where ${syncTasks.companyId} = ${companyId}
        and ${memory.connectionId} = ${syncTasks.connectionId}
        and ${endedAt} < case when ${isFound} then ${moment(before.found)}
          when ${state} = 'DEAD' then ${moment(before.dead)} else ${memory.since} end
      returning ${syncTasks}.*),
    places as (
      select connection_id, source,
        case when ${isOneOf(sql`source`, sources.found)} then ''
          when ${isOneOf(sql`source`, sources.ofProducts)} then split_part(place, ' ', 1) || ' ' else place end as place,
        state = 'DEAD' as is_dead,
        range_agg(daterange(first_day, last_day, '[]')) as days,
        coalesce(max(last_day) filter (where state = 'DONE'), '-infinity') as reaches_to,
        sum(stands_for) filter (where state = 'EMPTY') as empty,
        sum(stands_for) filter (where state <> 'EMPTY') as others,
        max(ended_at) as ended_at, min(created_at) as created_at, min(priority) as priority,
        (array_agg(problem order by ended_at desc))[1] as problem
      from old group by 1, 2, 3, 4),
    parts as (
      select *, 'DEAD' as state, -2 as reading, others as tasks, unnest(days) as part from places where is_dead
      union all
      select *, 'DONE', 0, others, unnest(days * datemultirange(daterange(null, reaches_to, '[]')))
      from places where not is_dead
      union all
      select *, 'EMPTY', -1, empty, unnest(case when upper(days) - 1 > reaches_to
        then days * datemultirange(daterange(reaches_to, null, '()'))
        else datemultirange(daterange(reaches_to, reaches_to, '[]')) end)
      from places where not is_dead and empty is not null),
    ranges as (
      select *, row_number() over (partition by connection_id, source, place, state order by part desc) as nth from parts)
    insert into ${syncTasks} (company_id, connection_id, source, place, first_day, last_day, reading, state, priority,
      not_before, problem, created_at, ended_at, stands_for)
    select ${companyId}, connection_id, source, place, lower(part), upper(part) - 1, reading, state,
      priority, ended_at, problem, created_at, ended_at, case when nth = 1 then tasks else 0 end
    from ranges
    on conflict (connection_id, source, place, first_day, last_day, reading)
      do update set stands_for = ${syncTasks.standsFor} + excluded.stands_for`)
}

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`
const isOneOf = (column: SQL | typeof syncTasks.source, some: readonly string[]) =>
  sql`${column} in (${sql.join(
    some.map((one) => sql`${one}`),
    sql`, `,
  )})`
