import { statfsSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'

/** PGlite's log grows by files of 16 MB. One that can't be made leaves it waiting for itself for ever. */
const ROOM_BYTES = 40_000_000

/** What only reads, or ends what was begun. */
const NEEDS_NONE = /^\s*(?:select|show|begin|commit|rollback|savepoint|release|set|listen|unlisten)\b/i

class NoRoom extends Error {
  readonly code = 'ENOSPC'
}

/** Bytes that may still be written on the disk of a directory. */
function freeBytesOn(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

type Statements = Pick<PGlite, 'query' | 'exec' | 'transaction'>

/** The same database, which refuses to write while its disk has no room for another file of its log. */
export function writingWithRoom(
  client: PGlite,
  directory: string,
  freeBytes: (directory: string) => number = freeBytesOn,
): PGlite {
  const check = (text: string) => {
    if (!NEEDS_NONE.test(text) && freeBytes(directory) < ROOM_BYTES)
      throw new NoRoom('There is too little room on the disk for the accounts to be written.')
  }
  const guarded = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value = Reflect.get(target, name, target) as unknown
        if (typeof value !== 'function') return value
        const method = value as (...given: unknown[]) => unknown
        if (name === 'query' || name === 'exec')
          return async (...given: unknown[]) => {
            check(given[0] as string)
            return method.apply(target, given)
          }
        if (name === 'transaction')
          return (work: (tx: Statements) => unknown, ...rest: unknown[]) =>
            method.call(target, (tx: Statements) => work(guarded(tx)), ...rest)
        return method.bind(target)
      },
    })
  return guarded(client)
}
