import { setTimeout as delay } from 'node:timers/promises'
import {
  addSyncTasks,
  askedPeriods,
  blockReasonOf,
  companiesToPlan,
  companiesWithDueSyncs,
  getCompany,
  isCriticalOpen,
  nextDueSyncTask,
  syncedConnections,
  wakeSyncTask,
  type Company,
  type PlannedTask,
  type SyncedConnection,
} from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { lookEvery, type Looks } from '#server/look-every.ts'
import { bestProducts } from './best-products.ts'
import { mergeEndedTasks } from './ended-tasks.ts'
import { planTasks, REMEMBERED_MS, type Planning } from './plan.ts'
import { sourceOf } from './sources.ts'
import { takeStep, type SyncWork } from './step.ts'

/** How often it is looked which companies have something due. */
const LOOK_EVERY_MS = 5_000
/** Companies that a look gives a job; the others have theirs with the next one. */
const LOOKED_AT_MAX = 500
/** A company goes to the end of the queue after this long. */
const SLICE_MS = 10_000
const CLOSE_MS_MAX = 5_000
const MINUTE_MS = 60_000
/** Each company has one minute of an hour, so an hour has all of them. */
const MINUTES_MAX = 60

export interface SyncOptions extends Omit<SyncWork, 'services' | 'log'> {
  /** Companies that are worked on at one time. */
  atOnce?: number
  /** Whether this process fetches, or leaves it to others. */
  runsJobs?: boolean
  /** How long a turn lasts, in milliseconds. It ends after the step that is under way by then. */
  sliceMs?: number
}

/**
 * Fetches from Amazon what companies have connected. What is to be done are rows; the job queue says only whose turn it is,
 * as with imports. In its turn a company is planned, has its tasks taken a few steps further, and goes to the end of the
 * queue. Nothing of a company is kept in memory between its turns.
 */
export class SyncQueue {
  readonly #work: SyncWork
  readonly #atOnce: number
  readonly #runsJobs: boolean
  readonly #sliceMs: number
  readonly #running = new Set<Promise<void>>()
  #looks: Looks | undefined
  /** The last minute, since 1970, whose companies were planned. */
  #plannedTo: number | undefined
  #started: Promise<void> | undefined
  #closed = false

  constructor(
    services: Services,
    log: SyncWork['log'],
    { atOnce = 4, runsJobs = true, sliceMs = SLICE_MS, ...rest }: SyncOptions,
  ) {
    this.#work = { services, log, ...rest }
    this.#atOnce = atOnce
    this.#runsJobs = runsJobs
    this.#sliceMs = sliceMs
  }

