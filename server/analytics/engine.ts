import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { assetPath } from '#server/assets.ts'
import { AnalyticsError } from './errors.ts'
import { DOOR_HEADER, newPasswords, serverConfig, startStatements, usersConfig } from './node-config.ts'
import type { ClusterLayout, Passwords } from './node-config.ts'
import type { Address, Endpoint, EndpointSource, Logger } from './endpoint.ts'

export interface EmbeddedOptions {
  /** Holds `analytics/store`, the tables, and `analytics/run`, what exists only while the node runs. */
  dataDir: string
  memoryBytes: number
  logger: Logger
  /** Which place this node takes in a cluster of embedded nodes. */
  cluster?: ClusterLayout & { place: number }
  /** How often it may fall within five minutes before it is left alone. */
  fallsMax?: number
}

const START_MS_MAX = 120_000
/** Longer than a node whose parent was killed takes to leave. */
const LOCK_WAIT_MS_MAX = 30_000
const PORT_TRIES_MAX = 5
const FALLS_MAX = 5
const FALL_WINDOW_MS = 300_000
const FALL_NOTICED_MS_MAX = 5_000
const STOP_MS_MAX = 25_000

type Child = ChildProcessByStdio<Writable, null, Readable>

interface Running {
  child: Child
  /** The exit code or signal, once the process is gone. */
  exited: Promise<string>
  lastWords: () => string
  address: Address
}

type StartFailure = 'locked' | 'port taken' | 'other'

class DirectoryInUseError extends Error {}

/** Owns the embedded node: starts it, knows that it is the one it started, starts it again when it falls. */
export class EmbeddedEngine implements EndpointSource {
  readonly #options: EmbeddedOptions
  readonly #store: string
  readonly #run: string
  #generation = 0
  #falls: number[] = []
  #closing = false
  #running: Running | undefined
  /** The node that is being started. */
  #starting: Child | undefined
  #endpoint: Promise<Endpoint>

  private constructor(options: EmbeddedOptions) {
    this.#options = options
    const root = resolve(options.dataDir, 'analytics')
    this.#store = join(root, 'store')
    this.#run = join(root, 'run', `${process.pid}-${randomBytes(4).toString('hex')}`)
    this.#endpoint = this.#start()
    // Whoever asks for the endpoint is told; nobody asking must not end the process.
    this.#endpoint.catch(() => {})
  }

