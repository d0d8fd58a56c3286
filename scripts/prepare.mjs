// What every script does first. Plain Node without packages, because it runs before `npm ci`.
// Everything said here goes to standard error: standard output belongs to the command that follows.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The built program: the server and the command line are one file. */
export const cliFile = join(root, 'dist/server/cli.js')

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Sextant needs Node 20.19 or newer; this is ${process.version}.`)
}

export function say(text) {
  process.stderr.write(`${text}\n`)
}

export function fail(text) {
  say(text)
  process.exit(1)
}

/** The script a package runs as its command, started with this very Node instead of through a shell. */
export const tools = {
  knip: 'node_modules/knip/bin/knip.js',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  tsc: 'node_modules/typescript/bin/tsc',
  tsx: 'node_modules/tsx/dist/cli.mjs',
  vitest: 'node_modules/vitest/vitest.mjs',
}

/** Runs `npm ci` unless the packages that the lock file asks for are the ones installed. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await withLock(() => {
    if (isInstalled()) return
    say('Installing packages (about a minute) …')
    const npmScript = process.env.npm_execpath
    const [command, first] = npmScript?.endsWith('.js') ? [process.execPath, [npmScript]] : ['npm', []]
    // The tests and the build need the development packages, whatever the environment says.
    runQuietly(command, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      shell: process.platform === 'win32' && command === 'npm',
    })
  })
}

// npm notes what it installed as its last act, so a broken-off install counts as none, and a package
// added by hand with `npm install` does not cause a second one.
function isInstalled() {
  const note = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(note)) return false
  const wanted = readJson(join(root, 'package-lock.json')).packages
  const installed = readJson(note).packages
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    if (place === '') return true
    return installed[place] ? installed[place].version === version : optional === true
  })
}

const SOURCES = {
  web: ['web', 'contract', 'vite.config.ts', 'scripts/vite-plugins.ts', 'scripts/third-party-licenses.ts'],
  server: ['cli', 'server', 'contract', 'amazon', 'identity', 'sandbox'],
}
const ALL_PARTS_READ = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/bundle-budget.mjs',
  'scripts/bundle-server.mjs',
]

/** Builds what changed since the last build. */
export function ensureBuilt() {
  if (staleParts().length > 0) runQuietly(process.execPath, [join(root, 'scripts/build.mjs')])
}

export function staleParts() {
  return Object.keys(SOURCES).filter((part) => readIfThere(stampFile(part)) !== sourcesHash(part))
}

export const stampFile = (part) => join(root, `dist/.${part}-sources`)

export function sourcesHash(part) {
  const hash = createHash('sha256')
  for (const name of [...SOURCES[part], ...ALL_PARTS_READ]) {
    for (const file of filesUnder(name)) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesUnder(name) {
  const path = join(root, name)
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [name]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

/**
 * One preparation at a time in this checkout: two commands started together must not install or build
 * over each other. The lock of a process that is gone is taken over.
 */
export async function withLock(work) {
  const lockFile = join(root, 'dist/.lock')
  mkdirSync(dirname(lockFile), { recursive: true })
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isAlive(Number(readIfThere(lockFile) ?? 0))) rmSync(lockFile, { force: true })
    else {
      if (!waited) say('Waiting for another command that is preparing this folder …')
      await setTimeout(200)
    }
  }
  const release = () => rmSync(lockFile, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    release()
    process.removeListener('exit', release)
  }
}

/** Process 0 is our own group, so a lock file that is just being written counts as alive. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs a program to its end with its output on standard error; its failure is ours. */
export function runQuietly(command, args, options) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
  if (result.status === 0) return
  fail(`Failed: ${command} ${args.join(' ')}${result.error ? ` (${result.error.message})` : ''}`)
}

/** Runs one of our tools with its output where it belongs; without standard input, so nothing can ask. */
export function runTool(command, env) {
  const result = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  return result.status ?? 1
}

/** Becomes the built program: same process, so signals and the exit code need no passing on. */
export async function runSextant(args) {
  process.setSourceMapsEnabled(true)
  process.env.NODE_ENV ??= 'production'
  process.argv = [process.execPath, cliFile, ...args]
  await import(pathToFileURL(cliFile).href)
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
