import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flushDirectory } from '#server/files/flush-directory.ts'
import { Refused } from './failures.ts'

const NAME = 'restore-unfinished'

/** From here until `restoreFinished` nothing may open the data directory but another restore. */
export async function restoreBegins(dataDir: string, backup: string): Promise<void> {
  const file = await open(join(dataDir, NAME), 'w', 0o600)
  try {
    await file.writeFile(`${backup}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await flushDirectory(dataDir)
}

export async function restoreFinished(dataDir: string): Promise<void> {
  await rm(join(dataDir, NAME), { force: true })
  await flushDirectory(dataDir)
}

/** The backup that a restore was taking when it was cut off. */
export async function unfinishedRestore(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, NAME), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Half-restored numbers are wrong numbers. */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  const backup = await unfinishedRestore(dataDir)
  if (backup === undefined) return
  throw new Refused(
    `A restore into ${dataDir} did not come to its end. Run it again: sextant restore ${backup}`,
  )
}
