import {
  deleteCompany,
  markCleared,
  tombstoneOf,
  uncleared,
  withCompanyLock,
} from '#server/accounts/index.ts'
import type { Deletion } from '#contract/company-settings.ts'
import { hasCompanyRows, removeCompanyRows } from './dead-rows.ts'
import type { ImportQueue } from './import-queue.ts'
import { queryIdPrefix } from './journal.ts'
import type { Services } from './services.ts'

/**
 * Deletes companies. First the relational rows go, at once and for everybody; then, after the call, what lies in the
 * warehouse and among the files. A tombstone says what is left to do, so a restart goes on with it.
 */
export class CompanyDeletions {
  private readonly services: Services
  private readonly queue: ImportQueue
  private readonly log: (message: string, error?: unknown) => void
  private readonly clearing = new Map<string, Promise<void>>()

  constructor(services: Services, queue: ImportQueue, log: (message: string, error?: unknown) => void) {
    this.services = services
    this.queue = queue
    this.log = log
  }

  /** Takes up what an earlier process left unfinished. */
  async resume(): Promise<void> {
    for (const companyId of await uncleared(this.services.accounts)) this.clear(companyId)
  }

  /** Resolves when nobody can ask for anything of the company any longer; `finished` waits for the rest. */
  async begin(companyId: string, deletedBy: string): Promise<void> {
    // What is being imported stops first: a large file would hold the lock for long.
    await this.queue.drop(companyId)
    await withCompanyLock(this.services.accounts, companyId, () =>
      deleteCompany(this.services.accounts, companyId, deletedBy),
    )
    this.clear(companyId)
  }

  /** Rejects where something could not be removed; the next start tries again. */
  async finished(companyId: string): Promise<void> {
    await this.clearing.get(companyId)
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

  /** Waits for what is under way; the next process goes on with what failed. */
  async close(): Promise<void> {
    await Promise.allSettled(this.clearing.values())
  }

  private clear(companyId: string): void {
    if (this.clearing.has(companyId)) return
    const done = this.removeRest(companyId).finally(() => this.clearing.delete(companyId))
    done.catch((error: unknown) =>
      this.log(`Company ${companyId} is deleted, but not all of it is gone.`, error),
    )
    this.clearing.set(companyId, done)
  }

  private async removeRest(companyId: string): Promise<void> {
    const { accounts, analytics, files } = this.services
    // A statement of an import that was stopped may still be running in the engine.
    await analytics.cancel(queryIdPrefix({ id: companyId }))
    await removeCompanyRows(analytics, companyId)
    await files.delete(companyId)
    await markCleared(accounts, companyId, this.services.now())
  }
}
