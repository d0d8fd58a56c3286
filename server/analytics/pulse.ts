import { ClickHouseError } from '@clickhouse/client'

/** How often an engine is asked whether it is there while a statement waits for it. */
const EVERY_MS = 5_000

/** The engine took a statement, and has not answered anything since. */
class EngineSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Listens whether a node still answers while statements wait for it. A statement may take hours and a connection that
 * has gone dead looks like one that waits, so the node is asked beside it; when it is silent, nobody goes on waiting.
 */
export class Pulse {
  readonly #ask: () => Promise<unknown>
  readonly #onSilent: () => void
  readonly #silentMsMax: number
  readonly #waiting = new Set<AbortController>()
  #timer: NodeJS.Timeout | undefined
  #heardAt = 0

  /** @param ask a question on a connection of its own, which gives up by itself */
  constructor(ask: () => Promise<unknown>, onSilent: () => void, silentMsMax: number) {
    this.#ask = ask
    this.#onSilent = onSilent
    this.#silentMsMax = silentMsMax
  }

  /** Runs a statement; its signal aborts with the caller's, and when the node has been silent for too long. */
  async during<T>(
    signal: AbortSignal | undefined,
    statement: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const stop = new AbortController()
    const onAbort = () => stop.abort(signal!.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#waiting.add(stop)
    if (this.#waiting.size === 1) this.#begin()
    try {
      return await statement(stop.signal)
    } catch (error) {
      // What the client says of a connection that we broke is not why.
      throw stop.signal.reason instanceof EngineSilent ? stop.signal.reason : error
    } finally {
      signal?.removeEventListener('abort', onAbort)
      this.#waiting.delete(stop)
      if (this.#waiting.size === 0) clearInterval(this.#timer)
    }
  }

  #begin(): void {
    this.#heardAt = performance.now()
    this.#timer = setInterval(() => this.#look(), Math.min(EVERY_MS, this.#silentMsMax / 4)).unref()
  }

  #look(): void {
    if (performance.now() - this.#heardAt > this.#silentMsMax) {
      this.#heardAt = performance.now()
      for (const stop of this.#waiting) stop.abort(new EngineSilent('The engine does not answer.'))
      this.#onSilent()
      return
    }
    this.#ask().then(
      () => (this.#heardAt = performance.now()),
      // A refusal is an answer too.
      (error: unknown) => error instanceof ClickHouseError && (this.#heardAt = performance.now()),
    )
  }
}
