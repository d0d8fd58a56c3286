import { LRUCache } from 'lru-cache'

/** Requests a second, and how many may come at once after a pause. */
export interface Rate {
  perSecond: number
  burst: number
}

interface Bucket {
  tokens: number
  filledAtMs: number
}

/** Who has asked for nothing for longest has a full bucket anyway. */
const BUCKETS_MAX = 50_000

/** Token buckets, as Amazon counts requests. */
export class RateLimits {
  readonly #now: () => Date
  readonly #buckets = new LRUCache<string, Bucket>({ max: BUCKETS_MAX })

  constructor(now: () => Date) {
    this.#now = now
  }

  /**
   * Takes one request out of a bucket.
   * @returns 0, or in how many milliseconds there would be one
   */
  take(key: string, { perSecond, burst }: Rate): number {
    const nowMs = this.#now().getTime()
    const before = this.#buckets.get(key) ?? { tokens: burst, filledAtMs: nowMs }
    const refilled = (Math.max(0, nowMs - before.filledAtMs) / 1000) * perSecond
    const tokens = Math.min(burst, before.tokens + refilled)
    const isTaken = tokens >= 1
    this.#buckets.set(key, { tokens: isTaken ? tokens - 1 : tokens, filledAtMs: nowMs })
    return isTaken ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1000)
  }
}
