/** A start that can't succeed says why in one line and ends, with everything that it had started. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { processTree } from '#test/support/listening-ports.ts'
import { outcomeOf } from './run-sextant.ts'
import { formsOf } from '../support/drawn-cases.ts'

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
  /** A command that runs the one which is given to it. */
  within?: string[]
}

type Closers = (() => void)[]

/** A fresh data directory's place, and what has to be there or elsewhere for a start to fail. */
type Prepare = (dataDir: string, closers: Closers) => Omit<Start, 'dataDir'> | Promise<Omit<Start, 'dataDir'>>

async function fails(
  args: string[],
  prepare: Prepare,
  closers: Closers,
): Promise<{ code: number | null; err: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-fails-'))
  chmodSync(directory, 0o755)
  closers.push(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  const dataDir = join(directory, 'data')
  const { env, asNobody, within = [] } = await prepare(dataDir, closers)
  if (args[0] !== 'serve') markAsInstallation(dataDir)
  const sextant = [process.execPath, join(root, 'scripts/sextant.mjs'), ...args]
  const [program, ...rest] = [...within.map((word) => word.replace('DATA', dataDir)), ...sextant]
  const child = spawn(program!, rest, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      SEXTANT_DATA_DIR: dataDir,
      SEXTANT_RATES_URL: 'off',
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

async function portOf(server: Server, closers: Closers): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function closedPort(closers: Closers): Promise<number> {
  const server = createServer()
  const port = await portOf(server, closers)
  server.close()
  return port
}

/** Takes connections and gives these answers, one to each thing that it is told, and then says nothing. */
function answering(closers: Closers, ...answers: Buffer[]): Promise<number> {
  const sockets = new Set<Socket>()
  closers.push(() => sockets.forEach((socket) => socket.destroy()))
  const server = createServer((socket) => {
    sockets.add(socket)
    const left = [...answers]
    socket.on('error', () => {}).on('data', () => socket.write(left.shift() ?? ''))
  })
  return portOf(server, closers)
}

/** What a web server says, to whatever it is asked. */
const web = (closers: Closers, answer: (response: ServerResponse, question: string) => void) =>
  portOf(
    createHttpServer((request, response) => {
      void text(request).then((question) => answer(response, question))
    }),
    closers,
  )

/** A message as PostgreSQL sends it. */
function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const refusal = (code: string, words: string) => message('E', Buffer.from(`SFATAL\0C${code}\0M${words}\0\0`))
const ready = message('Z', Buffer.from('I'))
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), ready])
/** An answer of one text. */
const row = (value: string) => {
  const count = Buffer.from([0, 1])
  const [column, length] = [Buffer.alloc(18), Buffer.alloc(4)]
  column.writeInt32BE(25, 6) // the type text
  length.writeInt32BE(value.length)
  return Buffer.concat([
    message('T', Buffer.concat([count, Buffer.from('server_version\0'), column])),
    message('D', Buffer.concat([count, length, Buffer.from(value)])),
    message('C', Buffer.from('SHOW\0')),
    ready,
  ])
}

const postgres =
  (portFor: (closers: Closers) => Promise<number>): Prepare =>
  async (_dataDir, closers) => ({
    env: { SEXTANT_DATABASE_URL: `postgresql://sextant:wrong@127.0.0.1:${await portFor(closers)}/shop` },
  })
const clickhouse =
  (portFor: (closers: Closers) => Promise<number>): Prepare =>
  async (_dataDir, closers) => ({
    env: { SEXTANT_CLICKHOUSE_URL: `http://sextant:wrong@127.0.0.1:${await portFor(closers)}/sextant` },
  })
const bucket =
  (portFor: (closers: Closers) => Promise<number>): Prepare =>
  async (_dataDir, closers) => ({
    env: {
      SEXTANT_FILES_URL: `s3://files?endpoint=http://127.0.0.1:${await portFor(closers)}&forcePathStyle=true`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      // Its client warns of the age of Node.
      NODE_NO_WARNINGS: '1',
    },
  })

/** Files of PGlite, of which this much is left. */
const accounts =
  (release: string): Prepare =>
  (dataDir) => {
    mkdirSync(join(dataDir, 'accounts'), { recursive: true })
    writeFileSync(join(dataDir, 'accounts/PG_VERSION'), `${release}\n`)
    return {}
  }

