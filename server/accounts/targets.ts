import { and, asc, between, eq, sql } from 'drizzle-orm'
import type { Accounts } from './open.ts'
import { companies, targets } from './schema.ts'

/** What the ordered amount of a month is to be. */
export interface StoredTarget {
  /** Empty: of all of them together. */
  marketplace: string
  /** Its first day. */
  month: string
  /** Exact decimal text. */
  amount: string
  currency: string
  updatedAt: Date
}

interface SavedTarget extends Omit<StoredTarget, 'amount' | 'updatedAt'> {
  /** Null takes it away. */
  amount: string | null
  /** As it was read; null where there was none. */
  updatedAt: Date | null
}

interface Company {
  id: string
}

/** The one that targets are of. */
export const TARGET_METRIC = 'orderedAmount' as const

/** Those of the months from one first day to another. */
export const listTargets = (
  { db }: Accounts,
  { id }: Company,
  { from, to }: { from: string; to: string },
): Promise<StoredTarget[]> =>
  db
    .select({
      marketplace: targets.marketplace,
      month: targets.month,
      amount: sql<string>`trim_scale(${targets.amount})::text`,
      currency: targets.currency,
      updatedAt: targets.updatedAt,
    })
    .from(targets)
    .where(
      and(eq(targets.companyId, id), eq(targets.metric, TARGET_METRIC), between(targets.month, from, to)),
    )
    .orderBy(asc(targets.month), asc(targets.marketplace))

/** All of them or none: false where somebody has changed one of them since it was read. */
export function saveTargets(
  { db }: Accounts,
  { id: companyId }: Company,
  { saved, at, by }: { saved: readonly SavedTarget[]; at: Date; by: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // One after the other, so that what was read is what is written over.
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('update')
    const held = await tx
      .select({ marketplace: targets.marketplace, month: targets.month, updatedAt: targets.updatedAt })
      .from(targets)
      .where(and(eq(targets.companyId, companyId), eq(targets.metric, TARGET_METRIC)))
    const heldAt = new Map(
      held.map(({ marketplace, month, updatedAt }) => [`${marketplace} ${month}`, updatedAt]),
    )
    const found = ({ marketplace, month }: SavedTarget) => heldAt.get(`${marketplace} ${month}`)
    if (saved.some((one) => found(one)?.getTime() !== one.updatedAt?.getTime())) return false
    for (const { marketplace, month, amount, currency } of saved) {
      const key = { companyId, metric: TARGET_METRIC, marketplace, month } as const
      if (amount === null)
        await tx
          .delete(targets)
          .where(
            and(
              eq(targets.companyId, companyId),
              eq(targets.metric, TARGET_METRIC),
              eq(targets.marketplace, marketplace),
              eq(targets.month, month),
            ),
          )
      else {
        const values = { amount, currency, updatedAt: at, updatedBy: by }
        await tx
          .insert(targets)
          .values({ ...key, ...values })
          .onConflictDoUpdate({
            target: [targets.companyId, targets.metric, targets.marketplace, targets.month],
            set: values,
          })
      }
    }
    return true
  })
}
