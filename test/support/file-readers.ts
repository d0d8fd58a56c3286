/** The processes in which a server opens files, found as the system knows them. Linux only. */
import { readdirSync, readFileSync } from 'node:fs'

/** Process ids of the readers of files that a process has started. */
export function fileReadersOf(pid: number = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        // The name of a program may hold brackets and blanks; what follows the last one does not.
        const parent = Number(
          readFileSync(`/proc/${name}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ')[1],
        )
        return parent === pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('file-reader')
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Waits until the process has a reader, and gives its id. */
export async function fileReaderOf(
  pid: number = process.pid,
  besides: readonly number[] = [],
): Promise<number> {
  for (;;) {
    const found = fileReadersOf(pid).find((reader) => !besides.includes(reader))
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