  static async start(options: EmbeddedOptions): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(options)
    try {
      await engine.endpoint()
      return engine
    } catch (error) {
      await engine.close()
      throw error
    }
  }

  /** Where the node listens now; waits while it is being started again. */
  endpoint(): Promise<Endpoint> {
    return this.#endpoint
  }

  async isReplaced(generation: number): Promise<boolean> {
    // A process that has stopped listening is about to be reported gone.
    const deadline = performance.now() + FALL_NOTICED_MS_MAX
    for (; performance.now() < deadline; await sleep(20)) {
      if ((await this.#endpoint).generation !== generation) return true
    }
    return false
  }

  /** A node that hangs is ended, and falls like any other: then it is started again. */
  silent(generation: number): void {
    if (generation !== this.#generation || !this.#running || this.#closing) return
    this.#options.logger.warn({}, 'The analytics engine does not answer any more; ending it.')
    this.#running.child.kill('SIGKILL')
  }

  /** The process id of the node, for tests that take it down. */
  get pid(): number | undefined {
    return this.#running?.child.pid
  }

  async close(): Promise<void> {
    this.#closing = true
    // Nobody has written anything into it yet.
    this.#starting?.kill('SIGKILL')
    await this.#endpoint.catch(() => {})
    const running = this.#running
    if (running) {
      running.child.kill('SIGTERM')
      const killer = setTimeout(() => running.child.kill('SIGKILL'), STOP_MS_MAX)
      await running.exited
      clearTimeout(killer)
    }
    rmSync(this.#run, { recursive: true, force: true })
  }

  async #start(): Promise<Endpoint> {
    mustHaveEngine()
    mkdirSync(this.#store, { recursive: true, mode: 0o700 })
    mkdirSync(this.#run, { recursive: true, mode: 0o700 })
    const lockDeadline = performance.now() + LOCK_WAIT_MS_MAX
    for (let portTries = 1; ;) {
      if (this.#closing) throw new Error('The analytics engine is closing.')
      const attempt = await this.#launch()
      if (typeof attempt !== 'string') {
        this.#running = attempt
        this.#removeStaleRuns()
        void attempt.exited.then((how) => this.#fell(attempt, how))
        return { generation: ++this.#generation, addresses: [attempt.address] }
      }
      const why = failureOf(attempt)
      if (why === 'port taken' && portTries < PORT_TRIES_MAX) {
        portTries++
      } else if (why === 'locked') {
        const owner = this.#otherOwner()
        if (owner !== undefined || performance.now() > lockDeadline) {
          throw new DirectoryInUseError(
            `The analytics data in ${this.#store} is in use by another process${owner === undefined ? '' : ` (${owner})`}. ` +
              'Stop it, or choose another data directory.',
          )
        }
        // Its parent is gone, so it is about to leave.
        await sleep(200)
      } else {
        throw new Error(`The analytics engine does not start. Its last words: ${attempt || '(none)'}`)
      }
    }
  }

  /** The running node, or what it said before it gave up. */
  async #launch(): Promise<Running | string> {
    const { cluster, memoryBytes } = this.#options
    const httpPort = await freePort()
    const passwords = newPasswords()
    const marker = randomBytes(16).toString('hex')
    const doorKey = randomBytes(24).toString('base64url')
    const directory = mkdtempSync(join(this.#run, 'directory-'))
    const configFile = join(this.#run, 'node.xml')
    const usersFile = join(this.#run, 'users.xml')
    const write = (file: string, text: string) => writeFileSync(file, text, { mode: 0o600 })
    write(configFile, serverConfig({ usersFile, memoryBytes, doorKey, marker, ...(cluster && { cluster }) }))
    write(usersFile, usersConfig(passwords, memoryBytes, cluster))

    const child = spawn(process.execPath, [assetPath('server/analytics/node-process.mjs')], {
      // Empty, because a file named config.xml in the working directory would be read unasked.
      cwd: directory,
      stdio: ['pipe', 'ignore', 'pipe'],
      // Not our own environment: the engine has no use for the secrets in it.
      env: {
        TZ: 'UTC',
        LANG: 'C.UTF-8',
        UV_THREADPOOL_SIZE: '1',
        ...pick(process.env, ['PATH', 'HOME', 'TMPDIR', 'CHDB_LIBCHDB_PATH', 'LD_LIBRARY_PATH']),
      },
    })
    this.#starting = child
    const said = keepTail(child.stderr)
    const exited = new Promise<string>((done) => {
      child.once('exit', (code, signal) => done(signal ?? String(code)))
      child.once('error', (error) => done(error.message))
    })
    child.stdin.on('error', () => {})
    child.stdin.write(
      JSON.stringify({
        argv: [
          'clickhouse',
          `--path=${this.#store}`,
          `--http_port=${httpPort}`,
          ...(cluster ? [`--tcp_port=${cluster.tcpPorts[cluster.place]}`] : []),
          '--listen_host=127.0.0.1',
          `--config-file=${configFile}`,
          `--query=${startStatements(cluster).join(';\n')}`,
        ],
        allowed: {
          readable: [this.#run],
          writable: [this.#store],
          listen: [httpPort, ...(cluster ? [cluster.tcpPorts[cluster.place]] : [])],
          connect: cluster?.tcpPorts ?? [],
        },
        httpPort,
        headers: {
          [DOOR_HEADER]: doorKey,
          'X-ClickHouse-User': 'keeper',
          'X-ClickHouse-Key': passwords.keeper,
        },
      }) + '\n',
    )

    const address = addressOf(httpPort, doorKey, passwords)
    const running = { child, exited, lastWords: said, address }
    const outcome = await Promise.race([exited, answers(address, marker, exited)])
    this.#starting = undefined
    // The function file() looks for its files from the working directory, wherever they are, and knows no grants. In a
    // process whose working directory is gone it finds none; so also where `confine` can do nothing.
    rmdirSync(directory)
    // Read when it started and never again; so no password lies about.
    for (const file of [configFile, usersFile]) rmSync(file)
    if (outcome === 'ready') return running
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exited
    return said() || `exit ${outcome}`
  }

  #fell(running: Running, how: string): void {
    if (this.#running === running) this.#running = undefined
    if (this.#closing) return
    const { logger } = this.#options
    logger.error({ how, lastWords: running.lastWords() }, 'The analytics engine fell; starting it again.')
    this.#endpoint = this.#restart(running, how)
    this.#endpoint.catch((error: unknown) => logger.error({ err: error }, 'The analytics engine stays down.'))
  }

  async #restart(running: Running, how: string): Promise<Endpoint> {
    let lastWords = running.lastWords()
    for (;;) {
      const now = performance.now()
      this.#falls = [...this.#falls.filter((at) => now - at < FALL_WINDOW_MS), now]
      const falls = this.#falls.length
      if (falls > (this.#options.fallsMax ?? FALLS_MAX)) {
        throw new AnalyticsError(
          'start',
          new Error(lastWords),
          `The analytics engine fell ${falls} times within ${FALL_WINDOW_MS / 60_000} minutes (${how}) and is not started ` +
            'again. Restart the server when the cause is found; the last words of the engine are in the log.',
        )
      }
      if (falls > 1) await sleep(250 * 2 ** falls)
      try {
        return await this.#start()
      } catch (error) {
        if (this.#closing || error instanceof DirectoryInUseError) throw error
        lastWords = error instanceof Error ? error.message : String(error)
        this.#options.logger.error({ err: error }, 'The analytics engine did not start; trying again.')
      }
    }
  }

  /** The process that has the directory, when it still runs. */
  #otherOwner(): number | undefined {
    return this.#runs().find(({ pid }) => pid !== process.pid && isAlive(pid))?.pid
  }

  #removeStaleRuns(): void {
    for (const { pid, path } of this.#runs()) {
      if (path !== this.#run && !isAlive(pid)) rmSync(path, { recursive: true, force: true })
    }
  }

  #runs(): { pid: number; path: string }[] {
    const root = dirname(this.#run)
    return readdirSync(root).map((name) => ({ pid: Number.parseInt(name, 10), path: join(root, name) }))
  }
}

/** Throws where the npm packages carry no engine for this platform. */
export function mustHaveEngine(): void {
  try {
    const require = createRequire(import.meta.url)
    readFileSync(require.resolve('ffi-rs/package.json'))
    ;(require('chdb/libchdb') as { libchdbPath: () => string }).libchdbPath()
  } catch (cause) {
    throw new Error(
      `The embedded analytics engine is not available for ${process.platform}-${process.arch}, or its optional packages ` +
        '(chdb, ffi-rs) are not installed. Install them, or set SEXTANT_CLICKHOUSE_URL to a ClickHouse server.',
      { cause },
    )
  }
}

function failureOf(lastWords: string): StartFailure {
  if (lastWords.includes('Cannot lock file')) return 'locked'
  if (/Address already in use|EADDRINUSE/.test(lastWords)) return 'port taken'
  return 'other'
}

/** A port that was free a moment ago; `answers` finds out if somebody else was quicker. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function addressOf(httpPort: number, doorKey: string, passwords: Passwords): Address {
  return {
    url: `http://127.0.0.1:${httpPort}`,
    app: { username: 'app', password: passwords.app },
    reader: { username: 'reader', password: passwords.reader },
    headers: { [DOOR_HEADER]: doorKey },
    readerIsConfined: true,
  }
}

/**
 * Resolves when the node itself answers: it alone knows the marker, and it alone takes the password. A ping would be
 * answered by whatever else listens on the port.
 */
async function answers(
  address: Address,
  marker: string,
  exited: Promise<string>,
): Promise<'ready' | 'timeout' | 'gone'> {
  let gone = false
  void exited.then(() => (gone = true))
  const deadline = performance.now() + START_MS_MAX
  while (!gone && performance.now() < deadline) {
    try {
      if ((await ask(address, `SELECT getMacro('sextant_node')`)).trim() === marker) return 'ready'
    } catch {
      // Not listening yet.
    }
    await sleep(20)
  }
  return gone ? 'gone' : 'timeout'
}

/** One statement on a connection of its own, so that nothing stays open. */
async function ask({ url, app, headers }: Address, statement: string): Promise<string> {
  const call = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'X-ClickHouse-User': app.username, 'X-ClickHouse-Key': app.password },
    signal: AbortSignal.timeout(5_000),
  })
  call.end(statement)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return text(response)
}

function keepTail(stream: Readable): () => string {
  const charsMax = 4_000
  let tail = ''
  stream.setEncoding('utf8').on('data', (text: string) => (tail = (tail + text).slice(-charsMax)))
  return () => tail.trim()
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function pick(env: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}
