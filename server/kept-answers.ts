import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { answerIn, type Sending } from './compressed-bodies.ts'
import { stateKey, type Company } from '#server/accounts/index.ts'
import { today, type Services } from '#server/ledger/services.ts'

/**
 * Characters of JSON and bytes of compressed bodies: of all answers that a process keeps, and of one of them. As objects they
 * take about five times as much.
 */
const KEPT_MAX = 16_000_000
const ANSWER_MAX = 1_000_000
/** Of an answer that is kept compressed: who takes no compression has to have all of it unpacked. */
const UNPACKED_MAX = 4_000_000

/** What a call came to, as tRPC hands it from step to step. */
type Outcome = { ok: boolean }

interface Kept {
  outcome: Outcome
  /**
   * The compressed body of the response. `outcome` then has no data: the bytes take a hundredth of the memory of its objects, and
   * the garbage collector need not walk them.
   */
  body?: Buffer
}

const kept = new LRUCache<string, Kept>({ maxSize: KEPT_MAX, maxEntrySize: ANSWER_MAX })

const keep = (key: string, entry: Kept, size: number): void =>
  void kept.set(key, entry, { size: size + key.length })

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
  // Only what this call would have come to stands under its name.
  const before = kept.get(key) as { outcome: T; body?: Buffer } | undefined
  if (before?.body && sending) sending.body = before.body
  if (before?.body) return { ...before.outcome, data: sending ? null : await answerIn(before.body) }
  const outcome = before?.outcome ?? (await answer())
  if (!outcome.ok || !('data' in outcome)) return outcome
  // What belongs to the one who asked goes with the call.
  const entry = { outcome: { ...outcome, ctx: undefined } }
  if (sending)
    sending.keep = (bytes, body) => {
      if (bytes > UNPACKED_MAX) return
      if (body) keep(key, { outcome: { ...entry.outcome, data: null }, body }, body.length)
      else keep(key, entry, bytes)
    }
  else if (!before) keep(key, entry, sizeOf(outcome.data))
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
