/** Servers in processes of their own that fetch from a pretend Amazon in the process of the test. */
import { fileURLToPath } from 'node:url'
import type { SyncTasks } from '#contract/sync.ts'
import type { ConsentingSeller } from './connect-seller.ts'
import { SpawnedServer } from './spawned-server.ts'

const SCRIPT = fileURLToPath(new URL('./sync-process.ts', import.meta.url))

/** Of the pretend Amazon. */
export const PRETEND_SPEED = 10_000

const TRIES_MAX = 10

/** Ours at the pretend Amazon. */
export const APPLICATION = {
  applicationId: 'amzn1.sp.solution.test',
  clientId: 'amzn1.application-oa2-client.test',
  clientSecret: 'secret of the test',
  isDraft: false,
  redirectUris: ['https://sextant.example/back'],
}

/** A clock that goes on through every start, faster than the machine's, and can be set forward. */
export interface FastClock {
  /** What it showed at a moment of the machine's, both in milliseconds. */
  shown: number
  at: number
  speed: number
}

export const clockOf =
  ({ shown, at, speed }: FastClock): (() => Date) =>
  () =>
    new Date(shown + (Date.now() - at) * speed)

/** What such a process is told in its environment. */
export interface SyncProcess {
  origin: string
  clock: FastClock
  /** Sources are fetched no further back. */
  reachDays: number
}

export class SyncingServer extends SpawnedServer {
  static async begin(
    dataDir: string,
    how: SyncProcess,
    env: Record<string, string> = {},
  ): Promise<SyncingServer> {
    return (await this.start(dataDir, { ...env, TEST_SYNC: JSON.stringify(how) }, SCRIPT)) as SyncingServer
  }

  /** Consents for a company, or anew; where Amazon does not answer as a person would, again. */
  async connect(companyId: string, { id, regions, profiles }: ConsentingSeller): Promise<void> {
    const line = JSON.stringify({ companyId, seller: { id, regions, profiles } })
    let answer = ''
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      answer = (await this.ask(line)).trim()
      if (answer === 'connected') return
    }
    throw new Error(answer)
  }

  /** Tasks that have not ended. */
  async openTasks(companyId: string): Promise<number> {
    const { counts } = await this.call<SyncTasks>('operator.syncTasks', { companyId, limit: 1 })
    return ['WAITING', 'REQUESTED', 'IMPORTING'].reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  }
}
