/**
 * Set up before all tests: programs that tests start in processes of their own, bundled as the build bundles ours. A process
 * that loads hundreds of modules, each taken from its source, takes seconds for it.
 */
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
// @ts-expect-error: plain Node, run before there is a compiler.
import { bundleServer } from '#scripts/bundle-server.mjs'
// @ts-expect-error: plain Node, run before there is a compiler.
import { isAlive, root } from '#scripts/prepare.mjs'

const PLACE = 'SEXTANT_TEST_PROGRAMS'
const SOURCES = [
  'server/reading/file-reader.ts',
  'test/support/server-process.ts',
  'test/support/sync-process.ts',
]

export default async function bundlePrograms(): Promise<(() => Promise<void>) | undefined> {
  // Projects that run together share them.
  if (process.env[PLACE]) return undefined
  const cache = join(root, 'node_modules/.cache/sextant')
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache)) {
    // A run that was killed could not remove its own.
    const pid = /^programs-(\d+)-/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(cache, name), { recursive: true, force: true })
  }
  const place = await mkdtemp(join(cache, `programs-${process.pid}-`))
  await bundleServer(
    Object.fromEntries(SOURCES.map((source) => [basename(source, '.ts'), join(root, source)])),
    join(place, 'server'),
  )
  // Where a built program looks for the files of the browser.
  await symlink(join(root, 'dist/web'), join(place, 'web'))
  process.env[PLACE] = place
  return () => rm(place, { recursive: true, force: true })
}

/** The bundle of a source; undefined where nobody made them, as in a benchmark. */
export function bundledProgram(source: string): string | undefined {
  const place = process.env[PLACE]
  return place && join(place, 'server', `${basename(source, '.ts')}.js`)
}
