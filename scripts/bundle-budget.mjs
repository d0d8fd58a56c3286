// How much JavaScript a first visit loads, by the manifest that the build writes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** In kB of 1000 bytes, compressed with gzip. */
export const BUDGETS = [
  { name: 'the shell', limitKb: 150, entries: ['index.html'] },
  {
    name: 'the first dashboard',
    limitKb: 250,
    entries: ['index.html', 'features/profit-and-loss/TransactionPage.tsx'],
  },
]
const LARGEST_SHOWN = 5

/**
 * What each budget's entries load before anything can be seen: their files and what those import statically.
 * @param {Record<string, { file: string, name?: string, imports?: string[] }>} manifest
 * @param {(file: string) => number} sizeOf
 */
export function measureBudgets(manifest, sizeOf, budgets = BUDGETS) {
  return budgets.map(({ name, limitKb, entries }) => {
    const names = new Map()
    const take = (key) => {
      const chunk = manifest[key]
      if (!chunk) throw new Error(`The build has no "${key}": scripts/bundle-budget.mjs measures it.`)
      if (names.has(chunk.file)) return
      names.set(chunk.file, chunk.name ?? key)
      for (const imported of chunk.imports ?? []) take(imported)
    }
    for (const entry of entries) take(entry)
    const sizes = [...names]
      .map(([file, named]) => ({ file, named, bytes: sizeOf(file) }))
      .sort((a, b) => b.bytes - a.bytes)
    const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
    return { name, limitKb, bytes, sizes, isOver: bytes > limitKb * 1000 }
  })
}

/** One sentence per budget; of one that is exceeded also the chunks that weigh most. */
export function budgetText({ name, limitKb, bytes, sizes, isOver }) {
  const text = `JavaScript of ${name}: ${kb(bytes)} of ${limitKb} kB`
  if (!isOver) return text
  const largest = sizes
    .slice(0, LARGEST_SHOWN)
    .map(({ file, named, bytes: size }) => `  ${kb(size)} kB  ${named} (${file})`)
  return [`${text}: too much. Load what is rarely used with import(). The largest:`, ...largest].join('\n')
}

const kb = (bytes) => (bytes / 1000).toFixed(1)

/** Measures a build. */
export function measureBuild(directory) {
  const manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8'))
  return measureBudgets(manifest, (file) => gzipSync(readFileSync(join(directory, file))).length)
}
