import type { ErrorCode } from './errors.ts'

interface Held {
  calls: number
  bytes: number
}

/** A caller may hold a third of what is free, so that one alone settles at a quarter of the total. */
const PARTS = 3

type Limits = Record<'all' | 'one', Held>

/**
 * Counts running calls and their request bytes, in total and per caller. No caller gets more than a share of the free
 * capacity, so that only many greedy callers together can exhaust it. Each process counts its own.
 */
export class CallShares {
  readonly #limits: Limits
  readonly #all: Held = { calls: 0, bytes: 0 }
  readonly #ofOne = new Map<string, Held>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Takes a place for each call, and gives what frees them; or says why there is none. Without a caller only all together are counted. */
  take(
    caller: string | undefined,
    asked: Held,
  ): (() => void) | Extract<ErrorCode, 'OVERLOADED' | 'TOO_MANY_CALLS'> {
    const own = caller === undefined ? undefined : (this.#ofOne.get(caller) ?? { calls: 0, bytes: 0 })
    if (own && isFull(own, asked, this.#limits.one)) return 'TOO_MANY_CALLS'
    if (isFull(this.#all, asked, this.#limits.all)) return 'OVERLOADED'
    if (own && isFull(own, asked, this.#partOfLeft())) return 'OVERLOADED'
    const held = own ? [this.#all, own] : [this.#all]
    if (own) this.#ofOne.set(caller!, own)
    for (const one of held) {
      one.calls += asked.calls
      one.bytes += asked.bytes
    }
    return () => {
      for (const one of held) {
        one.calls -= asked.calls
        one.bytes -= asked.bytes
      }
      if (own?.calls === 0) this.#ofOne.delete(caller!)
    }
  }

  #partOfLeft(): Held {
    const { calls, bytes } = this.#limits.all
    return { calls: (calls - this.#all.calls) / PARTS, bytes: (bytes - this.#all.bytes) / PARTS }
  }
}

const isFull = (held: Held, { calls, bytes }: Held, max: Held): boolean =>
  held.calls + calls - 1 >= max.calls || (bytes > 0 && held.bytes + bytes > max.bytes)
