import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PassThrough, Readable } from 'node:stream'
import { RawFileMissing, type RawFiles, type ReceivedFile } from './raw-files.ts'
import {
  checkedHash,
  checkedId,
  FORMS,
  hashOfStoredName,
  kept,
  putWhile,
  restored,
  stage,
  storedName,
  type Form,
} from './staging.ts'
import { flushDirectory } from './flush-directory.ts'

const DAY_MS = 86_400_000

/** `<directory>/<company>/<sha256>.gz`; what is still being written lies in `<directory>/.unfinished`. */
export async function openDirectoryFiles(directory: string): Promise<RawFiles> {
  const unfinished = join(directory, '.unfinished')
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await removeAbandoned(unfinished)

  const folderOf = (companyId: string) => join(directory, checkedId(companyId))

  async function receive(
    companyId: string,
    source: Readable,
    options: { signal?: AbortSignal | undefined; copy?: PassThrough },
  ): Promise<ReceivedFile> {
    const folder = folderOf(companyId)
    const staged = join(unfinished, randomUUID())
    const { sha256, bytes, form } = await stage(source, staged, options)
    const path = join(folder, storedName(sha256, form))
    return {
      sha256,
      bytes,
      async keep() {
        if (await exists(path)) return
        const created = await mkdir(folder, { recursive: true, mode: 0o700 })
        await rename(staged, path)
        await flushDirectory(folder)
        if (created) await flushDirectory(directory)
      },
      [Symbol.asyncDispose]: () => rm(staged, { force: true }),
    }
  }

  async function find(companyId: string, sha256: string): Promise<{ path: string; form: Form } | undefined> {
    for (const form of FORMS) {
      const path = join(folderOf(companyId), storedName(checkedHash(sha256), form))
      if (await exists(path)) return { path, form }
    }
    return undefined
  }

  return {
    receive: (companyId, source, { signal } = {}) => receive(companyId, source, { signal }),
    put: (companyId, source, { signal } = {}) => kept(receive(companyId, source, { signal })),
    putWhile: (companyId, source, { signal } = {}) =>
      putWhile((copy) => kept(receive(companyId, source, { signal, copy }))),
    async open(companyId, sha256) {
      const found = await find(companyId, sha256)
      if (!found) throw new RawFileMissing(companyId, sha256)
      return restored(createReadStream(found.path, { highWaterMark: 1 << 18 }), found.form)
    },
    has: async (companyId, sha256) => (await find(companyId, sha256)) !== undefined,
    async list(companyId) {
      const names = await readdir(folderOf(companyId)).catch(noneIfMissing)
      return names.flatMap((name) => hashOfStoredName(name) ?? []).sort()
    },
    async remove(companyId, sha256) {
      const found = await find(companyId, sha256)
      if (!found) return
      await rm(found.path, { force: true })
      await flushDirectory(folderOf(companyId))
    },
    async delete(companyId) {
      await rm(folderOf(companyId), { recursive: true, force: true })
      await flushDirectory(directory)
    },
  }
}

/** A process that was killed left them. Younger ones may belong to another process that is writing now. */
async function removeAbandoned(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - DAY_MS) await rm(path, { force: true })
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error
  return []
}
