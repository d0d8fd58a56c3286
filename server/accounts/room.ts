import { statfsSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'

/** PGlite's log grows by files of 16 MB. One that can't be made leaves it waiting for itself for ever. */
const ROOM_BYTES = 40_000_000

/** What only reads, or ends what was begun. */
const WRITES_NOTHING = /^\s*(?:select|show|begin|commit|rollback|savepoint|release|set|listen|unlisten)\b/i

class NoRoom extends Error {
  readonly code = 'ENOSPC'
}

/** Bytes that may still be written on the disk of a directory. */
function freeBytesOn(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

type Statements = Pick<PGlite, 'query' | 'exec' | 'transaction'>

/** Refuses to write while a directory's disk has no room for another file of the log. */
export function mustHaveRoom(
  directory: string,
  freeBytes: (directory: string) => number = freeBytesOn,
): void {
  if (freeBytes(directory) < ROOM_BYTES)
    throw new NoRoom('There is too little room on the disk for the accounts to be written.')
}

/** The same database; `begins` is called before each statement that may write, and may refuse it, `ended` after it. */
export function aroundWrites(
  client: PGlite,
  { begins, ended }: { begins: () => void; ended: () => void },
): PGlite {
  const around = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value = Reflect.get(target, name, target) as unknown
        if (typeof value !== 'function') return value
        const method = value as (...given: unknown[]) => unknown
        if (name === 'query' || name === 'exec')
          return async (...given: unknown[]) => {
            if (WRITES_NOTHING.test(given[0] as string)) return method.apply(target, given)
            begins()
            try {
              return await method.apply(target, given)
            } finally {
              ended()
            }
          }
        if (name === 'transaction')
          return (work: (tx: Statements) => unknown, ...rest: unknown[]) =>
            method.call(target, (tx: Statements) => work(around(tx)), ...rest)
        return method.bind(target)
      },
    })
  return around(client)
}
