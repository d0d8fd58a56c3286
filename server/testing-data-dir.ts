/** For tests: takes the data directories it is told to, one per line of standard input, and answers what came of it. */
import { createInterface } from 'node:readline'
import { DataDirInUse, lockDataDir, type DataDirLock } from './data-dir.ts'

let lock: DataDirLock | undefined
for await (const dataDir of createInterface({ input: process.stdin })) {
  await lock?.release()
  lock = undefined
  try {
    lock = await lockDataDir(dataDir)
    process.stdout.write('taken\n')
  } catch (error) {
    process.stdout.write(error instanceof DataDirInUse ? `in use by ${error.pid}\n` : `${String(error)}\n`)
  }
}
