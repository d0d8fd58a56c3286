import { LRUCache } from 'lru-cache'

/** What a clock changes, as a licence that ends, is seen within this. */
const KEPT_MS_MAX = 1_000
const KEPT_MAX = 1_000

/**
 * Reads of the same thing that were asked for before one of them begins are one read: whoever asks gets what was read after
 * they asked, never before, and of many who ask at once the store hears little.
 *
 * Where every write to the store goes through this process, an answer is good until the next of them.
 */
export class SharedReads {
  /** How many writes have begun or ended so far; undefined where others write too. */
  readonly #writes: (() => number) | undefined
  readonly #kept = new LRUCache<string, { writes: number; answer: unknown }>({
    max: KEPT_MAX,
    ttl: KEPT_MS_MAX,
  })
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #waiting = new Map<string, Promise<unknown>>()

  constructor(writes?: () => number) {
    this.#writes = writes
  }

  read<T>(key: string, read: () => Promise<T>): Promise<T> {
    const kept = this.#writes && this.#kept.get(key)
    // Under one key there is one kind of answer.
    if (kept && kept.writes === this.#writes?.()) return Promise.resolve(kept.answer as T)
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting as Promise<T>
    const running = this.#running.get(key)
    if (!running) return this.#run(key, read)
    const next = running
      .catch(() => {})
      .then(() => {
        this.#waiting.delete(key)
        return this.#run(key, read)
      })
    this.#waiting.set(key, next)
    return next
  }

  async #run<T>(key: string, read: () => Promise<T>): Promise<T> {
    const writes = this.#writes?.()
    const found = read()
    this.#running.set(key, found)
    try {
      const answer = await found
      if (writes !== undefined && writes === this.#writes?.()) this.#kept.set(key, { writes, answer })
      return answer
    } finally {
      if (this.#running.get(key) === found) this.#running.delete(key)
    }
  }
}
