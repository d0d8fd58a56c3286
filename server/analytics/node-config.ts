import { createHash, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'

/** Every database the program makes begins with this; the engine's users may touch no other. */
export const DATABASE_PREFIX = 'sextant'

export interface Passwords {
  app: string
  reader: string
  keeper: string
}

/** Seconds after which the engine gives up a read; the reader cannot raise it. */
export const READ_SECONDS_MAX = 20
/** What a read may write down on the way because it does not fit into memory. */
const READ_DISK_BYTES_MAX = 4 * 2 ** 30

/** What the engine leaves free on its disk. */
const KEPT_FREE_BYTES = 100_000_000

/** `Atomic` is the engine of a database; the grant has the same name. */
const TABLE_ENGINES = [
  'Atomic',
  'MergeTree',
  'ReplacingMergeTree',
  'SummingMergeTree',
  'AggregatingMergeTree',
  'CollapsingMergeTree',
  'VersionedCollapsingMergeTree',
  'Distributed',
  'Memory',
  'Null',
  'View',
  'MaterializedView',
] as const

/** As long as the engine can count; a longer interval makes it refuse to start. */
const QUOTA_SECONDS_MAX = 2_000_000_000

/**
 * What the node runs as its own first statements. `count()` over a subquery would be optimised away and the node would
 * leave at once; a sum of sleeps is not.
 */
export function startStatements(cluster: ClusterLayout | undefined): string[] {
  return [
    'SYSTEM START LISTEN HTTP',
    ...(cluster ? ['SYSTEM START LISTEN TCP'] : []),
    // Short sleeps, because a KILL is heard between two of them.
    `SELECT sum(sleepEachRow(0.1)) FROM system.numbers
     SETTINGS max_block_size = 1, max_threads = 1, function_sleep_max_microseconds_per_block = 3000000 FORMAT Null`,
  ]
}

/** Settings that name a file, a disk or an address, or open the node to pages of other origins. */
const FIXED = Object.fromEntries(
  [
    'format_schema',
    'format_schema_source',
    'output_format_schema',
    'format_template_resultset',
    'format_template_row',
    'merge_tree_disk',
    'merge_tree_storage_policy',
    'add_http_cors_header',
    'http_response_headers',
  ].map((name) => [name, { readonly: '' }]),
)

/**
 * Rewrites of statements that change no answer and find nothing in ours, while looking for them takes the planner as long
 * as all the rest: they compare expressions by a hash of everything below, once for each of them.
 */
const SPARED_REWRITES = {
  optimize_and_compare_chain: 0,
  optimize_aggregators_of_group_by_keys: 0,
  optimize_group_by_function_keys: 0,
}

/**
 * Expressions that were used three times would be compiled, each for some 20 ms while a statement waits. Ours add decimals,
 * which takes as long either way.
 */
const NOT_COMPILED = {
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
}

/**
 * Statistics are kept of each column of each part, and read again by whatever looks at the part: half of the time in which a
 * statement about a wide table is planned. They put conditions in order and pass over parts; ours name the key or an index.
 */
const NO_STATISTICS = {
  use_statistics: 0,
  use_statistics_for_part_pruning: 0,
}

/**
 * The planner makes one of neighbouring steps, and leaves out columns once more after the analyser has: a third of the time in
 * which a statement of an import is planned. Imports of many rows take as long without; reads would read a tenth more.
 */
const PLAIN_STEPS = {
  query_plan_merge_expressions: 0,
  query_plan_remove_unused_columns: 0,
}

export function newPasswords(): Passwords {
  const secret = () => randomBytes(24).toString('base64url')
  return { app: secret(), reader: secret(), keeper: secret() }
}

export interface ClusterLayout {
  name: string
  tcpPorts: readonly number[]
  /** Shared by the nodes, so that one accepts another's queries under the asking user's own name and limits. */
  secret: string
}

/** The header that every request to the node has to carry. Its value is made anew at each start. */
export const DOOR_HEADER = 'X-Sextant-Door'

export interface NodeSettings {
  usersFile: string
  memoryBytes: number
  /** The value of `DOOR_HEADER`. */
  doorKey: string
  /** Answered by the node to whoever holds a password: proof that it is the one we started. */
  marker: string
  cluster?: ClusterLayout
}

export function serverConfig(settings: NodeSettings): string {
  const { cluster, doorKey, memoryBytes } = settings
  return xml({
    users_config: settings.usersFile,
    timezone: 'UTC',
    max_server_memory_usage: memoryBytes,
    // The marks of a seller's tables are small; the default of 5 GB is meant for a machine that does nothing else.
    mark_cache_size: Math.floor(memoryBytes / 10),
    // clickhouse-local starts with 2, 2 and 1 threads: merges and mutations crawl.
    background_pool_size: 4,
    background_schedule_pool_size: 8,
    background_common_pool_size: 4,
    // Room that the engine leaves on the disk, so that the relational store beside it can go on writing.
    storage_configuration: { disks: { default: { keep_free_space_bytes: KEPT_FREE_BYTES } } },
    // Nor are any made: parts are merged with less work and are smaller.
    merge_tree: { auto_statistics_types: '' },
    // Longer than the client keeps an idle connection, so that the client is the one who drops it.
    keep_alive_timeout: 30,
    macros: { sextant_node: settings.marker },
    // These replace the node's own handlers, which tell anybody that it is there and what it is. To a request without
    // the key, whatever its path, nothing is left but to be refused; no page of a browser can send the header, since
    // the node answers no OPTIONS.
    http_handlers: {
      rule: {
        methods: 'POST',
        headers: { [DOOR_HEADER]: doorKey },
        handler: { type: 'dynamic_query_handler', query_param_name: 'query' },
      },
    },
    ...(cluster && {
      remote_servers: {
        [cluster.name]: {
          secret: cluster.secret,
          shard: cluster.tcpPorts.map((port) => ({
            internal_replication: 'true',
            replica: { host: '127.0.0.1', port },
          })),
        },
      },
    }),
  })
}

export function usersConfig(passwords: Passwords, memoryBytes: number, cluster?: ClusterLayout): string {
  const threads = Math.min(4, Math.max(2, availableParallelism()))
  const readBytes = Math.floor(memoryBytes * 0.4)
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const ours = `\`${DATABASE_PREFIX}\`*.*`
  const loopback = { ip: '127.0.0.1' }
  const grants = (...queries: string[]) => ({ query: queries.map((query) => `GRANT ${query}`) })
  return xml({
    profiles: {
      // Where every other profile begins.
      default: {
        // Of every connection, whoever comes: a file may stop arriving for a while, as an upload does.
        http_receive_timeout: 600,
        // Comforts of clickhouse-local that a server does not have, and that would hide mistakes until one is used.
        implicit_select: 0,
        allow_introspection_functions: 0,
        ...SPARED_REWRITES,
        ...NOT_COMPILED,
        ...NO_STATISTICS,
      },
      // For the keep-alive query and its keeper: next to nothing, and a query cannot ask for more.
      bare: {
        max_memory_usage: 50_000_000,
        max_concurrent_queries_for_user: 2,
        constraints: {
          max_memory_usage: { readonly: '' },
          max_concurrent_queries_for_user: { readonly: '' },
        },
      },
      // The library's own session is the one that there can be.
      library: {
        profile: 'bare',
        max_sessions_for_user: 1,
        constraints: { max_sessions_for_user: { readonly: '' } },
      },
      app: {
        max_threads: threads,
        max_memory_usage: Math.floor(memoryBytes * 0.8),
        ...PLAIN_STEPS,
        // Leave memory for a large GROUP BY or sort of an import by writing it to disk.
        max_bytes_before_external_group_by: Math.floor(memoryBytes * 0.3),
        max_bytes_before_external_sort: Math.floor(memoryBytes * 0.3),
        constraints: FIXED,
      },
      reader: {
        readonly: 2,
        max_threads: threads,
        max_execution_time: READ_SECONDS_MAX,
        max_memory_usage: readBytes,
        // A year of millions of rows is grouped on disk rather than given up.
        max_bytes_before_external_group_by: Math.floor(readBytes * 0.25),
        max_bytes_before_external_sort: Math.floor(readBytes * 0.25),
        max_temporary_data_on_disk_size_for_query: READ_DISK_BYTES_MAX,
        max_temporary_data_on_disk_size_for_user: 2 * READ_DISK_BYTES_MAX,
        cancel_http_readonly_queries_on_client_close: 1,
        // readonly=2 lets a query change settings, so without these a reader could lift its own limits.
        constraints: {
          ...FIXED,
          max_execution_time: { min: 1, max: READ_SECONDS_MAX },
          max_memory_usage: { min: 1, max: readBytes },
          max_threads: { min: 1, max: threads },
          // Nought would be no limit.
          max_temporary_data_on_disk_size_for_query: { min: 1, max: READ_DISK_BYTES_MAX },
          max_temporary_data_on_disk_size_for_user: { min: 1, max: 2 * READ_DISK_BYTES_MAX },
        },
      },
    },
    quotas: {
      default: '',
      keep_alive: { interval: { duration: QUOTA_SECONDS_MAX, queries: startStatements(cluster).length } },
    },
    users: {
      // The library itself logs in as `default`, without a password, to open the listener and to run the query that
      // keeps the node alive. Its one session lasts as long as the node, and its quota is exactly those statements, so
      // the name is of no use to anybody else. (Over TCP, which nodes of a cluster alone open, a login that is one too many would
      // end the node: there it is let in, and has no grants.)
      default: {
        password: '',
        networks: loopback,
        profile: cluster ? 'bare' : 'library',
        quota: 'keep_alive',
        grants: grants('SYSTEM LISTEN ON *.*', 'SELECT ON system.numbers'),
      },
      // What makes and fills tables. No source grants (FILE, URL, S3, …): neither the table functions nor the table
      // engines that read the machine's files or call out to the network.
      app: {
        password_sha256_hex: sha256(passwords.app),
        networks: loopback,
        profile: 'app',
        quota: 'default',
        grants: grants(
          `SELECT, INSERT, ALTER, CREATE DATABASE, CREATE TABLE, CREATE VIEW, DROP, TRUNCATE, OPTIMIZE, SHOW ON ${ours}`,
          ...TABLE_ENGINES.map((engine) => `TABLE ENGINE ON ${engine}`),
          'SELECT ON system.*',
          'CREATE TEMPORARY TABLE ON *.*',
          'KILL QUERY ON *.*',
          'SYSTEM FLUSH DISTRIBUTED ON *.*',
        ),
      },
      reader: {
        password_sha256_hex: sha256(passwords.reader),
        networks: loopback,
        profile: 'reader',
        quota: 'default',
        grants: grants(`SELECT ON ${ours}`),
      },
      // Held by the child process itself, for leaving in order when its parent is gone.
      keeper: {
        password_sha256_hex: sha256(passwords.keeper),
        networks: loopback,
        profile: 'bare',
        quota: 'default',
        grants: grants('KILL QUERY ON *.*', 'SELECT ON system.processes'),
      },
    },
  })
}

type Xml = string | number | readonly Xml[] | { readonly [tag: string]: Xml }

function xml(content: { readonly [tag: string]: Xml }): string {
  return `<clickhouse>\n${children(content, '  ')}</clickhouse>\n`
}

function children(content: { readonly [tag: string]: Xml }, indent: string): string {
  return Object.entries(content)
    .flatMap(([tag, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => element(tag, one as Xml, indent)),
    )
    .join('')
}

function element(tag: string, value: Xml, indent: string): string {
  const body =
    typeof value === 'object'
      ? `\n${children(value as { readonly [tag: string]: Xml }, `${indent}  `)}${indent}`
      : String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `${indent}<${tag}>${body}</${tag}>\n`
}
