// What the build of the pages makes beside them: the licences of what is in them, and the service worker.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'vite'
import { thirdPartyLicenses } from './third-party-licenses.ts'

/** Writes `third-party-licenses.txt`. */
export function licensesFile(root: string): Plugin {
  return {
    name: 'sextant:licenses',
    apply: 'build',
    generateBundle(_, bundle) {
      const inChunks = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : [],
      )
      // Styles, fonts and pictures are modules that end up in no chunk.
      const beside = [...this.getModuleIds()].filter((id) => /\.(css|svg|woff2)(\?|$)/.test(id))
      this.emitFile({
        type: 'asset',
        fileName: 'third-party-licenses.txt',
        source: thirdPartyLicenses(root, [...inChunks, ...beside]),
      })
    },
  }
}

/** Files that the app cannot open without; letters of other scripts and flags are kept when they are first shown. */
const KEPT_AT_ONCE = /^\/assets\/.*(?:\.js|\.css|-latin-(?:wdth|wght)-normal-[^/]*\.woff2)$/
const BESIDE_ASSETS = /^\/[^/]*\.(?:html|js|svg|png|webmanifest)$/

/** Writes `sw.js`, which knows every file of the build. */
export function serviceWorkerFile(root: string, serverPaths: readonly string[]): Plugin {
  let directory: string
  return {
    name: 'sextant:service-worker',
    apply: 'build',
    configResolved(config) {
      directory = config.build.outDir
    },
    // The page itself and what lies in public/ are written last.
    async closeBundle() {
      const files = readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `/${relative(directory, join(entry.parentPath, entry.name)).replaceAll('\\', '/')}`)
        .filter((file) => file !== '/sw.js' && (KEPT_AT_ONCE.test(file) || BESIDE_ASSETS.test(file)))
        .sort()
      const hash = createHash('sha256')
      for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(directory, file)))
      const version = hash.digest('hex').slice(0, 16)
      const { outputFiles } = await build({
        entryPoints: [join(root, 'web/service-worker/service-worker.ts')],
        define: { BUILD: JSON.stringify({ version, files, serverPaths }) },
        bundle: true,
        write: false,
        minify: true,
        target: 'es2022',
        legalComments: 'none',
      })
      writeFileSync(join(directory, 'sw.js'), outputFiles[0]!.contents)
    },
  }
}
