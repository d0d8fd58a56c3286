import {
  beginMaintenance,
  currentMaintenance,
  endMaintenance,
  type Accounts,
  type MaintenancePeriod,
} from '#server/accounts/index.ts'
import { isPlatformAdmin, type Caller } from './access.ts'
import { AppError } from './errors.ts'

/** Every call asks, so the answer is kept for a moment; another process may throw the same switch. */
const KEPT_MS = 1_000

/** The switch that closes the installation to everybody but those who run it. It outlives a restart. */
export class MaintenanceSwitch {
  readonly #accounts: Accounts
  #kept: { period: Promise<MaintenancePeriod | undefined>; until: number } | undefined

  constructor(accounts: Accounts) {
    this.#accounts = accounts
  }

  /** The maintenance that goes on; undefined while there is none. */
  current(): Promise<MaintenancePeriod | undefined> {
    if (!this.#kept || this.#kept.until < performance.now()) {
      const period = currentMaintenance(this.#accounts)
      const kept = { period, until: performance.now() + KEPT_MS }
      this.#kept = kept
      // What could not be read is asked for again.
      period.catch(() => {
        if (this.#kept === kept) this.#kept = undefined
      })
    }
    return this.#kept.period
  }

  async begin(period: MaintenancePeriod): Promise<void> {
    await beginMaintenance(this.#accounts, period)
    this.#kept = undefined
  }

  async end(): Promise<void> {
    await endMaintenance(this.#accounts)
    this.#kept = undefined
  }

  /** Throws `UNDER_MAINTENANCE` for whoever has to wait for its end. */
  async mustBeOver(caller: Caller): Promise<void> {
    if (isPlatformAdmin(caller)) return
    if (await this.current()) throw new AppError('UNDER_MAINTENANCE')
  }
}
