/** Too much is asked for at once; the same question is answered again when it has calmed down. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

interface Waiting {
  begin(): void
  leave(reason: unknown): void
}

/**
 * Limits how many calls run at a time. Waiting calls are served round-robin by key, so that a caller with many cannot
 * starve one with a single call. Where as many wait as may, the newest call of the key with most of them gives its place to
 * one of a key with fewer. Beyond that, or a time of waiting, a call fails with `Overloaded`.
 */
export class FairTurns {
  readonly #limits: { atOnce: number; waitingMax: number; waitMsMax: number }
  /** In the order in which keys are served. */
  readonly #queues = new Map<string, Waiting[]>()
  #running = 0
  #waiting = 0

  constructor(limits: { atOnce: number; waitingMax: number; waitMsMax: number }) {
    this.#limits = limits
  }

  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (this.#running >= this.#limits.atOnce) await this.#turn(key, signal)
    else this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#next()
    }
  }

  #turn(key: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting >= this.#limits.waitingMax && !this.#makesPlaceFor(key))
      return Promise.reject(new Overloaded())
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(key) ?? []
      this.#queues.set(key, queue)
      const leave = (reason: unknown) => {
        queue.splice(queue.indexOf(entry), 1)
        if (queue.length === 0) this.#queues.delete(key)
        done()
        reject(reason as Error)
      }
      const done = () => {
        this.#waiting -= 1
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const onAbort = () => leave(signal!.reason)
      const timer = setTimeout(() => leave(new Overloaded()), this.#limits.waitMsMax)
      const entry: Waiting = {
        begin: () => {
          done()
          resolve()
        },
        leave,
      }
      this.#waiting += 1
      queue.push(entry)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  /** Whether somebody with more than this key would have then has given a place up. */
  #makesPlaceFor(key: string): boolean {
    const own = this.#queues.get(key)?.length ?? 0
    let longest: Waiting[] = []
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue
    if (longest.length <= own + 1) return false
    longest.at(-1)!.leave(new Overloaded())
    return true
  }

  #next(): void {
    const [first] = this.#queues
    if (!first || this.#running >= this.#limits.atOnce) return
    const [key, queue] = first
    const entry = queue.shift()!
    // To the end: the next turn is another one's.
    this.#queues.delete(key)
    if (queue.length > 0) this.#queues.set(key, queue)
    this.#running += 1
    entry.begin()
  }
}
