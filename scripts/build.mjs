// Builds into dist/ the parts whose sources changed: the browser's files and the program.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { budgetText, measureBuild } from './bundle-budget.mjs'
import { ensureInstalled, fail, root, say, sourcesHash, staleParts, stampFile, withLock } from './prepare.mjs'

const BUILDERS = { web: buildWeb, server: buildServer }

await ensureInstalled()
await withLock(async () => {
  mkdirSync(join(root, 'dist'), { recursive: true })
  for (const part of staleParts()) {
    const started = performance.now()
    // Taken before building: what is edited meanwhile belongs to the next build.
    const hash = sourcesHash(part)
    rmSync(stampFile(part), { force: true })
    await BUILDERS[part]()
    writeFileSync(stampFile(part), hash)
    say(`Built ${part} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
})

async function buildWeb() {
  if (!existsSync(join(root, 'web/index.html'))) return say('Nothing to build in web/')
  const { build } = await import('vite')
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  const measured = measureBuild(join(root, 'dist/web'))
  for (const budget of measured) say(budgetText(budget))
  if (measured.some(({ isOver }) => isOver)) fail('The build loads too much at once.')
}

async function buildServer() {
  const entry = join(root, 'cli/main.ts')
  const outdir = join(root, 'dist/server')
  if (!existsSync(entry)) return say('Nothing to build in cli/')
  rmSync(outdir, { recursive: true, force: true })
  const { build } = await import('esbuild')
  await build({
    entryPoints: { cli: entry, 'file-reader': join(root, 'server/reading/file-reader.ts') },
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
