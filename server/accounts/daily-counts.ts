import { lt, sql } from 'drizzle-orm'
import { AccountsError } from './accounts-error.ts'
import type { Tx } from './open.ts'
import { dailyCounts } from './schema.ts'

interface DailyLimit {
  /** What is counted, and whose it is. */
  kind: string
  subject: string
  max: number
}

/** Counts one more of the day in the transaction of what is counted. Throws `DAILY_LIMIT` when there were `max` already. */
export async function countToday(tx: Tx, { kind, subject, max }: DailyLimit, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  await tx.delete(dailyCounts).where(lt(dailyCounts.day, day))
  const [counted] = await tx
    .insert(dailyCounts)
    .values({ day, kind, subject, count: 1 })
    .onConflictDoUpdate({
      target: [dailyCounts.day, dailyCounts.kind, dailyCounts.subject],
      set: { count: sql`${dailyCounts.count} + 1` },
      setWhere: lt(dailyCounts.count, max),
    })
    .returning({ count: dailyCounts.count })
  if (!counted)
    throw new AccountsError('DAILY_LIMIT', `There is an end to ${kind}: ${max} a day. Try again tomorrow.`)
}
