import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assetPath } from '#server/assets.ts'
import { kept } from '#server/testing-cache.ts'
import { EmbeddedEngine, freePort } from './engine.ts'
import { silentLogger } from './endpoint.ts'
import type { Address, Endpoint, EndpointSource } from './endpoint.ts'
import { openAnalytics } from './index.ts'
import { migrate, readMigrations } from './migrate.ts'
import { DATABASE_PREFIX } from './node-config.ts'
import type { ClusterLayout } from './node-config.ts'
import { SINGLE_NODE } from './template.ts'
import type { Layout } from './template.ts'
import { Warehouse, type Analytics } from './warehouse.ts'

export interface TestAnalyticsOptions {
  /** Other tables than the program's own. */
  schemaDir?: string
  /** Nodes of the engine; 2 makes a cluster of two shards. */
  nodes?: number
  /** When an engine that says nothing is given up. */
  silentMsMax?: number
  /** Puts into it what every fresh database is to have; asked once in a process. */
  prepare?: (analytics: Analytics) => Promise<unknown>
}

/**
 * A database of its own on the engine that the test process shares, dropped on close:
 * `await using analytics = await openTestAnalytics()`.
 * With SEXTANT_TEST_CLUSTER=2 in the environment the same test runs over two shards.
 */
export async function openTestAnalytics(options: TestAnalyticsOptions = {}): Promise<TestWarehouse> {
  const nodes = options.nodes ?? Number(process.env['SEXTANT_TEST_CLUSTER'] ?? 1)
  const cluster = await sharedCluster(nodes)
  return cluster.open(options)
}

/** Prepares tables in a data directory that are migrated, and hold what `prepare` puts into them. */
export async function seedAnalytics(
  dataDir: string,
  prepare: (analytics: Analytics) => Promise<unknown>,
): Promise<void> {
  seeded ??= kept(
    'analytics',
    readdirSync(SCHEMA).map((name) => join(SCHEMA, name)),
    async (unfinished) => {
      const made = mkdtempSync(join(tmpdir(), `${DIR_PREFIX}${process.pid}-`))
      const analytics = await openAnalytics({ dataDir: made })
      await prepare(analytics)
      await analytics.close()
      await cp(join(made, 'analytics'), unfinished, { recursive: true })
      await rm(made, { recursive: true })
    },
  )
  await cp(await seeded, join(dataDir, 'analytics'), { recursive: true })
}

const SCHEMA = assetPath('server/analytics/schema')
let seeded: Promise<string> | undefined

/** `Analytics` that takes its database with it when it closes. */
export class TestWarehouse extends Warehouse {
  readonly database: string
  /** The engine below, for tests that reach around the door. */
  readonly source: EndpointSource

  constructor(source: EndpointSource, database: string, layout: Layout, silentMsMax?: number) {
    super({ source, database, layout, ...(silentMsMax !== undefined && { silentMsMax }) })
    this.database = database
    this.source = source
  }

  override async close(): Promise<void> {
    if (this.closed) return
    await this.command(`DROP DATABASE IF EXISTS \`${this.database}\` SYNC`, { onEveryNode: 'ALL' })
    await super.close()
  }
}

const newDatabase = () => `${DATABASE_PREFIX}_test_${randomBytes(6).toString('hex')}`

const shared = new Map<number, Promise<EmbeddedCluster>>()
/** Followed by the process id: what a process left behind that is gone is removed. */
export const DIR_PREFIX = 'sextant-test-'
function sharedCluster(nodes: number): Promise<EmbeddedCluster> {
  let cluster = shared.get(nodes)
  if (!cluster) shared.set(nodes, (cluster = EmbeddedCluster.start(nodes)))
  return cluster
}

/** One or several embedded nodes as one engine, on a temporary directory. */
export class EmbeddedCluster implements EndpointSource, AsyncDisposable {
  engines: readonly EmbeddedEngine[] = []
  readonly layout: Layout
  readonly #cluster: (ClusterLayout & { tcpPorts: number[] }) | undefined
  readonly #dir: string
  /** Databases of the program's own tables, by what they were prepared with. */
  readonly #templates = new Map<TestAnalyticsOptions['prepare'], Promise<TestWarehouse>>()

  private constructor(cluster: (ClusterLayout & { tcpPorts: number[] }) | undefined, dir: string) {
    this.#cluster = cluster
    this.layout = cluster ? { ...SINGLE_NODE, cluster: cluster.name } : SINGLE_NODE
    this.#dir = dir
    // No test can say that it is the last of its process, so the process takes its engines along.
    process.once('exit', () => {
      for (const { pid } of this.engines) if (pid !== undefined) process.kill(pid, 'SIGKILL')
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
    })
  }

  static async start(nodes: number, { isCluster = nodes > 1 } = {}): Promise<EmbeddedCluster> {
    removeLeftovers()
    const dir = join(tmpdir(), `${DIR_PREFIX}${process.pid}-${randomBytes(4).toString('hex')}`)
    mkdirSync(dir)
    const secret = randomBytes(16).toString('hex')
    const cluster = new EmbeddedCluster(
      isCluster ? { name: 'sextant_test', tcpPorts: [], secret } : undefined,
      dir,
    )
    await cluster.#start(nodes)
    return cluster
  }

