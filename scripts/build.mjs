// Builds into dist/ the parts whose sources changed: the browser's files and the program.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleServer } from './bundle-server.mjs'
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
  await bundleServer({ cli: entry, 'file-reader': join(root, 'server/reading/file-reader.ts') }, outdir)
}
