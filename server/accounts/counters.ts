import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible'

/** Counts something by a key; what was counted is forgotten so long after the first of it. */
export interface Counter {
  /** Counts one more; how many that makes. */
  add(key: string): Promise<number>
  has(key: string): Promise<boolean>
  forget(key: string): Promise<void>
}

/** Counters of one name count together, wherever they were made in the installation. */
export type MakeCounter = (name: string, seconds: number) => Counter

/** They only count: what is too much is for whoever asks. */
const points = 2 ** 31 - 1

function counterOf(limiter: RateLimiterAbstract): Counter {
  return {
    add: async (key) => (await limiter.consume(key)).consumedPoints,
    async has(key) {
      const found = await limiter.get(key)
      return found !== null && found.msBeforeNext > 0
    },
    forget: async (key) => void (await limiter.delete(key)),
  }
}

/** For PGlite, whose directory belongs to one process: after a restart everything begins anew. */
export const processCounters: MakeCounter = (keyPrefix, duration) =>
  counterOf(new RateLimiterMemory({ keyPrefix, points, duration }))

const SCHEMA = 'counters'
const TABLE = 'counted'

/** What several processes count together is in no backup, and need not outlive a crash of PostgreSQL. */
export const MAKE_COUNTERS = `
  create schema if not exists ${SCHEMA};
  create unlogged table if not exists ${SCHEMA}.${TABLE} (
    key varchar(255) primary key, points integer not null default 0, expire bigint
  )`

/** For PostgreSQL: one count for all processes. While it does not answer, each of them counts by itself. */
export const sharedCounters =
  (storeClient: pg.Pool): MakeCounter =>
  (keyPrefix, duration) =>
    counterOf(
      new RateLimiterPostgres({
        storeClient,
        storeType: 'pool',
        schemaName: SCHEMA,
        tableName: TABLE,
        tableCreated: true,
        keyPrefix,
        points,
        duration,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
      }),
    )
