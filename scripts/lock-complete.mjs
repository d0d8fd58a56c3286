// Completes package-lock.json: `node scripts/lock-complete.mjs` after every change of dependencies.
//
// npm leaves optional packages of other platforms out of the lock file when the package source in use
// does not serve them, and `npm ci` then refuses on the machines that would need them ("Missing: …
// from lock file"). Their name and version are known from the package that asks for them, so the
// entries can be written without seeing them; they carry no checksum.
//
// Safe to run again: it adds what is missing and drops addresses of the package source.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const LOCK_FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url))

/** Words in a package name and what npm calls the same thing. */
const SYSTEMS = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win32: 'win32',
  windows: 'win32',
  aix: 'aix',
}
/** In this order: "linux-arm" also stands in "linux-arm64". */
const PROCESSORS = {
  arm64: 'arm64',
  armv7: 'arm',
  'linux-arm': 'arm',
  'android-arm': 'arm',
  ia32: 'ia32',
  loong64: 'loong64',
  mips64el: 'mips64el',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
  x86_64: 'x64',
}

const lock = JSON.parse(readFileSync(LOCK_FILE, 'utf8'))
const added = []
for (const [place, entry] of Object.entries(lock.packages)) {
  delete entry.resolved
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(place, name)) continue
    const version = /^[~^]?(\d+\.\d+\.\d+\S*)$/.exec(range)?.[1]
    const platform = platformOf(name)
    if (!version || !platform) {
      console.warn(`left out, no version or platform to read: ${name}@${range} (wanted by ${place || 'us'})`)
      continue
    }
    lock.packages[placeFor(place, name)] = {
      version,
      ...(platform.cpu && { cpu: [platform.cpu] }),
      ...(entry.dev && { dev: true }),
      ...(platform.libc && { libc: [platform.libc] }),
      optional: true,
      ...(platform.os && { os: [platform.os] }),
    }
    added.push(`${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(LOCK_FILE, JSON.stringify(lock, null, 2) + '\n')
console.log(added.length > 0 ? `added ${added.length}: ${added.join(' ')}` : 'complete')

/** Looks where Node would: beside the package that asks, then in every folder above it. */
function isLocked(place, name) {
  for (let base = place; base; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${base}/node_modules/${name}`]) return true
  }
  return Boolean(lock.packages[`node_modules/${name}`])
}

/** The top folder; beside the asking package if another package already has that name there. */
function placeFor(place, name) {
  const top = `node_modules/${name}`
  return added.some((other) => other.startsWith(`${name}@`)) ? `${place}/${top}` : top
}

function platformOf(name) {
  const find = (table) => Object.entries(table).find(([word]) => name.includes(word))?.[1]
  const os = find(SYSTEMS)
  const cpu = find(PROCESSORS)
  if (!os && !cpu) return undefined
  const libc = name.includes('musl') ? 'musl' : /gnu(?!eabi)/.test(name) ? 'glibc' : undefined
  return { os, cpu, libc }
}
