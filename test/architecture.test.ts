import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Which folders the files of a folder may import; `import type` is free. */
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  identity: [],
  amazon: ['contract'],
  web: ['contract'],
  server: ['contract', 'amazon'],
  cli: ['contract', 'server'],
  sandbox: ['contract', 'amazon'],
}

/** The one file that puts everything together. */
const MAY_ALSO_IMPORT: Record<string, string[]> = { 'server/main.ts': ['identity', 'sandbox'] }

/** Tests may use what stands in for the world around us. */
const TESTS_MAY_ALSO_IMPORT = ['test', 'identity', 'sandbox']

/** Folders that others enter only through their index.ts. */
const WITH_DOOR = ['amazon', 'identity', 'sandbox', 'server/analytics', 'server/accounts']

/** Folders whose subfolders do not know each other. */
const STRANGERS = ['server/features', 'web/features']

/** Folders that stand on everything else, and the files that enter them. */
const ON_TOP: Record<string, string[]> = { 'server/features': ['server/router.ts', 'server/http.ts'] }

/** Folders that share no code with anything: what agrees with them agrees with a second opinion. */
const ALONE = ['test/oracle']

const NAMES_THAT_SAY_NOTHING = ['utils', 'util', 'helpers', 'helper', 'common', 'types']

test('every import keeps to the layers, the doors and its own feature', () => {
  expect(sourceFiles().flatMap(({ path, text }) => importProblems(path, text))).toEqual([])
})

test('every file and folder is named after its subject', () => {
  expect(sourceFiles().flatMap(({ path }) => nameProblems(path))).toEqual([])
})

