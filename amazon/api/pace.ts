/**
 * How fast calls may follow each other: a token bucket for each operation and seller, as Amazon has them. What the clients of a
 * process share is here, so there is one `Pace` in a process.
 */
import { AccessTokens } from './access-tokens.ts'
import { AmazonError } from './clients.ts'

export interface Rate {
  perSecond: number
  /** How many may go at once after a quiet time. */
  burst: number
}

interface Clock {
  /** Milliseconds of a clock that does not jump. */
  now(): number
  sleep(ms: number): Promise<void>
  /** From 0 to 1. */
  random(): number
}

const CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
}

interface Bucket extends Rate {
  tokens: number
  /** When `tokens` was right. */
  at: number
  /** Nothing goes before. */
  quietUntil: number
  /** Refusals without a success between them. */
  refusals: number
}

const BACKOFF_MS = { min: 1000, max: 15 * 60_000 }
/** Of a header: what is beyond is no rate that Amazon gives. */
const PER_SECOND = { min: 0.0001, max: 1000 }
const FORGOTTEN_AFTER_MS = 60 * 60_000
const SWEPT_FROM = 10_000

export class Pace {
  readonly accessTokens: AccessTokens
  readonly #clock: Clock
  readonly #buckets = new Map<string, Bucket>()
  #sweptAt = SWEPT_FROM

  /** @param clock what tests put in the place of time and chance */
  constructor(clock: Partial<Clock> = {}) {
    this.#clock = { ...CLOCK, ...clock }
    this.accessTokens = new AccessTokens(() => this.#clock.now())
  }

  /**
   * Waits for a turn, at most `waitMsMax`; where it comes later, throws `AmazonError` `LATER` with the time at once.
   * @param usual the rate until Amazon has said another
   * @returns how long it has waited
   */
  async turn(key: string, usual: Rate, waitMsMax: number): Promise<number> {
    const began = this.#clock.now()
    const bucket = this.#bucket(key, usual)
    while (true) {
      const waitMs = this.#waitMs(bucket)
      if (waitMs === 0) break
      const waitedMs = this.#clock.now() - began
      if (waitedMs + waitMs > waitMsMax) throw tooLong(key, waitMs)
      await this.#clock.sleep(waitMs)
    }
    bucket.tokens -= 1
    return this.#clock.now() - began
  }

  /** @param perSecond what Amazon says the rate is, where it says so */
  accepted(key: string, usual: Rate, perSecond?: number): void {
    const bucket = this.#bucket(key, usual)
    bucket.refusals = 0
    if (!perSecond || !(perSecond >= PER_SECOND.min && perSecond <= PER_SECOND.max)) return
    this.#refill(bucket)
    bucket.perSecond = perSecond
  }

  /** Too many questions: nothing more is asked for a time, which doubles with each refusal. */
  refused(key: string, usual: Rate, retryAfterMs?: number): void {
    const bucket = this.#bucket(key, usual)
    const now = this.#clock.now()
    this.#refill(bucket)
    bucket.tokens = 0
    if (retryAfterMs !== undefined) {
      const waitMs = retryAfterMs + this.#clock.random() * BACKOFF_MS.min
      bucket.quietUntil = Math.max(bucket.quietUntil, now + waitMs)
      return
    }
    // Calls that were under way together are refused together, which counts once.
    if (now < bucket.quietUntil) return
    const onceMs = Math.max(BACKOFF_MS.min, 1000 / bucket.perSecond)
    bucket.quietUntil = now + this.#backoffMs(onceMs, bucket.refusals)
    bucket.refusals += 1
  }

  /** Before something is tried again that failed `failures` times. @returns how long it was, in milliseconds */
  async pause(failures: number): Promise<number> {
    const waitMs = this.#backoffMs(BACKOFF_MS.min, failures - 1)
    await this.#clock.sleep(waitMs)
    return waitMs
  }

  /** Milliseconds of the clock that it goes by. */
  now(): number {
    return this.#clock.now()
  }

  #backoffMs(onceMs: number, doublings: number): number {
    const longest = Math.min(onceMs * 2 ** Math.min(doublings, 20), BACKOFF_MS.max)
    return Math.ceil(longest * (0.5 + this.#clock.random() / 2))
  }

  #waitMs(bucket: Bucket): number {
    this.#refill(bucket)
    const missing = Math.max(1 - bucket.tokens, 0)
    const waitMs = Math.max((missing * 1000) / bucket.perSecond, bucket.quietUntil - this.#clock.now(), 0)
    return Math.ceil(waitMs)
  }

  #refill(bucket: Bucket): void {
    const now = this.#clock.now()
    const grown = bucket.tokens + ((now - bucket.at) * bucket.perSecond) / 1000
    bucket.tokens = Math.min(grown, bucket.burst)
    bucket.at = now
  }

  #bucket(key: string, { perSecond, burst }: Rate): Bucket {
    const known = this.#buckets.get(key)
    if (known) return known
    if (this.#buckets.size >= this.#sweptAt) this.#sweep()
    const now = this.#clock.now()
    const bucket = { perSecond, burst, tokens: burst, at: now, quietUntil: 0, refusals: 0 }
    this.#buckets.set(key, bucket)
    return bucket
  }

  /** A bucket that is full again tells nothing that a new one would not. */
  #sweep(): void {
    const now = this.#clock.now()
    for (const [key, bucket] of this.#buckets) {
      const isFull = bucket.tokens + ((now - bucket.at) * bucket.perSecond) / 1000 >= bucket.burst
      if (isFull && now - bucket.at > FORGOTTEN_AFTER_MS && now > bucket.quietUntil) this.#buckets.delete(key)
    }
    this.#sweptAt = Math.max(SWEPT_FROM, this.#buckets.size * 2)
  }
}

function tooLong(key: string, waitMs: number): AmazonError {
  const operation = key.slice(0, key.indexOf(' '))
  const seconds = Math.ceil(waitMs / 1000)
  return new AmazonError('LATER', `${operation} has its next turn in ${seconds} s`, { retryAfterMs: waitMs })
}
