import { randomInt } from 'node:crypto'
import type { Database } from './database.ts'
import { pool } from './schema.ts'

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const random = (length: number): string =>
  Array.from({ length }, () => LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)]).join('')

/** The pool of this database: made the first time, the same ever after. */
export async function ensurePool(
  db: Database,
  region: string,
  now: Date,
): Promise<{ poolId: string; clientId: string }> {
  await db
    .insert(pool)
    .values({ poolId: `${region}_${random(9)}`, clientId: random(26), createdAt: now })
    .onConflictDoNothing()
  const [row] = await db.select().from(pool)
  return row!
}
