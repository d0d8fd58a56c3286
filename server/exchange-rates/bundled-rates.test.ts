/** The rates that come with the product, and whether they are young enough for a release. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addDays } from '#contract/date-range.ts'
import { RATED_CURRENCY_CODES } from '#contract/currencies.ts'
import { bundled, PEGS } from './known-rates.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const newest = bundled().at(-1)!.day

/** A release brings rates that are not older. */
const AGE_AT_RELEASE_DAYS_MAX = 30

/** The newest release whose heading says its day, as `## 0.2.0 (2026-12-01)`, if its rates are too old. */
function outdatedRelease(changelog: string, newestDay: string): string | undefined {
  const [, version, day] = /^## (\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$/m.exec(changelog) ?? []
  return day !== undefined && addDays(newestDay, AGE_AT_RELEASE_DAYS_MAX) < day ? version : undefined
}

test('the documents say which days the bundled rates have', () => {
  const [, first, last] =
    /^\| `euro-reference-rates\.csv` \|.* (\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2}) \|/m.exec(
      read('server/data/README.md'),
    ) ?? []
  expect([first, last]).toEqual([bundled()[0]!.day, newest])
})

test('a release has rates that are young enough', () => {
  expect(
    outdatedRelease(read('CHANGELOG.md'), newest),
    'renew the bundled rates: server/data/README.md says how',
  ).toBe(undefined)
  const changelog = '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n## 0.1.0 (2026-01-01)\n'
  expect(outdatedRelease(changelog, '2026-11-01')).toBe(undefined)
  expect(outdatedRelease(changelog, '2026-10-31')).toBe('0.2.0')
})

test('of the currencies that costs can be in all but one have a source', () => {
  const sources = new Set([
    ...bundled().map(({ currency }) => currency),
    ...PEGS.map(({ currency }) => currency),
  ])
  expect(RATED_CURRENCY_CODES.filter((currency) => currency !== 'USD' && !sources.has(currency))).toEqual([
    'EGP',
  ])
})
