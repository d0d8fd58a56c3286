import { setTimeout as delay } from 'node:timers/promises'
import { isUnderWay } from '#contract/import-status.ts'
import {
  companiesWithQueuedImports,
  getCompany,
  getImport,
  importState,
  nextQueuedImport,
  queueImport,
  requestStop,
  requestCancel,
  requeueImport,
  type Company,
  type Import,
  type ImportRequest,
} from '#server/accounts/index.ts'
import { admitAll, type Admit } from './archive-import.ts'
import { BrokenOff, ProcessLeaving } from './import-failure.ts'
import { runImport } from './import-run.ts'
import type { Services } from '#server/ledger/services.ts'

/** How often the row of a running import is looked at, for a cancellation that came to another process. */
const CANCEL_POLL_MS = 1_000
/** The same for the end of an import that somebody waits for. */
const END_POLL_MS = 1_000
const CANCEL_MS_MAX = 25_000
/** After an import whose engine or database is away. */
const LATER_MS = 60_000

/**
 * Runs queued imports. What is to be done is the status of imports in the relational store; the job queue says only
 * whose turn it is. A company has one job at a time, which runs its oldest import and then goes to the end of the queue,
 * so that companies take turns however much each of them has handed in.
 */
export class ImportQueue {
  private readonly services: Services
  private readonly log: (message: string, error?: unknown) => void
  private readonly atOnce: number
  /** What may be stored of a file that is to be imported. */
  readonly admit: Admit
  private readonly onEnded: (ended: Import) => Promise<void>
  private readonly runsJobs: boolean
  private readonly running = new Map<
    number,
    { companyId: string; stop: AbortController; done: Promise<unknown> }
  >()
  /** Companies that are being deleted. */
  private readonly held = new Set<string>()
  /** Who waits for the end of an import, by its id. */
  private readonly waiting = new Map<number, Set<() => void>>()
  private started: Promise<void> | undefined
  private closed = false

  /**
   * @param atOnce imports that run at one time, over all companies
   * @param admit what may be stored of what comes out of archives
   * @param runsJobs whether this process runs imports, or leaves them to others
   * @param onEnded what an import has led to is somebody's news; when telling it fails, the import has not
   */
  constructor(
    services: Services,
    log: (message: string, error?: unknown) => void,
    {
      atOnce = 2,
      admit = admitAll,
      runsJobs = true,
      onEnded = async () => {},
    }: {
      atOnce?: number
      admit?: Admit
      runsJobs?: boolean
      onEnded?: (ended: Import) => Promise<void>
    } = {},
  ) {
    this.services = services
    this.log = log
    this.atOnce = atOnce
    this.admit = admit
    this.runsJobs = runsJobs
    this.onEnded = onEnded
  }

  /** Makes the jobs that the imports need: at start those that an earlier process left, later what was lost on the way. */
  async resume(): Promise<void> {
    const { accounts } = this.services
    await accounts.jobs.sendAll('imports', await companiesWithQueuedImports(accounts))
  }

  /** From now on this process runs imports, if it is one that does. */
  async start(): Promise<void> {
    if (!this.runsJobs) return
    await (this.started ??= this.services.accounts.jobs.work('imports', this.atOnce, (companyId) =>
      this.takeTurn(companyId),
    ))
  }

  /** Puts a stored file into the queue, and with it whatever `within` does. */
  async put(
    company: Company,
    file: Parameters<typeof queueImport>[2],
    within?: Parameters<typeof queueImport>[3],
  ): Promise<Import> {
    const record = await queueImport(this.services.accounts, company, file, async (tx, importId) => {
      await within?.(tx, importId)
      await this.services.accounts.jobs.send('imports', company.id, tx)
    })
    await this.start()
    return record
  }

  /** Runs an import again that has ended without being published, or that waits for an answer. */
  async repeat(
    company: Company,
    importId: number,
    answer: Pick<ImportRequest, 'account' | 'marketplace' | 'costs'> = {},
  ): Promise<void> {
    await requeueImport(this.services.accounts, company, importId, answer, (tx) =>
      this.services.accounts.jobs.send('imports', company.id, tx),
    )
    await this.start()
  }

  /** Runs an import that is queued already. Resolves as `ended` does. */
  async add(companyId: string, importId: number): Promise<Import | undefined> {
    if (this.closed) return undefined
    await this.services.accounts.jobs.send('imports', companyId)
    await this.start()
    return this.ended(companyId, importId)
  }

  /** Resolves with the ended import; undefined when its company is gone, or this process closes and leaves it to the next. */
  async ended(companyId: string, importId: number): Promise<Import | undefined> {
    const { accounts } = this.services
    for (;;) {
      if (this.closed) return undefined
      await this.runningOf(companyId, importId)?.done
      const waiting = new AbortController()
      const told = this.told(importId)
      const state = this.closed ? undefined : await importState(accounts, companyId, importId)
      if (state && isUnderWay(state.status))
        await Promise.race([
          told.promise,
          delay(END_POLL_MS, undefined, { signal: waiting.signal }).catch(() => {}),
        ])
      waiting.abort()
      told.forget()
      if (this.closed || !state) return undefined
      if (isUnderWay(state.status) || this.runningOf(companyId, importId)) continue
      return this.endOf(companyId, importId)
    }
  }

