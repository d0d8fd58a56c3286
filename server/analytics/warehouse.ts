import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { LRUCache } from 'lru-cache'
import { FairTurns } from '#server/fair-turns.ts'
import { inTurns } from '#server/in-turns.ts'
import { AnalyticsError, CompanyElsewhere } from './errors.ts'
import type { Address, Credentials, EndpointSource } from './endpoint.ts'
import { READ_SECONDS_MAX } from './node-config.ts'
import { Pulse } from './pulse.ts'
import { CONTENT_TYPE, fitted, longParams } from './params.ts'
import type { AnalyticsQuery } from './query.ts'
import { companyFilter } from './tenancy.ts'
import { expand } from './template.ts'
import type { Layout } from './template.ts'

export interface StatementOptions {
  /** Values of the `{name:Type}` placeholders. */
  params?: Record<string, unknown>
  /** The name by which `cancel` finds the statement; must be free while it runs. */
  queryId?: string
  settings?: Record<string, string | number>
  /** Ends the statement on the server too; the promise rejects when it is gone. */
  signal?: AbortSignal | undefined
}

export interface CommandOptions extends StatementOptions {
  /**
   * Run on each node of the cluster in turn, as a change of a `{{local table}}` must be. `THERE` leaves out those that
   * cannot be reached: they hold nothing of a company that can be asked for.
   */
  onEveryNode?: 'ALL' | 'THERE'
}

/** The warehouse: reads for dashboards (`run`), statements for the import engine (everything else). */
export interface Analytics extends AsyncDisposable {
  /** One read of one company. Binds `companyId`, checks parameters and rows, stops on the server when aborted. */
  run<P, R>(
    query: AnalyticsQuery<P, R>,
    company: { id: string; shard?: number | null },
    params: P,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<R[]>
  /** DDL, `INSERT … SELECT`, `ALTER`, `OPTIMIZE`; resolves when the engine is done. */
  command(statement: string, options?: CommandOptions): Promise<void>
  /** A read without schemas. 64-bit integers and decimals are text. */
  rows<T>(statement: string, options?: StatementOptions): Promise<T[]>
  /** Sends bytes as the data of `INSERT … FORMAT …`, as fast as the engine takes them. */
  insertStream(
    statement: string,
    body: Readable | AsyncIterable<Uint8Array>,
    options?: StatementOptions,
  ): Promise<void>
  /** Objects whose keys are columns. Unknown keys and a null for a column that has none are refused. */
  insertRows(
    table: string,
    rows: Iterable<object> | AsyncIterable<object>,
    options?: StatementOptions,
  ): Promise<void>
  /** Stops the statements whose query id starts with the prefix, and waits until they are gone. */
  cancel(queryIdPrefix: string): Promise<void>
  /** Tables are spread over several nodes. */
  readonly clustered: boolean
  /** The shard of the cluster that has a company's rows, by the cluster's definition as it is now; undefined without one. */
  shardOf(company: { id: string }): Promise<number | undefined>
  close(): Promise<void>
}

export interface WarehouseOptions {
  source: EndpointSource
  database: string
  layout: Layout
  /** What `close` ends besides its own connections; a test leaves the shared engine running. */
  onClose?: () => Promise<void>
  /** After so long without a sign of life the engine is given up. */
  silentMsMax?: number
}

const COMMAND_SECONDS_MAX = 6 * 3_600
const CANCEL_MS_MAX = 20_000
const SILENT_MS_MAX = 20_000
/** Of a question that takes an engine no time. */
const CONTROL_MS_MAX = 10_000
/** The engine ends a read that takes too long; this is for its answer. */
const ANSWER_SECONDS_MAX = 5
/** A few milliseconds of checking what an answer is. */
const ROWS_PARSED_AT_ONCE = 1_000
const HASHES_KEPT_MAX = 10_000
/** Whoever runs the cluster may change its definition at any time. */
const DEFINITION_KEPT_MS = 1_000
/** Statements of people that run at one time… */
const READS = { atOnce: 8, waitingMax: 400, waitMsMax: 10_000 }
/**
 * …and half as many of what works in the background: imports, derivations, rebuilds, deletions. Inserts that take the
 * rows of a file are not counted: those of one file run side by side and would wait for each other.
 */
const COMMANDS = { atOnce: READS.atOnce / 2, waitingMax: Infinity, waitMsMax: 2 ** 31 - 1 }

/** Integers above 2^53 lose digits in JSON, and decimals are not floats: both travel as text. */
const EXACT = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
} satisfies ClickHouseSettings