  /**
   * Makes the jobs that are needed: of companies with something due, and of those whose minute to be planned has come since the
   * last time, which may be long ago. Once a day what a company's tasks have left behind is merged.
   */
  async resume(): Promise<void> {
    await this.look()
    const { services } = this.#work
    const now = Math.floor(+services.now() / MINUTE_MS)
    // This minute in any case: who has connected in it may have come after the last time, and a clock may have gone back.
    const first = Math.min(now, Math.max((this.#plannedTo ?? now) + 1, now - MINUTES_MAX + 1))
    const minutes = new Map<number, number>()
    for (let minute = first; minute <= now; minute++) minutes.set(minute % 60, minute)
    for (const { companyId, minute, hour } of await companiesToPlan(services.accounts, [...minutes.keys()])) {
      const isItsHour = Math.floor(minutes.get(minute)! / 60) % 24 === hour
      if (this.#runsJobs && isItsHour) await mergeEndedTasks(services, companyId)
      await this.begin(companyId)
    }
    this.#plannedTo = now
  }

  /** From now on this process fetches, if it is one that does. */
  async start(): Promise<void> {
    if (!this.#runsJobs || this.#closed) return
    await (this.#started ??= this.#work.services.accounts.jobs.work('syncs', this.#atOnce, (companyId) =>
      this.takeTurn(companyId),
    ))
    this.#looks ??= lookEvery(
      LOOK_EVERY_MS,
      () => this.look(),
      (error) => this.#work.log('Due syncs could not be looked for.', error),
    )
  }

  /** Gives a company its turn soon: it has connected, or somebody wants what is new. */
  async begin(companyId: string): Promise<void> {
    await this.#work.services.accounts.jobs.send('syncs', companyId)
  }

  /** Makes jobs for companies of which something is due. */
  async look(): Promise<void> {
    const { services } = this.#work
    const { accounts } = services
    await accounts.jobs.sendAll('syncs', await companiesWithDueSyncs(accounts, services.now(), LOOKED_AT_MAX))
  }

  /** Goes on with the task that an import was for, if there is one. */
  async importEnded(ended: { companyId: string; id: number }): Promise<void> {
    const { services } = this.#work
    if (await wakeSyncTask(services.accounts, ended, services.now())) await this.begin(ended.companyId)
  }

  /** Plans what is new now, sooner than it would be. */
  async hurry(company: Company): Promise<void> {
    for (const connection of await syncedConnections(this.#work.services.accounts, company.id))
      await this.#plan(company, [connection], { isHurried: true })
    await this.begin(company.id)
  }

  /** Plans, takes steps for a bounded time, and leaves the rest to the company's next turn. */
  async takeTurn(companyId: string): Promise<void> {
    if (this.#closed) return
    const turn = this.#turn(companyId).catch(async (error: unknown) => {
      // Of one that was deleted meanwhile there is nothing to say.
      if (this.#closed) return
      const { accounts } = this.#work.services
      const isThere = await getCompany(accounts, companyId).then(Boolean, () => true)
      if (isThere) this.#work.log(`The sync of company ${companyId} was broken off`, error)
    })
    this.#running.add(turn)
    await turn
    this.#running.delete(turn)
  }

  /** Waits for steps that are under way, but not long: whoever finds their rows takes them again. */
  async close(): Promise<void> {
    this.#closed = true
    const ended = Promise.all([...this.#running, this.#looks?.stop()])
    await Promise.race([ended, delay(CLOSE_MS_MAX, undefined, { ref: false })])
  }

  async #turn(companyId: string): Promise<void> {
    const { services } = this.#work
    const { accounts } = services
    const company = await getCompany(accounts, companyId)
    // Of one that is blocked nothing is asked, also by turns that others brought on, as the end of an import does.
    if (!company || (await blockReasonOf(accounts, companyId))) return
    const connections = await syncedConnections(accounts, companyId)
    await this.#plan(company, connections)
    const endsAt = performance.now() + this.#sliceMs
    for (;;) {
      // One at a time: what a step has put off is not tried by the next.
      const task = await nextDueSyncTask(accounts, companyId, services.now())
      if (!task) break
      const connection = connections.find(({ id }) => id === task.connectionId)
      if (connection) {
        await takeStep(this.#work, company, connection, task)
        if (task.isCritical) await this.#tellIfCriticalEnded(company, connection)
        // The connection may be another one by now.
        if (sourceOf(task.source)?.question.kind === 'PLACES') return this.begin(companyId)
      }
      if (this.#closed) return
      if (performance.now() > endsAt || !connection) return this.begin(companyId)
    }
    // Which products sell is asked of the warehouse, so only when nothing else is to be done.
    const probe = new Map(
      connections.flatMap(({ marketplaces }) => marketplaces.map((code) => [code, ['any']])),
    )
    if ((await this.#planned(company, connections, { products: probe })).length === 0) return
    const products = await bestProducts(this.#work.services, company)
    if (await this.#plan(company, connections, { products })) await this.begin(companyId)
  }

  /** After a step of what is critical: it was open, so this is said once. */
  async #tellIfCriticalEnded(company: Company, connection: SyncedConnection): Promise<void> {
    const { services, onCriticalEnded } = this.#work
    if (!onCriticalEnded || (await isCriticalOpen(services.accounts, connection))) return
    await onCriticalEnded(company, connection).catch((error: unknown) =>
      this.#work.log(`Nobody could be told of the first data of company ${company.id}`, error),
    )
  }

  /** Says whether something was added. */
  async #plan(
    company: Company,
    connections: readonly SyncedConnection[],
    how: Pick<Planning, 'isHurried'> & Partial<Pick<Planning, 'products'>> = {},
  ): Promise<boolean> {
    const planned = await this.#planned(company, connections, how)
    await addSyncTasks(this.#work.services.accounts, company.id, planned)
    return planned.length > 0
  }

  async #planned(
    company: Company,
    connections: readonly SyncedConnection[],
    {
      products = NO_PRODUCTS,
      isHurried = false,
    }: Pick<Planning, 'isHurried'> & Partial<Pick<Planning, 'products'>>,
  ): Promise<PlannedTask[]> {
    const { accounts } = this.#work.services
    const now = this.#work.services.now()
    const inventsRates = this.#work.inventedRates !== undefined
    const asked = await askedPeriods(accounts, company.id, { ms: REMEMBERED_MS, now })
    return connections.flatMap((connection) =>
      planTasks({ connection, asked, products, now, isHurried, inventsRates }),
    )
  }
}

const NO_PRODUCTS: Planning['products'] = new Map()
