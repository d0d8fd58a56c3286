import { and, eq, isNotNull, lt, lte, notLike, or } from 'drizzle-orm'
import { challenges, codes, counters, signIns, spentBlocks, users } from './schema.ts'
import { secondsLater, type Service } from './service.ts'
import { UNCONFIRMED_SECONDS } from './operations/sign-up.ts'

const DAY_SECONDS = 86_400
/** The longest that a counter is asked about: marks of known networks. */
const COUNTER_DAYS = 31

/** Removes what has no meaning any more. Nothing depends on when it runs: everything is asked for its age when used. */
export async function sweep(service: Service): Promise<void> {
  const { db } = service
  const now = service.now()
  const daysAgo = (days: number) => secondsLater(now, -days * DAY_SECONDS)
  await db
    .delete(users)
    .where(
      and(eq(users.status, 'UNCONFIRMED'), lte(users.createdAt, secondsLater(now, -UNCONFIRMED_SECONDS))),
    )
  await db.delete(codes).where(lt(codes.expiresAt, daysAgo(1)))
  await db.delete(challenges).where(lt(challenges.expiresAt, daysAgo(1)))
  await db.delete(spentBlocks).where(lt(spentBlocks.expiresAt, now))
  await db
    .delete(signIns)
    .where(
      or(
        lt(signIns.expiresAt, daysAgo(1)),
        and(isNotNull(signIns.revokedAt), lt(signIns.revokedAt, daysAgo(31))),
      ),
    )
  // Marks of networks, and a lock that a reset of the password ends, are the only ones that mean anything for longer.
  await db
    .delete(counters)
    .where(
      or(
        lt(counters.since, daysAgo(COUNTER_DAYS)),
        and(
          lt(counters.since, daysAgo(2)),
          notLike(counters.kind, 'known %'),
          notLike(counters.kind, 'locked %'),
        ),
      ),
    )
}
