import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { and, eq, lt } from 'drizzle-orm'
import type { Database } from './database.ts'
import { users } from './schema.ts'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 32

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)
export const base32Of = (secret: Buffer): string => new Secret({ buffer: bufferOf(secret) }).base32

/** The step that a code belongs to, the present one or a neighbour; nothing when it is wrong. */
export function stepOf(secret: Buffer, code: string, now: Date): number | undefined {
  const totp = new TOTP({
    secret: new Secret({ buffer: bufferOf(secret) }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/** Takes a step for a user; false if it or a later one was taken before. */
export async function takeStep(db: Pick<Database, 'update'>, userId: string, step: number): Promise<boolean> {
  const taken = await db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, userId), lt(users.totpLastStep, step)))
    .returning({ id: users.id })
  return taken.length === 1
}

function bufferOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
