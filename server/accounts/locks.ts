import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { DatabaseAway } from './accounts-error.ts'

export interface CompanyLocks {
  /** Waits for the company, then runs `work` as its only writer. `signal` aborts when the lock is lost while it runs. */
  hold<T>(companyId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** The same without waiting: undefined when somebody else is the writer. */
  tryHold<T>(companyId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>
  /** Whether the caller runs inside `hold` of this company. */
  isHeldByCaller(companyId: string): boolean
}

type Release = () => Promise<void> | void
type Acquire = (
  companyId: string,
  wait: boolean,
  onLost: (reason: Error) => void,
) => Promise<Release | undefined>

/** One that a caller holds, within those that it held before. */
interface Holding {
  companyId: string
  within: Holding | undefined
  isOver: boolean
}

const live = (one: Holding | undefined): Holding | undefined => (one?.isOver ? live(one.within) : one)

function locks(acquire: Acquire): CompanyLocks {
  // What is begun inside and goes on afterwards, such as a worker, keeps the holding and no longer has the lock.
  const held = new AsyncLocalStorage<Holding>()
  const isHeldByCaller = (companyId: string): boolean => {
    for (let one = live(held.getStore()); one; one = live(one.within))
      if (one.companyId === companyId) return true
    return false
  }

  async function run<T>(companyId: string, wait: boolean, work: (signal: AbortSignal) => Promise<T>) {
    if (isHeldByCaller(companyId))
      throw new Error(`The lock of company ${companyId} is already held by this caller.`)
    const lost = new AbortController()
    const release = await acquire(companyId, wait, (reason) => lost.abort(reason))
    if (!release) return undefined
    const holding: Holding = { companyId, within: live(held.getStore()), isOver: false }
    try {
      return await held.run(holding, () => work(lost.signal))
    } finally {
      holding.isOver = true
      await release()
    }
  }

  return {
    hold: <T>(companyId: string, work: (signal: AbortSignal) => Promise<T>) =>
      run(companyId, true, work) as Promise<T>,
    tryHold: (companyId, work) => run(companyId, false, work),
    isHeldByCaller,
  }
}

/** First come, first served inside this process. */
function acquireInProcess(): Acquire {
  const queues = new Map<string, Promise<void>>()
  return async (companyId, wait) => {
    const before = queues.get(companyId)
    if (before && !wait) return undefined
    let release!: () => void
    const mine = new Promise<void>((resolve) => (release = resolve))
    const queue = (before ?? Promise.resolve()).then(() => mine)
    queues.set(companyId, queue)
    await before
    return () => {
      if (queues.get(companyId) === queue) queues.delete(companyId)
      release()
    }
  }
}

/** For PGlite, whose directory belongs to one process. */
export const processLocks = (): CompanyLocks => locks(acquireInProcess())

/**
 * For PostgreSQL: an advisory lock on a connection of its own, because the lock is held over long work and a pool
 * whose connections all wait for locks could not serve the one that holds it. Callers of one process queue up in the
 * process first, so at most one connection per company and process waits.
 */
export function serverLocks(config: pg.ClientConfig): CompanyLocks {
  const acquireHere = acquireInProcess()
  return locks(async (companyId, wait, onLost) => {
    const releaseHere = await acquireHere(companyId, wait, onLost)
    if (!releaseHere) return undefined
    const client = new pg.Client({ ...config, keepAlive: true })
    let releasing = false
    client.on('error', () => {}) // 'end' follows and says the same
    client.on('end', () => {
      if (!releasing) onLost(new Error(`The connection that held the lock of company ${companyId} was lost.`))
    })
    // Closing the connection is what gives the lock back, also when this process dies.
    const release = async () => {
      releasing = true
      await client.end().catch(() => {})
      await releaseHere()
    }
    try {
      await client.connect().catch((error: unknown) => {
        throw new DatabaseAway('PostgreSQL does not answer.', { cause: error })
      })
      const key = `hashtextextended('sextant company ' || $1, 0)`
      if (wait) {
        await client.query(`select pg_advisory_lock(${key})`, [companyId])
        return release
      }
      const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${key}) as free`, [
        companyId,
      ])
      if (rows[0]?.free) return release
    } catch (error) {
      await release()
      throw error
    }
    await release()
    return undefined
  })
}
