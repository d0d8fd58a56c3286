import { LRUCache } from 'lru-cache'
import { stateKey, type Company } from '#server/accounts/index.ts'
import type { Services } from './services.ts'

const REMEMBERED_MAX = 10_000
/** Of what answers hold, all together. */
const ROWS_REMEMBERED_MAX = 500_000

/**
 * Remembers what a reader finds out about a version of a company, which never changes. What was asked longest ago is
 * forgotten first, so somebody who reads an old version takes nothing from those who read the newest. `rowsOf` says how large
 * an answer is, where it grows with the company. What else is asked is part of the question, as JSON has it.
 */
export function perVersion<T, Asked extends readonly unknown[] = []>(
  read: (services: Services, company: Company, ...asked: Asked) => Promise<T>,
  rowsOf: (answer: T) => number = () => 1,
): (services: Services, company: Company, ...asked: Asked) => Promise<T> {
  const remembered = new LRUCache<string, Promise<T>>({ max: REMEMBERED_MAX, maxSize: ROWS_REMEMBERED_MAX })
  return (services, company, ...asked) => {
    const key = asked.length === 0 ? stateKey(company) : `${stateKey(company)} ${JSON.stringify(asked)}`
    const known = remembered.get(key)
    if (known) return known
    const found = read(services, company, ...asked)
    remembered.set(key, found, { size: 1 })
    found.then(
      (answer) => {
        const size = rowsOf(answer)
        if (size <= 1) return
        // One that is set again would keep the size that it had.
        remembered.delete(key)
        remembered.set(key, found, { size })
      },
      () => remembered.delete(key),
    )
    return found
  }
}

/** What is being read, and how many wait for it. */
interface Reading {
  ending: AbortController
  waiting: number
}

/**
 * The same of what takes its time: it is given up when all who wait for it are. Who has no signal waits to its end.
 */
export function perVersionWhileAsked<T, Asked extends readonly unknown[] = []>(
  read: (services: Services, company: Company, signal: AbortSignal, ...asked: Asked) => Promise<T>,
  rowsOf?: (answer: T) => number,
): (services: Services, company: Company, signal: AbortSignal | undefined, ...asked: Asked) => Promise<T> {
  const readings = new WeakMap<Promise<T>, Reading>()
  const remembered = perVersion<T, Asked>((services, company, ...asked) => {
    const ending = new AbortController()
    const answer = read(services, company, ending.signal, ...asked)
    readings.set(answer, { ending, waiting: 0 })
    return answer
  }, rowsOf)
  return async (services, company, signal, ...asked) => {
    for (;;) {
      signal?.throwIfAborted()
      const answer = remembered(services, company, ...asked)
      const reading = readings.get(answer)!
      const leave = () => {
        if (--reading.waiting === 0) reading.ending.abort(signal?.reason)
      }
      reading.waiting++
      signal?.addEventListener('abort', leave, { once: true })
      try {
        return await answer
      } catch (error) {
        // The others gave it up just when this one came.
        if (!reading.ending.signal.aborted || signal?.aborted) throw error
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    }
  }
}