const STRICT_INPUT = {
  // An unknown key would be dropped, and a missing value become a zero, without a word.
  input_format_skip_unknown_fields: 0,
  input_format_null_as_default: 0,
  // An empty file is an import of nothing, not a failure.
  throw_if_no_data_to_insert: 0,
  // A tenth of the default, so that a file of some megabytes is already parsed by several threads: lines taken apart in
  // SQL then arrive as fast as the engine's own reader of tab-separated files.
  min_chunk_bytes_for_parallel_parsing: '1048576',
} satisfies ClickHouseSettings

const CLUSTER = {
  // Acknowledged means stored on the owning shard, not queued for it.
  distributed_foreground_insert: 1,
  // All rows of a company are on one shard, so ask that one only…
  optimize_skip_unused_shards: 1,
  // …and join there.
  distributed_product_mode: 'local',
  prefer_localhost_replica: 1,
  // A statement that every shard runs for itself would need all of them, though the company is on one.
  parallel_distributed_insert_select: '0',
  // A sum over the shards that happen to answer looks like a sum.
  skip_unavailable_shards: 0,
} satisfies ClickHouseSettings

const REPLICATED = {
  // Acknowledged means stored by most replicas, one insert after another: what is published is there…
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  // …and a replica that lacks some of it says so instead of adding up too little.
  select_sequential_consistency: '1',
} satisfies ClickHouseSettings

/** How the network says that nobody listened… */
const NOT_BEGUN = ['ECONNREFUSED']
/** …and that somebody stopped listening. */
const BROKEN = ['ECONNRESET', 'EPIPE']

interface Shard {
  shard: number
  weight: number
}

interface Node {
  app: ClickHouseClient
  reader: ClickHouseClient
  /** For what has to get through beside statements that take all connections. */
  control: ClickHouseClient
  pulse: Pulse
}

