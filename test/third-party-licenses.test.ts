import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { thirdPartyLicenses } from '#scripts/third-party-licenses.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = thirdPartyLicenses(root, [
  `${root}node_modules/react-dom/client.js`,
  `${root}node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2`,
  `${root}web/main.tsx`,
])
const titles = text.split('\n').filter((line) => /^\S+ \d+\.\d+\.\S+ \(.+\)$/.test(line))

test('what is in the pages and what the server needs is named, with version and licence', () => {
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const [name, version] of Object.entries(dependencies))
    expect(titles.filter((title) => title.startsWith(`${name} ${version} (`))).toHaveLength(1)
  expect(titles).toContainEqual(expect.stringMatching(/^react-dom \S+ \(MIT\)$/))
  expect(titles).toContainEqual(expect.stringMatching(/^@fontsource-variable\/geist-mono \S+ \(OFL-1\.1\)$/))
})

test('tools that do not ship are left out', () => {
  for (const tool of ['vite', 'vitest', 'playwright-core'])
    expect(titles.filter((title) => title.startsWith(`${tool} `))).toEqual([])
})

test('every licence is there with its words, also where the package left them out', () => {
  expect(titles.filter((title) => title.includes('no licence named'))).toEqual([])
  expect(text).toContain('SIL OPEN FONT LICENSE')
  expect(text).not.toMatch(/^Licensed under \S+\.$/m)
  const parts = text.split(/^={80}$/m).slice(1)
  expect(parts.filter((part) => part.length < 400)).toEqual([])
})

test('nothing is told of the machine on which it was made', () => {
  expect(text).not.toContain(root)
  expect(text).not.toMatch(/registry\./)
})
