/** Tables in the documents that must say the same as the code. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FACTS } from '#amazon/index.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('docs/facts-file.md has the tables and columns of the facts, in their order', () => {
  const sections = read('docs/facts-file.md').split(/^### /m).slice(1)
  const documented = sections.flatMap((section) => {
    const name = section.slice(0, section.indexOf('\n')).trim()
    const columns = [...section.matchAll(/^\| \*{0,2}([a-z0-9_]+)\*{0,2} \| ([a-z]+) \|$/gm)]
    return name === 'company'
      ? []
      : [[name, columns.slice(1).map(([, column, reading]) => [column, reading])]]
  })
  expect(documented).toEqual(
    Object.entries(FACTS).map(([table, columns]) => [table, Object.entries(columns)]),
  )
})

test('docs/self-hosting.md has every variable that is read, and no other', () => {
  const inCode = new Set(read('server/config.ts').match(/SEXTANT_[A-Z_]+/g))
  const documented = new Set(
    [...read('docs/self-hosting.md').matchAll(/^\| `(SEXTANT_[A-Z_]+)` \|/gm)].map(([, name]) => name!),
  )
  expect([...documented].toSorted()).toEqual([...inCode].toSorted())
})
