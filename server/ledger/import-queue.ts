import { endImport, getCompany, getImport, queuedImports, type Import } from '#server/accounts/index.ts'
import { ProcessLeaving, runImport } from './import-run.ts'
import type { Services } from './services.ts'

/**
 * Runs queued imports in this process. The queue itself is the status in the relational store, so it survives a restart;
 * here is only what is under way.
 */
export class ImportQueue {
  private readonly services: Services
  private readonly log: (message: string, error?: unknown) => void
  private readonly running = new Map<
    number,
    { companyId: string; stop: AbortController; done: Promise<Import | undefined> }
  >()
  /** Imports of one company wait for each other; this chain keeps their order. */
  private readonly tails = new Map<string, Promise<unknown>>()
  private readonly onEnded: (ended: Import) => Promise<void>
  private closed = false

  /** @param onEnded what an import has led to is somebody's news; when telling it fails, the import has not */
  constructor(
    services: Services,
    log: (message: string, error?: unknown) => void,
    onEnded: (ended: Import) => Promise<void> = async () => {},
  ) {
    this.services = services
    this.log = log
    this.onEnded = onEnded
  }

  /** Takes up what an earlier process left in the queue. */
  async resume(): Promise<void> {
    for (const { id, companyId } of await queuedImports(this.services.accounts)) void this.add(companyId, id)
  }

  /** Resolves with the ended import; undefined when the process is closing and leaves it to the next. */
  add(companyId: string, importId: number): Promise<Import | undefined> {
    const stop = new AbortController()
    const before = this.tails.get(companyId) ?? Promise.resolve()
    const done = before.then(async () => {
      if (this.closed) return undefined
      try {
        const ended = await runImport(this.services, companyId, importId, stop.signal)
        if (ended)
          await this.onEnded(ended).catch((error: unknown) =>
            this.log(`Nobody could be told of import ${importId}`, error),
          )
        return ended
      } catch (error) {
        const company = await getCompany(this.services.accounts, companyId)
        // Deleted meanwhile, and its imports with it.
        if (!company) return undefined
        this.log(`Import ${importId} failed`, error)
        return await getImport(this.services.accounts, company, importId)
      } finally {
        this.running.delete(importId)
      }
    })
    this.running.set(importId, { companyId, stop, done })
    const tail = done.catch(() => {})
    this.tails.set(companyId, tail)
    void tail.then(() => {
      if (this.tails.get(companyId) === tail) this.tails.delete(companyId)
    })
    return done
  }

  /** Stops an import wherever it is; what it wrote is dropped. */
  async cancel(companyId: string, importId: number): Promise<void> {
    const entry = this.running.get(importId)
    entry?.stop.abort(new Error('cancelled'))
    const company = await getCompany(this.services.accounts, companyId)
    if (!company) return
    const record = await getImport(this.services.accounts, company, importId)
    if (record?.status === 'QUEUED' || record?.status === 'NEEDS_ANSWER') {
      await endImport(this.services.accounts, company, importId, 'CANCELLED', {
        code: 'CANCELLED',
        text: 'The import was cancelled. Nothing was changed.',
      })
    }
    await entry?.done
  }

  /** Stops all imports of a company that is about to be deleted, those that wait among them. */
  async drop(companyId: string): Promise<void> {
    const dropped = [...this.running.values()].filter((entry) => entry.companyId === companyId)
    for (const { stop } of dropped) stop.abort(new Error('the company is being deleted'))
    await Promise.allSettled(dropped.map(({ done }) => done))
  }

  /** Waits for what is under way to stop; the rest stays queued for the next process. */
  async close(): Promise<void> {
    this.closed = true
    for (const { stop } of this.running.values()) stop.abort(new ProcessLeaving())
    await Promise.allSettled([...this.running.values()].map(({ done }) => done))
  }
}
