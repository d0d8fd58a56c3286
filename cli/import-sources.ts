import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UsageError, lineOf } from './failures.ts'

export interface ImportSource {
  /** As it was given, to name it in messages. */
  path: string
  fileName: string
  /** From the beginning, at every call. */
  open: () => Readable
}

export const STANDARD_INPUT = '-'

/**
 * The files that arguments mean: a file, the files that lie directly in a directory (by name; none that begin with a
 * dot), standard input for `-`. What is read from standard input lies in a file until the disposal, because an upload
 * may have to be begun again.
 */
export async function importSources(
  paths: readonly string[],
  { name, signal }: { name: string | undefined; signal: AbortSignal },
): Promise<{ sources: ImportSource[] } & AsyncDisposable> {
  if (paths.filter((path) => path === STANDARD_INPUT).length > 1)
    throw new UsageError('Standard input (-) can be read once.')
  if (name !== undefined && !paths.includes(STANDARD_INPUT))
    throw new UsageError('--name is for standard input (-); files have a name.')
  const files = (await Promise.all(paths.map(filesAt))).flat()
  const spool = paths.includes(STANDARD_INPUT) ? await mkdtemp(join(tmpdir(), 'sextant-')) : undefined
  const stack = { [Symbol.asyncDispose]: async () => void (spool && (await rm(spool, { recursive: true }))) }
  try {
    const input = spool && join(spool, 'input')
    if (input) await pipeline(process.stdin, createWriteStream(input, { mode: 0o600 }), { signal })
    const sources = files.map((path) =>
      path === STANDARD_INPUT
        ? { path: 'standard input', fileName: name ?? 'standard-input', open: () => createReadStream(input!) }
        : { path, fileName: basename(path), open: () => createReadStream(path) },
    )
    return { sources, ...stack }
  } catch (error) {
    await stack[Symbol.asyncDispose]()
    throw error
  }
}

async function filesAt(path: string): Promise<string[]> {
  if (path === STANDARD_INPUT) return [path]
  const found = await stat(path).catch((error: unknown) => {
    throw new UsageError(lineOf(error))
  })
  if (found.isFile()) return [path]
  if (!found.isDirectory()) throw new UsageError(`${path} is neither a file nor a directory.`)
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
  if (names.length === 0)
    throw new UsageError(`There is no file in ${path}. Directories within it are not read.`)
  return names.toSorted().map((file) => join(path, file))
}
