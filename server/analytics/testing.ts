import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assetPath } from '#server/assets.ts'
import { EmbeddedEngine, freePort } from './engine.ts'
import { silentLogger } from './endpoint.ts'
import type { Endpoint, EndpointSource } from './endpoint.ts'
import { migrate } from './migrate.ts'
import { DATABASE_PREFIX } from './node-config.ts'
import type { ClusterLayout } from './node-config.ts'
import { SINGLE_NODE } from './template.ts'
import type { Layout } from './template.ts'
import { Warehouse } from './warehouse.ts'

export interface TestAnalyticsOptions {
  /** Other tables than the program's own. */
  schemaDir?: string
  /** Nodes of the engine; 2 makes a cluster of two shards. */
  nodes?: number
}

/**
 * A database of its own on the engine that the test process shares, dropped on close:
 * `await using analytics = await openTestAnalytics()`.
 * With SEXTANT_TEST_CLUSTER=2 in the environment the same test runs over two shards.
 */
export async function openTestAnalytics(options: TestAnalyticsOptions = {}): Promise<TestWarehouse> {
  const nodes = options.nodes ?? Number(process.env['SEXTANT_TEST_CLUSTER'] ?? 1)
  const { source, layout } = await sharedEngine(nodes)
  const database = `${DATABASE_PREFIX}_test_${randomBytes(6).toString('hex')}`
  const schemaDir = options.schemaDir ?? assetPath('server/analytics/schema')
  await migrate({ endpoint: await source.endpoint(), database, layout, schemaDir, logger: silentLogger })
  return new TestWarehouse(source, database, layout)
}

/** `Analytics` that takes its database with it when it closes. */
export class TestWarehouse extends Warehouse {
  readonly database: string
  /** The engine below, for tests that reach around the door. */
  readonly source: EndpointSource

  constructor(source: EndpointSource, database: string, layout: Layout) {
    super({ source, database, layout })
    this.database = database
    this.source = source
  }

  override async close(): Promise<void> {
    if (this.closed) return
    await this.command(`DROP DATABASE IF EXISTS \`${this.database}\` SYNC`, { onEveryNode: true })
    await super.close()
  }
}

interface Shared {
  source: EndpointSource
  layout: Layout
}

const shared = new Map<number, Promise<Shared>>()
const DIR_PREFIX = 'sextant-test-'

function sharedEngine(nodes: number): Promise<Shared> {
  let engine = shared.get(nodes)
  if (!engine) shared.set(nodes, (engine = startShared(nodes)))
  return engine
}

async function startShared(nodes: number): Promise<Shared> {
  const dir = join(tmpdir(), `${DIR_PREFIX}${process.pid}-${randomBytes(4).toString('hex')}`)
  removeLeftovers()
  mkdirSync(dir)
  const cluster = nodes === 1 ? undefined : await clusterOf(nodes)
  const engines = await Promise.all(
    Array.from({ length: nodes }, (_, place) =>
      EmbeddedEngine.start({
        dataDir: join(dir, String(place)),
        memoryBytes: 2_000_000_000,
        logger: silentLogger,
        ...(cluster && { cluster: { ...cluster, place } }),
      }),
    ),
  )
  // No test can say that it is the last of its process, so the process takes its engines along.
  process.once('exit', () => {
    for (const { pid } of engines) if (pid !== undefined) process.kill(pid, 'SIGKILL')
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  })
  // Vitest ends its workers with this signal, whose default is to leave without the event above.
  process.once('SIGTERM', () => process.exit(143))
  return {
    source: new Several(engines),
    layout: cluster ? { ...SINGLE_NODE, cluster: cluster.name } : SINGLE_NODE,
  }
}

async function clusterOf(nodes: number): Promise<ClusterLayout> {
  const tcpPorts: number[] = []
  for (let place = 0; place < nodes; place++) tcpPorts.push(await freePort())
  return { name: 'sextant_test', tcpPorts, secret: randomBytes(16).toString('hex') }
}

/** Several embedded nodes as one. */
class Several implements EndpointSource {
  readonly engines: readonly EmbeddedEngine[]

  constructor(engines: readonly EmbeddedEngine[]) {
    this.engines = engines
  }

  async endpoint(): Promise<Endpoint> {
    const endpoints = await Promise.all(this.engines.map((engine) => engine.endpoint()))
    return {
      generation: endpoints.reduce((sum, { generation }) => sum + generation, 0),
      addresses: endpoints.flatMap(({ addresses }) => addresses),
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.engines.map((engine) => engine.close()))
  }
}

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
