import { spawn, execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const DEBIAN = '/usr/lib/postgresql'

export function findServerBinaries(): string | undefined {
  const installed = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const places = [
    process.env['SEXTANT_TEST_PG_BIN'],
    ...installed.map((release) => join(DEBIAN, release, 'bin')),
  ]
  return places.find((place) => place !== undefined && existsSync(join(place, 'initdb')))
}

export interface TestServer {
  urlOf: (database: string) => string
  /** Breaks all connections. What was stored stays for the next start. */
  stop(): Promise<void>
  start(): Promise<void>
}

/**
 * A throw-away PostgreSQL server that only a socket in a temporary directory reaches. A shell guards it: when this
 * process ends, however it ends, the shell's input closes, it stops its server and removes the directory.
 */
export async function startTestServer(): Promise<TestServer> {
  const bin = findServerBinaries()
  if (!bin) throw new Error('PostgreSQL is not installed.')
  const directory = await mkdtemp(join(tmpdir(), 'sextant-pg-'))
  // PostgreSQL refuses to run as root.
  const asServer: string[] = []
  if (process.getuid?.() === 0) {
    const id = (flag: string) => execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim()
    await chown(directory, Number(id('-u')), Number(id('-g')))
    asServer.push('setpriv', '--reuid', id('-u'), '--regid', id('-g'), '--clear-groups')
  }
  const script = `
    cd "$2" || exit 1
    start() {
      "$1/postgres" -D data -k "$2" -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=200 >>log 2>&1 </dev/null &
      server=$!
    }
    if "$1/initdb" -D data -A trust -U sextant --no-instructions --no-sync -E UTF8 --locale=C >log 2>&1; then
      start "$1" "$2"
      while read -r order; do
        if [ "$order" = start ]; then start "$1" "$2"; else kill -INT $server; wait $server; fi
      done
      kill -INT $server
      wait $server
    fi
    cd / && rm -rf "$2"`
  const [command, ...args] = [...asServer, '/bin/sh', '-c', script, 'guard', bin, directory]
  // A group of its own, so that Ctrl-C reaches the guard through its input and not before it can clean up.
  const guard = spawn(command!, args, { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  guard.unref()
  const input = guard.stdin as typeof guard.stdin & { unref(): void }
  input.unref()
  let ended = false
  guard.on('exit', () => (ended = true))

  const urlOf = (database: string) => `postgres://sextant@/${database}?host=${encodeURIComponent(directory)}`
  async function answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    client.on('error', () => {}) // it may be told to go as soon as it is there
    const ready = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    return ready
  }
  async function until(wanted: boolean): Promise<void> {
    for (const deadline = performance.now() + 30_000; performance.now() < deadline && !ended;) {
      if ((await answers()) === wanted) return
      await sleep(50)
    }
    throw new Error(
      `PostgreSQL did not ${wanted ? 'start' : 'stop'}: ${await readFile(join(directory, 'log'), 'utf8').catch(() => 'it left no log')}`,
    )
  }
  await until(true)
  const order = async (what: 'start' | 'stop') => {
    guard.stdin.write(`${what}\n`)
    await until(what === 'start')
  }
  return { urlOf, stop: () => order('stop'), start: () => order('start') }
}
