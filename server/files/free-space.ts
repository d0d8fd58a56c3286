import { statfs } from 'node:fs/promises'

/** Bytes that may still be written where a file or directory lies; the least of several places. */
export async function freeBytes(places: readonly string[]): Promise<number> {
  const free = await Promise.all(
    places.map(async (place) => {
      const { bavail, bsize } = await statfs(place)
      return bavail * bsize
    }),
  )
  return Math.min(...free)
}

/** How the system, PostgreSQL and ClickHouse say that there is no room left. */
const CODES = ['ENOSPC', 'EDQUOT', '53100', '243']
const WORDS = /no space left on device|disk quota exceeded|cannot reserve|not enough space/i

/** Whether a failure, or one of those that led to it, is a disk that is full. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (CODES.includes(String((at as NodeJS.ErrnoException).code)) || WORDS.test(at.message)) return true
  }
  return false
}