export class Warehouse implements Analytics {
  readonly clustered: boolean
  readonly #options: WarehouseOptions
  #nodes: { generation: number; nodes: Node[] } = { generation: 0, nodes: [] }
  /** Inserts that still send, by query id. */
  readonly #streams = new Map<string, AbortController>()
  readonly #reads = new FairTurns(READS)
  readonly #commands = new FairTurns(COMMANDS)
  #tables: Promise<string[]> | undefined
  /** The place of the node through which statements enter: the last one that could be reached. */
  #entry = 0
  readonly #definition = new LRUCache<string, Shard[]>({
    max: 1,
    ttl: DEFINITION_KEPT_MS,
    fetchMethod: () => this.#shards(),
  })
  readonly #hashes = new LRUCache<string, bigint>({
    max: HASHES_KEPT_MAX,
    fetchMethod: (companyId) => this.#hashOf(companyId),
  })
  #closed = false

  constructor(options: WarehouseOptions) {
    this.#options = options
    this.clustered = options.layout.cluster !== undefined
  }

  async run<P, R>(
    query: AnalyticsQuery<P, R>,
    company: { id: string; shard?: number | null },
    params: P,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): Promise<R[]> {
    await this.#mustLieHere(company)
    const values = bind(query, company, params)
    const tables = await this.#companyTables()
    const read = () =>
      this.#read('reader', query.name, query.text, {
        params: values,
        settings: {
          log_comment: query.name,
          ...companyFilter(query.text, company.id, { database: this.#options.database, tables }),
        },
        signal,
      })
    const found = await this.#reads.run(company.id, read, signal)
    const parsedRow = (row: unknown): R => {
      const parsed = query.row.safeParse(row)
      if (parsed.success) return parsed.data
      const where = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
      throw new Error(`Query ${query.name}: the engine's row is not what the schema promises (${where}).`)
    }
    return inTurns(found, signal, parsedRow, { every: ROWS_PARSED_AT_ONCE })
  }

  rows<T>(statement: string, options: StatementOptions = {}): Promise<T[]> {
    return this.#read('app', nameOf(statement), this.#expand(statement), options) as Promise<T[]>
  }

  async command(statement: string, { onEveryNode, ...options }: CommandOptions = {}): Promise<void> {
    const name = nameOf(statement)
    const text = this.#expand(statement)
    const places = onEveryNode ? [...(await this.#connect(name)).keys()] : [undefined]
    const asks = places.map((place) => () => this.#command(place, name, text, options))
    const run = async () => {
      if (onEveryNode === 'THERE') return ofThoseThere(asks)
      for (const ask of asks) await ask()
    }
    await this.#commands.run(String(options.params?.['companyId']), run, options.signal)
  }

  async insertStream(
    statement: string,
    body: Readable | AsyncIterable<Uint8Array>,
    options: StatementOptions = {},
  ): Promise<void> {
    const name = nameOf(statement)
    const node = await this.#reachable(name)
    const query = this.#expand(statement)
    // A stream of our own: the client destroys what it is given, and the caller's errors must reach the caller.
    const source = body instanceof Readable ? body : Readable.from(body, { objectMode: false })
    // The engine waits for the next bytes and hears no KILL meanwhile, so whoever stops this closes the connection too.
    const queryId = options.queryId ?? newId()
    const cancelled = new AbortController()
    const signal = options.signal ? AbortSignal.any([options.signal, cancelled.signal]) : cancelled.signal
    this.#streams.set(queryId, cancelled)
    try {
      await this.#write(node, name, { ...options, queryId, signal }, (common) =>
        send(node.app, source, {
          ...common,
          query,
          abort_signal: AbortSignal.any([common.abort_signal, signal]),
        }),
      )
    } finally {
      this.#streams.delete(queryId)
    }
  }

  insertRows(
    table: string,
    rows: Iterable<object> | AsyncIterable<object>,
    options: StatementOptions = {},
  ): Promise<void> {
    if (!/^[A-Za-z_]\w*$/.test(table)) throw new TypeError('insertRows takes the plain name of a table.')
    return this.insertStream(`INSERT INTO ${table} FORMAT JSONEachRow`, jsonLines(rows), options)
  }

  async cancel(queryIdPrefix: string): Promise<void> {
    if (queryIdPrefix === '')
      throw new TypeError('cancel takes a prefix; the empty one would stop everything.')
    for (const [id, stream] of this.#streams)
      if (id.startsWith(queryIdPrefix)) stream.abort(new StatementCancelled('cancel'))
    const nodes = await this.#connect('cancel')
    await ofThoseThere(
      nodes.map(
        (node) => () => this.#cancel(node, `startsWith(initial_query_id, {prefix:String})`, queryIdPrefix),
      ),
    )
  }

  /** As a table that is spread over the shards says it: each has as many of the remainders as it has weight. */
  async shardOf({ id }: { id: string }): Promise<number | undefined> {
    if (!this.clustered) return undefined
    // Nodes that were started again may have been given another definition.
    const { generation } = await this.#options.source.endpoint()
    const shards = (await this.#definition.fetch(String(generation))) as Shard[]
    const hash = (await this.#hashes.fetch(id)) as bigint
    const total = shards.reduce((sum, { weight }) => sum + weight, 0)
    let remainder = Number(hash % BigInt(total))
    return shards.find(({ weight }) => (remainder -= weight) < 0)!.shard
  }

  /** Rows of another shard are not found, and a sum of none looks like a sum. */
  async #mustLieHere(company: { id: string; shard?: number | null }): Promise<void> {
    if (!this.clustered || typeof company.shard !== 'number') return
    if ((await this.shardOf(company)) !== company.shard) throw new CompanyElsewhere(company)
  }

  #shards(): Promise<Shard[]> {
    return this.rows<Shard>(
      `SELECT shard_num AS shard, any(shard_weight) AS weight
       FROM system.clusters WHERE cluster = {cluster:String} GROUP BY shard_num ORDER BY shard_num`,
      { params: { cluster: this.#options.layout.cluster } },
    )
  }

  async #hashOf(companyId: string): Promise<bigint> {
    const [row] = await this.rows<{ hash: string }>('SELECT cityHash64({companyId:String}) AS hash', {
      params: { companyId },
    })
    return BigInt(row!.hash)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    // Connections first: the engine waits for those that are open.
    await closeAll(this.#nodes.nodes)
    await this.#options.onClose?.()
  }

  protected get closed(): boolean {
    return this.#closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  #expand(statement: string): string {
    return expand(statement, this.#options.layout)
  }

  /** Tables that hold rows of several companies. They come with the schema, so they are looked up once. */
  #companyTables(): Promise<string[]> {
    this.#tables ??= this.rows<{ table: string }>(
      `SELECT DISTINCT table FROM system.columns WHERE database = currentDatabase() AND name = 'company_id'`,
    ).then((rows) => rows.map(({ table }) => table))
    this.#tables.catch(() => (this.#tables = undefined))
    return this.#tables
  }

  /** Clients for the engine as it is now. An engine that was started again has another port and other passwords. */
  async #connect(name: string): Promise<[Node, ...Node[]]> {
    if (this.#closed) throw new AnalyticsError(name, undefined, `The analytics door is closed (${name}).`)
    const endpoint = await this.#options.source.endpoint()
    if (endpoint.generation !== this.#nodes.generation) {
      const former = this.#nodes.nodes
      this.#nodes = {
        generation: endpoint.generation,
        nodes: endpoint.addresses.map((address) => this.#open(address, endpoint.generation)),
      }
      void closeAll(former)
    }
    return this.#nodes.nodes as [Node, ...Node[]]
  }

  /**
   * Once more, when the engine fell and was started again: for a statement that can't have begun, or that may begin
   * twice. Whoever writes must decide for himself after a connection that broke.
   */
  async #reach<T>(
    name: string,
    again: readonly string[],
    attempt: (nodes: [Node, ...Node[]]) => Promise<T>,
  ): Promise<T> {
    const nodes = await this.#connect(name)
    const { generation } = this.#nodes
    try {
      return await attempt(nodes)
    } catch (error) {
      const code = error instanceof AnalyticsError ? error.code : undefined
      if (code === undefined || !again.includes(code)) throw error
      if (!(await this.#options.source.isReplaced(generation))) throw error
      return attempt(await this.#connect(name))
    }
  }

  /**
   * Through the node that was last reached, and through the others one after the other where it cannot be: each knows where
   * every company is.
   */
  #enter<T>(name: string, again: readonly string[], attempt: (node: Node) => Promise<T>): Promise<T> {
    return this.#reach(name, again, async (nodes) => {
      for (let turn = 0; ; turn++) {
        const place = (this.#entry + turn) % nodes.length
        try {
          const result = await attempt(nodes[place]!)
          this.#entry = place
          return result
        } catch (error) {
          const code = error instanceof AnalyticsError ? error.code : undefined
          if (turn + 1 >= nodes.length || code === undefined || !again.includes(code)) throw error
        }
      }
    })
  }

  /** A node that answers, for bytes that can be sent once. */
  async #reachable(name: string): Promise<Node> {
    const nodes = await this.#connect(name)
    if (nodes.length === 1) return nodes[0]
    return this.#enter(name, [...NOT_BEGUN, ...BROKEN], async (node) => {
      try {
        await (await node.control.query({ query: 'SELECT 1' })).text()
        return node
      } catch (error) {
        throw new AnalyticsError(name, error)
      }
    })
  }

  #open(address: Address, generation: number): Node {
    const { database, layout, source, silentMsMax = SILENT_MS_MAX } = this.#options
    const common = {
      ...EXACT,
      ...(layout.cluster !== undefined && CLUSTER),
      ...(layout.isReplicated && REPLICATED),
    }
    const client = (
      { username, password }: Credentials,
      seconds: number,
      settings: ClickHouseSettings,
      requestMsMax = (seconds + ANSWER_SECONDS_MAX) * 1_000,
    ) =>
      createClient({
        url: address.url,
        ...(address.headers && { http_headers: address.headers }),
        username,
        password,
        database,
        application: 'sextant',
        request_timeout: requestMsMax,
        max_open_connections: 24,
        use_multipart_params_auto: true,
        clickhouse_settings: {
          ...common,
          max_execution_time: seconds,
          // The answer waits for the statement's end, so that its status line tells how it ended.
          wait_end_of_query: 1,
          ...settings,
        },
        // The client logs each failed query with its text; what is worth a line is logged by whoever catches it.
        log: { level: ClickHouseLogLevel.OFF },
      })
    const controlMsMax = Math.min(CONTROL_MS_MAX, silentMsMax)
    const control = client(address.app, CONTROL_MS_MAX / 1_000, {}, controlMsMax)
    return {
      app: client(address.app, COMMAND_SECONDS_MAX, STRICT_INPUT),
      reader: client(address.reader, READ_SECONDS_MAX, {
        ...(address.readerIsConfined ? {} : { readonly: '2' }),
        cancel_http_readonly_queries_on_client_close: 1,
      }),
      control,
      pulse: new Pulse(
        async () => (await control.query({ query: 'SELECT 1' })).text(),
        () => source.silent(generation),
        silentMsMax,
      ),
    }
  }

  #read(
    as: 'app' | 'reader',
    name: string,
    statement: string,
    { params: values, queryId, settings, signal }: StatementOptions,
  ): Promise<unknown[]> {
    const { query, params } = fitted(statement, values ?? {})
    const again = [...NOT_BEGUN, ...BROKEN]
    return this.#enter(name, again, async (node) => {
      signal?.throwIfAborted()
      try {
        return await node.pulse.during(signal, async (abort_signal) => {
          const result = await node[as].query({
            query,
            format: 'JSONEachRow',
            query_params: params,
            clickhouse_settings: {
              // Ends the statement when the connection closes, which the engine does for read-only ones alone.
              ...(as === 'app' && { readonly: '2', cancel_http_readonly_queries_on_client_close: 1 }),
              ...settings,
            } as ClickHouseSettings,
            ...(queryId !== undefined && { query_id: queryId }),
            abort_signal,
          })
          return await result.json()
        })
      } catch (error) {
        signal?.throwIfAborted()
        throw new AnalyticsError(name, error)
      }
    })
  }

  /** @param place of the node; undefined for whichever can be reached */
  #command(
    place: number | undefined,
    name: string,
    statement: string,
    options: StatementOptions,
  ): Promise<void> {
    const { query, params } = fitted(statement, options.params ?? {})
    const long = longParams(params)
    const run = (node: Node) =>
      this.#write(node, name, { ...options, params }, async (common) => {
        if (long === undefined) {
          await node.app.command({ ...common, query })
        } else {
          const { query_params: _, ...rest } = common
          await send(node.app, Readable.from([long.body]), {
            ...rest,
            query,
            http_headers: { [CONTENT_TYPE]: long.contentType },
          })
        }
      })
    return place === undefined
      ? this.#enter(name, NOT_BEGUN, run)
      : this.#reach(name, NOT_BEGUN, (nodes) => run(nodes[place] ?? nodes[0]))
  }

  /** Runs a statement that changes something; an abort ends it by its id, since closing the connection would not. */
  async #write(
    node: Node,
    name: string,
    { params, queryId, settings, signal }: StatementOptions,
    statement: (common: WriteOptions) => Promise<unknown>,
  ): Promise<void> {
    signal?.throwIfAborted()
    const id = queryId ?? newId()
    let cancelled: Promise<void> | undefined
    const onAbort = () => {
      cancelled = this.#cancel(node, 'initial_query_id = {prefix:String}', id)
      cancelled.catch(() => {})
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      await node.pulse.during(undefined, (abort_signal) =>
        statement({
          query_id: id,
          ...(params && { query_params: params }),
          ...(settings && { clickhouse_settings: settings as ClickHouseSettings }),
          abort_signal,
        }),
      )
    } catch (error) {
      if (signal?.aborted) {
        await cancelled
        throw signal.reason instanceof StatementCancelled
          ? new AnalyticsError(name, signal.reason)
          : signal.reason
      }
      throw new AnalyticsError(name, error)
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  async #cancel({ control }: Node, which: string, prefix: string): Promise<void> {
    const query_params = { prefix }
    const deadline = performance.now() + CANCEL_MS_MAX
    try {
      for (;;) {
        await control.command({
          query: `KILL QUERY WHERE ${which} AND query_id != queryID() ASYNC`,
          query_params,
        })
        const left = await control.query({
          query: `SELECT count() AS running FROM system.processes WHERE ${which} AND query_id != queryID()`,
          query_params,
          format: 'JSONEachRow',
        })
        const [row] = await left.json<{ running: string }>()
        if (row?.running === '0') return
        if (performance.now() > deadline) throw new Error(`Still running after ${CANCEL_MS_MAX / 1_000} s`)
        await sleep(25)
      }
    } catch (error) {
      throw new AnalyticsError('cancel', error)
    }
  }
}

