import { createClient } from '@clickhouse/client'
import type { ClickHouseClient } from '@clickhouse/client'
import { setTimeout as delay } from 'node:timers/promises'
import type { Address, Endpoint, EndpointSource } from './endpoint.ts'
import { AnalyticsError } from './errors.ts'
import { DATABASE_PREFIX } from './node-config.ts'
import type { Layout } from './template.ts'

/** What SEXTANT_CLICKHOUSE_URL says: one address per node, the options on any of them. */
export interface External {
  addresses: readonly Address[]
  database?: string
  layout: Layout
}

/** The oldest release that knows each setting and statement used here. */
const VERSION_MIN = '24.8'
/** For all that is asked. Long enough for servers far away, and soon enough for whoever waits at a start that ends here. */
const ANSWER_MS_MAX = 5_000

/**
 * `http://user:password@host:8123/database`, for a cluster all its nodes with commas between, and
 * `?cluster=NAME` as the server's own configuration names it; `&engine=Replicated` where Keeper is there.
 */
export function parseUrl(text: string, clusterName?: string): External {
  const urls = text.split(',').map((one) => {
    try {
      return new URL(one.trim())
    } catch {
      // Not the text itself: it may hold a password.
      throw new Error(
        'SEXTANT_CLICKHOUSE_URL is not a list of addresses like http://user:password@host:8123/sextant.',
      )
    }
  })
  const option = (name: string) =>
    urls.map((url) => url.searchParams.get(name)).find((value) => value !== null)
  const cluster = clusterName ?? option('cluster') ?? undefined
  const engine = option('engine') ?? ''
  const database = urls.map((url) => url.pathname.slice(1)).find((path) => path !== '')
  if (urls.some((url) => !['http:', 'https:'].includes(url.protocol))) {
    throw new Error(
      'SEXTANT_CLICKHOUSE_URL must begin with http:// or https://, the HTTP interface of ClickHouse.',
    )
  }
  if (urls.length > 1 && cluster === undefined) {
    throw new Error(
      'SEXTANT_CLICKHOUSE_URL names several nodes; add ?cluster= with the name of their cluster.',
    )
  }
  if (!['', 'Replicated'].includes(engine))
    throw new Error('SEXTANT_CLICKHOUSE_URL: engine can only be Replicated.')
  if (engine === 'Replicated' && cluster === undefined)
    throw new Error('SEXTANT_CLICKHOUSE_URL: replicas are those of a cluster; add ?cluster= with its name.')
  return {
    addresses: urls.map((url) => {
      const user = {
        username: decodeURIComponent(url.username) || 'default',
        password: decodeURIComponent(url.password),
      }
      return { url: url.origin, app: user, reader: user, readerIsConfined: false }
    }),
    ...(database !== undefined && { database }),
    layout: {
      ...(cluster !== undefined && { cluster }),
      ...(engine === 'Replicated' && { isReplicated: true }),
    },
  }
}

/** A ClickHouse server or cluster that somebody else runs. */
export class ExternalEngine implements EndpointSource {
  readonly #endpoint: Endpoint

  private constructor(addresses: readonly Address[]) {
    this.#endpoint = { generation: 1, addresses }
  }

  static async connect({ addresses, layout, database = DATABASE_PREFIX }: External): Promise<ExternalEngine> {
    await Promise.all(addresses.map((address) => check(address, layout, addresses.length, database)))
    return new ExternalEngine(addresses)
  }

