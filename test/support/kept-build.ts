/** What is built from the sources of the app, made once for them and kept between runs. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
// @ts-expect-error: plain Node, run before there is a compiler.
import { root, sourcesHash } from '#scripts/prepare.mjs'

const FOLDER = join(root, 'node_modules/.cache/sextant')

/**
 * @param make writes the build into the folder that it is given
 * @returns the folder of the build
 */
export async function keptBuild(name: string, make: (outDir: string) => Promise<unknown>): Promise<string> {
  const kept = join(FOLDER, `${name}-${sourcesHash('web').slice(0, 16)}`)
  if (existsSync(kept)) return kept
  const unfinished = join(FOLDER, `unfinished-${randomUUID()}`)
  await make(unfinished)
  for (const older of await readdir(FOLDER)) {
    if (older.startsWith(`${name}-`)) await rm(join(FOLDER, older), { recursive: true, force: true })
  }
  // Another process may have been as quick.
  await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true, force: true }))
  return kept
}
