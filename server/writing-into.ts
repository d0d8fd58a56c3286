import { sep } from 'node:path'
import { AppError } from './errors.ts'

/** Failures of a write into an open file name no path. */
const OF_WRITES = ['write', 'writev', 'fsync', 'close']

/**
 * Runs work that writes into a directory which the operator named. What the system refuses there is said of that directory:
 * it may lie on another disk than the installation. Throws `DIRECTORY_UNUSABLE` then.
 */
export async function writingInto<T>(directory: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { syscall, path } = error as NodeJS.ErrnoException
    const isThere =
      path === undefined
        ? OF_WRITES.includes(syscall ?? '')
        : [directory, `${directory}.part`].some((place) => path === place || path.startsWith(place + sep))
    if (!isThere) throw error
    const reason = `${directory} can't be written: ${(error as Error).message}`
    throw new AppError('DIRECTORY_UNUSABLE', { reason }, { cause: error as Error })
  }
}
