// The door of the warehouse. Everything else in this folder is its own business.
import { assetPath } from '#server/assets.ts'
import { EmbeddedEngine } from './engine.ts'
import { silentLogger } from './endpoint.ts'
import type { EndpointSource, Logger } from './endpoint.ts'
import { ExternalEngine, parseUrl } from './external.ts'
import { migrate, readMigrations } from './migrate.ts'
import { DATABASE_PREFIX } from './node-config.ts'
import { SINGLE_NODE } from './template.ts'
import type { Layout } from './template.ts'
import { Warehouse } from './warehouse.ts'
import type { Analytics } from './warehouse.ts'

export { mustHaveEngine } from './engine.ts'
export { endingTogether } from './ending-together.ts'
export { AnalyticsError, CompanyElsewhere } from './errors.ts'
export { copyable } from './params.ts'
export { defineQuery, sql } from './query.ts'
export type { AnalyticsQuery, Sql } from './query.ts'
export type { Analytics, CommandOptions, StatementOptions } from './warehouse.ts'

export interface AnalyticsConfig {
  /** Where the embedded engine keeps its tables. */
  dataDir: string
  /** SEXTANT_CLICKHOUSE_URL: a server or cluster to use instead of the embedded engine. */
  url?: string
  /** The name of the cluster, unless `url` says it. */
  cluster?: string
  database?: string
  /** What the embedded engine may use in all. */
  memoryBytes?: number
  logger?: Logger
  /** Other tables than the program's own, for tests of this folder. */
  schemaDir?: string
}

const MEMORY_BYTES = 3_000_000_000

/** Starts or reaches the engine, brings its tables to the newest schema, and gives the door to it. */
export async function openAnalytics(config: AnalyticsConfig): Promise<Analytics> {
  const { dataDir, url, cluster, memoryBytes = MEMORY_BYTES, logger = silentLogger } = config
  const migrations = readMigrations(config.schemaDir ?? assetPath('server/analytics/schema'))
  let source: EndpointSource
  let layout: Layout = SINGLE_NODE
  let database = config.database
  if (url === undefined) {
    source = await EmbeddedEngine.start({ dataDir, memoryBytes, logger })
    database ??= DATABASE_PREFIX
    if (!database.startsWith(DATABASE_PREFIX))
      throw new Error(`The database's name must begin with ${DATABASE_PREFIX}.`)
  } else {
    const external = parseUrl(url, cluster)
    source = await ExternalEngine.connect(external)
    layout = external.layout
    database ??= external.database ?? DATABASE_PREFIX
  }
  try {
    await migrate({ endpoint: await source.endpoint(), database, layout, migrations, logger })
  } catch (error) {
    await source.close()
    throw error
  }
  return new Warehouse({ source, database, layout, onClose: () => source.close() })
}
