import type { Asked } from './http.ts'

export type Failure = 429 | 500 | 'CUT'

export interface Failures {
  /** How many of the next requests. */
  count: number
  /** An answer of Amazon's own, or a connection that breaks in the middle of the answer, after the request had its effect. */
  how: Failure
  /** Only requests whose host and path, `api.amazon.com/auth/o2/token`, begin so. */
  at?: string
}

/** Requests that are to fail, in the order in which somebody said so. */
export class ExpectedFailures {
  #failures: Failures[] = []

  add(failures: Failures): void {
    this.#failures.push({ ...failures })
  }

  /** How this request is to fail; undefined where it is not. */
  take({ host, path }: Asked): Failure | undefined {
    const failing = this.#failures.find(({ at = '' }) => `${host}${path}`.startsWith(at))
    if (!failing) return undefined
    failing.count--
    this.#failures = this.#failures.filter(({ count }) => count > 0)
    return failing.how
  }
}
