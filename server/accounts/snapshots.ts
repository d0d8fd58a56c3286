import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { databaseState, dumpDatabase, dumpedState } from './dump.ts'
import type { Db, Logger } from './open.ts'

const HOUR_MS = 3_600_000
const KEPT = 24

export interface Snapshots {
  /** Writes a consistent copy that is flushed to the disk, and returns its file. Undefined where the engine needs none. */
  snapshot: () => Promise<string | undefined>
  /** From now on a snapshot is written every hour in which something changed. */
  startHourlySnapshots: (everyMs?: number) => void
}

type StoppableSnapshots = Snapshots & { stop: () => Promise<void> }

/** PostgreSQL flushes by itself, and what lives in memory is not meant to last. */
export const noSnapshots: StoppableSnapshots = {
  snapshot: () => Promise.resolve(undefined),
  startHourlySnapshots: () => {},
  stop: () => Promise.resolve(),
}

/** PGlite survives the death of its process but not that of the machine: it never flushes. These copies do. */
export function snapshotsInto(directory: string, db: Db, logger: Logger): StoppableSnapshots {
  let written: string | undefined // the state that the newest snapshot holds
  let busy: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = busy.then(work)
    busy = result.catch(() => {})
    return result
  }

  async function write(): Promise<string> {
    const [newest] = await listSnapshots(directory)
    const file = join(directory, nameAfter(newest && basename(newest)))
    written = (await dumpDatabase(db, file)).state
    const outdated = (await listSnapshots(directory)).slice(KEPT)
    for (const old of outdated) await rm(old, { force: true })
    return file
  }

  async function writeIfChanged(): Promise<void> {
    written ??= await newestState(directory, logger)
    if (written !== (await databaseState(db))) await write()
  }

  return {
    snapshot: () => inTurn(write),
    startHourlySnapshots(everyMs = HOUR_MS) {
      timer ??= setInterval(() => {
        inTurn(writeIfChanged).catch((error: unknown) =>
          logger.warn(`The hourly snapshot of the accounts failed: ${String(error)}`),
        )
      }, everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      await inTurn(writeIfChanged)
    },
  }
}

const nameOf = (at: string): string => `accounts-${at.replaceAll(':', '-')}.jsonl.gz`

/** The name of now. After a clock that was ahead it is one that sorts behind the newest: what is older is removed. */
function nameAfter(newest: string | undefined): string {
  const now = nameOf(new Date().toISOString())
  if (newest === undefined || newest < now) return now
  const [, day, hours, rest] = /^accounts-(.{10})T(\d\d)-(\d\d-.+Z)/.exec(newest) ?? []
  const at = Date.parse(`${day}T${hours}:${rest?.replace('-', ':')}`)
  return Number.isNaN(at) ? now : nameOf(new Date(at + 1).toISOString())
}

/** Newest first. */
export async function listSnapshots(directory: string): Promise<string[]> {
  await mkdir(directory, { recursive: true })
  const names = (await readdir(directory)).filter((name) => /^accounts-.*\.jsonl\.gz$/.test(name))
  return names
    .sort()
    .reverse()
    .map((name) => join(directory, name))
}

async function newestState(directory: string, logger: Logger): Promise<string | undefined> {
  const [newest] = await listSnapshots(directory)
  if (!newest) return undefined
  return dumpedState(newest).catch((error: unknown) => {
    logger.warn(String(error))
    return undefined
  })
}
