import type { Accounts } from './open.ts'
import { maintenance } from './schema.ts'

/** Who has put the installation under maintenance, and since when. */
export interface MaintenancePeriod {
  since: Date
  startedBy: string
  note: string | null
}

/** Undefined while everything is open to everybody. */
export async function currentMaintenance({ db }: Accounts): Promise<MaintenancePeriod | undefined> {
  const [row] = await db
    .select({ since: maintenance.since, startedBy: maintenance.startedBy, note: maintenance.note })
    .from(maintenance)
  return row
}

/** Begins maintenance; where it has begun already, only the note changes. */
export async function beginMaintenance(
  { db }: Accounts,
  { note, ...period }: MaintenancePeriod,
): Promise<void> {
  await db
    .insert(maintenance)
    .values({ ...period, note })
    .onConflictDoUpdate({ target: maintenance.id, set: { note } })
}

export async function endMaintenance({ db }: Accounts): Promise<void> {
  await db.delete(maintenance)
}
