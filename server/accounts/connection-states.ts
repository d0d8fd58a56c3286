import { and, desc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import type { ConnectionProvider } from '#contract/connections.ts'
import type { Accounts } from './open.ts'
import { connectionStates } from './schema.ts'

export type ConnectionState = typeof connectionStates.$inferSelect

/** How many ways to Amazon one person may be on at a time; the oldest are forgotten. */
const STATES_PER_PERSON_MAX = 20

/** Keeps that somebody goes to Amazon's consent page. What has expired is deleted. */
export async function createConnectionState(
  { db }: Accounts,
  state: Omit<ConnectionState, 'refHash' | 'consent'>,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(connectionStates).values(state)
    const tooMany = tx
      .select({ stateHash: connectionStates.stateHash })
      .from(connectionStates)
      .where(eq(connectionStates.userId, state.userId))
      .orderBy(desc(connectionStates.expiresAt), desc(connectionStates.stateHash))
      .offset(STATES_PER_PERSON_MAX)
    await tx
      .delete(connectionStates)
      .where(or(lte(connectionStates.expiresAt, now), inArray(connectionStates.stateHash, tooMany)))
  })
}

const isOpen = (stateHash: string, provider: ConnectionProvider, now: Date) =>
  and(
    eq(connectionStates.stateHash, stateHash),
    eq(connectionStates.provider, provider),
    isNull(connectionStates.refHash),
    gt(connectionStates.expiresAt, now),
  )

/** Keeps what Amazon has sent back, once for a state; undefined where it is unknown, answered already or expired. */
export async function answerConnectionState(
  { db }: Accounts,
  {
    stateHash,
    provider,
    ...answer
  }: { stateHash: string; provider: ConnectionProvider; refHash: string; consent: string },
  now: Date,
): Promise<ConnectionState | undefined> {
  const [answered] = await db
    .update(connectionStates)
    .set(answer)
    .where(isOpen(stateHash, provider, now))
    .returning()
  return answered
}

/** Forgets a state whose consent was not given; undefined where it is unknown, answered already or expired. */
export async function dropConnectionState(
  { db }: Accounts,
  { stateHash, provider }: { stateHash: string; provider: ConnectionProvider },
  now: Date,
): Promise<ConnectionState | undefined> {
  const [dropped] = await db
    .delete(connectionStates)
    .where(isOpen(stateHash, provider, now))
    .returning()
  return dropped
}

/**
 * Takes what Amazon has sent back, once, for the person and the browser that began it, and for the company that it was
 * begun for. Undefined where any of these differs; then it stays for those it belongs to.
 */
export async function takeConnectionState(
  { db }: Accounts,
  company: { id: string },
  given: { refHash: string; browserStateHash: string; userId: string; provider: ConnectionProvider },
  now: Date,
): Promise<ConnectionState | undefined> {
  const [taken] = await db
    .delete(connectionStates)
    .where(
      and(
        eq(connectionStates.refHash, given.refHash),
        eq(connectionStates.browserStateHash, given.browserStateHash),
        eq(connectionStates.userId, given.userId),
        eq(connectionStates.provider, given.provider),
        or(isNull(connectionStates.companyId), eq(connectionStates.companyId, company.id)),
        gt(connectionStates.expiresAt, now),
      ),
    )
    .returning()
  return taken
}
