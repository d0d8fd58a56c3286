import { open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { AccountsError } from './accounts-error.ts'
import { flushDirectory } from '#server/files/flush-directory.ts'
import { dumpDatabase, loadDump } from './dump.ts'
import { openAccounts, type Accounts, type Db } from './open.ts'

/** Writes everything to one file, which `restoreAccounts` takes on either engine; hourly snapshots are such files too. */
export const dumpAccounts = async (accounts: Accounts, file: string): Promise<{ rows: number }> => {
  const { rows } = await dumpDatabase(accounts.db, file)
  return { rows }
}

/**
 * Fills a store from a dump. A store that has companies is refused unless it may be replaced; a damaged PGlite
 * directory is then put aside, not deleted. Companies deleted here since stay deleted. No other process may use the store.
 */
export async function restoreAccounts({
  dataDir,
  databaseUrl,
  file,
  replace = false,
  prepare = async () => {},
}: {
  dataDir: string
  databaseUrl?: string | undefined
  file: string
  replace?: boolean
  /** Makes what the dump holds beside our own tables. */
  prepare?: (db: Db) => Promise<void>
}): Promise<{ rows: number }> {
  const accounts = await openAccounts({ dataDir, databaseUrl }).catch(async (error: unknown) => {
    if (databaseUrl || !replace || !(error instanceof AccountsError)) throw error
    const damaged = join(dataDir, 'accounts')
    await rename(damaged, `${damaged}-damaged-${new Date().toISOString().replaceAll(':', '-')}`)
    return openAccounts({ dataDir })
  })
  let restored: { rows: number }
  try {
    await prepare(accounts.db)
    restored = await loadDump(accounts.db, file, { replace })
  } finally {
    await accounts.close()
  }
  if (accounts.engine === 'pglite') await flushTree(join(dataDir, 'accounts'))
  return restored
}

/** PGlite leaves it to the operating system when its files reach the disk; what was restored should be there now. */
async function flushTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await flushTree(path)
    else if (entry.isFile()) {
      const file = await open(path, 'r+')
      try {
        await file.sync()
      } finally {
        await file.close()
      }
    }
  }
  await flushDirectory(directory)
}
