/** A start that can't succeed says why in one line and ends, with everything that it had started. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { processTree } from '#test/support/listening-ports.ts'
import { outcomeOf } from './run-sextant.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const NOBODY = 65534
const isRoot = process.getuid?.() === 0
/** Against hanging; a start that fails takes a few seconds on a machine with nothing else to do. */
const HANGING_MS = 90_000

interface Start {
  dataDir: string
  env?: Record<string, string>
  /** As a user who may not do everything. */
  asNobody?: boolean
}

/** A fresh data directory's place, and what has to be there or elsewhere for a start to fail. */
type Prepare = (dataDir: string) => Omit<Start, 'dataDir'> | Promise<Omit<Start, 'dataDir'>>

async function fails(args: string[], prepare: Prepare): Promise<{ code: number | null; err: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-fails-'))
  chmodSync(directory, 0o755)
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  const dataDir = join(directory, 'data')
  const { env, asNobody } = await prepare(dataDir)
  if (args[0] !== 'serve') markAsInstallation(dataDir)
  const child = spawn(process.execPath, [join(root, 'scripts/sextant.mjs'), ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      SEXTANT_DATA_DIR: dataDir,
      SEXTANT_DEMO: 'off',
      SEXTANT_PORT: '0',
      SEXTANT_LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asNobody && isRoot && { uid: NOBODY, gid: NOBODY }),
  })
  const started = new Set<number>()
  const looking = setInterval(() => {
    for (const pid of processTree(child.pid!)) started.add(pid)
  }, 50)
  const hanging = setTimeout(() => child.kill('SIGKILL'), HANGING_MS)
  const { code, err } = await outcomeOf(child)
  clearInterval(looking)
  clearTimeout(hanging)
  for (const until = Date.now() + HANGING_MS; [...started].some(isAlive); await delay(50))
    if (Date.now() > until) throw new Error('Something that it started is left.')
  return { code, err }
}

/** Other commands than `serve` open only what a server has opened before. */
function markAsInstallation(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'secret.key'), `${'5a'.repeat(32)}\n`, { mode: 0o600 })
  } catch {
    // A file is there instead.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await portOf(server)
  server.close()
  return port
}

/** Takes connections and says nothing, or `answer`, to whoever speaks. */
function silent(answer?: Buffer): Promise<number> {
  const sockets = new Set<Socket>()
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (answer) socket.once('data', () => socket.end(answer))
  })
  return portOf(server)
}

/** How PostgreSQL refuses. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

const postgres = async (port: Promise<number>) => ({
  env: { SEXTANT_DATABASE_URL: `postgresql://sextant:wrong@127.0.0.1:${await port}/shop` },
})
const clickhouse = async (port: Promise<number>) => ({
  env: { SEXTANT_CLICKHOUSE_URL: `http://sextant:wrong@127.0.0.1:${await port}/sextant` },
})

const CASES: [name: string, prepare: Prepare, words: RegExp][] = [
  [
    'PostgreSQL is not there',
    () => postgres(closedPort()),
    /^PostgreSQL at SEXTANT_DATABASE_URL cannot be used: .*ECONNREFUSED/,
  ],
  [
    'PostgreSQL does not answer',
    () => postgres(silent()),
    /^PostgreSQL at SEXTANT_DATABASE_URL cannot be used: .*timeout/,
  ],
  [
    'PostgreSQL refuses the password',
    () => postgres(silent(refusal('28P01', 'password authentication failed for user "sextant"'))),
    /^PostgreSQL at SEXTANT_DATABASE_URL cannot be used: password authentication failed/,
  ],
  [
    'PostgreSQL has no such database',
    () => postgres(silent(refusal('3D000', 'database "shop" does not exist'))),
    /^PostgreSQL at SEXTANT_DATABASE_URL cannot be used: database "shop" does not exist/,
  ],
  [
    'the accounts are damaged',
    (dataDir) => {
      mkdirSync(join(dataDir, 'accounts'), { recursive: true })
      writeFileSync(join(dataDir, 'accounts/PG_VERSION'), '17\n')
      return {}
    },
    /^The accounts in .*accounts cannot be opened\. After a power loss, restore the newest file/,
  ],
  [
    'the warehouse is damaged',
    (dataDir) => {
      mkdirSync(join(dataDir, 'analytics/store'), { recursive: true })
      writeFileSync(join(dataDir, 'analytics/store/metadata'), 'not a directory')
      return {}
    },
    /^The analytics engine (failed at CREATE DATABASE|does not start): .*metadata/,
  ],
  [
    'the library of the engine is missing',
    () => ({ env: { CHDB_LIBCHDB_PATH: '/nowhere/libchdb.so' } }),
    /^The (embedded )?analytics engine (is not available|does not start)/,
  ],
  [
    'ClickHouse is not there',
    () => clickhouse(closedPort()),
    /^ClickHouse at 127\.0\.0\.1:\d+ does not answer \(ECONNREFUSED\)/,
  ],
  [
    'ClickHouse does not answer',
    () => clickhouse(silent()),
    /^ClickHouse at 127\.0\.0\.1:\d+ does not answer/,
  ],
  [
    'ClickHouse is too old',
    () =>
      clickhouse(portOf(createHttpServer((_request, response) => response.end('{"version":"21.3.1.1"}\n')))),
    /^ClickHouse at 127\.0\.0\.1:\d+ is 21\.3\.1\.1; Sextant needs 24\.8 or newer/,
  ],
  [
    'the bucket is not there',
    async () => ({
      env: {
        SEXTANT_FILES_URL: `s3://files?endpoint=http://127.0.0.1:${await closedPort()}&forcePathStyle=true`,
        AWS_ACCESS_KEY_ID: 'key',
        AWS_SECRET_ACCESS_KEY: 'secret',
        // Its client warns of the age of Node.
        NODE_NO_WARNINGS: '1',
      },
    }),
    /^The bucket of SEXTANT_FILES_URL, files, cannot be used: .*ECONNREFUSED/,
  ],
  [
    'a file is where the data directory should be',
    (dataDir) => {
      writeFileSync(dataDir, '')
      return {}
    },
    /^Not a directory: .*data/,
  ],
  [
    'the data directory may not be written',
    (dataDir) => {
      mkdirSync(dataDir, { mode: 0o555 })
      return { asNobody: true }
    },
    /^Not permitted: .*data/,
  ],
]

test.each(CASES)(
  'when %s',
  async (_name, prepare, words) => {
    for (const args of [['serve'], ['company', 'list']]) {
      const { code, err } = await fails(args, prepare)
      // The first command of all builds what it runs, and says so before.
      expect(err.trimEnd().split('\n').at(-1), args.join(' ')).toMatch(words)
      expect(code, args.join(' ')).toBe(1)
    }
  },
  2 * HANGING_MS,
)
