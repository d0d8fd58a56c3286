import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Sending } from './compressed-bodies.ts'
import { stateKey, type Company } from '#server/accounts/index.ts'
import { today, type Services } from '#server/ledger/services.ts'

/**
 * Characters of JSON and bytes of compressed bodies: of all answers that a process keeps, and of one of them. As objects they
 * take about five times as much.
 */
const KEPT_MAX = 16_000_000
const ANSWER_MAX = 1_000_000

/** What a call came to, as tRPC hands it from step to step. */
type Outcome = { ok: boolean }

interface Kept {
  outcome: Outcome
  size: number
  /** As it was sent over the network: making its text takes longer than finding it. */
  body?: Buffer
}

const kept = new LRUCache<string, Kept>({ maxSize: KEPT_MAX, maxEntrySize: ANSWER_MAX })

const keep = (key: string, entry: Kept): void =>
  void kept.set(key, entry, { size: entry.size + (entry.body?.length ?? 0) })

/**
 * What was answered before to the same question about the same version of a company on the same day, or what is answered now.
 * A version never changes, and which one counts is looked up for every call: so no answer is older than the last import that
 * was acknowledged. Who asks must have been checked before.
 */
export async function answerOnce<T extends Outcome>(
  { services, company, sending }: { services: Services; company: Company; sending?: Sending | undefined },
  path: string,
  input: unknown,
  answer: () => Promise<T>,
): Promise<T> {
  const question = createHash('sha256').update(JSON.stringify(input)).digest('base64')
  const key = `${stateKey(company)} ${today(services)} ${path} ${question}`
  const before = kept.get(key)
  // Only what this call would have come to stands under its name.
  if (before) {
    if (sending && before.body) {
      sending.body = before.body
      return { ...before.outcome, data: null } as Outcome as T
    }
    if (sending) sending.keep = (body) => keep(key, { ...before, body })
    return before.outcome as T
  }
  const outcome = await answer()
  // What belongs to the one who asked goes with the call.
  if (outcome.ok && 'data' in outcome) {
    const entry: Kept = { outcome: { ...outcome, ctx: undefined }, size: sizeOf(outcome.data) + key.length }
    keep(key, entry)
    if (sending) sending.keep = (body) => keep(key, { ...entry, body })
  }
  return outcome
}

/** Characters of JSON, counted until they are more than are kept. */
function sizeOf(data: unknown): number {
  let size = 0
  for (const part of Array.isArray(data) ? data : [data]) {
    size += JSON.stringify(part)?.length ?? 0
    if (size > ANSWER_MAX) break
  }
  return size
}
