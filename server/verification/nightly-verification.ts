import { createHash } from 'node:crypto'
import { agrees } from '#contract/verification.ts'
import { companiesNotVerifiedSince, lastVerification } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { verifyCompany } from './verify.ts'

/** When companies come up to be verified, in UTC: each at a moment of its own within these hours. */
const NIGHT = { startHour: 1, hours: 4 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Log = (message: string, error?: unknown) => void

/**
 * Verifies every company once a night, one after the other. One whose moment passed while nothing ran is verified when
 * something runs again. What is due follows from what is stored.
 */
export class NightlyVerification {
  readonly #services: Services
  readonly #log: Log
  readonly #stop = new AbortController()
  readonly #running = new Set<Promise<void>>()
  #started: Promise<void> | undefined

  constructor(services: Services, log: Log) {
    this.#services = services
    this.#log = log
  }

  /** Makes the jobs of companies that are due. */
  async resume(): Promise<void> {
    const { accounts } = this.#services
    const now = +this.#services.now()
    // The first moment of a night is the earliest that any company may have.
    for (const companyId of await companiesNotVerifiedSince(accounts, lastMoment(now, 0)))
      if (await this.#isDue(companyId)) await accounts.jobs.send('verifications', companyId)
  }

  /** From now on this process verifies what is due. */
  start(): Promise<void> {
    this.#started ??= this.#services.accounts.jobs.work('verifications', 1, (companyId) => {
      const running = this.#work(companyId).finally(() => this.#running.delete(running))
      this.#running.add(running)
      return running
    })
    return this.#started
  }

  /** Ends what is under way, which is begun anew the night after. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('The server closes.'))
    await Promise.all(this.#running)
  }

  async #work(companyId: string): Promise<void> {
    if (this.#stop.signal.aborted || !(await this.#isDue(companyId))) return
    try {
      const result = await verifyCompany(this.#services, companyId, { signal: this.#stop.signal })
      if (!agrees(result))
        this.#log(
          `The numbers of company ${companyId} are not what its files say: sextant verify --company ${companyId} names what differs.`,
        )
    } catch (error) {
      if (!this.#stop.signal.aborted)
        this.#log(`The numbers of company ${companyId} could not be verified.`, error)
    }
  }

  /** Another process may have done it since the job was made. */
  async #isDue(companyId: string): Promise<boolean> {
    const last = await lastVerification(this.#services.accounts, { id: companyId })
    const moment = lastMoment(+this.#services.now(), shareOf(companyId))
    return !last || last.startedAt < moment.toISOString()
  }
}

/** The last time that a share of the night was over. */
function lastMoment(now: number, share: number): Date {
  const ofNight = (NIGHT.startHour + NIGHT.hours * share) * HOUR_MS
  const today = Math.floor(now / DAY_MS) * DAY_MS + ofNight
  return new Date(today <= now ? today : today - DAY_MS)
}

/** Where in the night a company stands, from 0 to 1. */
const shareOf = (companyId: string): number =>
  createHash('sha256').update(companyId).digest().readUInt32BE() / 2 ** 32
