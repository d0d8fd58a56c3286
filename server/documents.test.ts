/** Tables in the documents that must say the same as the code. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FACTS } from '#amazon/index.ts'
import { SETTINGS, settingsTable } from './settings.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** What a facts file says of a company beside its facts. */
const NO_FACTS = new Set(['company', 'seller_accounts', 'targets, weekly_notes and annotations'])

test('docs/facts-file.md has the tables and columns of the facts, in their order', () => {
  const sections = read('docs/facts-file.md').split(/^### /m).slice(1)
  const documented = sections.flatMap((section) => {
    const name = section.slice(0, section.indexOf('\n')).trim()
    const columns = [...section.matchAll(/^\| \*{0,2}([a-z0-9_]+)\*{0,2} \| ([a-z]+) \|$/gm)]
    return NO_FACTS.has(name)
      ? []
      : [[name, columns.slice(1).map(([, column, reading]) => [column, reading])]]
  })
  expect(documented).toEqual(
    Object.entries(FACTS).map(([table, columns]) => [table, Object.entries(columns)]),
  )
})

// After a change of server/settings.ts, `npx vitest run --update server/documents.test.ts` writes the table anew.
test('docs/self-hosting.md has the table of the settings', async () => {
  const page = read('docs/self-hosting.md')
  const [before, after] = [/^[^]*<!-- from server\/settings.ts -->/, /<!-- end -->[^]*$/].map(
    (part) => part.exec(page)?.[0],
  )
  await expect(`${before}\n\n${settingsTable()}\n\n${after}`).toMatchFileSnapshot('../docs/self-hosting.md')
})

test('compose.yaml hands every setting on that the container does not decide', () => {
  const decided = ['SEXTANT_PORT', 'SEXTANT_DATA_DIR', 'SEXTANT_DEMO', 'SEXTANT_AMAZON_SANDBOX_PORT']
  const [container = ''] = /^    environment: &environment\n(?: {6}.*\n)+/m.exec(read('compose.yaml')) ?? []
  const handedOn = [...container.matchAll(/^ {6}(SEXTANT_\w+):/gm)].map(([, name]) => name)
  expect(new Set([...handedOn, ...decided])).toEqual(new Set(Object.keys(SETTINGS)))
})