  /** Stops an import of a company wherever it is; what it wrote is dropped. One that has ended stays as it is. */
  async cancel(companyId: string, importId: number): Promise<void> {
    const company = await getCompany(this.services.accounts, companyId)
    if (!company) return
    await requestCancel(this.services.accounts, company, importId)
    this.runningOf(companyId, importId)?.stop.abort(new Error('cancelled'))
    this.tell(importId)
    await Promise.race([this.ended(companyId, importId), delay(CANCEL_MS_MAX, undefined, { ref: false })])
  }

  /** Stops the imports of a company, and lets none begin while `work` deletes it. */
  async heldFor<T>(companyId: string, work: () => Promise<T>): Promise<T> {
    this.held.add(companyId)
    try {
      const stopped = [...this.running.values()].filter((entry) => entry.companyId === companyId)
      for (const { stop } of stopped) stop.abort(new Error('the company is being deleted'))
      // Another process may run one: it sees this within a second, and whoever takes the lock next finds no company.
      await requestStop(this.services.accounts, companyId)
      await Promise.all(stopped.map(({ done }) => done))
      return await work()
    } finally {
      this.held.delete(companyId)
      this.tellAll()
    }
  }

  /** Waits for what is under way to stop; the rest stays queued for the next process. */
  async close(): Promise<void> {
    this.closed = true
    for (const { stop } of this.running.values()) stop.abort(new ProcessLeaving())
    await Promise.all([...this.running.values()].map(({ done }) => done))
    this.tellAll()
  }

  private async takeTurn(companyId: string): Promise<void> {
    const { accounts } = this.services
    if (this.closed || this.held.has(companyId)) return
    const importId = await nextQueuedImport(accounts, companyId)
    if (importId === undefined) return
    const stop = new AbortController()
    const done = this.run(companyId, importId, stop.signal)
    this.running.set(importId, { companyId, stop, done })
    // After a close the entry is looked at once more: it may have come between.
    if (this.closed) stop.abort(new ProcessLeaving())
    const watch = setInterval(() => {
      importState(accounts, companyId, importId).then(
        (state) => state?.isCancelRequested && stop.abort(new Error('cancelled')),
        () => {},
      )
    }, CANCEL_POLL_MS)
    const again = await done
    clearInterval(watch)
    this.running.delete(importId)
    this.tell(importId)
    if (this.closed) return
    const next = await nextQueuedImport(accounts, companyId)
    // One that could not even begin is left to the next look, so that it does not go round and round.
    if (next !== undefined && (next !== importId || again === 'now'))
      await accounts.jobs.send('imports', companyId)
    if (again === 'later') this.tryLater(companyId)
  }

  /** A server looks every minute; a command that works alone has nobody who does. */
  private tryLater(companyId: string): void {
    delay(LATER_MS, undefined, { ref: false })
      .then(() => (this.closed ? undefined : this.services.accounts.jobs.send('imports', companyId)))
      .catch((error: unknown) => this.log('An import that waits was not taken up again', error))
  }

  /** When to try again, where that is of use. */
  private async run(
    companyId: string,
    importId: number,
    signal: AbortSignal,
  ): Promise<BrokenOff['again'] | undefined> {
    try {
      const ended = await runImport(this.services, companyId, importId, signal, this.admit)
      if (isUnderWay(ended.status)) return undefined
      await this.tellOfEnd(ended)
    } catch (error) {
      if (error instanceof BrokenOff) {
        this.log(error.message, error.cause)
        return error.again
      }
      // Of one that was deleted meanwhile, and its imports with it, there is nothing to say.
      const isThere = await getCompany(this.services.accounts, companyId).then(Boolean, () => true)
      if (isThere) this.log(`Import ${importId} failed`, error)
      const ended = await this.endOf(companyId, importId).catch(() => undefined)
      if (ended) await this.tellOfEnd(ended)
    }
    return undefined
  }

  /** Ids are those of all companies: an import of another one is none. */
  private runningOf(companyId: string, importId: number) {
    const running = this.running.get(importId)
    return running?.companyId === companyId ? running : undefined
  }

  private async endOf(companyId: string, importId: number): Promise<Import | undefined> {
    const company = await getCompany(this.services.accounts, companyId)
    const found = company && (await getImport(this.services.accounts, company, importId))
    return found && !isUnderWay(found.status) ? found : undefined
  }

  private tellOfEnd(ended: Import): Promise<void> {
    return this.onEnded(ended).catch((error: unknown) =>
      this.log(`Nobody could be told of import ${ended.id}`, error),
    )
  }

  private told(importId: number): { promise: Promise<void>; forget(): void } {
    const those = this.waiting.get(importId) ?? new Set()
    this.waiting.set(importId, those)
    let tell!: () => void
    const promise = new Promise<void>((resolve) => (tell = resolve))
    those.add(tell)
    const forget = () => {
      those.delete(tell)
      if (those.size === 0 && this.waiting.get(importId) === those) this.waiting.delete(importId)
    }
    return { promise, forget }
  }

  private tell(importId: number): void {
    for (const tell of this.waiting.get(importId) ?? []) tell()
  }

  private tellAll(): void {
    for (const importId of this.waiting.keys()) this.tell(importId)
  }
}
