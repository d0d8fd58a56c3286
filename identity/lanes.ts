/** Runs work in so many lanes; the rest waits its turn. Undefined when so much waits that it is no use to join. */
export type Lanes = <T>(work: () => Promise<T>) => Promise<T> | undefined

/**
 * The arithmetic of sign-in and its many small writes share a process, and often one connection, with everything else.
 * A crowd at the door must not take either for itself: between two pieces of its work others have their turn.
 */
export function lanesFor(count: number, waitingMax: number): Lanes {
  let free = count
  const waiting: (() => void)[] = []
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) setImmediate(next)
      else free++
    }
  }
  return (work) => (free === 0 && waiting.length >= waitingMax ? undefined : run(work))
}
