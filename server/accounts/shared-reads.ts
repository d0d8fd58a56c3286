/**
 * Reads of the same thing that were asked for before one of them begins are one read: whoever asks gets what was read after
 * they asked, never before, and of many who ask at once the store hears little.
 */
export class SharedReads {
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #waiting = new Map<string, Promise<unknown>>()

  read<T>(key: string, read: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(key)
    // Under one key there is one kind of answer.
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
    const found = read()
    this.#running.set(key, found)
    try {
      return await found
    } finally {
      if (this.#running.get(key) === found) this.#running.delete(key)
    }
  }
}