test('no test asks a real bank for exchange rates', () => {
  const opening = sourceFiles().filter(
    ({ path, text }) =>
      isInside(path, 'test') && /SEXTANT_DATA_DIR: (dataDir|join\(|place\b|this\.)/.test(text),
  )
  expect(opening.length).toBeGreaterThan(10)
  expect(opening.filter(({ text }) => !text.includes('SEXTANT_RATES_URL')).map(({ path }) => path)).toEqual(
    [],
  )
})

test('text becomes SQL in few places, all of which name what they are made of', () => {
  const composing = sourceFiles().filter(({ path, text }) => !isTest(path) && text.includes('sql.composed('))
  expect(composing.map(({ path }) => path)).toEqual([
    'server/ledger/derivation/settled-fees.ts',
    'server/ledger/derivation/unit-costs.ts',
    'server/metrics/facts/clicked.ts',
    'server/metrics/facts/next-release.ts',
    'server/metrics/lost/unreimbursed.ts',
    'server/metrics/stock-value/stock-between.ts',
    'server/metrics/stock-value/stock-lines.ts',
  ])
})

test('what people ask has their turns and limits, and not those of what writes', () => {
  const unlimited = sourceFiles().filter(
    ({ path, text }) =>
      !isTest(path) && isInside(path, 'server/features') && /\.(rows|command)[<(]/.test(text),
  )
  expect(unlimited.map(({ path }) => path)).toEqual([])
})

test('the files are really read', () => {
  const paths = sourceFiles().map(({ path }) => path)
  expect(paths).toContain('server/assets.ts')
  expect(paths).toContain('test/architecture.test.ts')
})

test.each([
  ['contract/money.ts', `import { x } from '#server/x.ts'`],
  ['identity/index.ts', `import { x } from '#contract/x.ts'`],
  ['web/main.tsx', `import { appRouter } from '#server/router.ts'`],
  ['web/main.tsx', `import { type AppRouter } from '#server/router.ts'`],
  ['web/main.tsx', `import {\n  a,\n  b as c,\n} from '#server/router.ts'`],
  ['web/main.tsx', `const page = lazy(() => import('#server/router.ts'))`],
  ['web/main.tsx', `import '#server/router.ts'`],
  ['web/main.tsx', `export * from '#server/router.ts'`],
  ['web/main.tsx', `export { a } from '#server/router.ts'`],
  ['server/context.ts', `import * as identity from '#identity/index.ts'`],
  ['server/main.ts', `import { cli } from '#cli/main.ts'`],
  ['server/main.ts', `import { pool } from '#identity/pool.ts'`],
  ['server/main.ts', `import { given } from '#test/support/given.ts'`],
  ['server/sync/job.ts', `import { parse } from '#amazon/reports/settlement.ts'`],
  ['server/sync/job.ts', `import { run } from '#server/analytics/run.ts'`],
  ['server/sync/job.ts', `import { run } from '../analytics/run.ts'`],
  ['server/sync/job.ts', `import { money } from '../../contract/money.ts'`],
  ['server/sync/job.ts', `import type { Money } from '../../contract/money.ts'`],
  ['server/analytics/run.ts', `import { db } from '#server/accounts/db.ts'`],
  ['server/features/a/procedures.ts', `import { b } from '#server/features/b/plan.ts'`],
  ['server/features/a/procedures.ts', `import { b } from '../b/plan.ts'`],
  ['server/features/a/a.server.test.ts', `import { app } from '#cli/main.ts'`],
  ['server/scheduled-mails/digest.ts', `import { alertsOf } from '#server/features/a/alerts.ts'`],
  ['server/metrics/answer.ts', `import { plan } from '../features/a/plan.ts'`],
  ['test/oracle/mapping.ts', `import { PNL_LINES } from '#contract/profit-and-loss-lines.ts'`],
  ['test/oracle/mapping.ts', `import type { Company } from '../support/server.ts'`],
])('the check refuses, in %s: %s', (path, text) => {
  expect(importProblems(path, text)).toHaveLength(1)
})

test.each([
  ['web/main.tsx', `import type { AppRouter } from '#server/router.ts'`],
  ['web/main.tsx', `import type {\n  AppRouter,\n} from '#server/router.ts'`],
  ['web/main.tsx', `export type { AppRouter } from '#server/router.ts'`],
  ['web/main.tsx', `type Router = typeof import('#server/router.ts')`],
  ['web/main.tsx', `import { money } from '#contract/money.ts'\nimport { Table } from './ui/Table.tsx'`],
  ['web/main.tsx', `// import { appRouter } from '#server/router.ts'`],
  ['web/main.tsx', `/*\nimport { appRouter } from '#server/router.ts'\n*/`],
  ['web/main.tsx', `import react from 'react'\nexport const text = 'taken from "#server/router.ts"'`],
  ['server/main.ts', `import { pool } from '#identity/index.ts'\nimport { shops } from '#sandbox/index.ts'`],
  ['server/sync/job.ts', `import { run } from '#server/analytics/index.ts'`],
  ['server/analytics/run.ts', `import { sql } from './sql.ts'\nimport { file } from '#server/assets.ts'`],
  ['server/analytics/schema/load.ts', `import { sql } from '../sql.ts'`],
  ['server/router.ts', `import { a } from '#server/features/a/procedures.ts'`],
  ['server/features/a/procedures.ts', `import { plan } from './plan.ts'`],
  ['server/features/a/a.server.test.ts', `import { startServer } from '#test/support/server.ts'`],
  ['test/oracle/mapping.ts', `import type { Cells } from './raw-files.ts'`],
])('the check lets pass, in %s: %s', (path, text) => {
  expect(importProblems(path, text)).toEqual([])
})

test('the check knows good names from bad ones', () => {
  const good = [
    'web/ui/PnlTable.tsx',
    'web/main.tsx',
    'server/a/plan-of-day.test.ts',
    'server/schema/0001-x.ts',
  ]
  const bad = ['server/PnlTable.ts', 'server/snake_case.ts', 'web/utils.ts', 'web/utils/a.ts', 'web/Ui/a.ts']
  expect(good.flatMap(nameProblems)).toEqual([])
  expect(bad.filter((path) => nameProblems(path).length !== 1)).toEqual([])
})

function importProblems(path: string, text: string): string[] {
  return importsOf(text).flatMap((found) => {
    const problem = importProblem(path, found)
    return problem ? [`${path} imports ${found.from}: ${problem}`] : []
  })
}

function importProblem(path: string, { from, typeOnly }: Import): string | undefined {
  const target = targetOf(path, from)
  if (target === undefined) return undefined
  const [home, other] = [topFolder(path), topFolder(target)]
  if (from.startsWith('.') && home !== other) return `another top folder is written #${target}`
  const alone = ALONE.find((folder) => isInside(path, folder))
  if (alone && !isInside(target, alone)) return `${alone}/ shares no code with anything`
  if (typeOnly || !(home in MAY_IMPORT)) return undefined

  const allowed = [
    home,
    ...MAY_IMPORT[home]!,
    ...(MAY_ALSO_IMPORT[path] ?? []),
    ...(isTest(path) ? TESTS_MAY_ALSO_IMPORT : []),
  ]
  if (!allowed.includes(other)) return `${home}/ may not import ${other}/`

  const closed = WITH_DOOR.find((folder) => isInside(target, folder) && !isInside(path, folder))
  if (closed && target !== `${closed}/index.ts`) return `the door is #${closed}/index.ts`

  const top = Object.entries(ON_TOP).find(
    ([folder, entries]) => isInside(target, folder) && !isInside(path, folder) && !entries.includes(path),
  )
  if (top && !isTest(path))
    return `${top[1].join(' and ')} alone enter ${top[0]}/; what others need moves down`

  const stranger = STRANGERS.find((folder) => isInside(path, folder) && isInside(target, folder))
  if (stranger && partBelow(stranger, path) !== partBelow(stranger, target)) {
    return 'features do not import each other; what two need moves down'
  }
  return undefined
}

interface Import {
  from: string
  typeOnly: boolean
}

/**
 * The import and re-export statements of a source that Prettier has formatted: each begins a line. One
 * whose names are all marked `type` still loads the file when it runs, so only `import type` is type-only.
 */
function importsOf(text: string): Import[] {
  const code = text.replace(/^\s*\/\*[^]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '')
  const statements = code.matchAll(
    /^[ \t]*(?:import|export)\s+(?<type>type\s+(?!from\b))?(?:[\w$*{},\s]+?\sfrom\s+)?['"](?<from>[^'"\n]+)['"]/gm,
  )
  const calls = code.matchAll(
    /(?<type>\btypeof\s+)?\b(?:import|require|require\.resolve)\(\s*['"`](?<from>[^'"`\n]+)['"`]/g,
  )
  return [...statements, ...calls].map(({ groups }) => ({
    from: groups!['from']!,
    typeOnly: groups!['type'] !== undefined,
  }))
}

/** The imported file by its path in the repository; nothing for a package. */
function targetOf(path: string, from: string): string | undefined {
  if (from.startsWith('#')) return from.slice(1)
  return from.startsWith('.') ? posix.join(posix.dirname(path), from) : undefined
}

function nameProblems(path: string): string[] {
  const folders = dirname(path).split('/')
  const file = basename(path)
  const subject = file.replace(/\..*$/, '')
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
  const problems = []
  if (!kebab.test(subject) && !(path.endsWith('.tsx') && /^[A-Z][A-Za-z0-9]*$/.test(subject))) {
    problems.push(`${path}: files are named like-this.ts, or LikeThis.tsx after their component`)
  }
  if (!folders.every((folder) => kebab.test(folder))) problems.push(`${path}: folders are named like-this`)
  if ([...folders, subject].some((name) => NAMES_THAT_SAY_NOTHING.includes(name))) {
    problems.push(`${path}: name the subject`)
  }
  return problems
}

function sourceFiles(): { path: string; text: string }[] {
  const root = fileURLToPath(new URL('..', import.meta.url))
  return [...Object.keys(MAY_IMPORT), 'test', 'scripts']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
        .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
    )
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

const topFolder = (path: string) => path.split('/')[0]!
const isInside = (path: string, folder: string) => path.startsWith(`${folder}/`)
const partBelow = (folder: string, path: string) => path.slice(folder.length + 1).split('/')[0]
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