  async #start(nodes: number): Promise<void> {
    const cluster = this.#cluster
    while (cluster && cluster.tcpPorts.length < nodes) cluster.tcpPorts.push(await freePort())
    this.engines = await Promise.all(
      Array.from({ length: nodes }, (_, place) =>
        EmbeddedEngine.start({
          dataDir: join(this.#dir, String(place)),
          memoryBytes: 2_000_000_000,
          logger: silentLogger,
          ...(cluster && { cluster: { ...cluster, place } }),
        }),
      ),
    )
  }

  get tcpPorts(): readonly number[] {
    return this.#cluster?.tcpPorts ?? []
  }

  /** The same cluster with one more shard, as whoever runs it adds one: all nodes are started with the new definition. */
  async addShard({ database }: TestWarehouse): Promise<void> {
    const nodes = this.engines.length + 1
    await Promise.all(this.engines.map((engine) => engine.close()))
    await this.#start(nodes)
    await this.#migrate(database)
  }

  async #migrate(database: string, schemaDir = SCHEMA): Promise<void> {
    const [endpoint, migrations] = [await this.endpoint(), readMigrations(schemaDir)]
    await migrate({ endpoint, database, layout: this.layout, migrations, logger: silentLogger })
  }

  /** A database of its own. */
  async open(options: Omit<TestAnalyticsOptions, 'nodes'> = {}): Promise<TestWarehouse> {
    const { schemaDir, silentMsMax, prepare } = options
    // What is cloned is on one node.
    if (schemaDir === undefined && !this.#cluster)
      return this.#clone(await this.#template(prepare), silentMsMax)
    const warehouse = await this.#migrated(schemaDir, silentMsMax)
    await prepare?.(warehouse)
    return warehouse
  }

  async #migrated(schemaDir?: string, silentMsMax?: number): Promise<TestWarehouse> {
    const database = newDatabase()
    await this.#migrate(database, schemaDir)
    return new TestWarehouse(this, database, this.layout, silentMsMax)
  }

  /** Migrating takes the engine a second, and cloning what has been migrated a fifth of it. */
  #template(prepare: TestAnalyticsOptions['prepare']): Promise<TestWarehouse> {
    let template = this.#templates.get(prepare)
    if (!template) {
      const make = async () => {
        const warehouse = await this.#migrated()
        await prepare?.(warehouse)
        return warehouse
      }
      this.#templates.set(prepare, (template = make()))
      template.catch(() => this.#templates.delete(prepare))
    }
    return template
  }

  async #clone(template: TestWarehouse, silentMsMax?: number): Promise<TestWarehouse> {
    const tables = await template.rows<{ name: string }>(
      'SELECT name FROM system.tables WHERE database = currentDatabase()',
    )
    const database = newDatabase()
    await template.command(`CREATE DATABASE ${database} ENGINE = Atomic`)
    await Promise.all(
      tables.map(({ name }) =>
        template.command(`CREATE TABLE ${database}.${name} CLONE AS ${template.database}.${name}`),
      ),
    )
    return new TestWarehouse(this, database, this.layout, silentMsMax)
  }

  async endpoint(): Promise<Endpoint> {
    const endpoints = await Promise.all(this.engines.map((engine) => engine.endpoint()))
    return {
      generation: endpoints.reduce((sum, { generation }) => sum + generation, 0),
      addresses: endpoints.flatMap(({ addresses }) => addresses),
    }
  }

  async isReplaced(generation: number): Promise<boolean> {
    // A node knows of its own fall a moment after those who talk to it.
    const [only, ...others] = this.engines
    if (only && others.length === 0) return only.isReplaced(generation)
    return (await this.endpoint()).generation !== generation
  }

  silent(): void {
    // Which of them it was is not known, and with one node it is that one.
    for (const engine of this.engines)
      void engine.endpoint().then(({ generation }) => engine.silent(generation))
  }

  async close(): Promise<void> {
    await Promise.all(this.engines.map((engine) => engine.close()))
    rmSync(this.#dir, { recursive: true, force: true, maxRetries: 3 })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}

/**
 * The node as a server that somebody else runs, without a key at its door: the URL of its database. `grants` are said to
 * be its user's.
 */
export async function serverElsewhere(node: Address, database: string, grants?: string[]): Promise<string> {
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat((await incoming.toArray()) as Buffer[])
    if (grants && body.toString().startsWith('SHOW GRANTS')) {
      outgoing.end(grants.map((grant) => `${JSON.stringify([grant])}\n`).join(''))
      return
    }
    const { method, url = '/', headers } = incoming
    const call = request(new URL(url, node.url), { method, headers: { ...headers, ...node.headers } })
    call.on('response', (answered) => {
      outgoing.writeHead(answered.statusCode ?? 500, answered.headers)
      answered.pipe(outgoing)
    })
    call.end(body)
  }
  // A statement with its parameters stands in the address, for which the engine has more room.
  const front = createServer(
    { maxHeaderSize: 1_000_000 },
    (incoming, outgoing) => void answer(incoming, outgoing),
  )
  front.listen(0, '127.0.0.1').unref()
  await once(front, 'listening')
  const { username, password } = node.app
  return `http://${username}:${password}@127.0.0.1:${(front.address() as AddressInfo).port}/${database}`
}

// Vitest ends its workers with this signal, whose default is to leave without the event `exit`.
process.once('SIGTERM', () => process.exit(143))

/** Directories of test processes that were killed before they could clean up. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(DIR_PREFIX)) continue
    const pid = Number.parseInt(name.slice(DIR_PREFIX.length), 10)
    try {
      process.kill(pid, 0)
    } catch {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    }
  }
}
