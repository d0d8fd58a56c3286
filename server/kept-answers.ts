import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { stateKey, type Company } from '#server/accounts/index.ts'
import { today, type Services } from '#server/ledger/services.ts'

/** Characters of JSON: of all answers that a process keeps, and of one of them. As objects they take about five times as much. */
const KEPT_MAX = 16_000_000
const ANSWER_MAX = 1_000_000

/** What a call came to, as tRPC hands it from step to step. */
type Outcome = { ok: boolean }

const kept = new LRUCache<string, Outcome>({ maxSize: KEPT_MAX, maxEntrySize: ANSWER_MAX })

/**
 * What was answered before to the same question about the same version of a company on the same day, or what is answered now.
 * A version never changes, and which one counts is looked up for every call: so no answer is older than the last import that
 * was acknowledged. Who asks must have been checked before.
 */
export async function answerOnce<T extends Outcome>(
  { services, company }: { services: Services; company: Company },
  path: string,
  input: unknown,
  answer: () => Promise<T>,
): Promise<T> {
  const question = createHash('sha256').update(JSON.stringify(input)).digest('base64')
  const key = `${stateKey(company)} ${today(services)} ${path} ${question}`
  const before = kept.get(key)
  // Only what this call would have come to stands under its name.
  if (before) return before as T
  const outcome = await answer()
  // What belongs to the one who asked goes with the call.
  if (outcome.ok && 'data' in outcome)
    kept.set(key, { ...outcome, ctx: undefined }, { size: sizeOf(outcome.data) + key.length })
  return outcome
}

/** Characters of JSON, nearly: the rows of an answer are alike. */
const sizeOf = (data: unknown): number =>
  Array.isArray(data) && data.length > 0
    ? data.length * JSON.stringify(data[0]).length
    : JSON.stringify(data).length