/** Asks one node after the other, and fails where none of them is there. */
async function ofThoseThere(asks: readonly (() => Promise<void>)[]): Promise<void> {
  let away: AnalyticsError | undefined
  let there = 0
  for (const ask of asks)
    try {
      await ask()
      there++
    } catch (error) {
      if (!(error instanceof AnalyticsError) || !NOT_BEGUN.includes(error.code ?? '')) throw error
      away = error
    }
  if (there === 0 && away) throw away
}

interface WriteOptions {
  query_id: string
  abort_signal: AbortSignal
  query_params?: Record<string, unknown>
  clickhouse_settings?: ClickHouseSettings
}

function newId(): string {
  return `write-${randomUUID()}`
}

/** What the engine says of a statement that it stopped, for one that we stopped. */
class StatementCancelled extends Error {
  readonly code = '394'
  readonly type = 'QUERY_WAS_CANCELLED'
}

/** Checks the parameters, and gives each placeholder its value. */
function bind<P, R>(
  query: AnalyticsQuery<P, R>,
  company: { id: string },
  params: P,
): Record<string, unknown> {
  const parsed = query.params.parse(params) as Record<string, unknown>
  const values: Record<string, unknown> = {}
  for (const [name, type] of query.placeholders) {
    const value = name === 'companyId' ? company.id : parsed[name]
    if (value === undefined && !type.startsWith('Nullable(')) {
      throw new TypeError(`Query ${query.name}: {${name}:${type}} has no value.`)
    }
    if (value instanceof Date) {
      throw new TypeError(`Query ${query.name}: {${name}} takes its date as text; a Date has a time zone.`)
    }
    values[name] = value ?? null
  }
  return values
}

/** `exec` of the client is the one call that takes both a statement and bytes of its data. */
async function send(
  client: ClickHouseClient,
  source: Readable,
  options: WriteOptions & {
    query: string
    http_headers?: Record<string, string>
  },
): Promise<void> {
  const { stream } = await client.exec({ ...options, values: source })
  for await (const _ of stream) {
    // Nothing is expected; reading to the end frees the connection.
  }
}

async function* jsonLines(rows: Iterable<object> | AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  const charsMax = 65_536
  let lines = ''
  for await (const row of rows) {
    lines += `${JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`
    if (lines.length < charsMax) continue
    yield Buffer.from(lines)
    lines = ''
  }
  if (lines !== '') yield Buffer.from(lines)
}

async function closeAll(nodes: readonly Node[]): Promise<void> {
  await Promise.all(
    nodes.flatMap(({ app, reader, control }) => [app.close(), reader.close(), control.close()]),
  )
}

/** The first words of a statement, which say what it does without saying to what. */
function nameOf(statement: string): string {
  return (
    /^\s*(?:--[^\n]*\n\s*)*([A-Za-z]+(?:\s+[A-Za-z]+)?)/.exec(statement)?.[1]?.replace(/\s+/g, ' ') ??
    'statement'
  )
}
