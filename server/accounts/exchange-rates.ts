import { and, asc, eq, max, sql } from 'drizzle-orm'
import type { RateNotice } from '#contract/exchange-rates.ts'
import { inParts } from './in-parts.ts'
import type { Accounts } from './open.ts'
import { exchangeRates, ratesUpdate } from './schema.ts'

/** `usdPerUnit` is decimal text with up to 18 decimals. */
export type StoredRate = Pick<
  typeof exchangeRates.$inferSelect,
  'origin' | 'currency' | 'day' | 'usdPerUnit' | 'publisher'
>

export type UpdateState = Omit<typeof ratesUpdate.$inferSelect, 'id'>

/** Of what was not taken the newest is kept. */
const NOTICES_MAX = 50

/** By currency and day. */
export const storedRates = ({ db }: Accounts): Promise<StoredRate[]> =>
  db
    .select({
      origin: exchangeRates.origin,
      currency: exchangeRates.currency,
      day: exchangeRates.day,
      usdPerUnit: exchangeRates.usdPerUnit,
      publisher: exchangeRates.publisher,
    })
    .from(exchangeRates)
    .orderBy(asc(exchangeRates.currency), asc(exchangeRates.day))

/** Keeps a rate as it was published first: one that is known already stays. */
export async function addBankRates(
  { db }: Accounts,
  rates: readonly Omit<StoredRate, 'origin'>[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const part of inParts(rates))
      await tx.insert(exchangeRates).values(ofOrigin(part, 'BANK')).onConflictDoNothing()
  })
}

/** The operator's newest word on a day counts. */
export async function replaceOperatorRates(
  { db }: Accounts,
  rates: readonly Omit<StoredRate, 'origin'>[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const part of inParts(rates))
      await tx
        .insert(exchangeRates)
        .values(ofOrigin(part, 'OPERATOR'))
        .onConflictDoUpdate({
          target: [exchangeRates.origin, exchangeRates.currency, exchangeRates.day],
          set: {
            usdPerUnit: sql`excluded.usd_per_unit`,
            publisher: sql`excluded.publisher`,
            addedAt: sql`excluded.added_at`,
          },
        })
  })
}

/** The newest day of each currency of the bank; empty while it has not been asked. */
export async function newestBankDays({ db }: Accounts): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ currency: exchangeRates.currency, day: max(exchangeRates.day) })
    .from(exchangeRates)
    .where(eq(exchangeRates.origin, 'BANK'))
    .groupBy(exchangeRates.currency)
  return new Map(rows.map(({ currency, day }) => [currency, day!]))
}

/** Resolves with how many there were. */
export async function removeOperatorRates({ db }: Accounts, currency: string): Promise<number> {
  const removed = await db
    .delete(exchangeRates)
    .where(and(eq(exchangeRates.origin, 'OPERATOR'), eq(exchangeRates.currency, currency)))
    .returning({ day: exchangeRates.day })
  return removed.length
}

/** Undefined before the first look at the bank's file. */
export async function latestUpdate({ db }: Accounts): Promise<UpdateState | undefined> {
  const [row] = await db.select().from(ratesUpdate)
  return row
}

/** Writes down how a look went, with what it did not take: one entry for a day of a currency. */
export async function saveUpdate(
  { db }: Accounts,
  state: Omit<UpdateState, 'notices'>,
  notices: readonly RateNotice[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx.select({ notices: ratesUpdate.notices }).from(ratesUpdate)
    const known = before?.notices ?? []
    const isKnown = (one: RateNotice) =>
      known.some(
        ({ currency, day, refused }) =>
          one.currency === currency && one.day === day && one.refused === refused,
      )
    const values = {
      ...state,
      notices: [...notices.filter((one) => !isKnown(one)), ...known].slice(0, NOTICES_MAX),
    }
    await tx.insert(ratesUpdate).values(values).onConflictDoUpdate({ target: ratesUpdate.id, set: values })
  })
}

const ofOrigin = (rates: readonly Omit<StoredRate, 'origin'>[], origin: StoredRate['origin']): StoredRate[] =>
  rates.map((rate) => ({ ...rate, origin }))
