import { ClickHouseError } from '@clickhouse/client'

/**
 * The engine refused a statement, or did not answer. The message names the statement and the engine's code, never text
 * out of the statement or its data; those stay in `cause`.
 */
export class AnalyticsError extends Error {
  override readonly name = 'AnalyticsError'
  /** ClickHouse's number as text ('241'), or the network's ('ECONNRESET'). */
  readonly code: string | undefined
  /** ClickHouse's name for it ('MEMORY_LIMIT_EXCEEDED'). */
  readonly type: string | undefined
  /** The name of the query, or the first words of the statement. */
  readonly query: string

  constructor(query: string, cause: unknown, message?: string) {
    const code = property(cause, 'code')
    const type = property(cause, 'type')
    super(message ?? `The analytics engine failed at ${query}: ${describe(cause, code, type)}.`, { cause })
    this.query = query
    this.code = code
    this.type = type
  }

  /** The node that was asked reaches none of those that have the rows. */
  get isShardAway(): boolean {
    return this.type !== undefined && SHARD_AWAY.includes(this.type)
  }

  /** Nothing came back: whether the statement took effect is unknown. */
  get unanswered(): boolean {
    return !(this.cause instanceof ClickHouseError)
  }

  /** What was asked has nothing to do with it: the same statement may go through in a while. */
  get isNotNow(): boolean {
    return this.type !== undefined && NOT_NOW.includes(this.type)
  }
}

/** The cluster's definition was changed, and the rows of a company lie on another shard than it says. */
export class CompanyElsewhere extends Error {
  override readonly name = 'CompanyElsewhere'

  constructor({ id, shard }: { id: string; shard?: number | null }) {
    super(`The rows of company ${id} are on shard ${shard}, which is no longer theirs.`)
  }
}

const SHARD_AWAY = ['ALL_CONNECTION_TRIES_FAILED', 'NETWORK_ERROR', 'SOCKET_TIMEOUT']

/** How a node says that another one, a replica or Keeper is away, that it is leaving itself, or that it has too much to do. */
const NOT_NOW = [
  ...SHARD_AWAY,
  'KEEPER_EXCEPTION',
  'NO_ZOOKEEPER',
  'TABLE_IS_READ_ONLY',
  'TOO_FEW_LIVE_REPLICAS',
  'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE',
  'UNKNOWN_STATUS_OF_INSERT',
  'REPLICA_IS_NOT_IN_QUORUM',
  'QUERY_WAS_CANCELLED',
  'ABORTED',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'TOO_MANY_PARTS',
]

function describe(cause: unknown, code: string | undefined, type: string | undefined): string {
  if (cause instanceof ClickHouseError) return type === undefined ? `code ${code}` : `${type} (code ${code})`
  if (code !== undefined) return `no answer (${code})`
  // The client's own words, such as "Timeout error."; they hold no data.
  return cause instanceof Error ? `no answer (${cause.message.replace(/[.\s]+$/, '')})` : 'no answer'
}

function property(value: unknown, key: 'code' | 'type'): string | undefined {
  const found =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}
