import { setTimeout as delay } from 'node:timers/promises'
import {
  deleteCompany,
  markCleared,
  tombstoneOf,
  uncleared,
  withCompanyLock,
} from '#server/accounts/index.ts'
import type { Deletion } from '#contract/company-settings.ts'
import { hasCompanyRows, removeCompanyRows } from './dead-rows.ts'
import type { ImportQueue } from '#server/ledger/importing/import-queue.ts'
import { queryIdPrefix } from './journal.ts'
import { removeRecomputed } from './recomputation.ts'
import type { Services } from './services.ts'

/** The end of a clearing, for whoever waits for it. */
interface Clearing {
  promise: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

function clearingBegun(): Clearing {
  let resolve!: () => void
  let reject!: (error: unknown) => void
  const promise = new Promise<void>((...ends) => ([resolve, reject] = ends))
  promise.catch(() => {}) // nobody has to wait
  return { promise, resolve, reject }
}

/** After a failure the rest of a company is tried again this much later. */
const PAUSE_AFTER_FAILURE_MS = 10 * 60_000
/** How often it is looked whether another process has cleared a company. */
const CLEARED_POLL_MS = 1_000

/**
 * Deletes companies. First the relational rows go, at once and for everybody; then, as a job, what lies in the warehouse
 * and among the files. A tombstone says what is left to do, and the job is made in the same transaction.
 */
export class CompanyDeletions {
  private readonly services: Services
  private readonly queue: ImportQueue
  private readonly log: (message: string, error?: unknown) => void
  private readonly runsJobs: boolean
  private readonly clearing = new Map<string, Clearing>()
  private readonly running = new Set<Promise<void>>()
  private readonly failedAt = new Map<string, number>()
  private started: Promise<void> | undefined
  private closed = false

  /** @param runsJobs whether this process removes what is left, or leaves it to others */
  constructor(
    services: Services,
    queue: ImportQueue,
    log: (message: string, error?: unknown) => void,
    { runsJobs = true }: { runsJobs?: boolean } = {},
  ) {
    this.services = services
    this.queue = queue
    this.log = log
    this.runsJobs = runsJobs
  }

  /** Makes the jobs that are needed: at start for what an earlier process left unfinished, later for what failed. */
  async resume(): Promise<void> {
    for (const companyId of await uncleared(this.services.accounts)) {
      if (performance.now() - (this.failedAt.get(companyId) ?? -Infinity) < PAUSE_AFTER_FAILURE_MS) continue
      await this.services.accounts.jobs.send('deletions', companyId)
    }
  }

  /** From now on this process removes what deleted companies left, if it is one that does. */
  async start(): Promise<void> {
    if (!this.runsJobs) return
    await (this.started ??= this.services.accounts.jobs.work('deletions', 1, (companyId) =>
      this.clear(companyId),
    ))
  }

  /**
   * Resolves when nobody can ask for anything of the company any longer; `finished` waits for the rest.
   * @param onlyMember resolves to false, and nothing is deleted, where anybody else is in the company by then
   */
  async begin(
    companyId: string,
    deletedBy: string,
    { onlyMember }: { onlyMember?: { id: string } } = {},
  ): Promise<boolean> {
    const { accounts } = this.services
    const clearing = clearingBegun()
    this.clearing.set(companyId, clearing)
    try {
      // What is being imported stops first: a large file would hold the lock for long.
      const isDeleted = await this.queue.heldFor(companyId, () =>
        withCompanyLock(accounts, companyId, () =>
          deleteCompany(accounts, companyId, {
            deletedBy,
            onlyMember,
            within: (tx) => accounts.jobs.send('deletions', companyId, tx),
          }),
        ),
      )
      if (!isDeleted) {
        this.clearing.delete(companyId)
        return false
      }
    } catch (error) {
      this.clearing.delete(companyId)
      throw error
    }
    await this.start()
    return true
  }

  /** Rejects where something could not be removed, or this process closes; it is tried again later. */
  async finished(companyId: string): Promise<void> {
    const clearing = this.clearing.get(companyId)
    if (!clearing) return
    const waiting = new AbortController()
    try {
      await Promise.race([clearing.promise, this.clearedElsewhere(companyId, waiting.signal)])
    } finally {
      waiting.abort()
      this.clearing.delete(companyId)
    }
  }

  /** The job may be another process's, which says so in the tombstone alone. */
  private async clearedElsewhere(companyId: string, signal: AbortSignal): Promise<void> {
    const isCleared = () =>
      tombstoneOf(this.services.accounts, companyId).then(
        (tombstone) => tombstone?.isCleared ?? true,
        () => false,
      )
    do await delay(CLEARED_POLL_MS, undefined, { signal, ref: false })
    while (!(await isCleared()))
  }

  /** For the one who deleted the company; undefined for everybody else. */
  async progress(companyId: string, askedBy: string): Promise<Deletion | undefined> {
    const { accounts, analytics, files } = this.services
    const tombstone = await tombstoneOf(accounts, companyId)
    if (tombstone?.deletedBy !== askedBy) return undefined
    if (tombstone.isCleared) return { areNumbersGone: true, areFilesGone: true, isDone: true }
    const [hasRows, left] = await Promise.all([hasCompanyRows(analytics, companyId), files.list(companyId)])
    return { areNumbersGone: !hasRows, areFilesGone: left.length === 0, isDone: false }
  }

  /** Waits for what is under way; the next process goes on with the rest. */
  async close(): Promise<void> {
    this.closed = true
    await Promise.all(this.running)
    for (const clearing of this.clearing.values()) clearing.reject(new Error('The server closes.'))
  }

  private async clear(companyId: string): Promise<void> {
    if (this.closed) return
    const clearing = this.clearing.get(companyId)
    const done = this.removeRest(companyId).then(
      () => clearing?.resolve(),
      (error: unknown) => {
        this.failedAt.set(companyId, performance.now())
        this.log(`Company ${companyId} is deleted, but not all of it is gone.`, error)
        clearing?.reject(error)
      },
    )
    this.running.add(done)
    await done
    this.running.delete(done)
    this.clearing.delete(companyId)
  }

  private async removeRest(companyId: string): Promise<void> {
    const { accounts, analytics, files } = this.services
    // A statement of an import that was stopped may still be running in the engine.
    await analytics.cancel(queryIdPrefix({ id: companyId }))
    await removeCompanyRows(analytics, companyId)
    await removeRecomputed(this.services, companyId)
    await files.delete(companyId)
    await accounts.jobs.forgetWaiting(companyId)
    await markCleared(accounts, companyId, this.services.now())
  }
}
