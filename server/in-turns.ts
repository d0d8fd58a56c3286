import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Works through a list one after the other, and yields to the event loop now and then.
 * @throws the signal's reason, as soon as it is aborted
 */
export async function inTurns<T, R>(
  many: readonly T[],
  signal: AbortSignal | undefined,
  work: (one: T) => R | Promise<R>,
  { every = 1 } = {},
): Promise<R[]> {
  const done: R[] = []
  for (const one of many) {
    signal?.throwIfAborted()
    const result = work(one)
    done.push(result instanceof Promise ? await result : result)
    if (done.length % every === 0) await nextTurn()
  }
  return done
}
