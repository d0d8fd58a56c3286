// Bundles programs of the server, each with the assets that it reads beside it.
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** @param entryPoints by name, in the folder of which each is a file */
export async function bundleServer(entryPoints, outdir) {
  const { build } = await import('esbuild')
  await build({
    entryPoints,
    outdir,
    bundle: true,
    // A command that does not start the server should not load it: `await import()` stays lazy.
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    absWorkingDir: root,
    logLevel: 'warning',
  })
  for (const asset of JSON.parse(readFileSync(join(root, 'server/assets.json'), 'utf8'))) {
    const from = join(root, asset)
    if (existsSync(from)) cpSync(from, join(outdir, 'assets', asset), { recursive: true })
  }
}