/** Runs a command with a small disk for its data directory, which goes when the command ends. */
const SMALL_DISK = [
  'unshare',
  ...(isRoot ? [] : ['--map-root-user']),
  '--mount',
  'sh',
  '-c',
  'mkdir -p "$1" && mount -t tmpfs -o size=20m tmpfs "$1" && cp "$1.key" "$1/secret.key" && shift && exec "$@"',
  'sh',
  'DATA',
]
const hasSmallDisks =
  spawnSync('unshare', [...SMALL_DISK.slice(1, -5), 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0

const CASES: [name: string, prepare: Prepare, words: RegExp][] = [
  [
    'PostgreSQL is not there',
    postgres(closedPort),
    /^PostgreSQL at SEXTANT_DATABASE_URL cannot be used: .*ECONNREFUSED/,
  ],
  [
    'PostgreSQL does not answer',
    postgres((closers) => answering(closers)),
    /^PostgreSQL at SEXTANT_DATABASE_URL cannot be used: .*timeout/,
  ],
  [
    'nobody is behind what answers for PostgreSQL',
    postgres((closers) => answering(closers, welcome)),
    /^PostgreSQL at SEXTANT_DATABASE_URL cannot be used: .*timeout/,
  ],
  [
    'PostgreSQL refuses the password',
    postgres((closers) => answering(closers, refusal('28P01', 'password authentication failed'))),
    /^PostgreSQL at SEXTANT_DATABASE_URL cannot be used: password authentication failed/,
  ],
  [
    'PostgreSQL has no such database',
    postgres((closers) => answering(closers, refusal('3D000', 'database "shop" does not exist'))),
    /^PostgreSQL at SEXTANT_DATABASE_URL cannot be used: database "shop" does not exist/,
  ],
  [
    'PostgreSQL is too old',
    postgres((closers) => answering(closers, welcome, row('9.6.24'))),
    /^PostgreSQL at SEXTANT_DATABASE_URL is 9\.6\.24; Sextant needs 15 or newer/,
  ],
  [
    'the accounts are damaged',
    accounts('18'),
    /^The accounts in .*accounts cannot be opened\. After a power loss, restore the newest file/,
  ],
  [
    'the accounts are of another release',
    accounts('17'),
    /^The accounts in .*accounts were made by PostgreSQL 17, and this program brings PostgreSQL 18/,
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
    /^The embedded analytics engine is not available/,
  ],
  [
    'the library of the engine is none',
    () => ({ env: { CHDB_LIBCHDB_PATH: fileURLToPath(import.meta.url) } }),
    /^The analytics engine does not start/,
  ],
  ['ClickHouse is not there', clickhouse(closedPort), /^ClickHouse at \S+ does not answer \(ECONNREFUSED\)/],
  [
    'ClickHouse does not answer',
    clickhouse((closers) => answering(closers)),
    /^ClickHouse at \S+ does not answer \(nothing within 5 s\)/,
  ],
  [
    'ClickHouse does not come to an end',
    clickhouse((closers) =>
      web(closers, (response) => {
        const drops = setInterval(() => response.write(' '), 200)
        response.on('close', () => clearInterval(drops))
      }),
    ),
    /^ClickHouse at \S+ does not answer \(nothing within 5 s\)/,
  ],
  [
    'ClickHouse is too old',
    clickhouse((closers) => web(closers, (response) => response.end('{"version":"21.3.1.1"}\n'))),
    /^ClickHouse at \S+ is 21\.3\.1\.1; Sextant needs 24\.8 or newer/,
  ],
  [
    'ClickHouse is something else',
    clickhouse((closers) => web(closers, (response) => response.end('<html></html>'))),
    /^ClickHouse at \S+ (is unknown|does not answer)/,
  ],
  [
    'ClickHouse lets its user do too much',
    clickhouse((closers) =>
      web(closers, (response, question) =>
        response.end(
          question.includes('GRANTS') ? '["GRANT ALL ON *.* TO sextant"]\n' : '{"version":"25.3.1.1"}\n',
        ),
      ),
    ),
    /^ClickHouse at \S+ gives the user "sextant" more than Sextant needs: ALL ON/,
  ],
  [
    'the bucket is not there',
    bucket(closedPort),
    /^The bucket of SEXTANT_FILES_URL, files, cannot be used: .*ECONNREFUSED/,
  ],
  [
    'the bucket does not answer',
    bucket((closers) => answering(closers)),
    /^The bucket of SEXTANT_FILES_URL, files, cannot be used: nothing within 5 s/,
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

async function failsInWords(args: string[], prepare: Prepare, words: RegExp, closers: Closers) {
  const { code, err } = await fails(args, prepare, closers)
  // The first command of all builds what it runs, and says so before.
  expect(err.trimEnd().split('\n').at(-1), args.join(' ')).toMatch(words)
  expect(code, args.join(' ')).toBe(1)
}

// Beside each other, since most of them wait for somebody who says nothing.
test.concurrent.each(formsOf(CASES, 3))(
  'when %s',
  async (_name, prepare, words) => {
    const closers: Closers = []
    try {
      for (const args of [['serve'], ['company', 'list']]) await failsInWords(args, prepare, words, closers)
    } finally {
      for (const close of closers) close()
    }
  },
  2 * HANGING_MS,
)

test.skipIf(!hasSmallDisks)(
  'when the disk of the data directory is full',
  async () => {
    const closers: Closers = []
    const prepare: Prepare = (dataDir) => {
      writeFileSync(`${dataDir}.key`, `${'5a'.repeat(32)}\n`)
      return { within: SMALL_DISK }
    }
    try {
      for (const args of [['serve'], ['company', 'list']])
        await failsInWords(args, prepare, /^The disk of .*data is full: \d+ MB are free, /, closers)
    } finally {
      for (const close of closers) close()
    }
  },
  2 * HANGING_MS,
)

test('when the port is taken', async () => {
  const closers: Closers = []
  const prepare: Prepare = async () => ({ env: { SEXTANT_PORT: String(await answering(closers)) } })
  try {
    await failsInWords(['serve'], prepare, /^Port \d+ is in use by another program/, closers)
  } finally {
    for (const close of closers) close()
  }
})
