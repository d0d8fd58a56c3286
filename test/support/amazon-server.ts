/** A test server beside a pretend Amazon, both on one clock that goes on only when somebody waits. */
import { eq } from 'drizzle-orm'
import { Pace, sandboxEndpoints } from '#amazon/index.ts'
import { startSandbox } from '#sandbox/index.ts'
import type { Seller } from '#sandbox/seller.ts'
import { tables, type SyncTask } from '#server/accounts/index.ts'
import { openAmazonApps } from '#server/connections/amazon-apps.ts'
import { connectSeller } from './connect-seller.ts'
import { startTestServer, type TestCompany, type TestServer } from './server.ts'
import { APPLICATION } from './syncing-server.ts'

/** All that is asked for comes within the hour. */
const SPEED = 10_000
const STEP_MS = 15_000
const TURNS_MAX = 3_000
const SAID_EVERY_MS = 30_000

export interface Fetching {
  /** What has to end; all of it where nothing is said. */
  awaited?: (task: SyncTask) => boolean
  /** The clock is not set further than this between turns. */
  until?: Date
  /** Is told now and then how far it is. */
  say?: (progress: string) => void
}

export class AmazonServer implements AsyncDisposable {
  readonly server: TestServer
  readonly #sandbox: Awaited<ReturnType<typeof startSandbox>>

  private constructor(server: TestServer, sandbox: Awaited<ReturnType<typeof startSandbox>>) {
    this.server = server
    this.#sandbox = sandbox
  }

  /** @param now what the clock shows at first */
  static async start(sellers: readonly Seller[], now: Date): Promise<AmazonServer> {
    // The server's own, as soon as there is one.
    let clock: { now: Date } = { now }
    const sandbox = await startSandbox({
      port: 0,
      sellers,
      applications: [APPLICATION],
      now: () => clock.now,
      speed: SPEED,
    })
    const pass = (ms: number) => void (clock.now = new Date(+clock.now + ms))
    const amazon = openAmazonApps({
      endpoints: sandboxEndpoints(sandbox.origin),
      isSandbox: true,
      sellingPartner: APPLICATION,
      advertising: APPLICATION,
      now: () => clock.now,
      // By a clock of its own it would wait, and in vain: Amazon's stands still meanwhile, and gives no more turns.
      pace: new Pace({ now: () => +clock.now, sleep: async (ms) => pass(ms) }),
    })
    const server = await startTestServer({ amazon, amazonSpeed: SPEED })
    server.now = now
    clock = server
    return new AmazonServer(server, sandbox)
  }

  connect(company: TestCompany, seller: Seller): Promise<void> {
    return connectSeller(this.server.connections, company.id, seller, APPLICATION.redirectUris[0]!)
  }

  /**
   * Gives a company its turns and lets time pass until what is awaited has ended.
   * @returns what was awaited
   */
  async fetched(
    company: TestCompany,
    { awaited = () => true, until, say = () => {} }: Fetching = {},
  ): Promise<SyncTask[]> {
    const { server } = this
    let saidAt = performance.now()
    for (let turn = 1; ; turn++) {
      await server.syncs.takeTurn(company.id)
      const tasks = await this.#tasks(company)
      const open = tasks.filter(({ endedAt }) => endedAt === null)
      if (!open.some(awaited)) return tasks.filter(awaited)
      if (turn === TURNS_MAX) throw new Error(`It came to no end: ${told(open, tasks, server.now)}`)
      if (performance.now() - saidAt > SAID_EVERY_MS) {
        say(told(open, tasks, server.now))
        saidAt = performance.now()
      }
      for (const { importId } of open) if (importId !== null) await server.queue.ended(company.id, importId)
      const nextDue = Math.min(...open.map(({ notBefore }) => +notBefore))
      const next = Math.max(+server.now + STEP_MS, nextDue)
      server.now = new Date(Math.max(+server.now, Math.min(next, +(until ?? Infinity))))
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
    await this.#sandbox.close()
  }

  #tasks({ id }: TestCompany): Promise<SyncTask[]> {
    const { syncTasks } = tables
    return this.server.services.accounts.db.select().from(syncTasks).where(eq(syncTasks.companyId, id))
  }
}

/** Such as `12 of 160 open at 2026-11-24T06:42:00.000Z: 3 orders REQUESTED, 9 traffic WAITING (Amazon does not answer)`. */
function told(open: readonly SyncTask[], tasks: readonly SyncTask[], now: Date): string {
  const counts = new Map<string, number>()
  for (const { source, state, problem } of open) {
    const kind = `${source} ${state}${problem === null ? '' : ` (${problem})`}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`).toSorted()
  return `${open.length} of ${tasks.length} open at ${now.toISOString()}: ${kinds.join(', ')}`
}
