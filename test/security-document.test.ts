/** `docs/security.md` names tests that show what it says: each of them is there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const document = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = document.split('\n').filter((line) => /^\| \d+\.\d+/.test(line))

const SHORT = new Map(
  Object.entries({
    sdk: 'test/identity-sdk.server.test.ts',
    amplify: 'test/identity-amplify.server.test.ts',
    hostile: 'test/identity-hostile.server.test.ts',
    masking: 'test/identity-masking.server.test.ts',
    older: 'test/identity-older-client.server.test.ts',
    screens: 'test/e2e/sign-in.e2e.test.ts',
    texts: 'test/e2e/sign-in-messages.e2e.test.ts',
    check: 'test/security-check.server.test.ts',
    people: 'test/cli/people.server.test.ts',
    headers: 'test/headers.server.test.ts',
    access: 'test/access.server.test.ts',
    calls: 'test/calls.server.test.ts',
  }),
)

/** Every test file that a row refers to, with the titles in quotation marks after it. */
function referencesIn(row: string): { file: string; titles: string[] }[] {
  return [...row.matchAll(/`([\w./-]+)`([^`]*)/g)].flatMap(([, name = '', after = '']) => {
    const ownPath = name.includes('/') ? name : `test/${name}`
    const file = SHORT.get(name) ?? (name.endsWith('.test.ts') ? ownPath : undefined)
    return file ? [{ file, titles: [...after.matchAll(/"([^"]+)"/g)].map(([, title]) => title!) }] : []
  })
}

const references = rows.flatMap(referencesIn)

test('the document is really read', () => {
  expect(rows.length).toBeGreaterThan(60)
  expect(references.filter(({ titles }) => titles.length > 0).length).toBeGreaterThan(40)
})

test.each(references)('$file $titles', ({ file, titles }) => {
  const directory = file.slice(0, file.lastIndexOf('/'))
  expect(readdirSync(join(root, directory))).toContain(file.slice(directory.length + 1))
  for (const title of titles.flatMap((text) => text.split(' … ')))
    expect([title, bodiesOf(file, title).some(asserts)]).toEqual([title, true])
})

/** What a row says about an address or a procedure is asserted there: one of its tests names it. */
const surfacesOf = (row: string): string[] =>
  [...row.matchAll(/`(\/[\w./-]+|[a-z]\w+\.[a-z]\w+)`/g)]
    .map(([, name]) => name!)
    .filter((name) => name.startsWith('/') || PROCEDURE.test(name))
const PROCEDURE = /^(audit|companies|imports|productMaster|profitAndLoss|session|threefinAdmin)\./

const claims = rows.flatMap((row) => surfacesOf(row).map((surface) => ({ row, surface })))

test('rows say where they hold', () => {
  expect(claims.length).toBeGreaterThan(10)
})

test.each(claims)('$surface: $row', ({ row, surface }) => {
  const bodies = referencesIn(row).flatMap(({ file, titles }) =>
    titles.flatMap((text) => text.split(' … ')).flatMap((title) => bodiesOf(file, title)),
  )
  expect(bodies.filter((body) => body.includes(surface) && asserts(body))).not.toEqual([])
})

/** The tests of a file whose title holds a text, each from its title to the next test. */
function bodiesOf(file: string, title: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  return source
    .split(/^(?= {0,4}(?:test|describe)\b)/m)
    .filter((body) => titlesIn(body).some((one) => one.includes(title)))
}

/** Tests in a browser assert by waiting for what has to come. */
const asserts = (body: string): boolean => /\b(?:expect|says|pressAndHear|waitFor\w*)\b/.test(body)

/** The first argument of a call of `test`, or the first cell of a row of its table. */
const titlesIn = (body: string): string[] =>
  [...body.matchAll(/[([]\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)/g)].map(
    ([, single, double, template]) => (single ?? double ?? template)!.replaceAll("\\'", "'"),
  )

test('every requirement has a test or a word', () => {
  expect(rows.filter((row) => (row.split('|')[2] ?? '').trim() === '')).toEqual([])
})