  endpoint(): Promise<Endpoint> {
    return Promise.resolve(this.#endpoint)
  }

  isReplaced(): Promise<boolean> {
    return Promise.resolve(false)
  }

  /** Whoever runs it has to see to it. */
  silent(): void {}

  async close(): Promise<void> {}
}

/** The server answers, and can't be worked with as it is. */
class Unsuitable extends Error {}

async function check(
  address: Address,
  layout: Layout,
  addressCount: number,
  database: string,
): Promise<void> {
  const host = new URL(address.url).host
  const client = createClient({
    url: address.url,
    ...address.app,
    application: 'sextant',
    log: { level: 127 },
  })
  const answered = new AbortController()
  // The client's own limit begins anew with every byte.
  const late = delay(ANSWER_MS_MAX, undefined, { signal: answered.signal }).then(() => {
    throw new Error(`nothing within ${ANSWER_MS_MAX / 1_000} s`)
  })
  late.catch(() => {})
  try {
    await Promise.race([examine(client, host, address, layout, addressCount, database), late])
  } catch (error) {
    if (error instanceof Unsuitable) throw error
    throw explained(error, host)
  } finally {
    answered.abort()
    await client.close()
  }
}

async function examine(
  client: ClickHouseClient,
  host: string,
  address: Address,
  layout: Layout,
  addressCount: number,
  database: string,
): Promise<void> {
  const rows = async <T>(query: string, query_params: Record<string, unknown> = {}): Promise<T[]> =>
    (await client.query({ query, query_params, format: 'JSONEachRow' })).json<T>()
  const [server] = await rows<{ version?: string }>('SELECT version() AS version')
  if (!server?.version || !isAtLeast(server.version, VERSION_MIN)) {
    throw new Unsuitable(
      `ClickHouse at ${host} is ${server?.version ?? 'unknown'}; Sextant needs ${VERSION_MIN} or newer.`,
    )
  }
  const wide = tooWide(await grantsOf(client), database)
  if (wide.length > 0) {
    throw new Unsuitable(
      `ClickHouse at ${host} gives the user "${address.app.username}" more than Sextant needs: ${wide.join('; ')}. ` +
        'Make a user of its own with the statements in docs/self-hosting.md, and set it in SEXTANT_CLICKHOUSE_URL.',
    )
  }
  if (layout.cluster === undefined) return
  const nodes = await rows<{ host_name: string; port: number }>(
    'SELECT DISTINCT host_name, port FROM system.clusters WHERE cluster = {cluster:String}',
    { cluster: layout.cluster },
  )
  if (nodes.length === 0) {
    const known = await rows<{ cluster: string }>('SELECT DISTINCT cluster FROM system.clusters')
    throw new Unsuitable(
      `ClickHouse at ${host} has no cluster "${layout.cluster}". Set ?cluster= in SEXTANT_CLICKHOUSE_URL to one it has: ` +
        `${known.map(({ cluster }) => cluster).join(', ') || '(none)'}.`,
    )
  }
  if (nodes.length !== addressCount) {
    throw new Unsuitable(
      `Cluster "${layout.cluster}" has ${nodes.length} nodes, but SEXTANT_CLICKHOUSE_URL names ${addressCount}. Name each ` +
        `node's HTTP address, with commas between: ${nodes.map((node) => node.host_name).join(', ')}.`,
    )
  }
}

async function grantsOf(client: ClickHouseClient): Promise<string[]> {
  // FINAL: those that come with roles, too.
  const result = await client.query({ query: 'SHOW GRANTS FINAL', format: 'JSONCompactEachRow' })
  return (await result.json<[string]>()).map(([grant]) => grant)
}

/** What reaches no data, or only the server's own figures. */
const HARMLESS = ['USAGE', 'CREATE TEMPORARY TABLE', 'KILL QUERY', 'SYSTEM FLUSH DISTRIBUTED', 'TABLE ENGINE']
/** What a program needs in a database of its own. */
const IN_OWN_DATABASE =
  /^(SELECT|INSERT|ALTER|CREATE (DATABASE|TABLE|VIEW)|DROP|UNDROP|TRUNCATE|OPTIMIZE|SHOW)\b/

/**
 * Grants, as SHOW GRANTS writes them, that are not needed: with them a mistake of ours would reach files, other servers,
 * other databases or users.
 */
export function tooWide(grants: readonly string[], database: string): string[] {
  return grants.flatMap((grant) => {
    const [, list, target = ''] = /^GRANT (.+?) ON (.+?) TO /.exec(grant) ?? []
    // A role, whose grants come by themselves, or what is taken away.
    if (list === undefined) return []
    const [, owner = ''] = /^`?([^`.*]*)/.exec(target) ?? []
    const isOurs = owner === database || owner.startsWith(DATABASE_PREFIX)
    const wide = list
      // Names of columns stand in brackets after their privilege.
      .replaceAll(/\([^)]*\)/g, '')
      .split(', ')
      .filter(
        (privilege) =>
          !HARMLESS.includes(privilege) &&
          !(isOurs && IN_OWN_DATABASE.test(privilege)) &&
          !(owner === 'system' && /^(SELECT|SHOW)/.test(privilege)),
      )
    const mayGrant = grant.endsWith(' WITH GRANT OPTION') ? ['GRANT OPTION'] : []
    return [...wide, ...mayGrant].map((privilege) => `${privilege} ON ${target}`)
  })
}

function explained(error: unknown, host: string): AnalyticsError {
  const { code } = new AnalyticsError('connect', error)
  const why =
    code === '516' || code === '194'
      ? 'refuses the user or the password. Set both in SEXTANT_CLICKHOUSE_URL (http://user:password@host:8123).'
      : code === '497'
        ? 'does not give the user the rights to make databases and tables and to read system.clusters.'
        : `does not answer (${code ?? (error instanceof Error ? error.message : 'unknown')}). Check that SEXTANT_CLICKHOUSE_URL ` +
          'is the HTTP interface and that this machine may reach it.'
  return new AnalyticsError('connect', error, `ClickHouse at ${host} ${why}`)
}

function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}
